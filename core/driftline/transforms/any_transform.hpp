// Any transform behind one handle.
//
// A transform turns a row into a row and learns from rows as it goes. In front of a learner a
// row passes it twice: as it stands before the row is learned, to predict, and after, to learn.
// `step` does both for a block, in the order of the stream.
//
// There are two kinds. A ColumnTransform (column_transform.hpp) keeps every column in its place. A
// RowTransform (row_transform.hpp) puts out columns of its own, and may add to them as it learns.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/stream/row_feed.hpp"

namespace driftline {

/// How the next step wants its rows. `unmet` stands for a value that is missing: 0, or NaN for a
/// step that keeps track. A batch has columns its first rows do not know yet, and they must not
/// count as zeros there.
struct Wanted {
  double unmet = 0.0;
  Reading::Sparse sparse = Reading::Sparse::kept;
};

inline Wanted wanted_by(const Reading& next) {
  return {.unmet = next.keeps_missing ? std::numeric_limits<double>::quiet_NaN() : 0.0,
          .sparse = next.sparse};
}

/// Whether text may stand in the column of this name.
using TextRule = std::function<bool(const std::string&)>;

class AnyTransform : public AnyModel {
 public:
  [[nodiscard]] virtual std::unique_ptr<AnyTransform> copy() const = 0;
  [[nodiscard]] virtual std::unique_ptr<AnyTransform> untaught() const = 0;

  /// How rows must be read so that `next` gets what it wants.
  [[nodiscard]] virtual Reading reading_before(const Reading& next) const = 0;
  [[nodiscard]] Reading reading() const final { return reading_before({.takes_text = true}); }
  /// Whether text may stand in this column, if `next` says so of what goes out.
  [[nodiscard]] virtual bool takes_text_before(const std::string& /*column*/,
                                               const TextRule& /*next*/) const {
    return reading().takes_text;
  }
  [[nodiscard]] bool takes_text(const std::string& column) const final {
    return takes_text_before(column, [](const std::string&) { return true; });
  }
  /// Whether no number put out is below 0, given that none that came in was.
  [[nodiscard]] virtual bool is_never_negative() const { return false; }
  /// What the transform itself answers for a missing value.
  [[nodiscard]] virtual double missing() const { return 0.0; }

  /// Columns met, and columns put out so far.
  [[nodiscard]] virtual std::size_t inputs() const = 0;
  [[nodiscard]] virtual std::size_t outputs() const = 0;
  /// Without name and source for a column that is not put out: a file may claim any.
  [[nodiscard]] virtual Output output(std::size_t column) const = 0;

  virtual void transform(const Rows& rows, RowBuffer& out, Wanted wanted) const = 0;
  /// A row of weight 0 is not learned. `weights` may be null: all are 1.
  virtual void learn(const Rows& rows, const double* weights) = 0;
  /// For each row: `before` goes out as the transform stands, then `after` is learned (unless its
  /// weight is 0) and goes out. `before_out` may be null: nobody predicts.
  virtual void step(const Rows& before, const Rows& after, const double* weights,
                    RowBuffer* before_out, RowBuffer& after_out, Wanted wanted) = 0;
  /// The same, where each row may also wait until it is asked for: see row_feed.hpp. All that is
  /// handed over must live until then.
  virtual RowFeed step_by_row(const Rows& before, const Rows& after, const double* weights,
                              RowBuffer& before_out, RowBuffer& after_out, Wanted wanted) {
    step(before, after, weights, &before_out, after_out, wanted);
    return {};
  }
};

}  // namespace driftline

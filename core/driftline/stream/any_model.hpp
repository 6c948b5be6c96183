// What all models share, learners and transforms alike, once their type is forgotten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <variant>

#include "driftline/numeric/cpu.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// How a model wants its rows read. A model says so in a constant `reading`; without one,
/// a missing value reads as 0, which adds nothing to a dot product. What hangs on its parameters it
/// says in `own_reading()`, and may then ask for less than the constant.
struct Reading {
  /// From the least demand to the greatest: parts of a chain agree on the greatest.
  enum class Sparse : std::uint8_t {
    kept,     ///< sparse rows are as good as dense ones
    partial,  ///< rows that miss what they do not store are taken; CSR is filled up
    filled,   ///< wants dense rows; CSR is filled up with its zeros
    refused   ///< something is held for every pair of columns: CSR would hide the cost
  };
  bool keeps_missing = false;  ///< NaN for a missing value
  Sparse sparse = Sparse::kept;
  bool ignores_row = false;       ///< never looks, so a row may hold text
  bool refuses_negative = false;  ///< values are counts
  bool takes_text = false;        ///< a cell may hold text, at least in some column
  bool takes_time = false;        ///< a date is read as its seconds since 1970, UTC
};

/// Whether a row has to be dense. It `is_complete` where what it does not store is 0.
constexpr bool must_be_dense(Reading::Sparse sparse, bool is_complete) {
  return sparse == Reading::Sparse::partial ? is_complete : sparse > Reading::Sparse::partial;
}

template <class Model>
constexpr Reading reading_of() {
  if constexpr (requires { Model::reading; }) {
    return Model::reading;
  } else {
    return {};
  }
}

/// A column that a transform puts out.
struct Output {
  static constexpr std::size_t none = SIZE_MAX;
  /// The column it is made of: a row without that one has no such output. `none`: always there.
  std::size_t source = none;
  std::string name;    ///< empty: the source's own name
  bool fills = false;  ///< there even in a row without its source
};

/// The name of a column by its place.
using NameOf = std::function<std::string(std::size_t)>;

class AnyModel {
 public:
  AnyModel() = default;
  AnyModel(const AnyModel&) = default;
  AnyModel& operator=(const AnyModel&) = default;
  AnyModel(AnyModel&&) = default;
  AnyModel& operator=(AnyModel&&) = default;
  virtual ~AnyModel() = default;

  [[nodiscard]] virtual Parameters parameters() const = 0;
  [[nodiscard]] virtual State state() const = 0;
  /// Throws std::invalid_argument and changes nothing if the state is not this model's.
  virtual void restore(const State& state) = 0;
  [[nodiscard]] virtual std::size_t memory() const = 0;
  [[nodiscard]] virtual Reading reading() const = 0;

  /// Whether text may stand in the column of this name.
  [[nodiscard]] virtual bool takes_text(const std::string& /*column*/) const {
    return reading().takes_text;
  }
  /// Whether `meet` has to be called before rows come: for those who choose or make columns.
  [[nodiscard]] virtual bool needs_names() const { return false; }
  /// From now on rows may have `width` columns. Columns keep their places.
  virtual void meet(std::size_t /*width*/, const NameOf& /*name_of*/) {}
  /// Whether a block may be shared among threads: such a model is given longer ones.
  [[nodiscard]] virtual bool is_parallel() const { return false; }
  /// What stands at place i of a learner's weights, in terms of the columns that come in.
  [[nodiscard]] virtual Output at_weight(std::size_t i) const { return {.source = i, .name = {}}; }
};

/// Runs `loop(block)` with the block as its own type. A Model that takes dense rows only is
/// never asked about sparse ones.
template <class Model, class Loop>
void with_block(const Rows& rows, Loop&& loop) {
  if constexpr (!must_be_dense(reading_of<Model>().sparse, false)) {
    if (const auto* sparse = std::get_if<SparseRows>(&rows)) {
      loop(*sparse);
      return;
    }
  }
  loop(std::get<DenseRows>(rows));
}

/// The same for a loop over all rows, compiled for this CPU. Sparse rows gather from here and
/// there, and no CPU is better at that: they keep one version. What `loop` holds by value stays
/// in registers, what it holds by reference is read again at every row.
template <class Model, class Loop>
void over_block(const Rows& rows, const Loop& loop) {
  with_block<Model>(rows, [&]<class Block>(const Block& block) {
    if constexpr (std::is_same_v<Block, DenseRows>) {
      const bool is_worth_it = block.count * block.width >= 64;  // not for one row of a few columns
      on_this_cpu([=] { loop(block); }, is_worth_it);
    } else {
      loop(block);
    }
  });
}

/// The same with two blocks of one kind.
template <class Model, class Loop>
void over_blocks(const Rows& before, const Rows& after, const Loop& loop) {
  const Rows* second = &after;
  over_block<Model>(
      before, [=]<class Block>(const Block& block) { loop(block, std::get<Block>(*second)); });
}

inline double weight_of(const double* weights, std::size_t i) {
  return weights == nullptr ? 1.0 : weights[i];
}

}  // namespace driftline

// Any learner, its type forgotten, a block of rows at a time.
//
// Bindings, chains and ensembles hold learners whose type they do not know. A virtual call
// takes a block, never a row, so its cost is spread over up to 256 rows. Models are values:
// copy() shares nothing. `learner_handle.hpp` puts a learner behind these calls.
//
// `predict_learn` is test-then-train: predict row i, then learn row i, then row i + 1. The
// rows come twice, as seen before and after the learning of what stands in front (a scaler
// that has not yet, or has, counted this row). Where nothing stands in front both are the
// same block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/stream/row_feed.hpp"

namespace driftline {

/// Target is Code for classifiers, double for regressors. A target of no_label or NaN is
/// predicted and not learned, and so is a row of weight 0. `weights` may be null: all are 1.
template <class Target>
class AnyLearner : public AnyModel {
 public:
  virtual void predict(const Rows& rows, Target* out) const = 0;
  virtual void learn(const Rows& rows, const Target* targets, const double* weights) = 0;
  virtual void predict_learn(const Rows& before, const Rows& after, const Target* targets,
                             const double* weights, Target* out) = 0;
  /// The same, where the rows are still to be made.
  virtual void predict_learn_fed(const RowFeed& feed, const Rows& before, const Rows& after,
                                 const Target* targets, const double* weights, Target* out) {
    for (std::size_t i = 0; i < count_of(after); ++i) feed(i);
    predict_learn(before, after, targets, weights, out);
  }
  /// What a linear learner is made of: "weights" (the intercept last), "variances",
  /// "covariance". Throws std::invalid_argument where there is no such thing.
  [[nodiscard]] virtual std::vector<double> inspect(std::string_view what,
                                                    std::size_t label) const = 0;
  [[nodiscard]] virtual bool has_intercept() const = 0;
  /// What each column of one row adds to the margin (or the prediction), the intercept last.
  [[nodiscard]] virtual std::vector<double> explain(const Rows& row, std::size_t label) const = 0;
  /// Before the first row: draws other random numbers from now on, where any are drawn.
  virtual void reseed(std::int64_t /*seed*/) {}
};

/// What is written down while a block is predicted and learned; null where it is not wanted.
struct Ballot {
  double* shares = nullptr;  ///< of row i before it is learned, at i * stride; 0 up to the stride
  std::size_t stride = 0;    ///< at least the labels known behind the block
  Code* said = nullptr;      ///< of row i before it is learned
  Code* heard = nullptr;     ///< the same of the row as it is learned, where the rows come twice
  Code* then = nullptr;      ///< the same after that
};

class AnyClassifier : public AnyLearner<Code> {
 public:
  [[nodiscard]] virtual std::unique_ptr<AnyClassifier> copy() const = 0;
  [[nodiscard]] virtual std::unique_ptr<AnyClassifier> untaught() const = 0;
  /// One row that misses nothing, for those who have no more: a block of one takes as long to put
  /// up as to learn. A span, as it comes in registers: a row would be written and read again.
  [[nodiscard]] virtual Code predict_one(std::span<const double> row) const {
    Code code = no_label;
    predict(block_of(row), &code);
    return code;
  }
  virtual void learn_one(std::span<const double> row, Code label) {
    learn(block_of(row), &label, nullptr);
  }
  [[nodiscard]] virtual Code predict_learn_one(std::span<const double> row, Code label) {
    Code code = no_label;
    const Rows rows = block_of(row);
    predict_learn(rows, rows, &label, nullptr, &code);
    return code;
  }
  /// Row i at out + i * stride, one share for each of label_count() labels.
  virtual void probabilities(const Rows& rows, double* out, std::size_t stride) const = 0;
  [[nodiscard]] virtual std::size_t label_count() const = 0;
  /// Whether a row of this label was ever learned.
  [[nodiscard]] virtual bool knows(std::size_t code) const = 0;
  /// Test-then-train as `predict_learn`, for those who count votes.
  virtual void vote_learn(const Rows& before, const Rows& after, const Code* labels,
                          const double* weights, const Ballot& ballot) {
    for (std::size_t i = 0; i < count_of(after); ++i) {
      const Rows row = one_of(after, i);
      if (ballot.shares != nullptr) {
        double* shares = ballot.shares + i * ballot.stride;
        std::fill_n(shares, ballot.stride, 0.0);
        probabilities(one_of(before, i), shares, ballot.stride);
      }
      if (ballot.said != nullptr) predict(one_of(before, i), ballot.said + i);
      if (ballot.heard != nullptr) predict(row, ballot.heard + i);
      learn(row, labels + i, weights == nullptr ? nullptr : weights + i);
      if (ballot.then != nullptr) predict(row, ballot.then + i);
    }
  }
  /// The same learner, one model for each pair of labels. Throws where there is no such form.
  [[nodiscard]] virtual std::unique_ptr<AnyClassifier> one_vs_one() const {
    throw std::invalid_argument("OneVsOneClassifier needs a linear classifier");
  }
  /// What it tells of two labels, where each pair of them has a model of its own.
  [[nodiscard]] virtual std::vector<double> inspect_pair(std::string_view /*what*/,
                                                         std::size_t /*first*/,
                                                         std::size_t /*second*/) const {
    throw std::invalid_argument("this model has none for pairs of labels");
  }
  /// Takes back what one example taught. Throws, and changes nothing, where that is not possible.
  virtual void unlearn(const Rows& /*row*/, Code /*label*/) {
    throw std::invalid_argument("this model cannot unlearn");
  }
};

class AnyRegressor : public AnyLearner<double> {
 public:
  [[nodiscard]] virtual std::unique_ptr<AnyRegressor> copy() const = 0;
  [[nodiscard]] virtual std::unique_ptr<AnyRegressor> untaught() const = 0;
};

}  // namespace driftline

// The Hoeffding tree for numbers: a regression tree that grows from a stream and keeps no row.
//
// A leaf keeps, for each value of each attribute, how many rows brought it and mean and spread of
// their targets. Every `grace_period` of weight it looks for the split that takes most off the
// spread of the target. It is made if the second best attribute's merit is smaller by more than
// chance allows,
//   second / best < 1 - eps,   eps = sqrt(ln(1 / delta) / (2 n)),
// or if eps falls below `tau`. Children begin with the targets of their branch and with a copy of
// the linear model.
//
// A leaf answers its mean, its linear model's answer (`leaf_model.hpp`), or that of the two whose
// squared errors, faded by `model_selector_decay`, are smaller.
//
// Cost of a row: depth + attributes x log(values of the leaf). Memory: 4 doubles for each value of
// each attribute in each leaf, `max_bins` of them at most, and 5 for each column of its model; all
// within `max_bytes`.
//
// Ikonomovska, Gama, Dzeroski. Learning Model Trees from Evolving Data Streams. 2011.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/trees/regression_tree_growth.hpp"
#include "driftline/trees/regression_tree_options.hpp"

namespace driftline {

class HoeffdingTreeRegressor {
 public:
  static constexpr Reading reading{
      .keeps_missing = true, .sparse = Reading::Sparse::filled, .takes_text = true};

  explicit HoeffdingTreeRegressor(RegressionTreeOptions options) : tree_(std::move(options)) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}  // a leaf meets columns as its rows bring them
  [[nodiscard]] bool needs_names() const { return !tree_.options().nominal_attributes.empty(); }
  void meet(std::size_t width, const NameOf& name_of) { tree_.meet(width, name_of); }
  void reseed(std::int64_t seed) { tree_.reseed(seed); }

  [[nodiscard]] double predict(const DenseRow& row) const {
    seen_ = tree_.read(row);
    found_ = tree_.find(0, seen_);
    return found_.answer;
  }

  /// The row that `predict` has just seen is not looked for again.
  void learn(const DenseRow& row, double target, double /*prediction*/, double weight) {
    if (tree_.learn_columns(row)) seen_ = tree_.read(row);
    tree_.learn_at(found_.node, seen_, target, weight, found_.answers);
    tree_.count_row();
  }

  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    return tree_.inspect(what);
  }
  void check() { tree_.check(); }
  [[nodiscard]] std::size_t extra_memory() const { return tree_.extra_memory(); }

  static void fields(auto& self, auto&& visit) { RegressionTreeGrowth::fields(self.tree_, visit); }

 private:
  RegressionTreeGrowth tree_;
  // Of the last row predicted; the caller's lock guards it.
  mutable TreeRow seen_;
  mutable RegressionTreeGrowth::Found found_;
};
static_assert(Regressor<HoeffdingTreeRegressor>);

}  // namespace driftline

// The best split of a leaf of a regression tree, attribute by attribute.
//
// A split is worth what it takes off the spread of the target:
//   variance    V - sum (n_b / n) V_b, which is sum (n_b / n) (mean_b - mean)^2
//   deviation   the same of the roots of V
// A number is tried behind each of its bins but the last; a nominal attribute with a branch for
// each value or, where all splits are binary, with each value against the rest. Every branch must
// hold `min_samples_split` of weight. Among equals the first one of an attribute is taken.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "driftline/numeric/moments.hpp"
#include "driftline/trees/regression_tree_options.hpp"
#include "driftline/trees/split.hpp"
#include "driftline/trees/target_bins.hpp"
#include "driftline/trees/target_statistics.hpp"

namespace driftline {

/// What a split takes off the spread of the target.
inline double spread_reduction(SpreadCriterion criterion, std::span<const Moments> branches) {
  Moments whole;
  for (const Moments& branch : branches) whole = whole.joined(branch);
  double sum = 0.0;
  for (const Moments& branch : branches) {
    const double gap = branch.mean - whole.mean;
    sum +=
        branch.weight * (criterion == SpreadCriterion::variance ? gap * gap : branch.deviation());
  }
  if (criterion == SpreadCriterion::variance) return sum / whole.weight;
  return whole.deviation() - sum / whole.weight;
}

class TargetSplitSearch {
 public:
  TargetSplitSearch(const TargetStatistics& leaf, const RegressionTreeOptions& options)
      : leaf_(leaf), options_(options) {}

  /// Calls take(split) with the best split of each attribute, numbers first, those without one left
  /// out.
  template <class Take>
  void each(Take take) const {
    for (std::size_t slot = 0; slot < leaf_.slots; ++slot) {
      const Split best = best_between_bins(slot);
      if (best.kind != SplitKind::none) take(best);
    }
    for (std::size_t k = 0; k < leaf_.nominals.size(); ++k) {
      const Split best = best_of_values(k);
      if (best.kind != SplitKind::none) take(best);
    }
  }

  /// The target in each branch of a split.
  [[nodiscard]] std::vector<Moments> branches(const Split& split) const {
    const auto attribute = static_cast<std::size_t>(split.attribute);
    if (split.kind == SplitKind::each_value) return leaf_.nominals[attribute].targets;
    if (split.kind == SplitKind::value) return apart(leaf_.nominals[attribute], split.threshold);
    const std::vector<Moments>& bins = leaf_.numbers[attribute].targets;
    const auto cut = static_cast<std::size_t>(split.bin) + 1;
    std::vector<Moments> sides(2);
    for (std::size_t bin = 0; bin < cut; ++bin) sides[0] = sides[0].joined(bins[bin]);
    for (std::size_t bin = bins.size(); bin-- > cut;) sides[1] = sides[1].joined(bins[bin]);
    return sides;
  }

 private:
  [[nodiscard]] bool is_allowed(std::span<const Moments> branches) const {
    return branches.size() > 1 && std::ranges::all_of(branches, [this](const Moments& branch) {
             return branch.weight >= options_.min_samples_split;
           });
  }

  /// The target from each place on.
  void put_rights(const std::vector<Moments>& targets) const {
    rights_.assign(targets.size() + 1, Moments());
    for (std::size_t i = targets.size(); i-- > 0;) rights_[i] = rights_[i + 1].joined(targets[i]);
  }

  [[nodiscard]] Split best_between_bins(std::size_t slot) const {
    const TargetBins& bins = leaf_.numbers[slot];
    Split best;
    best.attribute = static_cast<std::int32_t>(slot);
    best.column = static_cast<std::int32_t>(leaf_.column_of(slot));
    const std::size_t count = bins.keys.size();
    put_rights(bins.targets);
    std::array<Moments, 2> sides;
    for (std::size_t bin = 0; bin + 1 < count; ++bin) {
      sides[0] = sides[0].joined(bins.targets[bin]);
      sides[1] = rights_[bin + 1];
      if (!is_allowed(sides)) continue;
      const double merit = spread_reduction(options_.split_criterion, sides);
      if (!(merit > best.merit)) continue;
      best.merit = merit;
      best.threshold = bins.threshold(bin, options_.radius);
      best.bin = static_cast<std::int32_t>(bin);
      best.kind = SplitKind::at_most;
    }
    return best;
  }

  [[nodiscard]] Split best_of_values(std::size_t k) const {
    const TargetValues& nominal = leaf_.nominals[k];
    Split best;
    best.attribute = static_cast<std::int32_t>(k);
    best.column = nominal.column;
    const auto judge = [&](std::span<const Moments> branches, SplitKind kind, double value) {
      if (!is_allowed(branches)) return;
      const double merit = spread_reduction(options_.split_criterion, branches);
      if (!(merit > best.merit)) return;
      best.merit = merit;
      best.kind = kind;
      best.threshold = value;
    };
    if (!options_.binary_split) {
      judge(nominal.targets, SplitKind::each_value, 0.0);
      return best;
    }
    put_rights(nominal.targets);
    Moments left;
    for (std::size_t row = 0; row < nominal.values.size(); ++row) {
      const std::array sides{nominal.targets[row], left.joined(rights_[row + 1])};
      judge(sides, SplitKind::value, static_cast<double>(nominal.values[row]));
      left = left.joined(nominal.targets[row]);
    }
    return best;
  }
  /// One value, and the rest.
  [[nodiscard]] static std::vector<Moments> apart(const TargetValues& nominal, double value) {
    std::vector<Moments> sides(2);
    for (std::size_t row = 0; row < nominal.values.size(); ++row) {
      Moments& side = sides[static_cast<double>(nominal.values[row]) == value ? 0 : 1];
      side = side.joined(nominal.targets[row]);
    }
    return sides;
  }

  const TargetStatistics& leaf_;
  const RegressionTreeOptions& options_;
  mutable std::vector<Moments> rights_;
};

}  // namespace driftline

// The best split of a leaf, attribute by attribute.
//
// A numeric attribute is tried at `n_splits` points, evenly spaced between its smallest and its
// largest value; each label's distribution says how much of it lies on the left. All points of all
// attributes lie in flat arrays, worked through label by label: one normal cdf and two x log x for
// each, without a branch. A nominal attribute is tried with a branch for each value or, where all
// splits are binary, with each value against the rest.
//
// The entropy "before" is that of all the leaf's weight, its parent's estimate included, "after"
// that of the rows observed here. So a merit can be slightly negative.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "driftline/numeric/cpu.hpp"
#include "driftline/numeric/normal.hpp"
#include "driftline/trees/label_block.hpp"
#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/split.hpp"
#include "driftline/trees/split_criteria.hpp"
#include "driftline/trees/split_points.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

/// The weight of a label's values of a numeric attribute that are at most `threshold`.
inline double weight_at_most(const LeafStatistics& leaf, const LabelStatistics& own, std::size_t i,
                             double threshold) {
  const double seen = leaf.seen(own, i);
  const LabelBlock<const double> block = leaf.block(own);
  if (seen == 0.0 || threshold < block.ranges().low(i)) return 0.0;
  if (threshold >= block.ranges().high(i)) return seen;
  const double mean = block.mean()[i];
  const double variance = block.m2()[i] * inverse_freedom(seen);
  if (!(variance > 0.0)) return mean <= threshold ? seen : 0.0;
  return seen * normal_cdf((threshold - mean) / std::sqrt(variance));
}

class SplitSearch {
 public:
  SplitSearch(const LeafStatistics& leaf, const TreeOptions& options)
      : leaf_(leaf), options_(options), before_(impurity_before()) {}

  /// Calls take(split) with the best split of each attribute, those without one left out, and
  /// those numeric ones of which `is_wanted` is false.
  template <class Take, class IsWanted>
  void each(Take take, IsWanted is_wanted) const {
    const auto each = static_cast<std::size_t>(options_.n_splits);
    for (std::size_t first = 0; first < leaf_.slots && leaf_.has_blocks;) {
      SplitPoints points;
      points.first = first;
      points.count = 0;
      points.each = each;
      while (first < leaf_.slots && points.count < SplitPoints::most(each) && is_wanted(first)) {
        ++points.count;
        ++first;
      }
      if (points.count == 0) ++first;
      Exact at;
      on_this_cpu([&] { try_points(points, at); });
      for (std::size_t f = 0; f < points.count; ++f) {
        const Split best = best_point(points, at, f);
        if (best.kind != SplitKind::none) take(best);
      }
    }
    for (const BinnedCounts& bins : leaf_.binned()) {
      const Split best = best_between_bins(bins);
      if (best.kind != SplitKind::none) take(best);
    }
    for (std::size_t k = 0; k < leaf_.nominals().size(); ++k) {
      const Split best = best_of_values(k);
      if (best.kind != SplitKind::none) take(best);
    }
  }

  template <class Take>
  void each(Take take) const {
    each(take, [](std::size_t) { return true; });
  }

 private:
  /// Side by side, all points of some attributes.
  struct Exact {
    static constexpr std::size_t room = SplitPoints::room;
    std::array<double, room> z;       ///< the threshold in standard deviations of a label
    std::array<double, room> weight;  ///< of the label
    std::array<double, room> left;
    std::array<double, room> right;
    std::array<double, room> left_sum;   ///< over labels: x log x, x^2, or the largest distance
    std::array<double, room> right_sum;  ///< unused by Hellinger
    std::array<double, room> merit;
  };

  [[nodiscard]] double impurity_before() const {
    double total = 0.0;
    double sum = 0.0;
    const bool is_gini = options_.split_criterion == SplitCriterion::gini;
    for (const LabelStatistics& own : leaf_.labels) {
      total += own.weight;
      sum += is_gini ? own.weight * own.weight : times_log(own.weight);
    }
    if (options_.split_criterion == SplitCriterion::hellinger) return 0.0;
    if (is_gini) return 1.0 - sum / (total * total);
    return (times_log(total) - sum) / (total * std::numbers::ln2);
  }

  [[gnu::always_inline]] void try_points(SplitPoints& points, Exact& at) const {
    points.place(leaf_);
    const std::size_t n = points.size();
    for (auto* all : {&at.left, &at.right, &at.left_sum, &at.right_sum}) {
      std::fill_n(all->data(), n, 0.0);
    }
    for (const LabelStatistics& own : leaf_.labels) {
      if (own.block < 0) continue;
      points.standardize(leaf_, own, at.z.data(), at.weight.data());
      if (options_.split_criterion == SplitCriterion::gini) {
        add(at, n, [](double x) { return x * x; });
      } else if (options_.split_criterion == SplitCriterion::info_gain) {
        add(at, n, [](double x) { return times_log(x); });
      } else {
        add(at, n, [](double) { return 0.0; });
      }
    }
    if (options_.split_criterion == SplitCriterion::hellinger) add_distances(points, at);
    judge(at, n);
  }

  template <class Score>
  [[gnu::always_inline]] static void add(Exact& at, std::size_t n, Score score) {
    for (std::size_t p = 0; p < n; ++p) {
      const double left = at.weight[p] * normal_cdf(at.z[p]);
      const double right = at.weight[p] - left;
      at.left[p] += left;
      at.right[p] += right;
      at.left_sum[p] += score(left);
      at.right_sum[p] += score(right);
    }
  }

  /// One label against the rest, which is known only once all were added.
  [[gnu::always_inline]] void add_distances(const SplitPoints& points, Exact& at) const {
    const std::size_t n = points.size();
    for (const LabelStatistics& own : leaf_.labels) {
      if (own.block < 0) continue;
      points.standardize(leaf_, own, at.z.data(), at.weight.data());
      for (std::size_t p = 0; p < n; ++p) {
        const double whole = at.weight[p];
        const double rest = at.left[p] + at.right[p] - whole;
        const double left = whole * normal_cdf(at.z[p]);
        const double one = std::sqrt(left / whole) - root((at.left[p] - left) / rest);
        const double other =
            std::sqrt((whole - left) / whole) - root((at.right[p] - (whole - left)) / rest);
        const double squared = one * one + other * other;
        at.left_sum[p] = squared > at.left_sum[p] ? squared : at.left_sum[p];  // false for NaN
      }
    }
  }
  /// A difference of sums may come out just below 0.
  static double root(double share) { return std::sqrt(share < 0.0 ? 0.0 : share); }

  [[gnu::always_inline]] void judge(Exact& at, std::size_t n) const {
    for (std::size_t p = 0; p < n; ++p) {
      const double total = at.left[p] + at.right[p];
      double merit = 0.0;
      if (options_.split_criterion == SplitCriterion::info_gain) {
        const double after =
            (times_log(at.left[p]) - at.left_sum[p]) + (times_log(at.right[p]) - at.right_sum[p]);
        merit = before_ - after / (total * std::numbers::ln2);
      } else if (options_.split_criterion == SplitCriterion::gini) {
        const double after = (at.left[p] - at.left_sum[p] / at.left[p]) +
                             (at.right[p] - at.right_sum[p] / at.right[p]);
        merit = before_ - after / total;
      } else {
        merit = std::sqrt(at.left_sum[p]);
      }
      const double least = total * options_.min_branch_fraction;
      at.merit[p] = at.left[p] > least && at.right[p] > least ? merit : no_merit;
    }
  }

  [[nodiscard]] Split best_point(const SplitPoints& points, const Exact& at, std::size_t f) const {
    Split best;
    for (std::size_t p = f * points.each; p < (f + 1) * points.each; ++p) {
      if (points.is_inside(f, p) && at.merit[p] > best.merit) {
        best.merit = at.merit[p];
        best.threshold = points.threshold[p];
        best.kind = SplitKind::at_most;
      }
    }
    const std::size_t slot = points.first + f;
    best.attribute = static_cast<std::int32_t>(slot);
    best.column = leaf_.is_plain ? best.attribute : leaf_.columns()[slot];
    return best;
  }

  [[nodiscard]] Split best_between_bins(const BinnedCounts& bins) const {
    Split best;
    best.attribute = bins.attribute;
    best.column =
        leaf_.is_plain ? bins.attribute : leaf_.columns()[static_cast<std::size_t>(bins.attribute)];
    std::vector<double> table(2 * bins.room, 0.0);
    for (std::size_t c = 0; c < bins.room; ++c) table[bins.room + c] = bins.total(c);
    for (std::size_t bin = 0; bin + 1 < bins.keys.size(); ++bin) {
      for (std::size_t c = 0; c < bins.room; ++c) {
        table[c] += bins.count_of(bin, c);
        table[bins.room + c] -= bins.count_of(bin, c);
      }
      const double merit = merit_of(options_.split_criterion, before_, table, bins.room,
                                    options_.min_branch_fraction);
      if (merit > best.merit) {
        best.merit = merit;
        best.threshold = bins.threshold(bin, options_);
        best.bin = static_cast<std::int32_t>(bin);
        best.kind = SplitKind::at_most;
      }
    }
    return best;
  }

  [[nodiscard]] Split best_of_values(std::size_t k) const {
    const NominalCounts& nominal = leaf_.nominals()[k];
    Split best;
    best.attribute = static_cast<std::int32_t>(k);
    best.column = nominal.column;
    const auto judge_table = [&](std::span<const double> table, SplitKind kind, double value) {
      const double merit = merit_of(options_.split_criterion, before_, table, nominal.room,
                                    options_.min_branch_fraction);
      if (merit > best.merit) {
        best.merit = merit;
        best.kind = kind;
        best.threshold = value;
      }
    };
    if (!options_.binary_split) {
      judge_table(nominal.counts, SplitKind::each_value, 0.0);
      return best;
    }
    std::vector<double> totals(nominal.room);
    for (std::size_t c = 0; c < nominal.room; ++c) totals[c] = nominal.total(c);
    std::vector<double> table(2 * nominal.room);
    for (std::size_t row = 0; row < nominal.values.size(); ++row) {
      for (std::size_t c = 0; c < nominal.room; ++c) {
        table[c] = nominal.count(row, c);
        table[nominal.room + c] = totals[c] - table[c];
      }
      judge_table(table, SplitKind::value, static_cast<double>(nominal.values[row]));
    }
    return best;
  }

  const LeafStatistics& leaf_;
  const TreeOptions& options_;
  double before_;
};

}  // namespace driftline

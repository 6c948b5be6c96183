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
#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/split.hpp"
#include "driftline/trees/split_criteria.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

/// The weight of a label's values of a numeric attribute that are at most `threshold`.
inline double weight_at_most(const LeafStatistics& leaf, const LabelStatistics& own, std::size_t i,
                             double threshold) {
  const double seen = leaf.seen(own, i);
  if (seen == 0.0 || threshold < leaf.low(own)[i]) return 0.0;
  if (threshold >= leaf.high(own)[i]) return seen;
  const double variance = leaf.m2(own)[i] * LeafStatistics::inverse_freedom(seen);
  if (!(variance > 0.0)) return leaf.mean(own)[i] <= threshold ? seen : 0.0;
  return seen * normal_cdf((threshold - leaf.mean(own)[i]) / std::sqrt(variance));
}

class SplitSearch {
 public:
  SplitSearch(const LeafStatistics& leaf, const TreeOptions& options)
      : leaf_(leaf), options_(options), before_(impurity_before()) {}

  /// Calls take(split) with the best split of each attribute, those without one left out.
  template <class Take>
  void each(Take take) const {
    const auto points = static_cast<std::size_t>(options_.n_splits);
    const std::size_t most = std::max<std::size_t>(1, room / points);
    for (std::size_t first = 0; first < leaf_.slots && leaf_.has_blocks; first += most) {
      const std::size_t count = std::min(most, leaf_.slots - first);
      Points at;
      on_this_cpu([&] { try_points(at, first, count); });
      for (std::size_t f = 0; f < count; ++f) {
        const Split best = best_point(at, first, f);
        if (best.kind != SplitKind::none) take(best);
      }
    }
    for (const BinnedCounts& bins : leaf_.binned) {
      const Split best = best_between_bins(bins);
      if (best.kind != SplitKind::none) take(best);
    }
    for (std::size_t k = 0; k < leaf_.nominals.size(); ++k) {
      const Split best = best_of_values(k);
      if (best.kind != SplitKind::none) take(best);
    }
  }

 private:
  static constexpr std::size_t room = 256;  // points at a time

  /// Side by side, all points of some attributes.
  struct Points {
    std::array<double, room> threshold;
    std::array<double, room> z;       ///< the threshold in standard deviations of a label
    std::array<double, room> weight;  ///< of the label
    std::array<double, room> left{};
    std::array<double, room> right{};
    std::array<double, room> left_sum{};   ///< over labels: x log x, x^2, or the largest distance
    std::array<double, room> right_sum{};  ///< unused by Hellinger
    std::array<double, room> merit;
    std::array<double, room> low;  ///< of each attribute
    std::array<double, room> high;
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

  [[gnu::always_inline]] void try_points(Points& at, std::size_t first, std::size_t count) const {
    place_points(at, first, count);
    const std::size_t n = count * static_cast<std::size_t>(options_.n_splits);
    for (const LabelStatistics& own : leaf_.labels) {
      if (own.block < 0) continue;
      standardize(at, own, first, count);
      if (options_.split_criterion == SplitCriterion::gini) {
        add(at, n, [](double x) { return x * x; });
      } else if (options_.split_criterion == SplitCriterion::info_gain) {
        add(at, n, [](double x) { return times_log(x); });
      } else {
        add(at, n, [](double) { return 0.0; });
      }
    }
    if (options_.split_criterion == SplitCriterion::hellinger) add_distances(at, first, count);
    judge(at, n);
  }

  /// Evenly spaced, strictly between the smallest and the largest value of any label.
  [[gnu::always_inline]] void place_points(Points& at, std::size_t first, std::size_t count) const {
    constexpr double inf = std::numeric_limits<double>::infinity();
    std::fill_n(at.low.data(), count, inf);
    std::fill_n(at.high.data(), count, -inf);
    for (const LabelStatistics& own : leaf_.labels) {
      if (own.block < 0) continue;
      const double* low = leaf_.low(own) + first;
      const double* high = leaf_.high(own) + first;
      for (std::size_t f = 0; f < count; ++f) {
        at.low[f] = low[f] < at.low[f] ? low[f] : at.low[f];
        at.high[f] = high[f] > at.high[f] ? high[f] : at.high[f];
      }
    }
    const auto points = static_cast<std::size_t>(options_.n_splits);
    const double parts = static_cast<double>(options_.n_splits) + 1.0;
    for (std::size_t f = 0; f < count; ++f) {
      const double width = (at.high[f] - at.low[f]) / parts;
      for (std::size_t j = 0; j < points; ++j) {
        at.threshold[f * points + j] = width * static_cast<double>(j + 1) + at.low[f];
      }
    }
  }

  /// Far out on the left or the right stands for none or all of the label's weight.
  [[gnu::always_inline]] void standardize(Points& at, const LabelStatistics& own, std::size_t first,
                                          std::size_t count) const {
    const auto points = static_cast<std::size_t>(options_.n_splits);
    const double* mean = leaf_.mean(own) + first;
    const double* m2 = leaf_.m2(own) + first;
    const double* low = leaf_.low(own) + first;
    const double* high = leaf_.high(own) + first;
    for (std::size_t f = 0; f < count; ++f) {
      const double seen = leaf_.seen(own, first + f);
      const double variance = m2[f] * LeafStatistics::inverse_freedom(seen);
      const double inverse = 1.0 / std::sqrt(std::max(variance, 1e-300));
      for (std::size_t j = 0; j < points; ++j) {
        const double t = at.threshold[f * points + j];
        double z = (t - mean[f]) * inverse;
        z = t < low[f] ? -far : z;
        z = t >= high[f] ? far : z;
        at.z[f * points + j] = z;
        at.weight[f * points + j] = seen;
      }
    }
  }

  template <class Score>
  [[gnu::always_inline]] static void add(Points& at, std::size_t n, Score score) {
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
  [[gnu::always_inline]] void add_distances(Points& at, std::size_t first,
                                            std::size_t count) const {
    const std::size_t n = count * static_cast<std::size_t>(options_.n_splits);
    for (const LabelStatistics& own : leaf_.labels) {
      if (own.block < 0) continue;
      standardize(at, own, first, count);
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

  [[gnu::always_inline]] void judge(Points& at, std::size_t n) const {
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

  [[nodiscard]] Split best_point(const Points& at, std::size_t first, std::size_t f) const {
    const auto points = static_cast<std::size_t>(options_.n_splits);
    Split best;
    for (std::size_t p = f * points; p < (f + 1) * points; ++p) {
      const double t = at.threshold[p];
      if (t > at.low[f] && t < at.high[f] && at.merit[p] > best.merit) {
        best.merit = at.merit[p];
        best.threshold = t;
        best.kind = SplitKind::at_most;
      }
    }
    const std::size_t slot = first + f;
    best.attribute = static_cast<std::int32_t>(slot);
    best.column = leaf_.is_plain ? best.attribute : leaf_.columns[slot];
    return best;
  }

  [[nodiscard]] Split best_between_bins(const BinnedCounts& bins) const {
    Split best;
    best.attribute = bins.attribute;
    best.column =
        leaf_.is_plain ? bins.attribute : leaf_.columns[static_cast<std::size_t>(bins.attribute)];
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
    const NominalCounts& nominal = leaf_.nominals[k];
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

  static constexpr double far = 40.0;

  const LeafStatistics& leaf_;
  const TreeOptions& options_;
  double before_;
};

}  // namespace driftline

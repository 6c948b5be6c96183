// Whether a leaf has surely no split that is sure enough, told from rough merits.
//
// Most searches end with the two best attributes too close to each other. Rough merits, made of
// floats, tell that in less than half the time: `margin` is ten times more than they can be wrong.
// Where nearly all rows have one label, the labels alone tell it. Only where neither does is the
// search made in full, so every split is that of the full search.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "driftline/numeric/cpu.hpp"
#include "driftline/numeric/quick.hpp"
#include "driftline/trees/label_block.hpp"
#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/split_criteria.hpp"
#include "driftline/trees/split_points.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

class SplitScreen {
 public:
  /// Whether the best merit surely exceeds the second best by no more than `gap`, as no two merits
  /// are further apart than the entropy of the rows. There must be two: attributes that part the
  /// commonest label somewhere near its mean.
  [[nodiscard]] static bool labels_rule_out(const LeafStatistics& leaf, const TreeOptions& options,
                                            double gap) {
    const LabelStatistics* most = commonest(leaf);
    if (options.split_criterion != SplitCriterion::info_gain || !leaf.has_blocks ||
        leaf.has_counts() || !leaf.nominals().empty() || most == nullptr) {
      return false;
    }
    double total = 0.0;
    for (const LabelStatistics& own : leaf.labels) total += own.seen;
    const double share = most->seen / total;
    const bool is_likely = 4.0 * share * (1.0 - share) < gap;  // less than the entropy, and quick
    return is_likely && near_share * share > options.min_branch_fraction &&
           entropy_of(leaf, total) < gap - margin && is_parted_twice(leaf, *most, options);
  }

  SplitScreen(const LeafStatistics& leaf, const TreeOptions& options)
      : leaf_(leaf), options_(options) {
    if (!can_tell()) return;
    const auto each = static_cast<std::size_t>(options_.n_splits);
    for (std::size_t first = 0; first < leaf_.slots; first += SplitPoints::most(each)) {
      SplitPoints points;
      points.first = first;
      points.count = std::min(SplitPoints::most(each), leaf_.slots - first);
      points.each = each;
      Rough at;
      on_this_cpu([&] { try_points(points, at); });
      for (std::size_t f = 0; f < points.count; ++f) take(points, at, f);
    }
  }

  /// Whether the best merit surely exceeds the second best by no more than `gap`.
  [[nodiscard]] bool rules_out(double gap) const {
    return best_ - second_ + margin <= gap;  // false where there is no second
  }
  /// Whether it surely exceeds it by more.
  [[nodiscard]] bool rules_in(double gap) const {
    return first_ - second_may_be_ - margin > gap;  // false where nothing is known
  }
  /// Whether an attribute may be the best, or one of the two best.
  [[nodiscard]] bool may_win(std::size_t attribute) const {
    return attribute >= most_kept || !(may_be_[attribute] < first_ - margin);
  }
  [[nodiscard]] bool may_matter(std::size_t attribute) const {
    return attribute >= most_kept || !(may_be_[attribute] < second_ - margin);
  }

 private:
  static constexpr double margin = 1e-3;
  static constexpr float slack = 1e-5F;  ///< of a share of weight
  static constexpr std::size_t most_kept = 64;
  static constexpr double near = 1.5;         ///< deviations from the mean
  static constexpr double near_share = 0.06;  ///< less than what lies beyond, on either side

  [[nodiscard]] static const LabelStatistics* commonest(const LeafStatistics& leaf) {
    const LabelStatistics* most = nullptr;
    for (const LabelStatistics& own : leaf.labels) {
      if (own.block >= 0 && (most == nullptr || own.seen > most->seen)) most = &own;
    }
    return most;
  }
  /// Of the rows observed, in bits.
  [[nodiscard]] static double entropy_of(const LeafStatistics& leaf, double total) {
    double sum = 0.0;
    for (const LabelStatistics& own : leaf.labels) sum += times_log(own.seen);
    return (times_log(total) - sum) / (total * std::numbers::ln2);
  }
  [[nodiscard]] static bool is_parted_twice(const LeafStatistics& leaf, const LabelStatistics& most,
                                            const TreeOptions& options) {
    std::size_t parted = 0;
    for (std::size_t i = 0; i < leaf.slots && parted < 2; ++i) {
      parted += is_parted(leaf, most, i, static_cast<double>(options.n_splits)) ? 1 : 0;
    }
    return parted == 2;
  }
  /// Whether one of the points of an attribute lies near the mean of a label.
  [[nodiscard]] static bool is_parted(const LeafStatistics& leaf, const LabelStatistics& label,
                                      std::size_t i, double points) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const LabelStatistics& own : leaf.labels) {
      if (own.block < 0) continue;
      low = std::min(low, leaf.block(own).ranges().low(i));
      high = std::max(high, leaf.block(own).ranges().high(i));
    }
    const LabelBlock<const double> block = leaf.block(label);
    const double step = (high - low) / (points + 1.0);
    const double mean = block.mean()[i];
    const double nearest = std::clamp(std::round((mean - low) / step), 1.0, points);
    const double point = step * nearest + low;
    const double variance = block.m2()[i] * inverse_freedom(label.seen);
    return (point - mean) * (point - mean) < near * near * variance &&
           point > block.ranges().low(i) && point < block.ranges().high(i);
  }

  struct Rough {
    std::array<float, SplitPoints::room> z;
    std::array<float, SplitPoints::room> weight;
    std::array<float, SplitPoints::room> left;
    std::array<float, SplitPoints::room> right;
    std::array<float, SplitPoints::room> sum;  ///< of x log x, over labels and sides
    std::array<float, SplitPoints::room> merit;
    std::array<float, SplitPoints::room> branch;  ///< share of the smaller one, less the least
  };

  /// Rough merits are as good as that within these bounds.
  [[nodiscard]] bool can_tell() const {
    return options_.split_criterion == SplitCriterion::info_gain && leaf_.has_blocks &&
           leaf_.nominals().empty() && leaf_.labels.size() <= 64 && leaf_.weight < 1e9;
  }

  void take(const SplitPoints& points, const Rough& at, std::size_t f) {
    float may = -std::numeric_limits<float>::infinity();
    float sure = may;
    for (std::size_t p = f * points.each; p < (f + 1) * points.each; ++p) {
      if (!points.is_inside(f, p)) continue;
      if (at.branch[p] > -slack) may = std::max(may, at.merit[p]);
      if (at.branch[p] > slack) sure = std::max(sure, at.merit[p]);
    }
    second_may_be_ = std::max(second_may_be_, std::min(best_, static_cast<double>(may)));
    best_ = std::max(best_, static_cast<double>(may));
    second_ = std::max(second_, std::min(first_, static_cast<double>(sure)));
    first_ = std::max(first_, static_cast<double>(sure));
    if (points.first + f < most_kept) may_be_[points.first + f] = static_cast<double>(may);
  }

  [[gnu::always_inline]] void try_points(SplitPoints& points, Rough& at) const {
    points.place(leaf_);
    const std::size_t n = points.size();
    for (auto* all : {&at.left, &at.right, &at.sum}) std::fill_n(all->data(), n, 0.0F);
    for (const LabelStatistics& own : leaf_.labels) {
      if (own.block < 0) continue;
      points.standardize(leaf_, own, at.z.data(), at.weight.data());
      for (std::size_t p = 0; p < n; ++p) {
        const float left = at.weight[p] * quick_normal_cdf(at.z[p]);
        const float right = at.weight[p] - left;
        at.left[p] += left;
        at.right[p] += right;
        at.sum[p] += quick_times_log(left) + quick_times_log(right);
      }
    }
    const auto least = static_cast<float>(options_.min_branch_fraction);
    for (std::size_t p = 0; p < n; ++p) {
      const float total = at.left[p] + at.right[p];
      const float smaller = at.left[p] < at.right[p] ? at.left[p] : at.right[p];
      const float after = quick_times_log(at.left[p]) + quick_times_log(at.right[p]) - at.sum[p];
      at.merit[p] = -after / (total * std::numbers::ln2_v<float>);
      at.branch[p] = smaller / total - least;
    }
  }

  const LeafStatistics& leaf_;
  const TreeOptions& options_;
  double best_ = no_merit;                  // there may be
  double second_may_be_ = no_merit;         // and of another attribute
  double first_ = no_merit;                 // there surely is
  double second_ = no_merit;                // and of another attribute
  std::array<double, most_kept> may_be_{};  // the best merit of each attribute
};

}  // namespace driftline

// Where the numeric attributes of a leaf are tried: points evenly spaced between their smallest
// and their largest value, those of several attributes side by side.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "driftline/trees/label_block.hpp"
#include "driftline/trees/leaf_statistics.hpp"

namespace driftline {

/// All points of the attributes from `first` on, `count` of them, `each` points for one.
struct SplitPoints {
  static constexpr std::size_t room = 256;  ///< points at a time

  std::size_t first;
  std::size_t count;
  std::size_t each;
  std::array<double, room> threshold;
  std::array<double, room> low;  ///< of each attribute
  std::array<double, room> high;

  /// How many attributes fit.
  static std::size_t most(std::size_t each) { return std::max<std::size_t>(1, room / each); }
  [[nodiscard]] std::size_t size() const { return count * each; }
  /// Rounding may put a point on the edge, where it parts nothing.
  [[nodiscard]] bool is_inside(std::size_t f, std::size_t p) const {
    return threshold[p] > low[f] && threshold[p] < high[f];
  }

  /// Strictly between the smallest and the largest value of any label.
  [[gnu::always_inline]] void place(const LeafStatistics& leaf) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    std::fill_n(low.data(), count, inf);
    std::fill_n(high.data(), count, -inf);
    for (const LabelStatistics& own : leaf.labels) {
      if (own.block < 0) continue;
      std::array<double, room> own_low;   // NOLINT(*-member-init): written before read
      std::array<double, room> own_high;  // NOLINT(*-member-init)
      leaf.block(own).ranges().read(first, count, own_low.data(), own_high.data());
      for (std::size_t f = 0; f < count; ++f) {
        low[f] = own_low[f] < low[f] ? own_low[f] : low[f];
        high[f] = own_high[f] > high[f] ? own_high[f] : high[f];
      }
    }
    const double parts = static_cast<double>(each) + 1.0;
    for (std::size_t f = 0; f < count; ++f) {
      const double width = (high[f] - low[f]) / parts;
      for (std::size_t j = 0; j < each; ++j) {
        threshold[f * each + j] = width * static_cast<double>(j + 1) + low[f];
      }
    }
  }

  /// The thresholds in standard deviations of a label, and the label's weight. Far out on the left
  /// or the right stands for none or all of it.
  template <class Number>
  [[gnu::always_inline]] void standardize(const LeafStatistics& leaf, const LabelStatistics& own,
                                          Number* z, Number* weight) const {
    constexpr double far = 40.0;
    const LabelBlock<const double> block = leaf.block(own);
    const double* mean = block.mean() + first;
    const double* m2 = block.m2() + first;
    std::array<double, room> own_low;   // NOLINT(*-member-init): written before read
    std::array<double, room> own_high;  // NOLINT(*-member-init)
    block.ranges().read(first, count, own_low.data(), own_high.data());
    for (std::size_t f = 0; f < count; ++f) {
      const double seen = block.seen(first + f, own.seen);
      const double variance = m2[f] * inverse_freedom(seen);
      const double inverse = 1.0 / std::sqrt(std::max(variance, 1e-300));
      for (std::size_t j = 0; j < each; ++j) {
        const double t = threshold[f * each + j];
        double at = (t - mean[f]) * inverse;
        at = t < own_low[f] ? -far : at;
        at = t >= own_high[f] ? far : at;
        z[f * each + j] = static_cast<Number>(at);
      }
      std::fill_n(weight + f * each, each, static_cast<Number>(seen));
    }
  }
};

}  // namespace driftline

// What the target was like at each value of one attribute, in a leaf of a regression tree.
//
// Numbers: exhaustive keeps each distinct value (the extended binary search tree of FIMT-DD, as a
// sorted array), quantizer keeps bins of one width. Once there are `max_bins`, neighbours are
// joined as long as they hold no more than four times their fair share of the weight together,
// which leaves half of them at most. From then on a bin stands for all values above the one before
// it: a value between the smallest and the largest joins its bin, others make new ones. So bins
// stay about equally heavy, whichever order values come in, and a split still sends to the left
// what was counted there.
//
// A nominal attribute has moments of the target for each value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "driftline/numeric/moments.hpp"
#include "driftline/trees/quantizer_bins.hpp"
#include "driftline/trees/regression_tree_options.hpp"
#include "driftline/trees/room.hpp"

namespace driftline {

class TargetBins {
 public:
  std::vector<double> keys;      ///< ascending: the upper end, or the number, of each bin
  std::vector<Moments> targets;  ///< of each bin
  std::vector<double> sums;      ///< of values, where bins are quantizer's

  double lowest = 0.0;     ///< key of all values; counts once bins are joined
  bool is_joined = false;  ///< bins have been joined

  /// True if more or less memory is needed now.
  bool add(double value, double y, double w, const RegressionTreeOptions& options) {
    const double key = key_of(value, options);
    std::size_t bin = place_of(key);
    const bool was_known = holds(bin, key);
    if (!was_known && keys.size() >= static_cast<std::size_t>(options.max_bins)) {
      join_neighbours();
      bin = place_of(key);
    }
    if (!holds(bin, key)) insert(bin, key, options.splitter == TargetSplitter::quantizer);
    targets[bin].add(y, w);
    if (!sums.empty()) add_within_range(sums[bin], w * value);
    return !was_known;
  }
  [[nodiscard]] std::size_t place_of(double key) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(keys, key) - keys.begin());
  }

  /// Where a split after `bin` lies.
  [[nodiscard]] double threshold(std::size_t bin, double radius) const {
    if (sums.empty()) return keys[bin];
    const auto mean = [&](std::size_t own) {
      return mean_of_bin(sums[own], targets[own].weight, keys[own], radius);
    };
    return std::midpoint(mean(bin), mean(bin + 1));
  }
  [[nodiscard]] std::size_t heap_bytes() const {
    const std::size_t each = sizeof(double) + sizeof(Moments) + (sums.empty() ? 0 : sizeof(double));
    return room_for(keys.size()) * each;
  }

 private:
  static double key_of(double value, const RegressionTreeOptions& options) {
    if (options.splitter != TargetSplitter::quantizer) return value + 0.0;  // -0 is 0
    return quantized(value, options.radius);
  }
  /// Whether the bin at the place of a key is its own.
  [[nodiscard]] bool holds(std::size_t bin, double key) const {
    return bin < keys.size() && (keys[bin] == key || (is_joined && key >= lowest));
  }
  [[gnu::noinline]] void join_neighbours() {
    if (!is_joined) lowest = keys.front();
    is_joined = true;
    double total = 0.0;
    for (const Moments& target : targets) total += target.weight;
    const double most = 4.0 * total / static_cast<double>(keys.size());
    std::size_t last = 0;
    for (std::size_t bin = 1; bin < keys.size(); ++bin) {
      if (targets[last].weight + targets[bin].weight <= most) {
        targets[last] = targets[last].joined(targets[bin]);
        if (!sums.empty()) add_within_range(sums[last], sums[bin]);
      } else {
        targets[++last] = targets[bin];
        if (!sums.empty()) sums[last] = sums[bin];
      }
      keys[last] = keys[bin];
    }
    shrink(keys, last + 1);
    shrink(targets, last + 1);
    if (!sums.empty()) shrink(sums, last + 1);
  }
  static void shrink(auto& array, std::size_t size) {
    array.resize(size);
    array.shrink_to_fit();
  }
  void insert(std::size_t bin, double key, bool has_sums) {
    const auto at = static_cast<std::ptrdiff_t>(bin);
    const std::size_t room = room_for(keys.size() + 1);
    keys.reserve(room);
    targets.reserve(room);
    keys.insert(keys.begin() + at, key);
    lowest = std::min(lowest, key);
    targets.insert(targets.begin() + at, Moments());
    if (!has_sums) return;
    sums.reserve(room);
    sums.insert(sums.begin() + at, 0.0);
  }
};

class TargetValues {
 public:
  std::int32_t column = 0;
  std::vector<std::int32_t> values;  ///< places of the values met, in the order they came
  std::vector<Moments> targets;

  /// True if memory was needed.
  bool add(std::int32_t value, double y, double w) {
    const auto row = static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
    const bool is_new = row == values.size();
    if (is_new) {
      values.reserve(room_for(row + 1));
      targets.reserve(room_for(row + 1));
      values.push_back(value);
      targets.emplace_back();
    }
    targets[row].add(y, w);
    return is_new;
  }
  [[nodiscard]] std::size_t heap_bytes() const {
    return room_for(values.size()) * (sizeof(std::int32_t) + sizeof(Moments));
  }
};

}  // namespace driftline

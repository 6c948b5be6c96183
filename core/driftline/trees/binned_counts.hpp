// One numeric attribute in a leaf as counts: how often each label came in each bin.
//
// Histogram: the first distinct values become the upper ends of bins; a later value joins the first
// bin that does not end below it, or the last. Exhaustive is the same with many more bins.
// Quantizer: bins of one width, found by division; each remembers the mean of its values, and a
// split lies midway between two means. Bins are bounded: once there are `most`, a value whose own
// bin is not there joins the first one above it, or the last.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "driftline/trees/quantizer_bins.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

class BinnedCounts {
 public:
  std::int32_t attribute = 0;   ///< among those of the leaf
  std::vector<double> keys;     ///< ascending: the upper end, or the number, of each bin
  std::vector<double> sums;     ///< of values, one for each bin
  std::vector<double> weights;  ///< of values
  std::vector<double> counts;   ///< bin by bin, one for each of `room` labels
  std::size_t room = 0;

  /// Counts a value under the label at `place` of the leaf. True if memory was needed.
  bool add(double value, std::size_t place, double weight, const TreeOptions& options) {
    const bool has_grown = place >= room;
    if (has_grown) make_room(place + 1);
    const double key = key_of(value, options);
    std::size_t bin = first_not_below(key);
    const bool is_new = (bin == keys.size() || keys[bin] != key) && keys.size() < most(options);
    if (is_new) {
      insert(bin, key);
    } else {
      bin = std::min(bin, keys.size() - 1);
    }
    add_within_range(sums[bin], weight * value);
    weights[bin] += weight;
    counts[bin * room + place] += weight;
    return has_grown || is_new;
  }

  /// (count + 1) / (all of the label + bins): the share of the value's bin under a label, as if
  /// every bin had come once more.
  [[nodiscard]] double share(double value, std::size_t place, const TreeOptions& options) const {
    const double key = key_of(value, options);
    std::size_t bin = first_not_below(key);
    double count = 0.0;
    if (keys.size() >= most(options)) bin = std::min(bin, keys.size() - 1);
    if (bin < keys.size() && (keys[bin] == key || keys.size() >= most(options))) {
      count = count_of(bin, place);
    }
    return (count + 1.0) / (total(place) + static_cast<double>(keys.size()));
  }

  /// Where a split after `bin` lies.
  [[nodiscard]] double threshold(std::size_t bin, const TreeOptions& options) const {
    if (options.splitter != NumericSplitter::quantizer) return keys[bin];
    const auto mean = [&](std::size_t own) {
      return mean_of_bin(sums[own], weights[own], keys[own], options.radius);
    };
    return std::midpoint(mean(bin), mean(bin + 1));
  }
  [[nodiscard]] double count_of(std::size_t bin, std::size_t place) const {
    return place < room ? counts[bin * room + place] : 0.0;
  }
  [[nodiscard]] double total(std::size_t place) const {
    double sum = 0.0;
    for (std::size_t bin = 0; bin < keys.size(); ++bin) sum += count_of(bin, place);
    return sum;
  }
  [[nodiscard]] std::size_t heap_bytes() const {
    return (keys.size() + sums.size() + weights.size() + counts.size()) * sizeof(double);
  }

 private:
  static std::size_t most(const TreeOptions& options) {
    return static_cast<std::size_t>(
        options.splitter == NumericSplitter::histogram ? options.n_bins : options.max_bins);
  }
  static double key_of(double value, const TreeOptions& options) {
    const bool is_quantizer = options.splitter == NumericSplitter::quantizer;
    return is_quantizer ? quantized(value, options.radius) : value;
  }
  [[nodiscard]] std::size_t first_not_below(double key) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(keys, key) - keys.begin());
  }
  void insert(std::size_t bin, double key) {
    const auto at = static_cast<std::ptrdiff_t>(bin);
    for (std::vector<double>* own : {&keys, &sums, &weights}) own->reserve(own->size() + 1);
    counts.reserve(counts.size() + room);
    keys.insert(keys.begin() + at, key);
    sums.insert(sums.begin() + at, 0.0);
    weights.insert(weights.begin() + at, 0.0);
    counts.insert(counts.begin() + at * static_cast<std::ptrdiff_t>(room), room, 0.0);
  }
  void make_room(std::size_t labels) {
    std::vector<double> next(keys.size() * labels, 0.0);
    for (std::size_t bin = 0; bin < keys.size(); ++bin) {
      std::copy_n(counts.data() + bin * room, room, next.data() + bin * labels);
    }
    counts.swap(next);
    room = labels;
  }
};

}  // namespace driftline

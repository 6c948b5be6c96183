// One nominal attribute in a leaf: how often each value came with each label.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace driftline {

class NominalCounts {
 public:
  std::int32_t column = 0;
  std::vector<std::int32_t> values;  ///< places of the values met, in the order they came
  std::vector<double> counts;        ///< value by value, one for each of `room` labels
  std::size_t room = 0;

  /// Counts a value under the label at `place` of the leaf. True if memory was needed.
  bool add(std::int32_t value, std::size_t place, double weight) {
    const bool has_grown = place >= room;
    if (has_grown) make_room(place + 1);
    const std::size_t row = row_of(value);
    const bool is_new = row == values.size();
    if (is_new) add_value(value);
    counts[row * room + place] += weight;
    return has_grown || is_new;
  }

  /// The row of a value, or the number of values.
  [[nodiscard]] std::size_t row_of(std::int32_t value) const {
    return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
  }
  [[nodiscard]] double count(std::size_t row, std::size_t place) const {
    return row < values.size() && place < room ? counts[row * room + place] : 0.0;
  }
  [[nodiscard]] double total(std::size_t place) const {
    double sum = 0.0;
    for (std::size_t row = 0; row < values.size(); ++row) sum += count(row, place);
    return sum;
  }
  [[nodiscard]] std::size_t heap_bytes() const {
    return values.size() * sizeof(std::int32_t) + counts.size() * sizeof(double);
  }

 private:
  void make_room(std::size_t labels) {
    std::vector<double> next(values.size() * labels, 0.0);
    for (std::size_t row = 0; row < values.size(); ++row) {
      std::copy_n(counts.data() + row * room, room, next.data() + row * labels);
    }
    counts.swap(next);
    room = labels;
  }
  void add_value(std::int32_t value) {
    values.reserve(values.size() + 1);
    values.push_back(value);
    counts.reserve(counts.size() + room);
    counts.resize(counts.size() + room, 0.0);
  }
};

}  // namespace driftline

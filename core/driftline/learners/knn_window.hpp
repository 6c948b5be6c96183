// The last rows of a stream, laid out to be measured against another row eight at a time.
//
// A ring of at most `window_size` rows: the newest takes the place of the oldest. Eight rows make a
// block, and inside a block the eight values of a column lie side by side, so that one step over a
// column serves eight rows. Columns are padded with zeros to whole groups of lanes.
//
// A column that comes later is missing in the rows that are there. Nothing else is kept but the
// rows, so a window does not tell how it came about. Memory is 8 bytes for each row and column,
// and it is fixed once the window is full: room is doubled until then.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class KNNWindow {
 public:
  static constexpr std::size_t block_rows = 8;

  /// On file: rows one after another, the oldest first.
  struct Form {
    std::int64_t width = 0;
    std::vector<double> values, targets, weights;

    static void fields(auto& self, auto&& visit) {
      visit("width", self.width);
      visit("values", self.values);
      visit("targets", self.targets);
      visit("weights", self.weights);
    }
  };

  explicit KNNWindow(std::int64_t window_size)
      : window_size_(at_least_one("window_size", window_size)) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  /// Of `width`, those that at least one row has a value in.
  [[nodiscard]] std::size_t columns() const { return columns_; }
  /// The width with its padding: zeros in each block, to be met by zeros.
  [[nodiscard]] std::size_t padded_width() const { return round_up(width_, lane_count); }
  /// The place of the oldest row; the rows before it are newer than those behind it.
  [[nodiscard]] std::size_t oldest() const { return oldest_; }
  [[nodiscard]] double target(std::size_t slot) const { return targets_[slot]; }
  [[nodiscard]] double weight(std::size_t slot) const { return weights_[slot]; }
  /// The values of column i are at i * block_rows.
  [[nodiscard]] const double* block(std::size_t number) const {
    return values_.data() + number * stride_ * block_rows;
  }
  /// Whether a row of the block misses a value.
  [[nodiscard]] bool has_gaps(std::size_t number) const {
    std::uint64_t gaps = 0;
    static_assert(sizeof gaps == block_rows);
    std::memcpy(&gaps, gaps_.data() + number * block_rows, sizeof gaps);
    return gaps != 0;
  }

  void push(const DenseRow& untrimmed, double target, double weight) {
    const DenseRow row = trimmed(untrimmed);
    if (row.width > width_) widen(row.width);
    const std::size_t slot = take_slot();
    double* column = values_.data() + place(slot, 0);
    std::size_t present = 0;
    for (std::size_t i = 0; i < width_; ++i, column += block_rows) {
      const double value = i < row.width ? row.values[i] : missing;
      present += std::isnan(value) ? 0 : 1;
      replace(i, *column, value);
      *column = std::isnan(value) ? missing : value;
    }
    gaps_[slot] = present < width_ || present == 0 ? 1 : 0;
    targets_[slot] = target;
    weights_[slot] = weight;
  }

  /// Equal rows give equal forms: columns without a value at the end are left out.
  [[nodiscard]] Form pack() const {
    std::size_t width = width_;
    while (width > 0 && met_[width - 1] == 0) --width;
    Form form{
        .width = static_cast<std::int64_t>(width), .values = {}, .targets = {}, .weights = {}};
    form.values.reserve(size_ * width);
    for (std::size_t age = 0; age < size_; ++age) {
      const std::size_t slot = (oldest_ + age) % size_;
      for (std::size_t i = 0; i < width; ++i) form.values.push_back(values_[place(slot, i)]);
      form.targets.push_back(targets_[slot]);
      form.weights.push_back(weights_[slot]);
    }
    return form;
  }
  /// Throws std::invalid_argument.
  void unpack(const Form& form) {
    check(form);
    KNNWindow fresh(window_size_);
    const auto width = static_cast<std::size_t>(form.width);
    for (std::size_t i = 0; i < form.targets.size(); ++i) {
      const DenseRow row{.values = form.values.data() + i * width, .width = width};
      fresh.push(row, form.targets[i], form.weights[i]);
    }
    *this = std::move(fresh);
  }
  [[nodiscard]] std::size_t heap_bytes() const {
    return (values_.capacity() + targets_.capacity() + weights_.capacity()) * sizeof(double) +
           met_.capacity() * sizeof(std::size_t) + gaps_.capacity();
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("window_size", self.window_size_);
    visit.packed("rows", self);
  }

 private:
  static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

  static constexpr std::size_t round_up(std::size_t number, std::size_t step) {
    return (number + step - 1) / step * step;
  }
  [[nodiscard]] std::size_t place(std::size_t slot, std::size_t column) const {
    return (slot / block_rows * stride_ + column) * block_rows + slot % block_rows;
  }

  [[nodiscard]] std::size_t take_slot() {
    if (std::cmp_less(size_, window_size_)) {
      if (size_ == room_) grow();
      return size_++;
    }
    const std::size_t slot = oldest_;
    oldest_ = oldest_ + 1 == size_ ? 0 : oldest_ + 1;
    return slot;
  }
  void replace(std::size_t column, double old, double value) {
    const std::size_t before = met_[column];
    met_[column] += (std::isnan(value) ? 0U : 1U);
    met_[column] -= (std::isnan(old) ? 0U : 1U);
    columns_ += (met_[column] > 0 ? 1U : 0U);
    columns_ -= (before > 0 ? 1U : 0U);
  }

  // What seldom runs is kept out of line.

  [[gnu::noinline]] void grow() {
    const std::size_t most = round_up(static_cast<std::size_t>(window_size_), block_rows);
    const std::size_t before = room_;
    room_ = std::min(most, std::max(block_rows, 2 * room_));
    resize(targets_, room_, 0.0);
    resize(weights_, room_, 0.0);
    resize(gaps_, room_, std::uint8_t{0});
    resize(values_, room_ * stride_, 0.0);
    fill(before / block_rows, 0);
  }
  /// The room is a function of the width, a quarter too large at most: columns may come one by one.
  [[gnu::noinline]] void widen(std::size_t width) {
    const std::size_t stride = round_up(width, std::max(lane_count, std::bit_floor(width) / 8));
    if (stride != stride_) {
      std::vector<double> wider(room_ * stride, 0.0);
      for (std::size_t b = 0; b < room_ / block_rows; ++b) {
        std::copy_n(block(b), width_ * block_rows, wider.data() + b * stride * block_rows);
      }
      values_ = std::move(wider);
      stride_ = stride;
    }
    resize(met_, width, std::size_t{0});
    std::fill_n(gaps_.begin(), size_, std::uint8_t{1});
    const std::size_t first = std::exchange(width_, width);
    fill(0, first);
  }
  /// Marks the values from a block on, and in it from a column on, as missing.
  void fill(std::size_t first_block, std::size_t first_column) {
    for (std::size_t b = first_block; b < room_ / block_rows; ++b) {
      double* values = values_.data() + b * stride_ * block_rows;
      std::fill(values + first_column * block_rows, values + width_ * block_rows, missing);
    }
  }
  /// Without the spare room that a vector likes to take.
  template <class T>
  static void resize(std::vector<T>& vector, std::size_t size, T value) {
    vector.reserve(size);
    vector.resize(size, value);
  }

  void check(const Form& form) const {
    const auto wrong = [](double value) { return std::isinf(value); };
    const auto not_weight = [](double w) { return !(w > 0.0 && std::isfinite(w)); };
    const std::size_t rows = form.targets.size();
    const auto width = static_cast<std::size_t>(form.width);
    const bool fits = form.width >= 0 && form.weights.size() == rows &&
                      std::cmp_less_equal(rows, window_size_) &&
                      (rows == 0 || width == 0
                           ? form.values.empty() && (rows > 0 || width == 0)
                           : form.values.size() % rows == 0 && form.values.size() / rows == width);
    if (!fits) throw std::invalid_argument("the rows of the window contradict each other");
    if (std::ranges::any_of(form.values, wrong) || std::ranges::any_of(form.weights, not_weight) ||
        std::ranges::any_of(form.targets, [](double t) { return !std::isfinite(t); })) {
      throw std::invalid_argument("a row of the window holds a number out of range");
    }
  }

  std::int64_t window_size_;
  std::size_t size_ = 0;
  std::size_t oldest_ = 0;
  std::size_t room_ = 0;  // rows
  std::size_t width_ = 0;
  std::size_t stride_ = 0;  // columns there is room for
  std::size_t columns_ = 0;
  std::vector<double> values_, targets_, weights_;
  std::vector<std::size_t> met_;    // rows with a value, for each column
  std::vector<std::uint8_t> gaps_;  // 1 for each row that misses a value
};

}  // namespace driftline

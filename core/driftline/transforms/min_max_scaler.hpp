// Min-max scaling: the least value so far becomes 0, the greatest 1.
//
// Keeps both a column. A column that has had one value only leaves as 0. One odd value stretches
// the range for good: the robust scaler is for data with such values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "driftline/transforms/by_cell.hpp"
#include "driftline/transforms/column_transform.hpp"

namespace driftline {

class MinMaxScaler {
 public:
  /// `clip`: a value outside the range so far becomes 0 or 1; otherwise it lies beyond them.
  explicit MinMaxScaler(bool clip) : clip_(clip) {}

  [[nodiscard]] std::size_t size() const { return least_.size(); }
  void widen(std::size_t width) {
    if (width <= size()) return;
    least_.resize(width, std::numeric_limits<double>::infinity());
    greatest_.resize(width, -std::numeric_limits<double>::infinity());
  }
  [[nodiscard]] bool knows(std::size_t column) const {
    return column < size() && least_[column] <= greatest_[column];
  }
  void learn(std::size_t column, double x, double /*weight*/) {
    least_[column] = std::min(least_[column], x);
    greatest_[column] = std::max(greatest_[column], x);
  }
  [[nodiscard]] double scaled(std::size_t column, double x) const {
    const double least = least_[column];
    const double range = greatest_[column] - least;
    if (range == 0.0) return 0.0;
    // Halves where the range itself is beyond the largest double.
    const double share = std::isinf(range) || std::isinf(x - least)
                             ? (0.5 * x - 0.5 * least) / (0.5 * greatest_[column] - 0.5 * least)
                             : (x - least) / range;
    return clip_ ? std::clamp(share, 0.0, 1.0) : share;
  }
  [[nodiscard]] bool is_never_negative() const { return clip_; }
  void check() const {
    if (greatest_.size() != least_.size()) {
      throw std::invalid_argument("the ranges of the columns contradict each other");
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("clip", self.clip_);
    visit("min", self.least_);
    visit("max", self.greatest_);
  }

 private:
  bool clip_;
  std::vector<double> least_;  // above the greatest where no value has come yet
  std::vector<double> greatest_;
};
static_assert(ColumnTransform<ByCell<MinMaxScaler>>);

}  // namespace driftline

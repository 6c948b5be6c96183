// Scaling by the greatest size so far: values end up between -1 and 1, and 0 stays 0.
//
// Keeps one number a column. As zeros stay and no sign changes, it suits sparse rows, and models of
// counts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "driftline/transforms/by_cell.hpp"
#include "driftline/transforms/column_transform.hpp"

namespace driftline {

class MaxAbsScaler {
 public:
  static constexpr bool keeps_sign = true;

  [[nodiscard]] std::size_t size() const { return greatest_.size(); }
  void widen(std::size_t width) {
    if (width > size()) greatest_.resize(width, unseen);
  }
  [[nodiscard]] bool knows(std::size_t column) const {
    return column < size() && greatest_[column] >= 0.0;
  }
  void learn(std::size_t column, double x, double /*weight*/) {
    greatest_[column] = std::max(greatest_[column], std::abs(x));
  }
  [[nodiscard]] double scaled(std::size_t column, double x) const {
    return greatest_[column] == 0.0 ? 0.0 : x / greatest_[column];
  }
  void check() const {}

  static void fields(auto& self, auto&& visit) { visit("max_abs", self.greatest_); }

 private:
  static constexpr double unseen = -1.0;
  std::vector<double> greatest_;
};
static_assert(ColumnTransform<ByCell<MaxAbsScaler>>);

}  // namespace driftline

// Running quantiles of many columns, each from its own few points (numeric/quantile_sketch.hpp).
#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "driftline/numeric/quantile_sketch.hpp"

namespace driftline {

class ColumnQuantiles {
 public:
  [[nodiscard]] std::size_t size() const { return counts_.size(); }
  void widen(std::size_t width) {
    if (width <= size()) return;
    counts_.resize(width, 0.0);
    values_.resize(width * QuantileSketch::room, 0.0);
    weights_.resize(width * QuantileSketch::room, 0.0);
  }
  [[nodiscard]] bool knows(std::size_t column) const {
    return column < size() && counts_[column] > 0.0;
  }
  void learn(std::size_t column, double x) {
    const std::size_t start = column * QuantileSketch::room;
    QuantileSketch::learn(x, counts_[column], values_.data() + start, weights_.data() + start);
  }
  [[nodiscard]] double quantile(std::size_t column, double share) const {
    const std::size_t start = column * QuantileSketch::room;
    return QuantileSketch::quantile(share, counts_[column], values_.data() + start,
                                    weights_.data() + start);
  }

  void check() const {
    const std::size_t points = size() * QuantileSketch::room;
    if (values_.size() != points || weights_.size() != points) {
      throw std::invalid_argument("the quantiles of the columns contradict each other");
    }
    for (const double count : counts_) {
      if (!(count >= 0.0)) throw std::invalid_argument("a column has counted less than nothing");
    }
  }
  static void fields(auto& self, auto&& visit) {
    visit("counts", self.counts_);
    visit("values", self.values_);
    visit("weights", self.weights_);
  }

 private:
  std::vector<double> counts_;
  std::vector<double> values_;
  std::vector<double> weights_;
};

}  // namespace driftline

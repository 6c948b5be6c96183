// Running quantiles of many columns, each from its own few markers (numeric/quantile_markers.hpp).
#pragma once

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/numeric/quantile_markers.hpp"

namespace driftline {

class ColumnQuantiles {
 public:
  explicit ColumnQuantiles(std::vector<double> quantiles) : markers_(std::move(quantiles)) {}

  [[nodiscard]] std::size_t size() const { return counts_.size(); }
  void widen(std::size_t width) {
    if (width <= size()) return;
    counts_.resize(width, 0.0);
    values_.resize(width * markers_.size(), 0.0);
    places_.resize(width * markers_.size(), 0.0);
  }
  [[nodiscard]] bool knows(std::size_t column) const {
    return column < size() && counts_[column] > 0.0;
  }
  void learn(std::size_t column, double x) {
    const std::size_t start = column * markers_.size();
    markers_.learn(x, counts_[column], values_.data() + start, places_.data() + start);
  }
  [[nodiscard]] double quantile(std::size_t column, double share) const {
    const std::size_t start = column * markers_.size();
    return markers_.quantile(share, counts_[column], values_.data() + start,
                             places_.data() + start);
  }

  void check() const {
    if (values_.size() != size() * markers_.size() || places_.size() != values_.size()) {
      throw std::invalid_argument("the markers of the columns contradict each other");
    }
    for (const double count : counts_) {
      if (!(count >= 0.0)) throw std::invalid_argument("a column has counted less than nothing");
    }
  }
  static void fields(auto& self, auto&& visit) {
    visit("counts", self.counts_);
    visit("values", self.values_);
    visit("places", self.places_);
  }

 private:
  QuantileMarkers markers_;
  std::vector<double> counts_;
  std::vector<double> values_;
  std::vector<double> places_;
};

}  // namespace driftline

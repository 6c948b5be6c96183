// Robust scaling: subtract the median so far, divide by the range between two quantiles so far.
//
// Values far out move neither. The quantiles are estimates from 64 points a column (see
// numeric/quantile_sketch.hpp), exact for its first 64 values. Every value counts once, whatever
// its weight. A column whose quantiles are equal leaves as 0.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/transforms/by_cell.hpp"
#include "driftline/transforms/column_quantiles.hpp"
#include "driftline/transforms/column_transform.hpp"

namespace driftline {

class RobustScaler {
 public:
  RobustScaler(bool with_centering, bool with_scaling, double q_inf, double q_sup)
      : with_centering_(with_centering), with_scaling_(with_scaling), q_inf_(q_inf), q_sup_(q_sup) {
    if (!(q_inf > 0.0 && q_inf < 1.0)) {
      throw std::invalid_argument("q_inf must lie between 0 and 1, not " + as_text(q_inf));
    }
    if (!(q_sup > q_inf && q_sup < 1.0)) {
      throw std::invalid_argument("q_sup must lie between q_inf and 1, not " + as_text(q_sup));
    }
  }

  [[nodiscard]] std::size_t size() const { return quantiles_.size(); }
  void widen(std::size_t width) {
    if (width <= size()) return;
    quantiles_.widen(width);
    center_.resize(width, 0.0);
    range_.resize(width, 0.0);
  }
  [[nodiscard]] bool knows(std::size_t column) const { return quantiles_.knows(column); }
  void learn(std::size_t column, double x, double /*weight*/) {
    quantiles_.learn(column, x);
    read_off(column);
  }
  [[nodiscard]] double scaled(std::size_t column, double x) const {
    const double centred = with_centering_ ? x - center_[column] : x;
    if (!with_scaling_) return centred;
    return range_[column] > 0.0 ? centred / range_[column] : 0.0;
  }

  /// What transforms need is derived anew from what was restored.
  void check() {
    quantiles_.check();
    center_.assign(size(), 0.0);
    range_.assign(size(), 0.0);
    for (std::size_t i = 0; i < size(); ++i) read_off(i);
  }
  [[nodiscard]] std::size_t extra_memory() const {
    return (center_.capacity() + range_.capacity()) * sizeof(double);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("with_centering", self.with_centering_);
    visit.parameter("with_scaling", self.with_scaling_);
    visit.parameter("q_inf", self.q_inf_);
    visit.parameter("q_sup", self.q_sup_);
    visit.group("quantiles", self.quantiles_);
  }

 private:
  void read_off(std::size_t column) {
    if (!quantiles_.knows(column)) return;
    center_[column] = quantiles_.quantile(column, 0.5);
    range_[column] = quantiles_.quantile(column, q_sup_) - quantiles_.quantile(column, q_inf_);
  }

  bool with_centering_;
  bool with_scaling_;
  double q_inf_;
  double q_sup_;
  ColumnQuantiles quantiles_;
  std::vector<double> center_;  // derived
  std::vector<double> range_;   // derived
};
static_assert(ColumnTransform<ByCell<RobustScaler>>);

}  // namespace driftline

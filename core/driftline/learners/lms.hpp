// LMS (Widrow-Hoff): step against the error, in proportion to it.
//
// Plain LMS diverges where learning_rate times the squared norm of a row reaches 2. The
// implicit form evaluates the error after the step, which divides it by 1 + eta ||x||^2: stable
// for any step. A row of weight w takes a step of w times the learning rate.
//
// Widrow, Hoff. Adaptive switching circuits. 1960.
#pragma once

#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/linear.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

class LMS {
 public:
  LMS(double learning_rate, bool implicit, bool fit_intercept)
      : learning_rate_(positive("learning_rate", learning_rate)),
        implicit_(implicit),
        fit_intercept_(fit_intercept) {}

  [[nodiscard]] double constant() const { return fit_intercept_ ? 1.0 : 0.0; }
  void widen(std::size_t width) { weights_.widen(width, 0.0); }
  [[nodiscard]] double predict(const auto& row) const { return dot(weights_, row); }

  void learn(const auto& row, double target, double prediction, double weight) {
    const double eta = learning_rate_ * weight;
    double step = eta * (prediction - target);
    if (implicit_) {
      const double divisor = 1.0 + eta * squared_norm(row);
      if (std::isinf(divisor)) return;  // no step is so short, though the error be as large
      step /= divisor;
    }
    add_scaled(weights_, -step, row);
  }

  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    return inspect_weights(weights_, what);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("learning_rate", self.learning_rate_);
    visit.parameter("implicit", self.implicit_);
    visit.parameter("fit_intercept", self.fit_intercept_);
    visit("weights", self.weights_);
  }

 private:
  double learning_rate_;
  bool implicit_;
  bool fit_intercept_;
  Coefficients weights_;
};
static_assert(Regressor<LMS>);

}  // namespace driftline

// Perceptron: on a mistake, and only then, add the row to the weights.
//
// The plainest linear classifier, with no step size to tune: scaling the weights changes no
// prediction. A margin of 0 counts as positive.
//
// Rosenblatt. The perceptron. 1958.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/linear.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

class Perceptron {
 public:
  explicit Perceptron(bool fit_intercept) : fit_intercept_(fit_intercept) {}

  [[nodiscard]] double constant() const { return fit_intercept_ ? 1.0 : 0.0; }
  void widen(std::size_t width) { weights_.widen(width, 0.0); }
  void negate() { driftline::negate(weights_); }
  [[nodiscard]] double margin(const auto& row) const { return dot(weights_, row); }

  void learn(const auto& row, double sign, double margin, double weight) {
    const double predicted = margin >= 0.0 ? 1.0 : -1.0;
    if (predicted != sign) add_scaled(weights_, weight * sign, row);
  }

  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    return inspect_weights(weights_, what);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("fit_intercept", self.fit_intercept_);
    visit("weights", self.weights_);
  }

 private:
  bool fit_intercept_;
  Coefficients weights_;
};
static_assert(BinaryLearner<Perceptron>);

}  // namespace driftline

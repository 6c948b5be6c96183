// Confidence-weighted learning: be right about the newest row with a given probability.
//
// The belief moves as little as it can (in Kullback-Leibler divergence) until the margin M of
// the row exceeds `confidence` (phi) times its spread V: times the variance in one form,
// times the standard deviation in the other. The demand is hard, so wrong labels make the
// model sure of nonsense quickly; where labels are noisy, AROW or SCW serve better.
//
// A row of weight w below 1 is followed w of the way; above 1 the demand is met already.
//
// Dredze, Crammer, Pereira. Confidence-Weighted Linear Classification. 2008 (variance).
// Crammer, Dredze, Pereira. Exact Convex Confidence-Weighted Learning. 2008 (stdev).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "driftline/learners/reversible.hpp"
#include "driftline/learners/second_order.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

enum class ConfidenceForm : std::uint8_t { variance, stdev };
template <>
struct Names<ConfidenceForm> {
  static constexpr std::array<std::string_view, 2> values{"variance", "stdev"};
};

/// The step to M >= phi V; at most 0 where the row is already right enough.
inline double variance_step(double M, double V, double phi) {
  const double b = 1.0 + 2.0 * phi * M;
  const double D = std::sqrt((1.0 - 2.0 * phi * M) * (1.0 - 2.0 * phi * M) + 8.0 * phi * phi * V);
  // The textbook root (D - b) / (4 phi V) cancels for small phi: at 1e-4 it loses eight digits.
  return b > 0.0 ? 2.0 * (phi * V - M) / (V * (b + D)) : (D - b) / (4.0 * phi * V);
}

/// The step to M >= phi sqrt(V).
inline double stdev_step(double M, double V, double phi) {
  const double psi = 1.0 + phi * phi / 2.0;
  const double xi = 1.0 + phi * phi;
  return (-M * psi + std::sqrt(M * M * phi * phi * phi * phi / 4.0 + V * phi * phi * xi)) /
         (V * xi);
}

/// What a step alpha of the stdev form adds to the precision along x: alpha phi / sqrt(u).
inline double stdev_precision(double alpha, double V, double phi) {
  // sqrt(u) = (-a + sqrt(a^2 + 4 V)) / 2 with a = alpha V phi cancels once V is small, down to a
  // division by zero; multiplied out it does not.
  const double a = alpha * V * phi;
  const double root = 2.0 * V / (a + std::sqrt(a * a + 4.0 * V));
  return alpha * phi / root;
}

/// Below this a belief is beyond doubt: its products would underflow to 0, and 0 divides.
inline constexpr double smallest_spread = 1e-290;

template <class Belief>
class CW : public SecondOrder<Belief> {
 public:
  CW(double confidence, ConfidenceForm form, double initial_variance, bool fit_intercept)
      : SecondOrder<Belief>(initial_variance, fit_intercept),
        confidence_(positive("confidence", confidence)),
        form_(form) {}

  void learn(const auto& row, double sign, double margin, double weight, const auto& on_step) {
    const double V = this->belief_.spread(row);
    if (!(V > smallest_spread)) return;  // an empty row, or one beyond doubt
    const double M = sign * margin;
    const bool by_variance = form_ == ConfidenceForm::variance;
    double alpha = by_variance ? variance_step(M, V, confidence_) : stdev_step(M, V, confidence_);
    if (!(alpha > 0.0) || !is_bounded(alpha * V)) return;
    alpha *= std::min(1.0, weight);
    const double precision =
        by_variance ? 2.0 * alpha * confidence_ : stdev_precision(alpha, V, confidence_);
    if (!std::isfinite(precision)) return;  // the step is bounded, but V is next to nothing
    on_step.along(V, alpha * sign * V);
    this->belief_.move(row, alpha * sign, precision, on_step);
  }
  void learn(const auto& row, double sign, double margin, double weight) {
    learn(row, sign, margin, weight, Unrecorded());
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("confidence", self.confidence_);
    visit.parameter("form", self.form_);
    visit.parameter("initial_variance", self.belief_.initial_variance());
    SecondOrder<Belief>::fields(self, visit);
  }

 private:
  double confidence_;
  ConfidenceForm form_;
};
static_assert(Reversible<CW<DiagonalBelief>>);

}  // namespace driftline

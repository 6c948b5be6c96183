// Soft confidence-weighted learning: CW that may give up on a row.
//
// As CW in its stdev form, but a row that asks too much is not followed all the way: SCW-I
// limits the step to C, SCW-II pays for it by its square. A row of weight w has C w for C.
//
// Wang, Zhao, Hoi. Exact Soft Confidence-Weighted Learning. 2012.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "driftline/learners/cw.hpp"
#include "driftline/learners/reversible.hpp"
#include "driftline/learners/second_order.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

enum class SoftVariant : std::uint8_t { linear, squared };
template <>
struct Names<SoftVariant> {
  static constexpr std::array<std::string_view, 2> values{"SCW-I", "SCW-II"};
};

template <class Belief>
class SCW : public SecondOrder<Belief> {
 public:
  SCW(double C, double confidence, SoftVariant variant, double initial_variance, bool fit_intercept)
      : SecondOrder<Belief>(initial_variance, fit_intercept),
        C_(positive("C", C)),
        confidence_(positive("confidence", confidence)),
        variant_(variant) {}

  void learn(const auto& row, double sign, double margin, double weight, const auto& on_step) {
    const double V = this->belief_.spread(row);
    const double M = sign * margin;
    if (!(V > smallest_spread) || confidence_ * std::sqrt(V) - M <= 0.0) return;
    const double alpha = variant_ == SoftVariant::linear
                             ? std::min(C_ * weight, stdev_step(M, V, confidence_))
                             : squared_step(M, V, C_ * weight);
    if (!(alpha > 0.0) || !is_bounded(alpha * V)) return;
    const double precision = stdev_precision(alpha, V, confidence_);
    if (!std::isfinite(precision)) return;
    on_step.along(V, alpha * sign * V);
    this->belief_.move(row, alpha * sign, precision, on_step);
  }
  void learn(const auto& row, double sign, double margin, double weight) {
    learn(row, sign, margin, weight, Unrecorded());
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("C", self.C_);
    visit.parameter("confidence", self.confidence_);
    visit.parameter("variant", self.variant_);
    visit.parameter("initial_variance", self.belief_.initial_variance());
    SecondOrder<Belief>::fields(self, visit);
  }

 private:
  [[nodiscard]] double squared_step(double M, double V, double C) const {
    const double phi2 = confidence_ * confidence_;
    const double n = V + 1.0 / (2.0 * C);
    const double g = confidence_ * std::sqrt(phi2 * M * M * V * V + 4.0 * n * V * (n + V * phi2));
    return (-(2.0 * M * n + phi2 * M * V) + g) / (2.0 * (n * n + n * V * phi2));
  }

  double C_;
  double confidence_;
  SoftVariant variant_;
};
static_assert(Reversible<SCW<DiagonalBelief>>);

}  // namespace driftline

// AROW: a linear classifier that keeps a confidence for every weight.
//
// Its belief about the weights is a Gaussian. A feature seldom seen has a wide variance and
// learns in big steps; a familiar one barely moves. A wrong label is followed only part of
// the way, so noise does little harm.
//
// Variance never grows back. After a drift the model is sure of the wrong thing, and unlearns
// slowly.
//
// Crammer, Kulesza, Dredze. Adaptive Regularization of Weight Vectors. 2009.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "driftline/learners/reversible.hpp"
#include "driftline/learners/second_order.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// How a diagonal belief shrinks: by the rule that is exact for it, or by the diagonal of the
/// full rule, as some other implementations do.
enum class VarianceRule : std::uint8_t { exact, drop };
template <>
struct Names<VarianceRule> {
  static constexpr std::array<std::string_view, 2> values{"exact", "drop"};
};

template <class Belief>
class AROW : public SecondOrder<Belief> {
 public:
  /// `regularization` is r in the paper: the larger, the less one example is trusted.
  AROW(double regularization, VarianceRule variance, double initial_variance, bool fit_intercept)
      : SecondOrder<Belief>(initial_variance, fit_intercept),
        regularization_(positive("regularization", regularization)),
        variance_(variance) {}

  /// An example of weight w is one whose r is r / w.
  void learn(const auto& row, double sign, double margin, double weight, const auto& on_step) {
    const double hinge = 1.0 - sign * margin;
    if (hinge <= 0.0) return;  // right with margin to spare: stay passive
    const double r = regularization_ / weight;
    const double V = this->belief_.spread(row);
    if (V == 0.0) return;  // an empty row
    const double beta = 1.0 / (V + r);
    const double alpha = hinge * beta;
    if (!is_bounded(alpha * V)) return;
    on_step.along(V, alpha * sign * V);
    if (variance_ == VarianceRule::exact) {
      this->belief_.move(row, alpha * sign, 1.0 / r, on_step);
    } else {
      this->belief_.move_by_drop(row, alpha * sign, beta, on_step);
    }
  }
  void learn(const auto& row, double sign, double margin, double weight) {
    learn(row, sign, margin, weight, Unrecorded());
  }

  /// Whether every update adds precision x x' to the inverse of Sigma, so that `forget` can take
  /// exactly that back.
  [[nodiscard]] bool adds_precision() const {
    return variance_ == VarianceRule::exact || Belief::step_kind == StepKind::rank_one;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("regularization", self.regularization_);
    visit.parameter("variance", self.variance_);
    visit.parameter("initial_variance", self.belief_.initial_variance());
    SecondOrder<Belief>::fields(self, visit);
  }

 private:
  double regularization_;
  VarianceRule variance_;
};
static_assert(Reversible<AROW<DiagonalBelief>>);
static_assert(Reversible<AROW<FullBelief>>);

}  // namespace driftline

// NAROW: AROW that chooses its own regularization row by row.
//
// As long as the model is unsure of a row (spread v above 1 / b), it becomes just so sure that
// the spread falls to 1 / b; once it is surer than that, only the mean moves. `confidence_bound`
// is b. A row of weight w counts w times in both.
//
// Orabona, Crammer. New Adaptive Algorithms for Online Classification. 2010.
#pragma once

#include "driftline/learners/learner.hpp"
#include "driftline/learners/second_order.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

template <class Belief>
class NAROW : public SecondOrder<Belief> {
 public:
  NAROW(double confidence_bound, bool fit_intercept)
      : SecondOrder<Belief>(1.0, fit_intercept, true),
        confidence_bound_(positive("confidence_bound", confidence_bound)) {}

  void learn(const auto& row, double sign, double margin, double weight) {
    if (sign * margin >= 1.0) return;
    const double v = this->belief_.spread(row);
    if (!is_sound_spread(v)) return;
    const double precision = v > 1.0 / confidence_bound_ ? confidence_bound_ - 1.0 / v : 0.0;
    this->belief_.inform(row, weight * sign, weight * precision);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("confidence_bound", self.confidence_bound_);
    SecondOrder<Belief>::fields(self, visit);
  }

 private:
  double confidence_bound_;
};
static_assert(BinaryLearner<NAROW<DiagonalBelief>>);

}  // namespace driftline

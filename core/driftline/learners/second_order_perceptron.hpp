// Second-order perceptron: a perceptron that has whitened the rows it got wrong.
//
// A sums x x' over the mistakes, starting from a times the identity. The prediction already
// counts the row at hand: sign(v' B^-1 x), B = A + x x'. On a mistake v and A take the row in.
// A row of weight w counts w times in both.
//
// Cesa-Bianchi, Conconi, Gentile. A Second-Order Perceptron Algorithm. 2005.
#pragma once

#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/second_order.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

template <class Belief>
class SecondOrderPerceptron : public SecondOrder<Belief> {
 public:
  /// `initial_precision` is a in the paper.
  SecondOrderPerceptron(double initial_precision, bool fit_intercept)
      : SecondOrder<Belief>(1.0 / positive("initial_precision", initial_precision), fit_intercept,
                            true),
        initial_precision_(initial_precision) {}

  [[nodiscard]] double margin(const auto& row) const { return this->belief_.margin_ahead(row); }

  void learn(const auto& row, double sign, double margin, double weight) {
    const double predicted = margin >= 0.0 ? 1.0 : -1.0;
    if (predicted == sign || !is_sound_spread(this->belief_.spread(row))) return;
    this->belief_.inform(row, weight * sign, weight);
  }

  [[nodiscard]] std::vector<double> explain(const auto& row) const {
    return this->belief_.explain_ahead(row);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("initial_precision", self.initial_precision_);
    SecondOrder<Belief>::fields(self, visit);
  }

 private:
  double initial_precision_;
};
static_assert(BinaryLearner<SecondOrderPerceptron<DiagonalBelief>>);

}  // namespace driftline

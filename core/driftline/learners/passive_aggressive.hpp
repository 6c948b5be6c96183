// Passive-aggressive learning: the smallest change of the weights that suits the newest row.
//
// Where the row is right with margin 1 (or within epsilon of its number), nothing moves.
// Otherwise the weights step along the row just far enough. PA goes all the way and so chases
// wrong labels; PA-I stops at a step of C; PA-II pays for the step by its square.
//
// A row of weight w has C w in place of C. PA has no C: there the step is taken to the part
// min(1, w). O(nonzeros) per row, one double a column.
//
// Crammer, Dekel, Keshet, Shalev-Shwartz, Singer. Online Passive-Aggressive Algorithms. 2006.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/linear.hpp"
#include "driftline/learners/reversible.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

enum class PassiveAggressiveVariant : std::uint8_t { hard, linear, squared };
template <>
struct Names<PassiveAggressiveVariant> {
  static constexpr std::array<std::string_view, 3> values{"PA", "PA-I", "PA-II"};
};

/// The weights and the length of the step, the same for labels and for numbers.
class PassiveAggressive {
 public:
  PassiveAggressive(double C, PassiveAggressiveVariant variant, bool fit_intercept)
      : C_(positive("C", C)), variant_(variant), fit_intercept_(fit_intercept) {}

  [[nodiscard]] double constant() const { return fit_intercept_ ? 1.0 : 0.0; }
  void widen(std::size_t width) { weights_.widen(width, 0.0); }
  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    return inspect_weights(weights_, what);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("C", self.C_);
    visit.parameter("variant", self.variant_);
    visit.parameter("fit_intercept", self.fit_intercept_);
    visit("weights", self.weights_);
  }

 protected:
  /// Moves the weights by tau `sign` x.
  void step(const auto& row, double sign, double loss, double weight, const auto& on_step) {
    const double norm = squared_norm(row);
    if (norm == 0.0 || std::isinf(norm)) return;  // nothing to step along, or no step so short
    double tau = 0.0;
    switch (variant_) {
      case PassiveAggressiveVariant::hard:
        tau = loss / norm * std::min(1.0, weight);
        break;
      case PassiveAggressiveVariant::linear:
        tau = std::min(C_ * weight, loss / norm);
        break;
      case PassiveAggressiveVariant::squared:
        tau = loss / (norm + 1.0 / (2.0 * C_ * weight));
        break;
    }
    add_scaled(weights_, tau * sign, row);
    on_step.scaled(row, tau * sign, norm);
  }

  double C_;
  PassiveAggressiveVariant variant_;
  bool fit_intercept_;
  Coefficients weights_;
};

class PAClassifier : public PassiveAggressive {
 public:
  using PassiveAggressive::PassiveAggressive;

  [[nodiscard]] double margin(const auto& row) const { return dot(weights_, row); }
  template <class Row>
  [[nodiscard]] std::pair<double, double> margins(const Row& row, const Row& other) const {
    return dots(weights_, row, other);
  }
  void negate() { driftline::negate(weights_); }
  void learn(const auto& row, double sign, double margin, double weight, const auto& on_step) {
    const double loss = 1.0 - sign * margin;
    if (loss > 0.0) step(row, sign, loss, weight, on_step);
  }
  void learn(const auto& row, double sign, double margin, double weight) {
    learn(row, sign, margin, weight, Unrecorded());
  }

  static constexpr StepKind step_kind = StepKind::scaled;
  template <class Row>
  void undo(const Step<Row>& step) {
    add_scaled(weights_, -step.factor, step.direction);
  }
  [[nodiscard]] Coefficients& weights() { return weights_; }
  [[nodiscard]] const Coefficients& weights() const { return weights_; }
};
static_assert(Reversible<PAClassifier>);

class PARegressor : public PassiveAggressive {
 public:
  PARegressor(double C, PassiveAggressiveVariant variant, double epsilon, bool fit_intercept)
      : PassiveAggressive(C, variant, fit_intercept), epsilon_(not_negative("epsilon", epsilon)) {}

  [[nodiscard]] double predict(const auto& row) const { return dot(weights_, row); }
  void learn(const auto& row, double target, double prediction, double weight) {
    const double error = target - prediction;
    const double loss = std::abs(error) - epsilon_;
    if (loss > 0.0) step(row, error > 0.0 ? 1.0 : -1.0, loss, weight, Unrecorded());
  }
  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    return inspect_weights(weights_, what);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("epsilon", self.epsilon_);
    PassiveAggressive::fields(self, visit);
  }

 private:
  double epsilon_;
};
static_assert(Regressor<PARegressor>);

}  // namespace driftline

// What the learners with a Gaussian belief share; each adds its rule `learn`.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "driftline/learners/belief.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/learners/reversible.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// Whether a step that moves the margin so far may be taken. A row so large that its numbers
/// overflow teaches nothing: it would leave NaN behind, which nothing takes away again.
inline bool is_bounded(double move) {
  constexpr double largest = 1e150;  // products of two such numbers are finite
  return std::abs(move) <= largest;  // false for NaN
}
/// The same of the variance of the margin, for rules without a step along x. 0: an empty row.
inline bool is_sound_spread(double V) {
  constexpr double largest = 1e300;
  return V > 0.0 && V <= largest;
}

template <class Belief>
class SecondOrder {
 public:
  static constexpr Reading reading{.sparse = Belief::sparse};

  /// `keeps_theta`: the rule calls `inform`.
  SecondOrder(double initial_variance, bool fit_intercept, bool keeps_theta = false)
      : belief_(initial_variance, keeps_theta), fit_intercept_(fit_intercept) {}

  [[nodiscard]] double constant() const { return fit_intercept_ ? 1.0 : 0.0; }
  void widen(std::size_t width) { belief_.widen(width); }
  void negate() { belief_.negate(); }
  [[nodiscard]] double margin(const auto& row) const { return belief_.margin(row); }
  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    return belief_.inspect(what);
  }
  void check() const { belief_.check(); }

  static constexpr StepKind step_kind = Belief::step_kind;
  /// The variance of the margin.
  [[nodiscard]] double spread(const auto& row) const { return belief_.spread(row); }
  template <class Row>
  void undo(const Step<Row>& step) {
    belief_.undo(step);
  }
  [[nodiscard]] Coefficients& weights() { return belief_.mean(); }
  [[nodiscard]] const Coefficients& weights() const { return belief_.mean(); }
  [[nodiscard]] const Belief& belief() const { return belief_; }
  [[nodiscard]] Belief& belief() { return belief_; }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("covariance", Belief::name);
    visit.parameter("fit_intercept", self.fit_intercept_);
    visit.group("belief", self.belief_);
  }

 protected:
  Belief belief_;
  bool fit_intercept_;
};

}  // namespace driftline

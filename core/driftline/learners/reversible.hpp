// What one update did, told so that it can be undone.
//
// A reversible learner writes its update once, as `learn(row, sign, margin, weight, on_step)`, and
// tells `on_step` what it changes. There are three kinds of steps, by what is changed beside the
// weights w:
//   scaled     w += factor x
//   diagonal   w_i += direction_i and variance_i -= drop_i, for every column i of x
//   rank_one   w += factor u and Sigma -= beta u u', where u = Sigma x
// In all of them w moves by `factor` times a `direction`, so that much can be said of any step.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driftline/learners/learner.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

enum class StepKind : std::uint8_t { scaled, diagonal, rank_one };

/// One update, over the columns of x. `direction` and `drop` are rows of the same columns; the
/// constant of each is the intercept's part.
template <class Row>
struct Step {
  Row x;
  Row direction;
  Row drop;          ///< of a diagonal step: what each variance lost
  double factor;     ///< w moved by factor * direction
  double beta;       ///< of a rank-one step
  double precision;  ///< what the update added to the inverse of Sigma: precision x x'
};

/// Asks nothing of an update, and compiles away.
struct Unrecorded {
  /// Before a step of another kind: V, the variance of the margin, and how far w . x will move.
  void along(double /*V*/, double /*move*/) const {}
  /// `norm` is x . x.
  void scaled(const auto& /*row*/, double /*factor*/, double /*norm*/) const {}
  /// Called before a diagonal step; what it returns is called with (column, x, direction, drop).
  [[nodiscard]] auto diagonal(const auto& /*row*/, double /*precision*/) const {
    return [](std::size_t, double, double, double) {};
  }
  void diagonal_intercept(double /*direction*/, double /*drop*/) const {}
  /// u has a place for the intercept in front of its columns.
  void rank_one(const auto& /*row*/, double /*factor*/, double /*beta*/, double /*precision*/,
                const double* /*u*/, std::size_t /*columns*/) const {}
};

/// A binary learner whose updates can be taken back, in any order. `undo` takes back the whole
/// step; `weights` is w.
template <class Model>
concept Reversible =
    BinaryLearner<Model> && requires(Model model, DenseRow row, Step<DenseRow> step) {
      { Model::step_kind } -> std::convertible_to<StepKind>;
      model.learn(row, 1.0, 0.0, 1.0, Unrecorded());
      model.undo(step);
      { model.weights() } -> std::same_as<Coefficients&>;
    };

/// One that also knows the variance of its margin.
template <class Model>
concept KnowsSpread = requires(const Model model, DenseRow row) {
  { model.spread(row) } -> std::same_as<double>;
};

}  // namespace driftline

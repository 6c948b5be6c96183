// What the families of learners offer. Wrappers, bindings and tests ask for no more.
//
// A learner is a plain struct. It handles one row at a time, dense or sparse through the same
// code, and never sees a missing value unless it says so (`Reading`).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// Tells two labels apart by the sign of a margin. `sign` is +1 or -1, `weight` is positive,
/// and `margin` is what margin(row) just returned for the same row, so that test-then-train
/// computes it once.
template <class Model>
concept BinaryLearner =
    requires(Model model, const Model trained, DenseRow row, std::size_t width) {
      { trained.margin(row) } -> std::same_as<double>;
      model.learn(row, 1.0, 0.0, 1.0);
      model.widen(width);                              // the rows to come have this many columns
      model.negate();                                  // now it tells the other label
      { trained.constant() } -> std::same_as<double>;  // 1 with an intercept, 0 without
    };

/// One that wants to know the number of a row, among those that are learned, before it learns it.
template <class Model>
concept CountsRows = requires(Model model, std::int64_t row) { model.at_row(row); };

/// Votes are any numbers of which the largest wins; `probabilities` turns them into shares.
template <class Model>
concept Classifier = requires(Model model, const Model trained, DenseRow row, Code label,
                              std::span<double> votes, std::size_t width) {
  trained.vote(row, votes);
  model.learn(row, label, 1.0, std::span<const double>(votes));
  trained.probabilities(votes);
  model.widen(width);
  { trained.constant() } -> std::same_as<double>;
};

/// `prediction` is what predict(row) just returned for the same row.
template <class Model>
concept Regressor = requires(Model model, const Model trained, DenseRow row, std::size_t width) {
  { trained.predict(row) } -> std::same_as<double>;
  model.learn(row, 0.0, 0.0, 1.0);
  model.widen(width);
  { trained.constant() } -> std::same_as<double>;
};

}  // namespace driftline

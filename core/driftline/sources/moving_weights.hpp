// Weights that go up and down by equal steps: what makes a hyperplane rotate.
//
// A moving weight changes by `magnitude` in each row, up at first, and turns round with a given
// probability after each step. It is kept as its first value and a whole number of steps, so that
// no rounding adds up over the rows.
//
// Hulten, Spencer, Domingos. Mining Time-Changing Data Streams. 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class MovingWeights {
 public:
  struct State {
    std::vector<double> weights;
    std::vector<std::int64_t> steps;
    std::vector<std::int8_t> signs;
  };

  /// First weights are uniform in [0, 1).
  MovingWeights(std::uint64_t seed, std::size_t count, double magnitude, double turning)
      : magnitude_(magnitude), turning_(turning) {
    const Draws model = draws_for(Purpose::model, seed);
    const Draws walk = draws_for(Purpose::walk, seed);
    for (std::size_t i = 0; i < count; ++i) {
      first_.push_back(model.lane(0).uniform(i));
      turns_.push_back(walk.lane(i));
    }
  }

  [[nodiscard]] State start() const {
    return {.weights = first_,
            .steps = std::vector<std::int64_t>(first_.size(), 0),
            .signs = std::vector<std::int8_t>(first_.size(), 1)};
  }

  /// Weight i, from this row to the next.
  void move(State& state, std::size_t i, std::uint64_t row) const {
    state.steps[i] += state.signs[i];
    state.weights[i] = first_[i] + magnitude_ * static_cast<double>(state.steps[i]);
    if (turns_[i].is_true(turning_, row)) {
      state.signs[i] = static_cast<std::int8_t>(-state.signs[i]);
    }
  }

  /// Whether w . x >= sum(w) / 2: the side of a plane through the middle of the unit cube.
  [[nodiscard]] static bool is_above(const State& state, const double* x) {
    double product = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < state.weights.size(); ++i) {
      product += state.weights[i] * x[i];
      sum += state.weights[i];
    }
    return product >= 0.5 * sum;
  }

 private:
  double magnitude_, turning_;
  std::vector<double> first_;
  std::vector<Lane> turns_;
};

}  // namespace driftline

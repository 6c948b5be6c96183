// MULTILINES: a hyperplane through the unit cube of which k weights are always on the move.
//
// Positive iff w . x >= sum(w) / 2. After each row the moving weights make a step of `magnitude`,
// and each turns round with probability 0.1. A drift mark draws anew which k weights move; within
// its width the old set and the new one take turns by a coin. Under virtual drift no weight
// moves, and the inputs do.
//
// Hulten, Spencer, Domingos. Mining Time-Changing Data Streams. 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/input_box.hpp"
#include "driftline/sources/moving_weights.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class MultilinesRule {
 public:
  struct State {
    MovingWeights::State weights;
    InputBox::Place place;
    std::vector<std::size_t> moving;
    std::size_t number = 0;
  };

  MultilinesRule(std::uint64_t seed, std::int64_t d, std::int64_t k, double magnitude,
                 bool is_virtual)
      : d_(checked_count("d", d, 1)),
        k_(checked_count("k", k, 0, d)),
        weights_(seed, d_, checked_size("magnitude", magnitude), 0.1),
        box_(seed, d_, is_virtual),
        choice_(draws_for(Purpose::model, seed).branch(1)) {}

  [[nodiscard]] std::size_t width() const { return d_; }
  [[nodiscard]] std::size_t slots() const { return d_; }
  [[nodiscard]] std::vector<Column> columns() const { return numbered_columns(d_); }
  [[nodiscard]] State start() const {
    return {.weights = weights_.start(), .place = box_.start(), .moving = moving_in(0)};
  }
  void enter(State& state, std::size_t number, std::uint64_t /*row*/) const {
    box_.enter(state.place, number);
    if (number == state.number) return;
    state.number = number;
    state.moving = moving_in(number);
  }
  void draw(const State& state, const Lane* lanes, std::uint64_t row, double* x) const {
    for (std::size_t i = 0; i < d_; ++i) x[i] = state.place.at(i, lanes[i].uniform(row));
  }
  [[nodiscard]] static bool label(const State& state, const double* x) {
    return MovingWeights::is_above(state.weights, x);
  }
  void leave(State& state, std::uint64_t row) const {
    for (const std::size_t i : state.moving) weights_.move(state.weights, i, row);
  }
  void describe(const State& state, Truth& truth) const {
    truth.emplace_back("weights", state.weights.weights);
    truth.emplace_back("moving",
                       std::vector<std::int64_t>(state.moving.begin(), state.moving.end()));
    box_.describe(state.place, truth);
  }

 private:
  /// k of the d weights, none twice: the first k places of a shuffle.
  [[nodiscard]] std::vector<std::size_t> moving_in(std::size_t number) const {
    if (box_.moves()) return {};
    std::vector<std::size_t> order(d_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = 0; i < k_; ++i) {
      std::swap(order[i], order[i + choice_.lane(i).below(d_ - i, number)]);
    }
    order.resize(k_);
    return order;
  }

  std::size_t d_, k_;
  MovingWeights weights_;
  InputBox box_;
  Draws choice_;
};

using MULTILINES = ConceptStream<MultilinesRule>;
inline MULTILINES make_multilines(const ConceptOptions& options, std::int64_t d, std::int64_t k,
                                  double magnitude, bool is_virtual = false) {
  return {options, MultilinesRule(options.seed, d, k, magnitude, is_virtual)};
}

}  // namespace driftline

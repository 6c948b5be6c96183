// CIRCLES: positive iff inside a circle; each drift goes on to the next of four, then to the first.
//
// Centres (0.2, 0.5), (0.4, 0.5), (0.6, 0.5), (0.8, 0.5) with radii 0.15, 0.2, 0.25, 0.3: each
// overlaps the next, so that with a width the change is gradual. Inputs are uniform in [0, 1].
//
// Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/generator.hpp"

namespace driftline {

class CirclesRule {
 public:
  struct State {
    double x, y, radius;
  };

  [[nodiscard]] static constexpr std::size_t width() { return 2; }
  [[nodiscard]] static constexpr std::size_t slots() { return 2; }
  [[nodiscard]] static std::vector<Column> columns() { return numbered_columns(2); }
  [[nodiscard]] static State start() { return circles[0]; }
  static void enter(State& state, std::size_t number, std::uint64_t /*row*/) {
    state = circles[number % circles.size()];
  }
  static void draw(const State& /*state*/, const Lane* lanes, std::uint64_t row, double* x) {
    x[0] = lanes[0].uniform(row);
    x[1] = lanes[1].uniform(row);
  }
  [[nodiscard]] static bool label(const State& state, const double* x) {
    const double right = x[0] - state.x;
    const double up = x[1] - state.y;
    return right * right + up * up < state.radius * state.radius;
  }
  static void describe(const State& state, Truth& truth) {
    truth.emplace_back("centre", std::vector<double>{state.x, state.y});
    truth.emplace_back("radius", state.radius);
  }

 private:
  static constexpr std::array<State, 4> circles{{
      {.x = 0.2, .y = 0.5, .radius = 0.15},
      {.x = 0.4, .y = 0.5, .radius = 0.2},
      {.x = 0.6, .y = 0.5, .radius = 0.25},
      {.x = 0.8, .y = 0.5, .radius = 0.3},
  }};
};

using CIRCLES = ConceptStream<CirclesRule>;
inline CIRCLES make_circles(const ConceptOptions& options) { return {options, CirclesRule()}; }

}  // namespace driftline

// MIXED: two truth values and two numbers. Positive iff at least two of v, w and
// x2 < 0.5 + 0.3 sin(3 pi x1) hold; each drift reverses the labels.
//
// Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/sine.hpp"

namespace driftline {

class MixedRule {
 public:
  struct State {
    bool is_reversed = false;
  };

  [[nodiscard]] static constexpr std::size_t width() { return 4; }
  [[nodiscard]] static constexpr std::size_t slots() { return 4; }
  [[nodiscard]] static std::vector<Column> columns() {
    return {{.name = "v"}, {.name = "w"}, {.name = "x1"}, {.name = "x2"}};
  }
  [[nodiscard]] static State start() { return {}; }
  static void enter(State& state, std::size_t number, std::uint64_t /*row*/) {
    state.is_reversed = number % 2 == 1;
  }
  static void draw(const State& /*state*/, const Lane* lanes, std::uint64_t row, double* x) {
    x[0] = lanes[0].is_true(0.5, row) ? 1.0 : 0.0;
    x[1] = lanes[1].is_true(0.5, row) ? 1.0 : 0.0;
    x[2] = lanes[2].uniform(row);
    x[3] = lanes[3].uniform(row);
  }
  [[nodiscard]] static bool label(const State& state, const double* x) {
    const int met =
        (x[0] != 0.0 ? 1 : 0) + (x[1] != 0.0 ? 1 : 0) + (x[3] < Sine2Curve::at(x[2]) ? 1 : 0);
    return (met >= 2) != state.is_reversed;
  }
  static void describe(const State& state, Truth& truth) {
    truth.emplace_back("reversed", state.is_reversed);
  }
};

using MIXED = ConceptStream<MixedRule>;
inline MIXED make_mixed(const ConceptOptions& options) { return {options, MixedRule()}; }

}  // namespace driftline

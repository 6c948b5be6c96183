// GAUSS: two clouds that overlap; each drift swaps their labels.
//
// At first positive rows are N((0, 0), 1) and negative ones N((2, 0), 4^2), as many of each. The
// class is drawn before the inputs and cannot be read off them: even the best classifier errs.
//
// Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/generator.hpp"

namespace driftline {

class GaussRule {
 public:
  static constexpr bool label_is_drawn = true;
  struct State {
    bool is_reversed = false;
  };

  [[nodiscard]] static constexpr std::size_t width() { return 2; }
  [[nodiscard]] static constexpr std::size_t slots() {
    return 3;
  }  // the last: is in the small cloud
  [[nodiscard]] static std::vector<Column> columns() { return numbered_columns(2); }
  [[nodiscard]] static State start() { return {}; }
  static void enter(State& state, std::size_t number, std::uint64_t /*row*/) {
    state.is_reversed = number % 2 == 1;
  }
  static void draw(const State& /*state*/, const Lane* lanes, std::uint64_t row, double* x) {
    const bool is_small = lanes[2].is_true(0.5, row);
    x[0] = is_small ? lanes[0].normal(row) : 2.0 + 4.0 * lanes[0].normal(row);
    x[1] = is_small ? lanes[1].normal(row) : 4.0 * lanes[1].normal(row);
    x[2] = is_small ? 1.0 : 0.0;
  }
  [[nodiscard]] static bool label(const State& state, const double* x) {
    return (x[2] != 0.0) != state.is_reversed;
  }
  static void describe(const State& state, Truth& truth) {
    truth.emplace_back("reversed", state.is_reversed);
    const double far = state.is_reversed ? 2.0 : 0.0;
    const double wide = state.is_reversed ? 4.0 : 1.0;
    truth.emplace_back("centre", Matrix{.width = 2, .values = {2.0 - far, 0.0, far, 0.0}});
    truth.emplace_back("deviation", std::vector<double>{5.0 - wide, wide});
  }
};

using GAUSS = ConceptStream<GaussRule>;
inline GAUSS make_gauss(const ConceptOptions& options) { return {options, GaussRule()}; }

}  // namespace driftline

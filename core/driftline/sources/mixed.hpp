// MIXED: two truth values and two numbers. Positive iff at least two of v, w and
// x2 < 0.5 + 0.3 sin(3 pi x1) hold; each drift reverses the labels.
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
    x[0] = lanes[0].coin(row);
    x[1] = lanes[1].coin(row);
    x[2] = lanes[2].uniform(row);
    x[3] = lanes[3].uniform(row);
  }
  [[nodiscard]] static bool label(const State& state, const double* x) {
    const int met =
        (x[0] != 0.0 ? 1 : 0) + (x[1] != 0.0 ? 1 : 0) + (x[3] < Sine2Curve::at(x[2]) ? 1 : 0);
    return (met >= 2) != state.is_reversed;
  }
  static void write_block(const State& state, const Lane* lanes, std::uint64_t row,
                          std::size_t rows, double* x, std::size_t stride, std::int64_t* labels) {
    const bool is_reversed = state.is_reversed;
    double* v = x;
    double* w = x + stride;
    double* x1 = x + 2 * stride;
    double* x2 = x + 3 * stride;
    const std::array<Lane, 4> lane{lanes[0], lanes[1], lanes[2], lanes[3]};  // not aliased by x
    for (std::size_t r = 0; r < rows; ++r) v[r] = lane[0].coin(row + r);
    for (std::size_t r = 0; r < rows; ++r) w[r] = lane[1].coin(row + r);
    for (std::size_t r = 0; r < rows; ++r) x1[r] = lane[2].uniform(row + r);
    for (std::size_t r = 0; r < rows; ++r) x2[r] = lane[3].uniform(row + r);
    for (std::size_t r = 0; r < rows; ++r) {
      const auto is_below = static_cast<double>(x2[r] < Sine2Curve::at(x1[r]));
      labels[r] = static_cast<std::int64_t>((v[r] + w[r] + is_below >= 2.0) != is_reversed);
    }
  }
  static void describe(const State& state, Truth& truth) {
    truth.emplace_back("reversed", state.is_reversed);
  }
};

using MIXED = ConceptStream<MixedRule>;
inline MIXED make_mixed(const ConceptOptions& options) { return {options, MixedRule()}; }

}  // namespace driftline

// SINE1, SINE2, SINIRREL1, SINIRREL2, Sine1Plus: which side of a sine curve. Every drift reverses
// the labels.
//
//   SINE1       positive iff x2 < sin(x1)
//   SINE2       positive iff x2 < 0.5 + 0.3 sin(3 pi x1)
//   SINIRREL    the same beside two inputs that do not matter
//   Sine1Plus   d inputs, the first from 0 to sigma:
//               positive iff x_d < sin((x1 / sigma + x2 + ... + x_{d-1}) / (d - 1))
//
// Inputs are uniform in [0, 1]. Under virtual drift the labels stay and the inputs move.
//
// Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "driftline/numeric/trigonometry.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/input_box.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

struct Sine1Curve {
  [[nodiscard]] static double at(double x) { return sin(x); }
};
struct Sine2Curve {
  [[nodiscard]] static double at(double x) { return 0.5 + 0.3 * sin(3.0 * std::numbers::pi * x); }
};

/// Two inputs and a curve; further ones do not matter.
template <class Curve, std::size_t inputs>
class SineRule {
 public:
  struct State {
    bool is_reversed = false;
    InputBox::Place place;
  };

  SineRule(std::uint64_t seed, bool is_virtual) : box_(seed, inputs, is_virtual) {}

  [[nodiscard]] static constexpr std::size_t width() { return inputs; }
  [[nodiscard]] static constexpr std::size_t slots() { return inputs; }
  [[nodiscard]] static std::vector<Column> columns() { return numbered_columns(inputs); }
  [[nodiscard]] State start() const { return {.place = box_.start()}; }
  void enter(State& state, std::size_t number, std::uint64_t /*row*/) const {
    state.is_reversed = !box_.moves() && number % 2 == 1;
    box_.enter(state.place, number);
  }
  static void draw(const State& state, const Lane* lanes, std::uint64_t row, double* x) {
    for (std::size_t i = 0; i < inputs; ++i) x[i] = state.place.at(i, lanes[i].uniform(row));
  }
  [[nodiscard]] static bool label(const State& state, const double* x) {
    return (x[1] < Curve::at(x[0])) != state.is_reversed;
  }
  static void write_block(const State& state, const Lane* lanes, std::uint64_t row,
                          std::size_t rows, double* x, std::size_t stride, std::int64_t* labels) {
    // Copies, as the compiler cannot know that writing rows leaves the state alone.
    const bool is_reversed = state.is_reversed;
    const double side = state.place.side;
    for (std::size_t i = 0; i < inputs; ++i) {
      const double low = state.place.low[i];
      const Lane lane = lanes[i];
      for (std::size_t r = 0; r < rows; ++r) x[i * stride + r] = low + side * lane.uniform(row + r);
    }
    for (std::size_t r = 0; r < rows; ++r) {
      labels[r] = static_cast<std::int64_t>((x[stride + r] < Curve::at(x[r])) != is_reversed);
    }
  }
  void describe(const State& state, Truth& truth) const {
    truth.emplace_back("reversed", state.is_reversed);
    box_.describe(state.place, truth);
  }

 private:
  InputBox box_;
};

using SINE1 = ConceptStream<SineRule<Sine1Curve, 2>>;
using SINE2 = ConceptStream<SineRule<Sine2Curve, 2>>;
using SINIRREL1 = ConceptStream<SineRule<Sine1Curve, 4>>;
using SINIRREL2 = ConceptStream<SineRule<Sine2Curve, 4>>;

/// One of the four above.
template <class Stream, class Curve, std::size_t inputs>
Stream make_sine(const ConceptOptions& options, bool is_virtual) {
  return Stream(options, SineRule<Curve, inputs>(options.seed, is_virtual));
}
inline SINE1 make_sine1(const ConceptOptions& options, bool is_virtual = false) {
  return make_sine<SINE1, Sine1Curve, 2>(options, is_virtual);
}
inline SINE2 make_sine2(const ConceptOptions& options, bool is_virtual = false) {
  return make_sine<SINE2, Sine2Curve, 2>(options, is_virtual);
}
inline SINIRREL1 make_sinirrel1(const ConceptOptions& options) {
  return make_sine<SINIRREL1, Sine1Curve, 4>(options, false);
}
inline SINIRREL2 make_sinirrel2(const ConceptOptions& options) {
  return make_sine<SINIRREL2, Sine2Curve, 4>(options, false);
}

/// SINE1 with more inputs, one of them on another scale.
class Sine1PlusRule {
 public:
  struct State {
    bool is_reversed = false;
  };

  Sine1PlusRule(std::int64_t d, double sigma)
      : d_(checked_count("d", d, 2)), sigma_(checked_positive("sigma", sigma)) {}

  [[nodiscard]] std::size_t width() const { return d_; }
  [[nodiscard]] std::size_t slots() const { return d_; }
  [[nodiscard]] std::vector<Column> columns() const { return numbered_columns(d_); }
  [[nodiscard]] static State start() { return {}; }
  static void enter(State& state, std::size_t number, std::uint64_t /*row*/) {
    state.is_reversed = number % 2 == 1;
  }
  void draw(const State& /*state*/, const Lane* lanes, std::uint64_t row, double* x) const {
    for (std::size_t i = 0; i < d_; ++i) x[i] = lanes[i].uniform(row);
    x[0] *= sigma_;
  }
  [[nodiscard]] bool label(const State& state, const double* x) const {
    double sum = x[0] / sigma_;
    for (std::size_t i = 1; i + 1 < d_; ++i) sum += x[i];
    return (x[d_ - 1] < sin(sum / static_cast<double>(d_ - 1))) != state.is_reversed;
  }
  void describe(const State& state, Truth& truth) const {
    truth.emplace_back("reversed", state.is_reversed);
    truth.emplace_back("sigma", sigma_);
  }

 private:
  std::size_t d_;
  double sigma_;
};

using Sine1Plus = ConceptStream<Sine1PlusRule>;
inline Sine1Plus make_sine1_plus(const ConceptOptions& options, std::int64_t d, double sigma) {
  return {options, Sine1PlusRule(d, sigma)};
}

}  // namespace driftline

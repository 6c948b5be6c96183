// BernoulliErrors: a classifier's mistakes, 1 with a probability that changes at marks. What drift
// detectors are fed with.
//
// Each mark goes on to the next rate, and from the last to the first. The error is both the only
// feature and the label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class BernoulliRule {
 public:
  static constexpr bool label_is_drawn = true;
  struct State {
    double rate = 0.0;
  };

  explicit BernoulliRule(std::vector<double> rates) : rates_(std::move(rates)) {
    if (rates_.empty()) refuse("rates", "one number or more", "none");
    for (const double rate : rates_) checked_share("rates", rate);
  }

  [[nodiscard]] static constexpr std::size_t width() { return 1; }
  [[nodiscard]] static constexpr std::size_t slots() { return 1; }
  [[nodiscard]] static std::vector<Column> columns() { return {{.name = "error"}}; }
  [[nodiscard]] State start() const { return {.rate = rates_[0]}; }
  void enter(State& state, std::size_t number, std::uint64_t /*row*/) const {
    state.rate = rates_[number % rates_.size()];
  }
  static void draw(const State& state, const Lane* lanes, std::uint64_t row, double* x) {
    x[0] = lanes[0].is_true(state.rate, row) ? 1.0 : 0.0;
  }
  [[nodiscard]] static bool label(const State& /*state*/, const double* x) { return x[0] != 0.0; }
  static void describe(const State& state, Truth& truth) { truth.emplace_back("rate", state.rate); }

 private:
  std::vector<double> rates_;
};

using BernoulliErrors = ConceptStream<BernoulliRule>;
inline BernoulliErrors make_bernoulli_errors(const ConceptOptions& options,
                                             std::vector<double> rates) {
  return {options, BernoulliRule(std::move(rates))};
}

}  // namespace driftline

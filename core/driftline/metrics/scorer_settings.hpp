// What a scorer is told once: which metrics, over how many rows, how often, how fast to forget.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"

namespace driftline {

/// More rows than any stream has, and few enough that sums of counts do not overflow.
inline constexpr std::int64_t most_rows = std::int64_t{1} << 43;

struct ScorerSettings {
  std::vector<std::string> metrics;
  std::int64_t window = 0;  ///< rows of the sliding and of the tumbling window
  std::int64_t every = 0;   ///< rows between two points
  double fading = 0.0;      ///< what a row counts for when the next one comes

  bool operator==(const ScorerSettings&) const = default;

  /// Throws std::invalid_argument.
  void check() const {
    check_rows("window", window);
    check_rows("every", every);
    if (!(fading > 0.0 && fading <= 1.0)) {
      throw std::invalid_argument("fading must be above 0 and at most 1, not " + as_text(fading));
    }
  }
  static void fields(auto& self, auto&& visit) {
    visit("metrics", self.metrics);
    visit("window", self.window);
    visit("every", self.every);
    visit("fading", self.fading);
  }

 private:
  static void check_rows(std::string_view parameter, std::int64_t value) {
    if (at_least_one(parameter, value) <= most_rows) return;
    throw std::invalid_argument(std::string(parameter) + " must be at most " +
                                std::to_string(most_rows) + ", not " + std::to_string(value));
  }
};

/// Reads a state into a copy of an untaught scorer, so that one that does not fit changes nothing.
template <class Scorer>
void restore_scorer(Scorer& scorer, const State& state) {
  Scorer fresh(scorer.settings());
  restore(fresh, state);
  if (fresh.settings() != scorer.settings()) {
    throw std::invalid_argument("the state is of a scorer with other settings");
  }
  scorer = std::move(fresh);
}

}  // namespace driftline

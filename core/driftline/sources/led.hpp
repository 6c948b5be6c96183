// LED: the seven segments of a digit, each inverted with some probability; LEDDrift: some segments
// trade places with features that do not matter.
//
// The digit is drawn, then its segments are lit. With irrelevant features there are 17 more columns
// of coin tosses, 24 in all. LEDDrift lets n segments, from a random one on, change places with n
// of the 17, from a random one on. As in MOA and River (whose probability is 0.01 lower).
//
// Breiman, Friedman, Olshen, Stone. Classification and Regression Trees. 1984.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class LED {
 public:
  struct Walk {};

  LED(std::uint64_t seed, double noise_percentage, bool irrelevant_features,
      std::int64_t n_drift_features = 0)
      : noise_(checked_share("noise_percentage", noise_percentage)),
        width_(irrelevant_features ? segments + irrelevant : segments),
        digit_(draws_for(Purpose::features, seed).lane(0)),
        others_(draws_for(Purpose::features, seed).lane(1)) {
    std::iota(places_.begin(), places_.end(), std::size_t{0});
    const Draws inversions = draws_for(Purpose::noise, seed);
    for (std::size_t s = 0; s < segments; ++s) inverted_[s] = inversions.lane(s);
    trade_places(checked_count("n_drift_features", n_drift_features, 0, segments),
                 draws_for(Purpose::model, seed));
  }

  [[nodiscard]] std::vector<Column> columns() const { return numbered_columns(width_); }
  [[nodiscard]] static std::size_t classes() { return 10; }
  [[nodiscard]] static Walk start() { return {}; }

  void write(Walk& /*walk*/, std::uint64_t row, std::size_t i, const Cells& cells) const {
    const std::uint64_t digit = digit_.below(10, row);
    // Converted rather than chosen: no CPU foresees a coin.
    for (std::size_t s = 0; s < segments; ++s) {
      const unsigned is_lit = (lit[digit] >> (segments - 1 - s)) & 1U;
      const unsigned is_inverted = noise_ > 0.0 && inverted_[s].is_true(noise_, row) ? 1U : 0U;
      cells.number(places_[s], i, static_cast<double>(static_cast<int>(is_lit ^ is_inverted)));
    }
    const std::uint64_t coins = others_.bits(row);
    for (std::size_t s = segments; s < width_; ++s) {
      cells.number(places_[s], i, static_cast<double>(static_cast<int>((coins >> s) & 1U)));
    }
    cells.labels[i] = static_cast<std::int64_t>(digit);
  }
  void describe(Walk& /*walk*/, std::uint64_t /*row*/, Truth& truth) const {
    truth.emplace_back("places", std::vector<std::int64_t>(
                                     places_.begin(), places_.begin() + static_cast<long>(width_)));
    truth.emplace_back("noise", noise_);
  }

 private:
  static constexpr std::size_t segments = 7, irrelevant = 17;
  /// Top, upper left, upper right, middle, lower left, lower right, bottom.
  static constexpr std::array<unsigned, 10> lit{0b1110111, 0b0010010, 0b1011101, 0b1011011,
                                                0b0111010, 0b1101011, 0b1101111, 0b1010010,
                                                0b1111111, 0b1111011};

  void trade_places(std::size_t count, const Draws& draws) {
    if (count > 0 && width_ == segments) {
      refuse("n_drift_features", "0 without irrelevant_features", std::to_string(count));
    }
    const std::size_t first = draws.lane(0).below(segments, 0);
    const std::size_t other = draws.lane(1).below(irrelevant, 0);
    for (std::size_t n = 0; n < count; ++n) {
      std::swap(places_[(first + n) % segments], places_[segments + (other + n) % irrelevant]);
    }
  }

  double noise_;
  std::size_t width_;
  Lane digit_, others_;
  std::array<Lane, segments> inverted_;
  std::array<std::size_t, segments + irrelevant> places_{};  // column of each segment
};
static_assert(Generator<LED>);

}  // namespace driftline

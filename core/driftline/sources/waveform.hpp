// Waveform: 21 noisy points of a mixture of two of three triangular waves; the class says which
// two.
//
// Class 0 mixes the first and second wave, 1 the first and third, 2 the second and third, by a
// uniform share; each point gets N(0, 1) on top. With noise there are 19 more columns of N(0, 1).
// The order of the waves is MOA's: their peaks lie at points 7, 15 and 11.
//
// Breiman, Friedman, Olshen, Stone. Classification and Regression Trees. 1984.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/purposes.hpp"

namespace driftline {

class Waveform {
 public:
  struct Walk {};

  Waveform(std::uint64_t seed, bool has_noise)
      : lanes_(has_noise ? 40 : points),
        class_(draws_for(Purpose::model, seed).lane(0)),
        share_(draws_for(Purpose::model, seed).lane(1)) {
    const Draws features = draws_for(Purpose::features, seed);
    for (std::size_t c = 0; c < lanes_.size(); ++c) lanes_[c] = features.lane(c);
  }

  [[nodiscard]] std::vector<Column> columns() const { return numbered_columns(lanes_.size()); }
  [[nodiscard]] static std::size_t classes() { return 3; }
  [[nodiscard]] static Walk start() { return {}; }

  void write(Walk& /*walk*/, std::uint64_t row, std::size_t i, const Cells& cells) const {
    const std::uint64_t label = class_.below(3, row);
    const double share = share_.uniform(row);
    const int first = label == 2 ? peaks[1] : peaks[0];
    const int second = label == 0 ? peaks[1] : peaks[2];
    for (std::size_t c = 0; c < points; ++c) {
      const double mixed = share * wave(first, c) + (1.0 - share) * wave(second, c);
      cells.number(c, i, mixed + lanes_[c].normal(row));
    }
    for (std::size_t c = points; c < lanes_.size(); ++c) cells.number(c, i, lanes_[c].normal(row));
    cells.labels[i] = static_cast<std::int64_t>(label);
  }
  static void describe(Walk& /*walk*/, std::uint64_t /*row*/, Truth& truth) {
    Matrix waves{.width = points, .values = {}};
    for (const int peak : peaks) {
      for (std::size_t c = 0; c < points; ++c) waves.values.push_back(wave(peak, c));
    }
    truth.emplace_back("waves", std::move(waves));
  }

 private:
  static constexpr std::size_t points = 21;
  static constexpr std::array<int, 3> peaks{6, 14, 10};  // counted from 0
  static double wave(int peak, std::size_t point) {
    const int far = static_cast<int>(point) - peak;
    return static_cast<double>(std::max(0, 6 - (far < 0 ? -far : far)));
  }

  std::vector<Lane> lanes_;
  Lane class_, share_;
};
static_assert(Generator<Waveform>);

}  // namespace driftline

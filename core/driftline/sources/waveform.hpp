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
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"

namespace driftline {

namespace detail {

using Wave = std::array<double, 21>;

/// A triangle six high; points are counted from 0.
constexpr Wave wave_with_peak(int peak) {
  Wave wave{};
  for (int c = 0; c < 21; ++c) {
    const int height = 6 - (c < peak ? peak - c : c - peak);
    wave[static_cast<std::size_t>(c)] = height > 0 ? height : 0;
  }
  return wave;
}

}  // namespace detail

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
    put(row, 1, i, cells);
  }
  void fill(Walk& /*walk*/, std::uint64_t row, std::size_t rows, const Cells& cells) const {
    for (std::size_t i = 0; i < rows; i += block) {
      put(row + i, std::min(block, rows - i), i, cells);
    }
  }
  static void describe(Walk& /*walk*/, std::uint64_t /*row*/, Truth& truth) {
    Matrix grid{.width = points, .values = {}};
    for (const auto& wave : waves) grid.values.insert(grid.values.end(), wave.begin(), wave.end());
    truth.emplace_back("waves", std::move(grid));
  }

 private:
  static constexpr std::size_t points = 21, block = 256;
  using Wave = detail::Wave;
  static constexpr std::array<Wave, 3> waves{detail::wave_with_peak(6), detail::wave_with_peak(14),
                                             detail::wave_with_peak(10)};

  /// A block of rows, one column after another: a third of the time of row by row.
  void put(std::uint64_t row, std::size_t rows, std::size_t i, const Cells& cells) const {
    std::array<double, block> share;
    std::array<const Wave*, block> first;
    std::array<const Wave*, block> second;
    for (std::size_t r = 0; r < rows; ++r) {
      const std::uint64_t label = class_.below(3, row + r);
      share[r] = share_.uniform(row + r);
      first[r] = &waves[label == 2 ? 1 : 0];
      second[r] = &waves[label == 0 ? 1 : 2];
      cells.labels[i + r] = static_cast<std::int64_t>(label);
    }
    for (std::size_t c = 0; c < lanes_.size(); ++c) {
      const Lane lane = lanes_[c];
      for (std::size_t r = 0; r < rows; ++r) {
        const double mixed =
            c < points ? share[r] * (*first[r])[c] + (1.0 - share[r]) * (*second[r])[c] : 0.0;
        cells.number(c, i + r, mixed + lane.normal(row + r));
      }
    }
  }

  std::vector<Lane> lanes_;
  Lane class_, share_;
};
static_assert(Generator<Waveform>);

}  // namespace driftline

// SEA: positive iff x1 + x2 is above a threshold; x3 does not matter.
//
// All three are uniform in [0, 10]. The thresholds of the variants 0 to 3 are 8, 9, 7 and 9.5.
//
// Street, Kim. A Streaming Ensemble Algorithm (SEA) for Large-Scale Classification. 2001.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class SEA {
 public:
  struct Walk {};

  SEA(std::uint64_t seed, std::int64_t variant, double noise)
      : threshold_(thresholds[checked_count("variant", variant, 0, 3)]),
        noise_(checked_share("noise", noise)),
        flip_(draws_for(Purpose::noise, seed).lane(0)) {
    const Draws features = draws_for(Purpose::features, seed);
    for (std::size_t c = 0; c < 3; ++c) lanes_[c] = features.lane(c);
  }

  [[nodiscard]] static std::vector<Column> columns() { return numbered_columns(3); }
  [[nodiscard]] static std::size_t classes() { return 2; }
  [[nodiscard]] static Walk start() { return {}; }

  void write(Walk& walk, std::uint64_t row, std::size_t i, const Cells& cells) const {
    std::array<double, 3> x{};
    for (std::size_t c = 0; c < 3; ++c) {
      x[c] = 10.0 * lanes_[c].uniform(row);
      cells.number(c, i, x[c]);
    }
    const bool is_flipped = noise_ > 0.0 && flip_.is_true(noise_, row);
    cells.labels[i] = (label_of(walk, row, x.data()) != 0.0) != is_flipped ? 1 : 0;
  }
  void describe(Walk& /*walk*/, std::uint64_t /*row*/, Truth& truth) const {
    truth.emplace_back("threshold", threshold_);
  }
  double label_of(Walk& /*walk*/, std::uint64_t /*row*/, const double* x) const {
    return x[0] + x[1] > threshold_ ? 1.0 : 0.0;
  }

 private:
  static constexpr std::array<double, 4> thresholds{8.0, 9.0, 7.0, 9.5};
  double threshold_, noise_;
  Lane flip_;
  std::array<Lane, 3> lanes_;
};
static_assert(Generator<SEA> && Ruled<SEA>);

}  // namespace driftline

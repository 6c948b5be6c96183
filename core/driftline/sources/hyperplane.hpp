// Hyperplane: positive iff w . x >= sum(w) / 2, with x uniform in the unit cube and weights of
// which the first few move.
//
// After each row a moving weight changes by mag_change, and turns round with probability sigma.
// As in MOA; there probabilities are whole percents, here they are taken as given (River takes
// 0.01 off them).
//
// Hulten, Spencer, Domingos. Mining Time-Changing Data Streams. 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/moving_weights.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class Hyperplane {
 public:
  struct Walk {
    MovingWeights::State weights;
    std::vector<double> x;
  };

  Hyperplane(std::uint64_t seed, std::int64_t n_features, std::int64_t n_drift_features,
             double mag_change, double noise_percentage, double sigma)
      : lanes_(checked_count("n_features", n_features, 1)),
        moving_(checked_count("n_drift_features", n_drift_features, 0, n_features)),
        noise_(checked_share("noise_percentage", noise_percentage)),
        weights_(seed, lanes_.size(), checked_share("mag_change", mag_change),
                 checked_share("sigma", sigma)),
        flip_(draws_for(Purpose::noise, seed).lane(0)) {
    if (mag_change == 0.0) moving_ = 0;
    const Draws features = draws_for(Purpose::features, seed);
    for (std::size_t c = 0; c < lanes_.size(); ++c) lanes_[c] = features.lane(c);
  }

  [[nodiscard]] std::vector<Column> columns() const { return numbered_columns(lanes_.size()); }
  [[nodiscard]] static std::size_t classes() { return 2; }
  [[nodiscard]] Walk start() const {
    return {.weights = weights_.start(), .x = std::vector<double>(lanes_.size())};
  }

  void write(Walk& walk, std::uint64_t row, std::size_t i, const Cells& cells) const {
    for (std::size_t c = 0; c < lanes_.size(); ++c) {
      walk.x[c] = lanes_[c].uniform(row);
      cells.number(c, i, walk.x[c]);
    }
    const bool is_flipped = noise_ > 0.0 && flip_.is_true(noise_, row);
    cells.labels[i] = MovingWeights::is_above(walk.weights, walk.x.data()) != is_flipped ? 1 : 0;
  }
  void step(Walk& walk, std::uint64_t row) const {
    for (std::size_t c = 0; c < moving_; ++c) weights_.move(walk.weights, c, row);
  }
  static void describe(Walk& walk, std::uint64_t /*row*/, Truth& truth) {
    truth.emplace_back("weights", walk.weights.weights);
  }
  static double label_of(Walk& walk, std::uint64_t /*row*/, const double* x) {
    return MovingWeights::is_above(walk.weights, x) ? 1.0 : 0.0;
  }

 private:
  std::vector<Lane> lanes_;
  std::size_t moving_;
  double noise_;
  MovingWeights weights_;
  Lane flip_;
};
static_assert(Generator<Hyperplane> && Moving<Hyperplane> && Ruled<Hyperplane>);

}  // namespace driftline

// RandomRBF: clouds around centroids drawn at random; RandomRBFDrift: centroids on the move.
//
// Each centroid has a centre in the unit cube, a class, a deviation and a weight. A row takes a
// centroid by weight and goes from its centre in the direction of a point drawn from the cube
// [-1, 1]^d, as far as a normal number times the deviation. The first `n_drift_centroids` have a
// direction of length 1 too, with no negative part, and move along it by `change_speed` before
// every row, the first included; at the faces of the unit cube they turn back. As in MOA and River.
//
// A coordinate on the move is a straight line since its last turn, so only the centroid that a row
// takes is brought up to date, however many rows were not its own: a row costs O(d), not O(n d).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

/// One coordinate of a centroid, back and forth between 0 and 1 by equal steps. A step that would
/// leave ends at the border, and the next one goes back.
class Bouncing {
 public:
  Bouncing(double start, double step) : from_(start), step_(step), turn_(next_turn()) {}

  /// Where it is after that many steps, which may not become fewer.
  double after(std::uint64_t steps) {
    while (steps >= turn_) {
      from_ = step_ > 0.0 ? 1.0 : 0.0;
      since_ = turn_;
      step_ = -step_;
      turn_ = next_turn();
    }
    return from_ + static_cast<double>(steps - since_) * step_;
  }
  [[nodiscard]] double step() const { return step_; }

 private:
  /// The first number of steps that leads beyond a border.
  [[nodiscard]] std::uint64_t next_turn() const {
    if (step_ == 0.0) return never;
    const auto leaves = [this](double n) {
      const double at = from_ + n * step_;
      return at > 1.0 || at < 0.0;
    };
    double n = std::floor(((step_ > 0.0 ? 1.0 : 0.0) - from_) / step_);
    if (!(n < 1e15)) return never;
    // The quotient is rounded: the step found may be one too early or too late.
    while (n > 0.0 && leaves(n)) n -= 1.0;
    while (!leaves(n)) n += 1.0;
    return since_ + static_cast<std::uint64_t>(n);
  }

  static constexpr std::uint64_t never = ~std::uint64_t{0};
  double from_, step_;
  std::uint64_t since_ = 0;  // steps made when it was there
  std::uint64_t turn_;
};

class RandomRBF {
 public:
  struct Walk {
    std::vector<Bouncing> moving;  // coordinates of those that move, centroid by centroid
    std::vector<double> x;
  };

  /// `model_seed` makes the centroids, `seed` the rows.
  RandomRBF(std::uint64_t seed, std::uint64_t model_seed, std::int64_t n_classes,
            std::int64_t n_features, std::int64_t n_centroids, double change_speed = 0.0,
            std::int64_t n_drift_centroids = 0)
      : classes_(checked_count("n_classes", n_classes, 1)),
        centroids_(checked_count("n_centroids", n_centroids, 1)),
        speed_(checked_size("change_speed", change_speed)),
        lanes_(checked_count("n_features", n_features, 1)),
        choice_(draws_for(Purpose::features, seed).branch(1).lane(0)),
        length_(draws_for(Purpose::features, seed).branch(1).lane(1)) {
    moving_ = std::min(centroids_, checked_count("n_drift_centroids", n_drift_centroids, 0));
    if (speed_ == 0.0) moving_ = 0;
    const Draws features = draws_for(Purpose::features, seed);
    for (std::size_t c = 0; c < lanes_.size(); ++c) lanes_[c] = features.lane(c);
    make_centroids(draws_for(Purpose::model, model_seed));
  }

  [[nodiscard]] std::vector<Column> columns() const { return numbered_columns(lanes_.size()); }
  [[nodiscard]] std::size_t classes() const { return classes_; }
  [[nodiscard]] Walk start() const {
    Walk walk{.moving = {}, .x = std::vector<double>(lanes_.size())};
    walk.moving.reserve(directions_.size());
    for (std::size_t c = 0; c < directions_.size(); ++c) {
      walk.moving.emplace_back(centres_[c], directions_[c] * speed_);
    }
    return walk;
  }

  void write(Walk& walk, std::uint64_t row, std::size_t i, const Cells& cells) const {
    const std::size_t centroid = chosen(row);
    double squares = 0.0;
    for (std::size_t c = 0; c < lanes_.size(); ++c) {
      walk.x[c] = lanes_[c].between(-1.0, 1.0, row);
      squares += walk.x[c] * walk.x[c];
    }
    const double length = length_.normal(row) * deviations_[centroid];
    const double scale = squares > 0.0 ? length / std::sqrt(squares) : 0.0;
    for (std::size_t c = 0; c < lanes_.size(); ++c) {
      cells.number(c, i, coordinate(walk, centroid * lanes_.size() + c, row) + walk.x[c] * scale);
    }
    cells.labels[i] = labels_[centroid];
  }
  void describe(Walk& walk, std::uint64_t row, Truth& truth) const {
    Matrix centres{.width = lanes_.size(), .values = {}};
    for (std::size_t c = 0; c < centres_.size(); ++c) {
      centres.values.push_back(coordinate(walk, c, row));
    }
    truth.emplace_back("centres", std::move(centres));
    truth.emplace_back("classes", labels_);
    truth.emplace_back("deviations", deviations_);
    truth.emplace_back("weights", weights_);
    if (moving_ == 0) return;
    Matrix steps{.width = lanes_.size(), .values = {}};
    for (const Bouncing& one : walk.moving) steps.values.push_back(one.step());
    truth.emplace_back("steps", std::move(steps));
  }

 private:
  /// All have moved once before row 0.
  double coordinate(Walk& walk, std::size_t place, std::uint64_t row) const {
    return place < walk.moving.size() ? walk.moving[place].after(row + 1) : centres_[place];
  }
  void make_centroids(const Draws& draws) {
    const Draws centres = draws.branch(0);
    const Draws directions = draws.branch(1);
    double sum = 0.0;
    for (std::size_t k = 0; k < centroids_; ++k) {
      for (std::size_t c = 0; c < lanes_.size(); ++c) {
        centres_.push_back(centres.lane(c).uniform(k));
      }
      labels_.push_back(static_cast<std::int64_t>(draws.lane(0).below(classes_, k)));
      deviations_.push_back(draws.lane(1).uniform(k));
      weights_.push_back(draws.lane(2).uniform(k));
      sum += weights_.back();
      sums_.push_back(sum);
      if (k < moving_) add_direction(directions, k);
    }
  }
  void add_direction(const Draws& draws, std::size_t k) {
    double squares = 0.0;
    for (std::size_t c = 0; c < lanes_.size(); ++c) {
      directions_.push_back(draws.lane(c).uniform(k));
      squares += directions_.back() * directions_.back();
    }
    const double length = squares > 0.0 ? std::sqrt(squares) : 1.0;
    for (std::size_t c = directions_.size() - lanes_.size(); c < directions_.size(); ++c) {
      directions_[c] /= length;
    }
  }
  [[nodiscard]] std::size_t chosen(std::uint64_t row) const {
    const double at = choice_.uniform(row) * sums_.back();
    const auto found = std::upper_bound(sums_.begin(), sums_.end() - 1, at);
    return static_cast<std::size_t>(found - sums_.begin());
  }

  std::size_t classes_, centroids_, moving_ = 0;
  double speed_;
  std::vector<Lane> lanes_;
  Lane choice_, length_;
  std::vector<double> centres_, directions_, deviations_, weights_, sums_;
  std::vector<std::int64_t> labels_;
};
static_assert(Generator<RandomRBF>);

}  // namespace driftline

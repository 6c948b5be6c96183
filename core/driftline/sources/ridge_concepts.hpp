// RidgeConcepts: a linear target whose coefficients are drawn anew at each drift.
//
// x ~ N(0, I), its first feature times sigma; y = x . beta + N(0, noise^2), beta ~ N(0, I) for each
// concept. A large sigma makes the Hessian of least squares ill-conditioned, which is hard on
// gradient steps and not on exact solutions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/marks.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class RidgeConcepts {
 public:
  struct Walk {
    std::size_t passed = 0;
    std::size_t number = 0;
    std::vector<double> beta;
    std::vector<double> x;
  };

  RidgeConcepts(std::uint64_t seed, const std::vector<std::int64_t>& drifts, std::int64_t width,
                std::int64_t d, double sigma, double noise)
      : marks_(drifts, width, draws_for(Purpose::turn, seed).lane(0)),
        sigma_(checked_positive("sigma", sigma)),
        noise_(checked_size("noise", noise)),
        betas_(draws_for(Purpose::model, seed)),
        error_(draws_for(Purpose::noise, seed).lane(0)),
        lanes_(checked_count("d", d, 1)) {
    const Draws features = draws_for(Purpose::features, seed);
    for (std::size_t i = 0; i < lanes_.size(); ++i) lanes_[i] = features.lane(i);
  }

  [[nodiscard]] std::vector<Column> columns() const { return numbered_columns(lanes_.size()); }
  [[nodiscard]] static std::size_t classes() { return 0; }
  [[nodiscard]] Walk start() const {
    return {.beta = beta_of(0), .x = std::vector<double>(lanes_.size())};
  }

  void write(Walk& walk, std::uint64_t row, std::size_t i, const Cells& cells) const {
    for (std::size_t c = 0; c < lanes_.size(); ++c) {
      walk.x[c] = (c == 0 ? sigma_ : 1.0) * lanes_[c].normal(row);
      cells.number(c, i, walk.x[c]);
    }
    cells.targets[i] = label_of(walk, row, walk.x.data()) + noise_ * error_.normal(row);
  }
  void describe(Walk& walk, std::uint64_t row, Truth& truth) const {
    enter(walk, row);
    truth.emplace_back("concept", static_cast<std::int64_t>(walk.number));
    truth.emplace_back("beta", walk.beta);
    truth.emplace_back("sigma", sigma_);
    truth.emplace_back("noise", noise_);
  }
  double label_of(Walk& walk, std::uint64_t row, const double* x) const {
    enter(walk, row);
    double sum = 0.0;
    for (std::size_t c = 0; c < lanes_.size(); ++c) sum += x[c] * walk.beta[c];
    return sum;
  }

 private:
  void enter(Walk& walk, std::uint64_t row) const {
    const std::size_t number = marks_.concept_at(row, walk.passed);
    if (number == walk.number) return;
    walk.number = number;
    walk.beta = beta_of(number);
  }
  [[nodiscard]] std::vector<double> beta_of(std::size_t number) const {
    std::vector<double> beta(lanes_.size());
    for (std::size_t c = 0; c < beta.size(); ++c) beta[c] = betas_.lane(c).normal(number);
    return beta;
  }

  Marks marks_;
  double sigma_, noise_;
  Draws betas_;
  Lane error_;
  std::vector<Lane> lanes_;
};
static_assert(Generator<RidgeConcepts> && Ruled<RidgeConcepts>);

}  // namespace driftline

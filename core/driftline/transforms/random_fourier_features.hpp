// Random Fourier features: a linear learner behind them is one with a Gaussian kernel, about.
//
//   z_j = sqrt(2 / D) cos(w_j . x + b_j),   w_ij normal with variance 2 gamma, b_j in [0, 2 pi)
//
// so that z(x) . z(y) is exp(-gamma |x - y|^2) on average, off by about 1 / sqrt(D). A weight
// is a function of the seed, the column's name and the component: a column that comes later adds
// its own weights and changes no other, and the order of columns does not matter. A missing value
// adds nothing. Memory: D numbers for each column.
//
// Rahimi, Recht. Random Features for Large-Scale Kernel Machines. 2007.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/trigonometry.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/text_hash.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class RandomFourierFeatures {
 public:
  static constexpr Reading reading{.keeps_missing = true};
  static constexpr std::int64_t most_components = 1'000'000;

  RandomFourierFeatures(std::int64_t n_components, double gamma, std::int64_t seed)
      : n_components_(at_least_one("n_components", n_components)),
        gamma_(positive("gamma", gamma)),
        seed_(seed),
        draws_(static_cast<std::uint64_t>(seed)) {
    if (n_components > most_components) {
      throw std::invalid_argument("n_components must be at most " +
                                  std::to_string(most_components) + ", not " +
                                  std::to_string(n_components));
    }
    const Draws offsets = draws_.branch(0);
    offsets_.resize(size());
    for (std::size_t j = 0; j < size(); ++j) {
      offsets_[j] =
          offsets.lane(0).bits(j) & ~std::uint64_t{0x7ff};  // a uniform double has 53 bits
    }
    scale_ = std::sqrt(2.0 / static_cast<double>(size()));
  }

  void transform(const auto& row, RowWriter& out) const {
    sum_turns(row);
    for (std::size_t j = 0; j < size(); ++j) {
      const double turn = static_cast<double>(turns_[j] >> 11U) * 0x1p-53;
      out.put(j, scale_ * cos(2.0 * std::numbers::pi * turn));
    }
  }
  void learn(const auto& /*row*/, double /*weight*/) {}

  void meet(std::size_t width, const NameOf& name_of) {
    const double deviation = std::sqrt(2.0 * gamma_) / (2.0 * std::numbers::pi);
    const Draws weights = draws_.branch(1);
    for (; width_ < width; ++width_) {
      const Lane column = weights.lane(TextHash().with(name_of(width_)).bits());
      for (std::size_t j = 0; j < size(); ++j) weights_.push_back(deviation * normal(column, j));
    }
  }
  [[nodiscard]] std::size_t inputs() const { return width_; }
  [[nodiscard]] std::size_t outputs() const { return size(); }
  [[nodiscard]] Output output(std::size_t j) const {
    return {.source = Output::none, .name = "rff_" + std::to_string(j)};
  }
  [[nodiscard]] std::size_t extra_memory() const {
    return (weights_.capacity() + offsets_.capacity()) * sizeof(double);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("n_components", self.n_components_);
    visit.parameter("gamma", self.gamma_);
    visit.parameter("seed", self.seed_);
  }

 private:
  /// Box and Muller's way: slower than the generators' but short, and a model on file must find its
  /// weights again for ever.
  static double normal(const Lane& lane, std::uint64_t j) {
    constexpr double half = 0.5;  // never 0, whose logarithm is infinite
    const double share = (static_cast<double>(lane.bits(2 * j) >> 12U) + half) * 0x1p-52;
    return std::sqrt(-2.0 * log(share)) * cos(2.0 * std::numbers::pi * lane.uniform(2 * j + 1));
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(n_components_); }

  /// w_j . x + b_j of all components at once, in turns of the circle: whole turns do not matter,
  /// and what is left is added as a 64-bit fraction, which wraps. So the order of the columns does
  /// not matter either, to the bit.
  void sum_turns(const auto& row) const {
    turns_ = offsets_;
    each_cell(row, [&](std::size_t i, double x) {
      if (i >= width_) return;
      const double* weight = weights_.data() + i * size();
      for (std::size_t j = 0; j < size(); ++j) turns_[j] += fraction(weight[j] * x);
    });
  }
  static std::uint64_t fraction(double turns) {
    const double part = turns - std::floor(turns);  // 1 where a tiny negative number was rounded
    return part < 1.0 ? static_cast<std::uint64_t>(part * 0x1p64) : 0;
  }

  std::int64_t n_components_;
  double gamma_;
  std::int64_t seed_;
  Draws draws_;
  double scale_ = 0.0;
  std::size_t width_ = 0;
  std::vector<std::uint64_t> offsets_;        // b, in turns
  std::vector<double> weights_;               // w, in turns, those of a column together
  mutable std::vector<std::uint64_t> turns_;  // of the row at hand
};
static_assert(RowTransform<RandomFourierFeatures>);

}  // namespace driftline

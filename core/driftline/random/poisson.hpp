// Numbers of the Poisson distribution from one uniform number each, by inversion.
//
// A table of the distribution function is searched from a place that a second table gives for the
// first eight bits; that is one or two comparisons, 2 ns. For a rate that changes with every
// number the function is summed up anew; a large rate takes the normal distribution instead.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/random/ziggurat.hpp"

namespace driftline {

namespace detail {

/// In [0, 1), a multiple of 2^-53.
constexpr double unit_from(std::uint64_t bits) {
  return static_cast<double>(static_cast<std::int64_t>(bits >> 11)) * 0x1p-53;
}

}  // namespace detail

class PoissonTable {
 public:
  static constexpr double most = 100.0;

  /// Throws std::invalid_argument unless the rate is above 0 and at most 100.
  explicit PoissonTable(double rate) {
    if (!(rate > 0.0 && rate <= most)) {
      throw std::invalid_argument(
          "the rate of a Poisson distribution must be above 0, at most 100");
    }
    double chance = exp(-rate);
    double total = chance;
    for (int k = 1; k < rate || chance > 1e-18; ++k) {
      up_to_.push_back(total);
      chance *= rate / k;
      total += chance;
    }
    up_to_.push_back(1.0);  // no uniform number reaches it
    std::size_t k = 0;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      while (up_to_[k] <= static_cast<double>(i) / 256.0) ++k;
      starts_[i] = static_cast<std::uint16_t>(k);
    }
  }

  [[nodiscard]] double from(std::uint64_t bits) const {
    const double u = detail::unit_from(bits);
    std::size_t k = starts_[bits >> 56];
    while (u >= up_to_[k]) ++k;
    return static_cast<double>(k);
  }

 private:
  std::vector<double> up_to_;  ///< chance of a number of at most k
  std::array<std::uint16_t, 256> starts_{};
};

/// The same for any rate that is not negative. From 100 on a rounded normal number.
inline double poisson_from(double rate, std::uint64_t bits) {
  if (rate >= PoissonTable::most) {
    return std::max(0.0, std::floor(rate + std::sqrt(rate) * normal_from(bits) + 0.5));
  }
  const double u = detail::unit_from(bits);
  double chance = exp(-rate);
  double total = chance;
  double k = 0.0;
  // Rounding may leave the total a little below 1: the chance ends the search then.
  while (u >= total && (k < rate || chance > 1e-18)) {
    k += 1.0;
    chance *= rate / k;
    total += chance;
  }
  return k;
}

}  // namespace driftline

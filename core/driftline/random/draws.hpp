// Random numbers as a function of seed, row and draw: nothing is remembered, so any row can be made
// again alone, in any order, in batches of any size.
//
// A number is splitmix64's mixing of a counter: `mix(key + row * step)`, where the key belongs to
// the draw. Rows of one draw are thus a splitmix64 sequence, whose quality is well tested, and
// two draws are two far-off pieces of it. `branch` gives a family of keys for another purpose,
// so that a generator which takes one draw more for its features leaves the noise as it was.
//
// Steele, Lea, Flood. Fast Splittable Pseudorandom Number Generators. 2014.
// Salmon, Moraes, Dror, Shaw. Parallel Random Numbers: As Easy as 1, 2, 3. 2011.
#pragma once

#include <cstdint>

#include "driftline/numeric/normal_quantile.hpp"

namespace driftline {

/// A bijection of 64 bits in which each bit of x decides about half of the result.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// 0, 1, ..., n - 1 from 64 random bits, by a product rather than a remainder: no value is more
/// likely than another by a share above n / 2^64. 0 < n < 2^32.
constexpr std::uint64_t below(std::uint64_t n, std::uint64_t bits) {
  const std::uint64_t low = (bits & 0xffffffffU) * n;
  return ((bits >> 32) * n + (low >> 32)) >> 32;
}

/// One draw over all rows.
class Lane {
 public:
  constexpr Lane() = default;
  explicit constexpr Lane(std::uint64_t key) : key_(key) {}

  [[nodiscard]] constexpr std::uint64_t bits(std::uint64_t row) const {
    return mix(key_ + row * 0x9e3779b97f4a7c15U);  // 2^64 over the golden ratio
  }
  /// In [0, 1), a multiple of 2^-53.
  [[nodiscard]] constexpr double uniform(std::uint64_t row) const {
    return static_cast<double>(static_cast<std::int64_t>(bits(row) >> 11)) * 0x1p-53;
  }
  [[nodiscard]] constexpr double between(double low, double high, std::uint64_t row) const {
    return low + (high - low) * uniform(row);
  }
  /// Mean 0, variance 1; within 8.3 of 0, as 2^-53 is the least chance told apart.
  [[nodiscard]] double normal(std::uint64_t row) const {
    // Odd multiples of 2^-53: never 0 or 1, where the quantile is infinite.
    const auto half = static_cast<double>(static_cast<std::int64_t>(bits(row) >> 12)) + 0.5;
    return normal_quantile(half * 0x1p-52);
  }
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t n, std::uint64_t row) const {
    return driftline::below(n, bits(row));
  }
  [[nodiscard]] constexpr bool is_true(double chance, std::uint64_t row) const {
    return uniform(row) < chance;
  }

 private:
  std::uint64_t key_ = 0;
};

/// All draws of one purpose.
class Draws {
 public:
  explicit constexpr Draws(std::uint64_t seed) : key_(mix(seed + 0xd1342543de82ef95U)) {}

  [[nodiscard]] constexpr Lane lane(std::uint64_t draw) const {
    return Lane(mix(key_ + (draw + 1) * 0xda942042e4dd58b5U));
  }
  [[nodiscard]] constexpr Draws branch(std::uint64_t purpose) const {
    return Draws(key_ ^ mix((purpose + 1) * 0x9fb21c651e98df25U));
  }

 private:
  std::uint64_t key_;
};

}  // namespace driftline

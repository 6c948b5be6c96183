// Random numbers as a function of a seed, an item and the number of the draw.
//
// Nothing is kept between draws, so it does not matter in what portions the items come, and a
// sampler that is loaded from a file goes on as if it had never stopped. The function is two
// rounds of splitmix64's finaliser, about 4 ns, and uses integers only: the same on every CPU.
//
// Steele, Lea, Flood. Fast Splittable Pseudorandom Number Generators. 2014.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "driftline/random/mix.hpp"

namespace driftline {

/// The upper half of a product of 128 bits, from halves: not every CPU has a wider type.
constexpr std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t low = 0xffffffffULL;
  const std::uint64_t cross = (a >> 32) * (b & low) + (((a & low) * (b & low)) >> 32);
  const std::uint64_t middle = (a & low) * (b >> 32) + (cross & low);
  return (a >> 32) * (b >> 32) + (cross >> 32) + (middle >> 32);
}

class SamplerDraws {
 public:
  explicit SamplerDraws(std::int64_t seed) : seed_(seed), key_(key_of(seed)) {}

  [[nodiscard]] std::uint64_t bits(std::int64_t item, std::uint64_t draw) const {
    // Odd constants: 2^64 over the golden ratio, and the multiplier of a good 64-bit generator.
    const std::uint64_t place = key_ + static_cast<std::uint64_t>(item) * 0x9e3779b97f4a7c15ULL;
    return mix(mix(place) + draw * 0xd1342543de82ef95ULL);
  }
  /// In (0, 1), never an end: k + 1/2 for k < 2^52 is a double to the last bit.
  [[nodiscard]] double uniform(std::int64_t item, std::uint64_t draw) const {
    return (static_cast<double>(bits(item, draw) >> 12) + 0.5) * 0x1p-52;
  }
  /// One of 0 .. n-1; none is likelier than another by more than n / 2^64 of its share.
  [[nodiscard]] std::int64_t below(std::int64_t n, std::int64_t item, std::uint64_t draw) const {
    return static_cast<std::int64_t>(high_product(bits(item, draw), static_cast<std::uint64_t>(n)));
  }

  /// Samples made with the same numbers are not independent, and merging them would not be fair.
  /// Throws std::invalid_argument if the two have a seed in common.
  void check_apart(const SamplerDraws& other) const {
    for (const std::int64_t seed : other.seeds()) {
      const std::vector<std::int64_t> own = seeds();
      if (std::ranges::find(own, seed) == own.end()) continue;
      throw std::invalid_argument("both samplers have drawn with seed " + std::to_string(seed) +
                                  ": a merge is fair only between samplers of different seeds");
    }
  }
  void join(const SamplerDraws& other) {
    const std::vector<std::int64_t> theirs = other.seeds();
    merged_.insert(merged_.end(), theirs.begin(), theirs.end());
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("seed", self.seed_);
    visit("merged_seeds", self.merged_);
  }

 private:
  // Without this, seeds that differ by a multiple of the golden constant would share their numbers.
  static std::uint64_t key_of(std::int64_t seed) {
    if (seed < 0) throw std::invalid_argument("seed must be at least 0");
    return mix(static_cast<std::uint64_t>(seed) + 0x9e3779b97f4a7c15ULL);
  }
  [[nodiscard]] std::vector<std::int64_t> seeds() const {
    std::vector<std::int64_t> all = merged_;
    all.push_back(seed_);
    return all;
  }

  std::int64_t seed_;
  std::uint64_t key_;
  std::vector<std::int64_t> merged_;  ///< seeds of samplers merged into this one
};

}  // namespace driftline

// A hash of text that is the same on every machine.
//
// FNV-1a over the bytes, then splitmix64's finaliser, as FNV alone mixes its high bits badly. Bytes
// may come in pieces: the hash of a column's name is kept, and a value is hashed from there on.
//
// Fowler, Noll, Vo. FNV hash. 1991.
#pragma once

#include <cstdint>
#include <string_view>

#include "driftline/random/mix.hpp"

namespace driftline {

inline constexpr std::uint64_t fnv_offset = 0xcbf29ce484222325U;

constexpr std::uint64_t fnv_step(std::uint64_t hash, std::uint64_t byte) {
  return (hash ^ byte) * 0x100000001b3U;
}

class TextHash {
 public:
  constexpr TextHash() = default;
  /// Seed 0 is plain FNV-1a.
  explicit constexpr TextHash(std::uint64_t seed) : state_(fnv_offset ^ mix(seed)) {}

  [[nodiscard]] constexpr TextHash with(std::string_view text) const {
    TextHash next = *this;
    for (const char c : text) {
      next.state_ = fnv_step(next.state_, static_cast<unsigned char>(c));
    }
    return next;
  }
  [[nodiscard]] constexpr std::uint64_t bits() const { return mix(state_); }

 private:
  std::uint64_t state_ = fnv_offset;
};

}  // namespace driftline

// A hash of text that is the same on every machine.
//
// FNV-1a over the bytes, then splitmix64's finaliser, as FNV alone mixes its high bits badly. Bytes
// may come in pieces: the hash of a column's name is kept, and a value is hashed from there on.
//
// Fowler, Noll, Vo. FNV hash. 1991.
#pragma once

#include <cstdint>
#include <string_view>

#include "driftline/random/draws.hpp"

namespace driftline {

class TextHash {
 public:
  constexpr TextHash() = default;
  /// Seed 0 is plain FNV-1a.
  explicit constexpr TextHash(std::uint64_t seed) : state_(offset ^ mix(seed)) {}

  [[nodiscard]] constexpr TextHash with(std::string_view text) const {
    TextHash next = *this;
    for (const char c : text) {
      next.state_ = (next.state_ ^ static_cast<unsigned char>(c)) * prime;
    }
    return next;
  }
  [[nodiscard]] constexpr std::uint64_t bits() const { return mix(state_); }

 private:
  static constexpr std::uint64_t offset = 0xcbf29ce484222325U;
  static constexpr std::uint64_t prime = 0x100000001b3U;
  std::uint64_t state_ = offset;
};

}  // namespace driftline

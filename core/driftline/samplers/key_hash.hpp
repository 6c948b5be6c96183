// Keys as 64 bits, the same on every platform: FNV-1a over the bytes of a key.
//
// FNV-1a is one xor and one multiplication a byte, each waiting for the last. A CPU has time for
// several such chains at once, so columns are hashed four keys at a time. Its upper bits
// change little in the last bytes; whoever needs all bits good mixes the hash (see KeySampler).
// A number is hashed as its 8 bytes, lowest first.
//
// Fowler, Noll, Vo. The FNV Non-Cryptographic Hash Algorithm. 1991.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "driftline/random/text_hash.hpp"

namespace driftline {

inline std::uint64_t key_hash(const std::uint8_t* bytes, std::size_t length,
                              std::uint64_t hash = fnv_offset) {
  for (std::size_t i = 0; i < length; ++i) hash = fnv_step(hash, bytes[i]);
  return hash;
}

constexpr std::uint64_t key_hash(std::uint64_t number) {
  std::uint64_t hash = fnv_offset;
  for (int shift = 0; shift < 64; shift += 8) hash = fnv_step(hash, (number >> shift) & 0xff);
  return hash;
}

/// Hashes of `count` keys that lie one behind another: key i is bytes[offsets[i] .. offsets[i+1]).
template <class Offset>
void key_hashes(const Offset* offsets, const std::uint8_t* bytes, std::size_t count,
                std::uint64_t* out) {
  constexpr std::size_t lanes = 4;
  const auto begin = [&](std::size_t i) { return static_cast<std::size_t>(offsets[i]); };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    std::array<const std::uint8_t*, lanes> key{};
    std::array<std::size_t, lanes> length{};
    for (std::size_t k = 0; k < lanes; ++k) {
      key[k] = bytes + begin(i + k);
      length[k] = begin(i + k + 1) - begin(i + k);
    }
    std::array<std::uint64_t, lanes> hash{fnv_offset, fnv_offset, fnv_offset, fnv_offset};
    const std::size_t common = std::min({length[0], length[1], length[2], length[3]});
    for (std::size_t b = 0; b < common; ++b) {
      for (std::size_t k = 0; k < lanes; ++k) hash[k] = fnv_step(hash[k], key[k][b]);
    }
    for (std::size_t k = 0; k < lanes; ++k) {
      out[i + k] = key_hash(key[k] + common, length[k] - common, hash[k]);
    }
  }
  for (; i < count; ++i) out[i] = key_hash(bytes + begin(i), begin(i + 1) - begin(i));
}

}  // namespace driftline

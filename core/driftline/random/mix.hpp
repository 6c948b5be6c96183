// The mixing of bits from which all random numbers are made.
//
// Steele, Lea, Flood. Fast Splittable Pseudorandom Number Generators. 2014.
#pragma once

#include <cstdint>

namespace driftline {

/// A bijection of 64 bits in which each bit of x decides about half of the result.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace driftline

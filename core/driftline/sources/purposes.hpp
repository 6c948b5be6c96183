// What a generator draws random numbers for. Each purpose has draws of its own, so that noise, say,
// flips the same rows whether or not the classes are balanced.
#pragma once

#include <cstdint>

#include "driftline/random/draws.hpp"

namespace driftline {

enum class Purpose : std::uint8_t { features, turn, balance, noise, model, inputs, walk };

inline Draws draws_for(Purpose purpose, std::uint64_t seed) {
  return Draws(seed).branch(static_cast<std::uint64_t>(purpose));
}

}  // namespace driftline

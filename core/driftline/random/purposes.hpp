// What random numbers are drawn for: all of it in one list, as no two purposes may share numbers.
//
// Each purpose has draws of its own. So noise, say, flips the same rows whether or not the classes
// are balanced; and where a stream and a model have one seed, no member's weights follow a column.
// Numbers of the list stand for ever, as models go on with their draws when they are loaded.
#pragma once

#include <concepts>
#include <cstdint>

#include "driftline/random/draws.hpp"

namespace driftline {

enum class Purpose : std::uint8_t {
  // of generators
  features = 0,
  turn = 1,
  balance = 2,
  noise = 3,
  model = 4,
  inputs = 5,
  walk = 6,
  // of ensembles: weights of rows, seeds of members, columns they see and the order of those
  weights = 16,
  seeds = 17,
  columns = 18,
  circles = 19,
  // of adaptive trees: weights of rows
  tree_weights = 32,
};

inline Draws draws_for(Purpose purpose, std::integral auto seed) {
  return Draws(static_cast<std::uint64_t>(seed)).branch(static_cast<std::uint64_t>(purpose));
}

}  // namespace driftline

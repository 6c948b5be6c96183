// How much room a growing array takes, so that its bytes depend on what it holds alone.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

namespace driftline {

/// Room for `count` things, an eighth more than needed at most: a tree near its limit must not ask
/// for twice of what it has. It depends on the count alone.
inline std::size_t room_for(std::size_t count) {
  const std::size_t step = std::max<std::size_t>(1, std::bit_floor(count) / 8);
  return (count + step - 1) / step * step;
}

}  // namespace driftline

// Whether numbers are all 1, as those of a table of words that are there or not.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "driftline/numeric/cpu.hpp"

namespace driftline {

/// Block by block, as most tables hold another number soon.
[[nodiscard]] inline bool all_ones(const double* values, std::size_t count) {
  constexpr std::size_t block = 4096;
  std::uint64_t differing = 0;
  for (std::size_t start = 0; start < count && differing == 0; start += block) {
    const std::size_t end = std::min(count, start + block);
    on_this_cpu([values, start, end, &differing] {
      std::uint64_t bits = 0;  // what lies in memory would be written at every step
      for (std::size_t i = start; i < end; ++i) {
        bits |= std::bit_cast<std::uint64_t>(values[i]) ^ std::bit_cast<std::uint64_t>(1.0);
      }
      differing = bits;
    });
  }
  return differing == 0;
}

}  // namespace driftline

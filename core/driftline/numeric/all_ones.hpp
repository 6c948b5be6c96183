// Whether numbers are all 1, as those of a table of words that are there or not.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>

#include "driftline/numeric/cpu.hpp"

namespace driftline {

namespace detail {

[[gnu::always_inline]] inline std::uint64_t apart_from_one(double value) {
  return std::bit_cast<std::uint64_t>(value) ^ std::bit_cast<std::uint64_t>(1.0);
}

}  // namespace detail

/// Block by block, as most tables hold another number soon.
[[nodiscard]] inline bool all_ones(const double* values, std::size_t count) {
  constexpr std::size_t block = 4096;
  std::uint64_t differing = 0;
  for (std::size_t start = 0; start < count && differing == 0; start += block) {
    const std::size_t end = std::min(count, start + block);
    on_this_cpu([values, start, end, &differing] {
      std::array<std::uint64_t, 16> bits{};  // what lies in memory would be written at every step
      std::size_t i = start;
      for (; i + bits.size() <= end; i += bits.size()) {
        for (std::size_t j = 0; j < bits.size(); ++j)
          bits[j] |= detail::apart_from_one(values[i + j]);
      }
      for (; i < end; ++i) bits[0] |= detail::apart_from_one(values[i]);
      differing = std::reduce(bits.begin(), bits.end(), std::uint64_t{0}, std::bit_or{});
    });
  }
  return differing == 0;
}

}  // namespace driftline

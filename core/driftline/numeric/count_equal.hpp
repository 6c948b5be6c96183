// How many numbers of a list are a given one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "driftline/numeric/cpu.hpp"

namespace driftline {

/// Several numbers at once. Inlined into a loop over what is wanted, the compiler would take
/// several of those at once instead, and the numbers one by one.
[[gnu::noinline]] inline std::int64_t count_equal(std::span<const std::int32_t> numbers,
                                                  std::int32_t wanted) {
  constexpr std::size_t block = std::size_t{1} << 20;  // 32 bits hold its count
  constexpr std::size_t many = 4096;
  std::int64_t total = 0;
  while (!numbers.empty()) {
    const auto some = numbers.first(std::min(block, numbers.size()));
    std::uint32_t found = 0;
    on_this_cpu(
        [&] {
          std::uint32_t count = 0;
          for (const std::int32_t number : some) count += std::uint32_t{number == wanted};
          found = count;
        },
        some.size() >= many);
    total += found;
    numbers = numbers.subspan(some.size());
  }
  return total;
}

}  // namespace driftline

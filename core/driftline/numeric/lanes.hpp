// Several numbers at once, as the compiler's own vectors: two doubles on every x86-64 CPU, four on
// those with AVX2, and one by one where a CPU has nothing of the kind. The bits are the same.
//
// A loop of any length that the compiler makes of several at once spends more time on getting
// started than on a dozen numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace driftline {

template <std::size_t n>
struct Lanes {
  using Doubles [[gnu::vector_size(n * sizeof(double))]] = double;
  using Integers [[gnu::vector_size(n * sizeof(double))]] = std::int64_t;

  [[gnu::always_inline]] static void load(const double* from, Doubles& to) {
    std::memcpy(&to, from, sizeof to);
  }
  [[gnu::always_inline]] static void store(const Doubles& from, double* to) {
    std::memcpy(to, &from, sizeof from);
  }
};

/// Calls work.operator()<n>(first) for `count` places: by fours, then two, then one.
template <class Work>
[[gnu::always_inline]] inline void each_lanes(std::size_t count, const Work& work) {
  const std::size_t whole = count & ~std::size_t{3};
  for (std::size_t i = 0; i < whole; i += 4) work.template operator()<4>(i);
  if ((count & 2U) != 0) work.template operator()<2>(whole);
  if ((count & 1U) != 0) work.template operator()<1>(count - 1);
}

}  // namespace driftline

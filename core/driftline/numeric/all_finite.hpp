// Whether numbers are finite: neither missing nor infinite.
#pragma once

#include <array>
#include <cstddef>
#include <numeric>

namespace driftline {

/// The sum is NaN exactly if some number is not finite. Lanes, so that it vectorises.
[[gnu::always_inline]] inline bool all_finite(const double* values, std::size_t count) {
  std::array<double, 8> lane{};
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    for (std::size_t j = 0; j < 8; ++j) lane[j] += values[i + j] * 0.0;
  }
  for (; i < count; ++i) lane[0] += values[i] * 0.0;
  return std::accumulate(lane.begin(), lane.end(), 0.0) == 0.0;
}

}  // namespace driftline

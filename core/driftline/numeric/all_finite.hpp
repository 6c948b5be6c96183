// Whether numbers are finite: neither missing nor infinite.
#pragma once

#include <array>
#include <cstddef>
#include <numeric>

#include "driftline/numeric/cpu.hpp"

namespace driftline {

/// The sum is NaN exactly if some number is not finite. Lanes, so that it vectorises, and where
/// there are many numbers so many lanes that no sum waits for the one before.
[[gnu::always_inline]] inline bool all_finite(const double* values, std::size_t count) {
  bool is_so = true;
  on_this_cpu(
      [values, count, &is_so] {
        std::array<double, 4> lane{};
        std::size_t i = 0;
        if (count >= 64) {
          std::array<double, 16> many{};
          for (; i + many.size() <= count; i += many.size()) {
            for (std::size_t j = 0; j < many.size(); ++j) many[j] += values[i + j] * 0.0;
          }
          lane[0] = std::accumulate(many.begin(), many.end(), 0.0);
        }
        for (; i + lane.size() <= count; i += lane.size()) {
          for (std::size_t j = 0; j < lane.size(); ++j) lane[j] += values[i + j] * 0.0;
        }
        for (; i < count; ++i) lane[0] += values[i] * 0.0;
        is_so = (lane[0] + lane[2]) + (lane[1] + lane[3]) == 0.0;
      },
      count >= 1'024);
  return is_so;
}

}  // namespace driftline

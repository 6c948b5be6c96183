// How likely two samples of one distribution lie so far apart, by Kolmogorov and Smirnov.
#pragma once

#include <algorithm>
#include <cstdint>

#include "driftline/numeric/elementary.hpp"

namespace driftline {

/// The chance that two samples of n values each have distributions `gap` / n apart or more: exact
/// where no values are equal, else an upper bound. The alternating sum of Gnedenko and Korolyuk,
///   2 (C(2n, n - g) - C(2n, n - 2g) + ...) / C(2n, n),
/// taken from its end, each term as a factor of the one before it, so that nothing cancels.
inline double equal_sizes_p_value(std::int64_t n, std::int64_t gap) {
  if (gap <= 0) return 1.0;
  double sum = 0.0;
  for (std::int64_t k = n / gap; k >= 0; --k) {
    double ratio = 1.0;
    for (std::int64_t j = 0; j < gap; ++j) {
      ratio *= static_cast<double>(n - k * gap - j) / static_cast<double>(n + k * gap + j + 1);
    }
    sum = ratio * (1.0 - sum);
  }
  return std::clamp(2.0 * sum, 0.0, 1.0);
}

/// The same for large n, by Kolmogorov's series 2 (e^-2t - e^-8t + e^-18t - ...), t = n D^2 / 2.
inline double asymptotic_p_value(std::int64_t n, std::int64_t gap) {
  const auto g = static_cast<double>(gap);
  const double t = g * g / (2.0 * static_cast<double>(n));
  if (t < 0.05) return 1.0;  // to nine digits, and the series would need many terms
  double sum = 0.0;
  double sign = 1.0;
  for (int k = 1; k <= 20; ++k) {
    sum += sign * exp(-2.0 * k * k * t);
    sign = -sign;
  }
  return std::clamp(2.0 * sum, 0.0, 1.0);
}

}  // namespace driftline

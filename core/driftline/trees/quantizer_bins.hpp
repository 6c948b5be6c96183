// Bins of one width, for values of any size: sums and numbers end at the largest double, so no
// threshold between two bins is NaN or infinite.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace driftline {

inline constexpr double largest_double = std::numeric_limits<double>::max();

/// The number of a value's bin. Values too far out for a number share the last one.
inline double quantized(double value, double radius) {
  return std::clamp(std::floor(value / radius), -largest_double, largest_double);
}
inline void add_within_range(double& sum, double value) {
  sum = std::clamp(sum + value, -largest_double, largest_double);
}
/// The mean of what is in a bin; its middle once the sum has left the range.
inline double mean_of_bin(double sum, double weight, double key, double radius) {
  if (std::abs(sum) < largest_double) return sum / weight;
  return std::clamp((key + 0.5) * radius, -largest_double, largest_double);
}

}  // namespace driftline

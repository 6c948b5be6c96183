// Weight, mean and spread of numbers that come one by one, or in parts that are joined.
#pragma once

#include <cmath>

namespace driftline {

struct Moments {
  double weight = 0.0;
  double mean = 0.0;
  double squares = 0.0;  ///< sum of squared distances from the mean

  /// Welford's update. d * (w / n), not w * d / n: at the first value w / n is exactly 1, so
  /// numbers that are all the same have no spread at all.
  [[gnu::always_inline]] void add(double value, double w) {
    weight += w;
    const double d = value - mean;
    mean += d * (w / weight);
    squares += w * d * (value - mean);
  }

  /// Those of both.
  [[nodiscard]] Moments joined(const Moments& other) const {
    const double total = weight + other.weight;
    if (total == 0.0) return {};
    const double gap = other.mean - mean;
    const double share = other.weight / total;
    return {.weight = total,
            .mean = mean + gap * share,
            .squares = squares + other.squares + gap * gap * (weight * share)};
  }

  /// With the weight below, not one less.
  [[nodiscard]] double variance() const { return weight > 0.0 ? squares / weight : 0.0; }
  [[nodiscard]] double deviation() const {
    const double own = variance();
    return own > 0.0 ? std::sqrt(own) : 0.0;
  }
};

}  // namespace driftline

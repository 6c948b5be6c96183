// Distances between rows: what a column adds, how lanes are joined, and what comes out.
//
// A column that one of the rows misses is left out, and the sum is scaled up by the share of the
// columns that are there (the rule known as nan-euclidean). A largest difference needs no scaling.
// Distances are compared before the last step, `finish`, which only the nearest rows go through.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "driftline/stream/fields.hpp"

namespace driftline {

enum class KNNMetric : std::uint8_t { euclidean, manhattan, chebyshev };
template <>
struct Names<KNNMetric> {
  static constexpr std::array<std::string_view, 3> values{"euclidean", "manhattan", "chebyshev"};
};

// Numbers or vectors of them, by reference: vectors handed over by value would be another
// convention on each CPU.

struct Euclidean {
  static constexpr bool is_sum = true;
  static void take(auto& sum, const auto& difference) { sum += difference * difference; }
  static void join(auto& sum, const auto& other) { sum += other; }
  static double finish(double sum) { return std::sqrt(sum); }
};

struct Manhattan {
  static constexpr bool is_sum = true;
  static void take(auto& sum, const auto& difference) {
    sum += difference < 0.0 ? -difference : difference;
  }
  static void join(auto& sum, const auto& other) { sum += other; }
  static double finish(double sum) { return sum; }
};

struct Chebyshev {
  static constexpr bool is_sum = false;
  static void take(auto& largest, const auto& difference) {
    join(largest, difference < 0.0 ? -difference : difference);
  }
  static void join(auto& largest, const auto& other) {
    largest = largest < other ? other : largest;
  }
  static double finish(double largest) { return largest; }
};

/// Calls f(Euclidean()), f(Manhattan()) or f(Chebyshev()).
template <class F>
auto with_metric(KNNMetric metric, F&& f) {
  switch (metric) {
    case KNNMetric::manhattan:
      return f(Manhattan());
    case KNNMetric::chebyshev:
      return f(Chebyshev());
    default:
      return f(Euclidean());
  }
}

}  // namespace driftline

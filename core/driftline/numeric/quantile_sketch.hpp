// Quantiles of a stream from at most 64 points, without keeping its values.
//
// A point is a value and how many values it stands for. A new value becomes a point of its own. If
// there is no room, the two neighbours that stand for the fewest values together become one point
// first, at their mean; the least and the greatest value always stay alone. So each point stands
// for about as many values as any other, some 1 in 60, and a quantile is read off the line between
// the two points around its place.
//
// The first 64 values give exact quantiles (NumPy's "linear"). After that a place is off by about
// half a percent of the values, in sorted and drifting streams too. P² needs nine numbers in place
// of 128, but a single value far out carries its markers away; here it stays the far end of a line
// that no middle quantile lies on.
//
// Related: Ben-Haim, Tom-Tov. A streaming parallel decision tree algorithm. 2010 (joins the nearest
// points); Dunning, Ertl. Computing extremely accurate quantiles using t-digests. 2019.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace driftline {

/// What is known of one stream lies with the caller: how many values came, and `room` values and
/// weights.
struct QuantileSketch {
  static constexpr std::size_t room = 64;

  static std::size_t points(double count) {
    return count < static_cast<double>(room) ? static_cast<std::size_t>(count) : room;
  }

  static void learn(double x, double& count, double* values, double* weights) {
    std::size_t size = points(count);
    if (size == room) {
      join(lightest_pair(weights), values, weights);
      --size;
    }
    std::size_t i = size;
    for (; i > 0 && values[i - 1] > x; --i) {
      values[i] = values[i - 1];
      weights[i] = weights[i - 1];
    }
    values[i] = x;
    weights[i] = 1.0;
    count += 1.0;
  }

  /// NaN before the first value.
  static double quantile(double share, double count, const double* values, const double* weights) {
    const std::size_t size = points(count);
    if (size == 0) return std::numeric_limits<double>::quiet_NaN();
    const double wanted = share * (count - 1.0);
    double place = 0.0;  // of point i: the middle of the places of its values, the least being 0
    for (std::size_t i = 0; i + 1 < size; ++i) {
      const double next = place + 0.5 * (weights[i] + weights[i + 1]);
      if (wanted < next) {
        return values[i] + (wanted - place) / (next - place) * (values[i + 1] - values[i]);
      }
      place = next;
    }
    return values[size - 1];
  }

 private:
  /// The first of the two; the ends are left alone.
  static std::size_t lightest_pair(const double* weights) {
    std::size_t best = 1;
    for (std::size_t i = 2; i + 2 < room; ++i) {
      if (weights[i] + weights[i + 1] < weights[best] + weights[best + 1]) best = i;
    }
    return best;
  }
  static void join(std::size_t i, double* values, double* weights) {
    const double both = weights[i] + weights[i + 1];
    values[i] += (values[i + 1] - values[i]) * (weights[i + 1] / both);
    weights[i] = both;
    std::copy(values + i + 2, values + room, values + i + 1);
    std::copy(weights + i + 2, weights + room, weights + i + 1);
  }
};

}  // namespace driftline

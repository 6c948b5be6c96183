// Quantiles of a stream from a handful of markers, without keeping its values (P², extended).
//
// A marker is a value and its place among all values so far, the smallest being at place 1. For m
// quantiles there are 2m + 3 markers: one for each quantile, one halfway between neighbours, and
// the two extremes. A new value moves the places of all markers above it by one. A marker that is a
// whole place away from where it belongs takes a step there, and its value follows the parabola
// through its neighbours, or the straight line where the parabola would leave their order.
//
// Departs from the papers in the answer: a quantile is read off the line between the two markers
// around its place, not off its own marker, which may be a place away. So the first 2m + 3 values
// give exact quantiles (NumPy's "linear"), and no quantile ever crosses another.
//
// Jain, Chlamtac. The P2 algorithm for dynamic calculation of quantiles and histograms without
// storing observations. 1985.
// Raatikainen. Simultaneous estimation of several percentiles. 1987.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace driftline {

/// The rule for one set of quantiles. What it knows of a column lies with the caller: a count, and
/// `size()` values and places.
class QuantileMarkers {
 public:
  /// Between 0 and 1, in any order; one named twice counts once.
  explicit QuantileMarkers(std::vector<double> quantiles) {
    std::ranges::sort(quantiles);
    const auto repeated = std::ranges::unique(quantiles);
    quantiles.erase(repeated.begin(), repeated.end());
    shares_.push_back(0.0);
    for (const double quantile : quantiles) {
      shares_.push_back(0.5 * (last_quantile() + quantile));
      shares_.push_back(quantile);
    }
    shares_.push_back(0.5 * (last_quantile() + 1.0));
    shares_.push_back(1.0);
  }

  [[nodiscard]] std::size_t size() const { return shares_.size(); }

  void learn(double x, double& count, double* values, double* places) const {
    if (count < static_cast<double>(size())) {
      insert(x, static_cast<std::size_t>(count), values);
      places[static_cast<std::size_t>(count)] = count + 1.0;
      count += 1.0;
      return;
    }
    count += 1.0;
    const std::size_t last = size() - 1;
    values[0] = std::min(values[0], x);
    values[last] = std::max(values[last], x);
    for (std::size_t i = 1; i < last; ++i) places[i] += x < values[i] ? 1.0 : 0.0;
    places[last] = count;
    for (std::size_t i = 1; i < last; ++i) {
      const double lag = 1.0 + (count - 1.0) * shares_[i] - places[i];
      if (lag >= 1.0 && places[i + 1] - places[i] > 1.0) step(i, 1.0, values, places);
      if (lag <= -1.0 && places[i - 1] - places[i] < -1.0) step(i, -1.0, values, places);
    }
  }

  /// NaN before the first value.
  [[nodiscard]] double quantile(double share, double count, const double* values,
                                const double* places) const {
    const std::size_t known =
        count < static_cast<double>(size()) ? static_cast<std::size_t>(count) : size();
    if (known == 0) return std::numeric_limits<double>::quiet_NaN();
    const double place = 1.0 + (count - 1.0) * share;
    std::size_t i = 0;
    while (i + 1 < known && places[i + 1] < place) ++i;
    if (i + 1 == known || !(places[i + 1] > places[i])) return values[i];
    const double part = (place - places[i]) / (places[i + 1] - places[i]);
    return values[i] + part * (values[i + 1] - values[i]);
  }

 private:
  [[nodiscard]] double last_quantile() const { return shares_.back(); }

  static void insert(double x, std::size_t count, double* values) {
    std::size_t i = count;
    for (; i > 0 && values[i - 1] > x; --i) values[i] = values[i - 1];
    values[i] = x;
  }

  /// Marker i moves by one place, up or down.
  static void step(std::size_t i, double move, double* values, double* places) {
    const double above = places[i + 1] - places[i];
    const double below = places[i] - places[i - 1];
    const double rise = (values[i + 1] - values[i]) / above;
    const double fall = (values[i] - values[i - 1]) / below;
    const double curved =
        values[i] + move / (above + below) * ((below + move) * rise + (above - move) * fall);
    if (values[i - 1] < curved && curved < values[i + 1]) {
      values[i] = curved;
    } else {
      values[i] += move > 0.0 ? rise : -fall;
    }
    places[i] += move;
  }

  std::vector<double> shares_;  // of the values that lie below each marker, if it is where it belongs
};

}  // namespace driftline

// The linear model of a leaf: a perceptron on standardised numbers, as in FIMT-DD.
//
//   z_i = (x_i - mean_i) / (3 deviation_i), and the target likewise
//   w += rate weight (z_y - w . z) z,   rate = learning_rate / (1 + learning_rate_decay n)
//
// z has a 1 for the constant. A row enters the means and deviations before it is standardised; n is
// the weight learned before it. A missing value, a nominal one and one of a column that does not
// vary count 0. The answer is scaled back to the target's own units.
//
// A step is never longer than to the answer wanted: with hundreds of columns, or rows of great
// weight, the plain rule oscillates and grows without bound.
//
// Kept: 5 doubles for each column.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "driftline/numeric/moments.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/trees/attributes.hpp"

namespace driftline {

class LeafModel {
 public:
  Moments target;
  double intercept = 0.0;

  [[nodiscard]] std::size_t width() const { return width_; }

  /// The mean of the targets as long as no weight says otherwise.
  [[nodiscard, gnu::always_inline]] double predict(const TreeRow& row) const {
    return (along(row) + intercept) * (3.0 * target.deviation()) + target.mean;
  }

  /// True if memory was needed.
  [[gnu::always_inline]] bool learn(const TreeRow& row, double y, double w, double learning_rate,
                                    double decay) {
    const bool has_grown = row.width > width_;
    if (has_grown) widen(row.width);
    const double rate = learning_rate / (1.0 + decay * target.weight);
    standardize(row, w);
    target.add(y, w);
    const double spread = 3.0 * target.deviation();
    const double wanted = spread > 0.0 ? (y - target.mean) / spread : 0.0;
    const double error = wanted - (along(row) + intercept);
    const double length = 1.0 + squared(row);
    const double step = error * std::min(rate * w, 1.0 / length);
    const double* mean = array(1);
    const double* scale = array(3);
    double* weights = array(4);
    each_column(within(row), [=](std::size_t i, double x) {
      weights[i] += step * standard(x, mean[i], scale[i]);
    });
    intercept += step;
    return has_grown;
  }

  /// Columns to come have no spread, and count 0.
  [[gnu::noinline]] void widen(std::size_t width) {
    std::vector<double> next(arrays * width, 0.0);
    for (std::size_t k = 0; k < arrays; ++k) {
      std::copy_n(numbers_.data() + k * width_, width_, next.data() + k * width);
    }
    numbers_.swap(next);
    width_ = width;
  }

  [[nodiscard]] std::size_t heap_bytes() const { return numbers_.size() * sizeof(double); }
  /// Calls take(number) with each of the arrays that a file needs: weight, mean, squares, weights.
  void each_saved(auto&& take) const {
    for (const std::size_t k : saved) {
      for (std::size_t i = 0; i < width_; ++i) take(array(k)[i]);
    }
  }
  void restore(std::size_t width, auto&& next) {
    widen(width);
    for (const std::size_t k : saved) {
      for (std::size_t i = 0; i < width_; ++i) array(k)[i] = next();
    }
    for (std::size_t i = 0; i < width_; ++i) {
      array(3)[i] = scale_of(array(2)[i] / array(0)[i]);
    }
  }

 private:
  static constexpr std::size_t arrays = 5;  // weight, mean, squares, scale, weights
  static constexpr std::array<std::size_t, 4> saved{0, 1, 2, 4};
  static constexpr double no_spread = 1e-300;

  [[nodiscard]] const double* array(std::size_t k) const { return numbers_.data() + k * width_; }
  [[nodiscard]] double* array(std::size_t k) { return numbers_.data() + k * width_; }
  [[nodiscard]] DenseRow within(const TreeRow& row) const {
    return {.values = row.values, .width = std::min(row.width, width_)};
  }

  [[gnu::always_inline]] static double standard(double x, double mean, double scale) {
    const double z = (x - mean) * scale;
    return std::isnan(x) ? 0.0 : z;
  }
  [[gnu::always_inline]] static double scale_of(double variance) {
    return variance > no_spread ? 1.0 / (3.0 * std::sqrt(variance)) : 0.0;  // 0 for NaN too
  }

  /// w . z without the constant.
  [[nodiscard, gnu::always_inline]] double along(const TreeRow& row) const {
    const double* mean = array(1);
    const double* scale = array(3);
    const double* weights = array(4);
    return sum_columns(within(row), width_, [=](std::size_t i, double x) {
      return weights[i] * standard(x, mean[i], scale[i]);
    });
  }
  [[nodiscard, gnu::always_inline]] double squared(const TreeRow& row) const {
    const double* mean = array(1);
    const double* scale = array(3);
    return sum_columns(within(row), width_, [=](std::size_t i, double x) {
      const double z = standard(x, mean[i], scale[i]);
      return z * z;
    });
  }
  /// Welford's update of every column that has a value.
  [[gnu::always_inline]] void standardize(const TreeRow& row, double w) {
    double* weight = array(0);
    double* mean = array(1);
    double* squares = array(2);
    double* scale = array(3);
    each_column(within(row), [=](std::size_t i, double value) {
      const bool is_there = !std::isnan(value);
      const double own = is_there ? w : 0.0;
      const double x = is_there ? value : mean[i];
      const double n = weight[i] + own;
      const double d = x - mean[i];
      weight[i] = n;
      mean[i] += n > 0.0 ? d * (own / n) : 0.0;
      squares[i] += own * d * (x - mean[i]);
      scale[i] = scale_of(squares[i] / n);
    });
  }

  std::size_t width_ = 0;
  std::vector<double> numbers_;
};

}  // namespace driftline

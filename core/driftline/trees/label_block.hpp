// What a leaf knows of its numeric attributes under one label: normal distributions, in arrays over
// the attributes.
//
// The arrays are mean, half the inverse variance (the precision), sum of squared deviations,
// smallest and largest value (`value_ranges.hpp`), and, once values have been missing, a count. A
// vote reads the first two only.
//
// Variance is that of a sample (ddof 1). An attribute without spread has density 1 at its value and
// 0 elsewhere: as the inverse of no variance stands a number so large that any distance rules the
// label out, and no logarithm is added. The logarithms of all variances are taken as one product.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/lanes.hpp"
#include "driftline/numeric/log_product.hpp"
#include "driftline/numeric/normal_lanes.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/trees/value_ranges.hpp"

namespace driftline {

/// How a block is laid out, by the number of its arrays.
enum class BlockLayout : std::uint8_t {
  narrow = 4,   ///< both ends of a range share a double
  wide = 5,     ///< both are doubles
  counting = 6  ///< and values are counted for each attribute
};

/// 1 / (n - 1), 0 for a single value.
inline double inverse_freedom(double n) { return n > 1.0 ? 1.0 / (n - 1.0) : 0.0; }

/// A view of a label's arrays over `count` attributes. `Memory` is double or const double.
template <class Memory>
class LabelBlock {
 public:
  LabelBlock(Memory* memory, std::size_t count, BlockLayout layout)
      : memory_(memory), count_(count), layout_(layout) {}

  [[nodiscard]] Memory* mean() const { return memory_; }
  [[nodiscard]] Memory* precision() const { return memory_ + count_; }
  [[nodiscard]] Memory* m2() const { return memory_ + 2 * count_; }
  [[nodiscard]] ValueRanges<Memory> ranges() const {
    return {memory_ + 3 * count_, count_, layout_ == BlockLayout::narrow};
  }
  /// In layouts other than narrow.
  [[nodiscard]] Memory* low() const { return memory_ + 3 * count_; }
  [[nodiscard]] Memory* high() const { return memory_ + 4 * count_; }
  [[nodiscard]] Memory* counts() const { return memory_ + 5 * count_; }
  /// The weight of the values of attribute i, `all` being that of the rows.
  [[nodiscard]] double seen(std::size_t i, double all) const {
    return layout_ == BlockLayout::counting ? counts()[i] : all;
  }

  /// Minus the logarithm of a whole row's density, but for what does not hang on the row.
  [[nodiscard, gnu::always_inline]] double distance(const double* x) const {
    const double* own_mean = mean();
    const double* own_precision = precision();
    return sum_columns(DenseRow{.values = x, .width = count_}, count_,
                       [=](std::size_t i, double value) {
                         const double d = value - own_mean[i];
                         return d * d * own_precision[i];
                       });
  }
  /// The logarithm of a row's density where values are or were missing: an attribute without a
  /// value is left out, and one that the label has never met tells it nothing.
  [[nodiscard]] double log_density(const double* x) const {
    const double* own_mean = mean();
    const double* own_precision = precision();
    return sum_columns(DenseRow{.values = x, .width = count_}, count_,
                       [=](std::size_t i, double value) {
                         if (std::isnan(value)) return 0.0;
                         if (own_precision[i] == unmet) return 0.0;
                         const double d = value - own_mean[i];
                         return half_log(own_precision[i]) - d * d * own_precision[i];
                       });
  }

  void clear() const {
    std::fill_n(memory_, static_cast<std::size_t>(layout_) * count_, 0.0);
    ranges().clear();
  }
  /// Takes a whole row of weight w, with which the label has `all`: Welford's update, and what a
  /// vote needs of it, in one go. Narrow ranges stay as they are; `is_outside` says whether they
  /// lack one of the values. Returns the variances.
  template <BlockLayout layout>
  [[gnu::always_inline]] LogProduct take(const double* x, double w, double all, bool votes,
                                         bool& is_outside) const {
    // d * (w / n), not w * d / n: at the first value w / n is exactly 1, so a constant attribute
    // has no deviation at all.
    const double part = w / all;
    const double inverse = inverse_freedom(all);
    LaneProduct product(count_);
    Lanes<4>::Integers outside{};
    std::int64_t outside_rest = 0;
    each_lanes(count_, [&]<std::size_t n>(std::size_t first) [[gnu::always_inline]] {
      typename Lanes<n>::Doubles values;
      typename Lanes<n>::Doubles own_m2;
      Lanes<n>::load(x + first, values);
      take_values<n>(values, w, part, mean() + first, m2() + first, own_m2);
      if (votes) {
        typename Lanes<n>::Doubles factors;
        spreads_of<n>(own_m2 * inverse, precision() + first, factors);
        product.take<n>(first, factors);
      }
      typename Lanes<n>::Integers lacking{};
      stretch<layout, n>(first, values, lacking);
      if constexpr (n == 4) {
        outside |= lacking;
      } else {
        for (std::size_t i = 0; i < n; ++i) outside_rest |= lacking[i];
      }
    });
    is_outside = (outside[0] | outside[1] | outside[2] | outside[3] | outside_rest) != 0;
    return product.product();
  }
  /// Takes what a row has, in the layout that counts.
  void take_by_column(const double* x, double w) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (std::isnan(x[i])) continue;
      double& n = counts()[i];
      n += w;
      step(x[i], w, w / n, mean()[i], m2()[i]);
      ranges().stretch(i, x[i]);
    }
  }
  /// Makes the precisions anew. Returns the variances.
  [[nodiscard]] LogProduct derive(double all) const {
    LogProduct product;
    std::array<double, LogProduct::block> factors;  // NOLINT(*-member-init): written before read
    for (std::size_t start = 0; start < count_; start += LogProduct::block) {
      const std::size_t n = std::min(count_ - start, LogProduct::block);
      for (std::size_t i = start; i < start + n; ++i) {
        const double met = seen(i, all);
        factors[i - start] = spread_of(m2()[i] * inverse_freedom(met), precision()[i]);
        if (met == 0.0) precision()[i] = unmet;
      }
      product.take(factors.data(), n);
    }
    return product;
  }

 private:
  static constexpr double unmet = 0.0;  // in place of a precision

  /// Ranges take n values in, unless they are narrow: then `lacking` is not 0 where one lies
  /// outside.
  template <BlockLayout layout, std::size_t n>
  [[gnu::always_inline]] void stretch(std::size_t first, const typename Lanes<n>::Doubles& values,
                                      typename Lanes<n>::Integers& lacking) const {
    if constexpr (layout == BlockLayout::narrow) {
      ranges().template lacks<n>(first, values, lacking);
    } else {
      typename Lanes<n>::Doubles lowest;
      typename Lanes<n>::Doubles highest;
      Lanes<n>::load(low() + first, lowest);
      Lanes<n>::load(high() + first, highest);
      Lanes<n>::store(values < lowest ? values : lowest, low() + first);
      Lanes<n>::store(values > highest ? values : highest, high() + first);
    }
  }

  /// -log(2 pi variance) / 2 from half the inverse variance.
  static double half_log(double precision) {
    if (precision >= no_spread_precision) return 0.0;
    return 0.5 * log(precision * (2.0 / two_pi));
  }
  [[gnu::always_inline]] static void step(double x, double w, double part, double& mean,
                                          double& m2) {
    const double d = x - mean;
    mean += d * part;
    m2 += w * d * (x - mean);
  }

  Memory* memory_;
  std::size_t count_;
  BlockLayout layout_;
};

}  // namespace driftline

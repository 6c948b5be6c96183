// Normal distributions of several columns at once: what a row adds to them, and what a vote needs.
#pragma once

#include <cstddef>

#include "driftline/numeric/lanes.hpp"
#include "driftline/numeric/log_product.hpp"

namespace driftline {

/// A variance is 0 from here down, and half its inverse is this: its products are finite or
/// infinite, never NaN.
inline constexpr double no_spread = 1e-300;
inline constexpr double no_spread_precision = 1e300;
inline constexpr double two_pi = 6.283185307179586477;

/// Welford's update by values of weight w, which are the share `part` of all so far.
template <std::size_t n>
[[gnu::always_inline]] inline void take_values(const typename Lanes<n>::Doubles& values, double w,
                                               double part, double* mean, double* m2,
                                               typename Lanes<n>::Doubles& new_m2) {
  typename Lanes<n>::Doubles own_mean;
  Lanes<n>::load(mean, own_mean);
  Lanes<n>::load(m2, new_m2);
  const auto d = values - own_mean;
  own_mean += d * part;
  new_m2 += w * d * (values - own_mean);
  Lanes<n>::store(own_mean, mean);
  Lanes<n>::store(new_m2, m2);
}

/// Sets half the inverse variance; returns 2 pi times the variance for a logarithm, 1 where there
/// is no spread, as in a column never met, whose variance is NaN.
[[gnu::always_inline]] inline double spread_of(double variance, double& precision) {
  const bool has_spread = variance > no_spread;
  precision = has_spread ? 0.5 / variance : no_spread_precision;
  return has_spread ? variance * two_pi : 1.0;
}
template <std::size_t n>
[[gnu::always_inline]] inline void spreads_of(const typename Lanes<n>::Doubles& variance,
                                              double* precision,
                                              typename Lanes<n>::Doubles& factors) {
  using Doubles = typename Lanes<n>::Doubles;
  const auto has_spread = variance > no_spread;
  Lanes<n>::store(has_spread ? 0.5 / variance : Doubles{} + no_spread_precision, precision);
  factors = has_spread ? variance * two_pi : Doubles{} + 1.0;
}

/// The product of factors that come from `each_lanes`.
class LaneProduct {
 public:
  explicit LaneProduct(std::size_t count) : count_(count) {}

  template <std::size_t n>
  [[gnu::always_inline]] void take(std::size_t first, const typename Lanes<n>::Doubles& factors) {
    if constexpr (n == 4) {
      if (first % LogProduct::block == 0) product_.start_block();
      product_.take(factors);
    } else if constexpr (n == 2) {
      two_ = factors;
    } else {
      one_ = factors[0];
    }
  }
  /// Once all are taken.
  [[gnu::always_inline]] const LogProduct& product() {
    const std::size_t rest = count_ % LogProduct::lanes;
    if (rest == 0) return product_;
    if ((count_ - rest) % LogProduct::block == 0) product_.start_block();
    if (rest == 1) {
      product_.take(LogProduct::Four{one_, 1.0, 1.0, 1.0});
    } else {
      product_.take(LogProduct::Four{two_[0], two_[1], one_, 1.0});
    }
    return product_;
  }

 private:
  LogProduct product_;
  std::size_t count_;
  Lanes<2>::Doubles two_{1.0, 1.0};
  double one_ = 1.0;
};

}  // namespace driftline

// The normal distribution's tail and its inverse, with the same bits on every CPU.
#pragma once

#include <initializer_list>

#include "driftline/numeric/elementary.hpp"

namespace driftline {

/// The chance that a standard normal variable is above x, for x >= 0: Hart's rational form (5666),
/// and a continued fraction far out. Largest absolute error: 2e-16.
inline double normal_tail(double x) {
  const double density = exp(-0.5 * x * x);
  if (x < 7.07106781186547) {
    double above = 3.52624965998911e-02 * x + 0.700383064443688;
    for (const double c : {6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
                           220.206867912376}) {
      above = above * x + c;
    }
    double below = 8.83883476483184e-02 * x + 1.75566716318264;
    for (const double c : {16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
                           793.826512519948, 440.413735824752}) {
      below = below * x + c;
    }
    return density * above / below;
  }
  double fraction = x + 0.65;
  for (const double k : {4.0, 3.0, 2.0, 1.0}) fraction = x + k / fraction;
  return density / fraction / 2.506628274631000502;  // the root of 2 pi
}

/// The chance that a standard normal variable is at most z, without a branch, so that a loop over
/// it is compiled for several lanes: 1 from 9 on, below 1e-300 under -37. The rational form keeps
/// its course far out, where it is 1 / (z sqrt(2 pi)): largest absolute error 2e-16.
[[gnu::always_inline]] inline double normal_cdf(double z) {
  const double far = z < 0.0 ? -z : z;
  const double x = far < 37.0 ? far : 37.0;
  double above = 3.52624965998911e-02 * x + 0.700383064443688;
  above = above * x + 6.37396220353165;
  above = above * x + 33.912866078383;
  above = above * x + 112.079291497871;
  above = above * x + 221.213596169931;
  above = above * x + 220.206867912376;
  double below = 8.83883476483184e-02 * x + 1.75566716318264;
  below = below * x + 16.064177579207;
  below = below * x + 86.7807322029461;
  below = below * x + 296.564248779674;
  below = below * x + 637.333633378831;
  below = below * x + 793.826512519948;
  below = below * x + 440.413735824752;
  const double tail = exp_within(-0.5 * x * x) * above / below;
  return z < 0.0 ? tail : 1.0 - tail;
}

/// The x >= 0 above which a standard normal variable lies with this chance, from 1e-300 to 1/2.
inline double normal_quantile(double tail) {
  double low = 0.0;
  double high = 38.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (normal_tail(middle) > tail ? low : high) = middle;
  }
  return high;
}

}  // namespace driftline

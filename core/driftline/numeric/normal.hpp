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

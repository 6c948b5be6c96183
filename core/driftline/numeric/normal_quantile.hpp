// The inverse of the normal distribution: a uniform number in, a normal one out.
//
// Three rational functions, for the middle, the flanks and the far tails; relative error below
// 3e-15. One uniform number gives one normal number, so the n-th draw of a row does not
// depend on whether the draw before it came in a pair, as it would with Box and Muller's method.
//
// Wichura. Algorithm AS 241: The Percentage Points of the Normal Distribution. 1988.
#pragma once

#include <array>
#include <cmath>

#include "driftline/numeric/elementary.hpp"

namespace driftline {

namespace detail {

using Coefficients = std::array<double, 8>;

/// Horner's form, the constant first.
[[gnu::always_inline]] inline double polynomial(double x, const Coefficients& c) {
  return ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x +
         c[0];
}

/// Beyond |p - 1/2| = 0.425; `tail` is the smaller of p and 1 - p.
inline double normal_quantile_of_tail(double tail) {
  static constexpr Coefficients flank_over{
      1.42343711074968357734e0,  4.63033784615654529590e0,  5.76949722146069140550e0,
      3.64784832476320460504e0,  1.27045825245236838258e0,  2.41780725177450611770e-1,
      2.27238449892691845833e-2, 7.74545014278341407640e-4,
  };
  static constexpr Coefficients flank_under{
      1.0,
      2.05319162663775882187e0,
      1.67638483018380384940e0,
      6.89767334985100004550e-1,
      1.48103976427480074590e-1,
      1.51986665636164571966e-2,
      5.47593808499534494600e-4,
      1.05075007164441684324e-9,
  };
  static constexpr Coefficients far_over{
      6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
      2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
      2.71155556874348757815e-5, 2.01033439929228813265e-7,
  };
  static constexpr Coefficients far_under{
      1.0,
      5.99832206555887937690e-1,
      1.36929880922735805310e-1,
      1.48753612908506148525e-2,
      7.86869131145613259100e-4,
      1.84631831751005468180e-5,
      1.42151175831644588870e-7,
      2.04426310338993978564e-15,
  };
  const double r = std::sqrt(-log(tail));
  return r <= 5.0 ? polynomial(r - 1.6, flank_over) / polynomial(r - 1.6, flank_under)
                  : polynomial(r - 5.0, far_over) / polynomial(r - 5.0, far_under);
}

}  // namespace detail

/// x with P(normal <= x) = p, for 0 < p < 1.
inline double normal_quantile(double p) {
  static constexpr detail::Coefficients over{
      3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
      1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
      3.3430575583588128105e4, 2.5090809287301226727e3,
  };
  static constexpr detail::Coefficients under{
      1.0,
      4.2313330701600911252e1,
      6.8718700749205790830e2,
      5.3941960214247511077e3,
      2.1213794301586595867e4,
      3.9307895800092710610e4,
      2.8729085735721942674e4,
      5.2264952788528545610e3,
  };
  const double q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * detail::polynomial(r, over) / detail::polynomial(r, under);
  }
  return q < 0.0 ? -detail::normal_quantile_of_tail(p) : detail::normal_quantile_of_tail(1.0 - p);
}

}  // namespace driftline

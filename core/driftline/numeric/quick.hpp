// Floats in place of doubles: twice as many at once, right to six digits.
//
// For questions that a rough answer often settles. Whatever it does not settle is computed again
// in full, so no result depends on these.
#pragma once

#include <bit>
#include <cstdint>
#include <numbers>

namespace driftline {

/// Natural logarithm of a positive, normal and finite number. Largest absolute error: 1e-5 over
/// the whole range, 1e-6 between 1e-6 and 1e6.
[[gnu::always_inline]] inline float quick_log(float x) {
  // In the manner of `log_within`: x = 2^e m with m in [sqrt(1/2), sqrt(2)).
  constexpr std::uint32_t root_half = 0x3f3504f3U;
  constexpr std::uint32_t bias = 128;
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t raised = (bits - root_half + (bias << 23U)) >> 23U;
  const auto m = std::bit_cast<float>(bits - (raised << 23U) + (bias << 23U));
  const float s = (m - 1.0F) / (m + 1.0F);
  const float z = s * s;
  const float series = 2.0F + z * (2.0F / 3 + z * (2.0F / 5 + z * (2.0F / 7)));
  // An integer below 2^23 is a float's low bits away from 2^23: no conversion needed.
  const float k = std::bit_cast<float>(raised | 0x4b000000U) - (0x1p23F + 128.0F);
  return k * std::numbers::ln2_v<float> + s * series;
}

/// x log x, 0 at 0.
[[gnu::always_inline]] inline float quick_times_log(float x) {
  return x * quick_log(x < 1e-30F ? 1e-30F : x);
}

/// The chance that a standard normal variable is at most z: the polynomial 26.2.17 of Abramowitz
/// and Stegun. Largest absolute error: 1e-6.
[[gnu::always_inline]] inline float quick_normal_cdf(float z) {
  const float far = z < 0.0F ? -z : z;
  const float x = far < 12.0F ? far : 12.0F;

  // The density, by 2^y with y = k + f and |f| <= 1/2.
  constexpr float shift = 0x1.8p23F;
  const float y = x * x * (-0.5F * std::numbers::log2e_v<float>);
  const float rounded = y + shift;
  const float r = (y - (rounded - shift)) * std::numbers::ln2_v<float>;
  const float r2 = r * r;
  const float mantissa =
      (1.0F + r) + r2 * ((1.0F / 2 + r * (1.0F / 6)) + r2 * (1.0F / 24 + r * (1.0F / 120)));
  const auto power = std::bit_cast<float>((std::bit_cast<std::uint32_t>(rounded) + 127U) << 23U);
  const float density = mantissa * power * 0.39894228F;

  const float t = 1.0F / (1.0F + 0.2316419F * x);
  const float series =
      t *
      (0.31938153F + t * (-0.35656378F + t * (1.78147794F + t * (-1.82125598F + t * 1.33027443F))));
  const float tail = density * series;
  return z < 0.0F ? tail : 1.0F - tail;
}

}  // namespace driftline

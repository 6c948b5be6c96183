// The logarithm of a long product, with one logarithm.
//
// A positive double is m 2^e with m in [1, 2). The mantissas are multiplied in four lanes by
// index, like every sum over columns, and the exponents are added as integers. A factor of 1
// changes nothing. Mantissas are put back into [1, 2) from block to block, before they overflow.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "driftline/numeric/elementary.hpp"

namespace driftline {

class LogProduct {
 public:
  /// At most this many factors may be taken in one call: a lane then stays below 2^129.
  static constexpr std::size_t block = 512;

  /// Multiplies by factors[first .. last); all must be positive and normal, `first` a multiple
  /// of 4.
  [[gnu::always_inline]] void take(std::size_t first, std::size_t last, const double* factors) {
    if (first > 0) normalize();
    std::array<double, lanes> mantissa = mantissa_;  // locals, so that the loop vectorises
    std::array<std::uint64_t, lanes> exponent = exponent_;
    const std::size_t whole = last - (last - first) % lanes;
    for (std::size_t i = first; i < whole; i += lanes) {
      for (std::size_t j = 0; j < lanes; ++j) {
        const auto bits = std::bit_cast<std::uint64_t>(factors[i + j]);
        mantissa[j] *= std::bit_cast<double>((bits & mantissa_bits) | one_bits);
        exponent[j] += bits >> 52;
      }
    }
    mantissa_ = mantissa;
    exponent_ = exponent;
    for (std::size_t i = whole; i < last; ++i) multiply(i - whole, factors[i]);
    count_ += last - first;
  }

  /// log(product / divisor), the divisor in the one logarithm too.
  [[nodiscard]] double log_over(double divisor) const {
    const double mantissa = (mantissa_[0] * mantissa_[2]) * (mantissa_[1] * mantissa_[3]);
    const std::uint64_t biased = (exponent_[0] + exponent_[2]) + (exponent_[1] + exponent_[3]);
    const auto exponent = static_cast<std::int64_t>(biased - 1023 * count_);
    return log(mantissa / divisor) + static_cast<double>(exponent) * std::numbers::ln2;
  }

 private:
  static constexpr std::size_t lanes = 4;
  static constexpr std::uint64_t mantissa_bits = 0x000fffffffffffffULL;
  static constexpr std::uint64_t one_bits = 0x3ff0000000000000ULL;  // 1.0

  void multiply(std::size_t lane, double factor) {
    const auto bits = std::bit_cast<std::uint64_t>(factor);
    mantissa_[lane] *= std::bit_cast<double>((bits & mantissa_bits) | one_bits);
    exponent_[lane] += bits >> 52;
  }
  void normalize() {
    for (std::size_t j = 0; j < lanes; ++j) {
      const double mantissa = mantissa_[j];
      mantissa_[j] = 1.0;
      multiply(j, mantissa);
    }
    count_ += lanes;
  }

  std::array<double, lanes> mantissa_{1.0, 1.0, 1.0, 1.0};
  std::array<std::uint64_t, lanes> exponent_{};  // each 1023 too high for every factor
  std::size_t count_ = 0;
};

}  // namespace driftline

// The logarithm of a long product, with one logarithm.
//
// A positive double is m 2^e with m in [1, 2). The mantissas are multiplied in four lanes by
// index, like every sum over columns, and the exponents are added as integers. A factor of 1
// changes nothing. Mantissas are put back into [1, 2) after each call, before they overflow.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "driftline/numeric/elementary.hpp"

namespace driftline {

class LogProduct {
 public:
  /// At most this many factors may be taken in one call: a lane then stays below 2^129.
  static constexpr std::size_t block = 512;

  /// Multiplies by factor(i) for each i of [first, last); all must be positive and normal.
  template <class Factor>
  void take(std::size_t first, std::size_t last, Factor factor) {
    std::size_t i = first;
    for (; i % lanes != 0 && i < last; ++i) multiply(i % lanes, factor(i));
    for (; i + lanes <= last; i += lanes) {
      for (std::size_t j = 0; j < lanes; ++j) multiply(j, factor(i + j));
    }
    for (; i < last; ++i) multiply(i % lanes, factor(i));
    for (std::size_t j = 0; j < lanes; ++j) {
      const double mantissa = mantissa_[j];
      mantissa_[j] = 1.0;
      multiply(j, mantissa);
    }
  }

  [[nodiscard]] double log() const {
    const double mantissa = (mantissa_[0] * mantissa_[2]) * (mantissa_[1] * mantissa_[3]);
    const std::int64_t exponent = (exponent_[0] + exponent_[2]) + (exponent_[1] + exponent_[3]);
    return driftline::log(mantissa) + static_cast<double>(exponent) * 0.6931471805599453094;
  }

 private:
  static constexpr std::size_t lanes = 4;

  void multiply(std::size_t lane, double factor) {
    const auto bits = std::bit_cast<std::uint64_t>(factor);
    mantissa_[lane] *= std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
    exponent_[lane] += static_cast<std::int64_t>(bits >> 52) - 1023;
  }

  std::array<double, lanes> mantissa_{1.0, 1.0, 1.0, 1.0};
  std::array<std::int64_t, lanes> exponent_{};
};

}  // namespace driftline

// The logarithm of a long product, with one logarithm.
//
// A positive double is m 2^e with m in [1, 2). The mantissas are multiplied in four lanes by
// index, like every sum over columns, and the exponents are added as integers. A factor of 1
// changes nothing. Mantissas are put back into [1, 2) from block to block, before they overflow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/lanes.hpp"

namespace driftline {

class LogProduct {
 public:
  /// At most this many factors may be taken in one call: a lane then stays below 2^129.
  static constexpr std::size_t block = 512;
  static constexpr std::size_t lanes = 4;
  using Four = Lanes<lanes>::Doubles;

  /// Multiplies by `count` factors, all positive and normal. Only the last call may bring a
  /// number that is no multiple of 4.
  [[gnu::always_inline]] void take(const double* factors, std::size_t count) {
    start_block();
    const std::size_t rest = count % lanes;
    const std::size_t whole = count - rest;
    for (std::size_t i = 0; i < whole; i += lanes) {
      Four four;
      Lanes<lanes>::load(factors + i, four);
      take(four);
    }
    if (rest > 0) {
      take(Four{factors[whole], rest > 1 ? factors[whole + 1] : 1.0,
                rest > 2 ? factors[whole + 2] : 1.0, 1.0});
    }
  }

  /// The same in steps: before every `block` of factors, then four at a time.
  [[gnu::always_inline]] void start_block() {
    if (count_ > 0) normalize();
  }
  [[gnu::always_inline]] void take(const Four& factors) {
    constexpr std::int64_t mantissa_bits = 0x000fffffffffffffLL;
    constexpr std::int64_t one_bits = 0x3ff0000000000000LL;  // 1.0
    const auto bits = __builtin_bit_cast(Integers, factors);
    mantissa_ *= __builtin_bit_cast(Four, (bits & mantissa_bits) | one_bits);
    exponent_ += bits >> 52;  // of a positive number: no sign comes with it
    count_ += lanes;
  }

  /// A logarithm still to be taken, and what is added to it.
  struct Rest {
    double argument;
    double shift;

    [[nodiscard, gnu::always_inline]] double value() const { return log(argument) + shift; }
  };
  /// log(product / divisor), the divisor in the one logarithm too.
  [[nodiscard, gnu::always_inline]] Rest over(double divisor) const {
    const std::int64_t biased = (exponent_[0] + exponent_[2]) + (exponent_[1] + exponent_[3]);
    const std::int64_t exponent = biased - 1023 * static_cast<std::int64_t>(count_);
    return {.argument = (mantissa_[0] * mantissa_[2]) * (mantissa_[1] * mantissa_[3]) / divisor,
            .shift = static_cast<double>(exponent) * std::numbers::ln2};
  }
  [[nodiscard, gnu::always_inline]] double log_over(double divisor) const {
    return over(divisor).value();
  }

 private:
  using Integers = Lanes<lanes>::Integers;

  void normalize() {
    const Four grown = mantissa_;
    mantissa_ = Four{1.0, 1.0, 1.0, 1.0};
    take(grown);
  }

  Four mantissa_{1.0, 1.0, 1.0, 1.0};
  Integers exponent_{};  // each 1023 too high for every factor
  std::size_t count_ = 0;
};

}  // namespace driftline

// The logarithm of a long product, with one logarithm.
//
// A positive double is m 2^e with m in [1, 2). The mantissas are multiplied in four lanes by
// index, like every sum over columns, and the exponents are added as integers. A factor of 1
// changes nothing. Mantissas are put back into [1, 2) from block to block, before they overflow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <utility>

#include "driftline/numeric/elementary.hpp"

namespace driftline {

class LogProduct {
 public:
  /// At most this many factors may be taken in one call: a lane then stays below 2^129.
  static constexpr std::size_t block = 512;

  /// Multiplies by `count` factors, all positive and normal. Only the last call may bring a
  /// number that is no multiple of 4.
  [[gnu::always_inline]] void take(const double* factors, std::size_t count) {
    if (count_ > 0) normalize();
    const std::size_t rest = count % lanes;
    const std::size_t whole = count - rest;
    for (std::size_t i = 0; i < whole; i += lanes) {
      low_.multiply(load(factors + i));
      high_.multiply(load(factors + i + 2));
    }
    if (rest > 0) {
      low_.multiply(Doubles{factors[whole], rest > 1 ? factors[whole + 1] : 1.0});
      high_.multiply(Doubles{rest > 2 ? factors[whole + 2] : 1.0, 1.0});
    }
    count_ += whole + (rest > 0 ? lanes : 0);
  }

  /// A logarithm still to be taken, and what is added to it.
  struct Rest {
    double argument;
    double shift;

    [[nodiscard, gnu::always_inline]] double value() const { return log(argument) + shift; }
  };
  /// log(product / divisor), the divisor in the one logarithm too.
  [[nodiscard, gnu::always_inline]] Rest over(double divisor) const {
    const Doubles mantissa = low_.mantissa * high_.mantissa;
    const Integers exponents = low_.exponent + high_.exponent;
    const std::uint64_t biased = exponents[0] + exponents[1];
    const auto exponent = static_cast<std::int64_t>(biased - 1023 * count_);
    return {.argument = mantissa[0] * mantissa[1] / divisor,
            .shift = static_cast<double>(exponent) * std::numbers::ln2};
  }
  [[nodiscard, gnu::always_inline]] double log_over(double divisor) const {
    return over(divisor).value();
  }

 private:
  static constexpr std::size_t lanes = 4;
  // The compiler's own vectors: left to itself it takes the lanes one by one. Two doubles long,
  // as every CPU has them.
  using Doubles [[gnu::vector_size(16)]] = double;
  using Integers [[gnu::vector_size(16)]] = std::uint64_t;

  [[gnu::always_inline]] static Doubles load(const double* from) {
    Doubles two;
    std::memcpy(&two, from, sizeof two);
    return two;
  }

  struct Pair {
    Doubles mantissa{1.0, 1.0};
    Integers exponent{};  // each 1023 too high for every factor

    [[gnu::always_inline]] void multiply(Doubles factors) {
      constexpr std::uint64_t mantissa_bits = 0x000fffffffffffffULL;
      constexpr std::uint64_t one_bits = 0x3ff0000000000000ULL;  // 1.0
      const auto bits = __builtin_bit_cast(Integers, factors);
      mantissa *= __builtin_bit_cast(Doubles, (bits & mantissa_bits) | one_bits);
      exponent += bits >> 52;
    }
  };

  void normalize() {
    for (Pair* pair : {&low_, &high_}) {
      pair->multiply(std::exchange(pair->mantissa, Doubles{1.0, 1.0}));
    }
    count_ += lanes;
  }

  Pair low_;   // lanes 0 and 1
  Pair high_;  // lanes 2 and 3
  std::size_t count_ = 0;
};

}  // namespace driftline

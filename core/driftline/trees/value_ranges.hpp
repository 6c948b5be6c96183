// The smallest and the largest value of each attribute, in memory that a leaf lends.
//
// Most columns of real streams are flags and counts. A double that holds one of those has nothing
// but zeros in its lower half, as has any number of at most 21 binary digits. So both ends of a
// range share a double, each the upper half of one, until they are to take in a row with a value
// that needs more; from then on they are doubles. Either way a range is the same number.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "driftline/numeric/lanes.hpp"

namespace driftline {

/// Whether the upper halves of the numbers are all of them.
[[gnu::always_inline]] inline bool are_short(const double* x, std::size_t count) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits |= std::bit_cast<std::uint64_t>(x[i]);
  return (bits & UINT32_MAX) == 0;
}

/// A label's ranges of `count` attributes: in `count` doubles of memory if they are narrow, else in
/// twice as many. `Memory` is double or const double.
template <class Memory>
class ValueRanges {
 public:
  ValueRanges(Memory* memory, std::size_t count, bool is_narrow)
      : memory_(memory), count_(count), is_narrow_(is_narrow) {}

  [[nodiscard]] double low(std::size_t i) const { return is_narrow_ ? upper(i) : memory_[i]; }
  [[nodiscard]] double high(std::size_t i) const {
    return is_narrow_ ? lower(i) : memory_[count_ + i];
  }
  /// Attributes from `first` on, `n` of them.
  [[gnu::always_inline]] void read(std::size_t first, std::size_t n, double* low,
                                   double* high) const {
    if (is_narrow_) {
      for (std::size_t i = 0; i < n; ++i) low[i] = upper(first + i);
      for (std::size_t i = 0; i < n; ++i) high[i] = lower(first + i);
    } else {
      for (std::size_t i = 0; i < n; ++i) low[i] = memory_[first + i];
      for (std::size_t i = 0; i < n; ++i) high[i] = memory_[count_ + first + i];
    }
  }
  /// Narrow ones only: for n values from attribute `first` on, not 0 where one lies outside.
  template <std::size_t n>
  [[gnu::always_inline]] void lacks(std::size_t first, const typename Lanes<n>::Doubles& values,
                                    typename Lanes<n>::Integers& out) const {
    using Doubles = typename Lanes<n>::Doubles;
    Doubles both;
    Lanes<n>::load(memory_ + first, both);
    const auto range = __builtin_bit_cast(typename Lanes<n>::Integers, both);
    out = values < __builtin_bit_cast(Doubles, range & ~std::int64_t{UINT32_MAX});
    out |= values > __builtin_bit_cast(Doubles, range << 32);
  }
  /// Narrow ones only: takes short values in.
  [[gnu::always_inline]] void stretch(const double* x) const {
#pragma GCC ivdep
    for (std::size_t i = 0; i < count_; ++i) {
      memory_[i] = joined(x[i] < upper(i) ? x[i] : upper(i), x[i] > lower(i) ? x[i] : lower(i));
    }
  }

  void clear() const {
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count_; ++i) set(i, inf, -inf);
  }
  /// Narrow ones take short numbers only.
  void set(std::size_t i, double low, double high) const {
    if (is_narrow_) {
      memory_[i] = joined(low, high);
    } else {
      memory_[i] = low;
      memory_[count_ + i] = high;
    }
  }
  void stretch(std::size_t i, double x) const {
    set(i, x < low(i) ? x : low(i), x > high(i) ? x : high(i));
  }

 private:
  [[nodiscard, gnu::always_inline]] std::uint64_t bits(std::size_t i) const {
    return std::bit_cast<std::uint64_t>(memory_[i]);
  }
  [[nodiscard, gnu::always_inline]] double upper(std::size_t i) const {
    return std::bit_cast<double>(bits(i) & ~std::uint64_t{UINT32_MAX});
  }
  [[nodiscard, gnu::always_inline]] double lower(std::size_t i) const {
    return std::bit_cast<double>(bits(i) << 32U);
  }
  [[gnu::always_inline]] static double joined(double low, double high) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(low) |
                                 (std::bit_cast<std::uint64_t>(high) >> 32U));
  }

  Memory* memory_;
  std::size_t count_;
  bool is_narrow_;
};

}  // namespace driftline

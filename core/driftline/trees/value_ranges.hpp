// The smallest and the largest value of each attribute, in memory that a leaf lends.
//
// Most columns of real streams are flags, counts and rounded numbers, and a float holds those to
// the last bit. So ranges are floats, half the bytes, until they are to take in a row with a value
// that no float holds; from then on they are doubles. Either way a range is the same number.
//
// Floats lie in the memory of doubles, and are copied out and in: that is what the language allows,
// and compilers make plain loads of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace driftline {

/// Whether a float holds the number, or infinity, to the last bit.
inline bool fits_float(double x) {
  return x == static_cast<double>(static_cast<float>(x));  // what is too large becomes infinite
}

/// Whether floats hold them all.
[[gnu::always_inline]] inline bool fit_floats(const double* x, std::size_t count) {
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < count; ++i) others |= static_cast<std::uint64_t>(!fits_float(x[i]));
  return others == 0;
}

/// A label's ranges of `count` attributes: `count` doubles of memory for floats, else twice that.
/// `Memory` is double or const double.
template <class Memory>
class ValueRanges {
 public:
  ValueRanges(Memory* memory, std::size_t count, bool is_narrow)
      : memory_(memory), count_(count), is_narrow_(is_narrow) {}

  [[nodiscard]] double low(std::size_t i) const { return at(i); }
  [[nodiscard]] double high(std::size_t i) const { return at(count_ + i); }
  /// Attributes from `first` on, `n` of them.
  [[gnu::always_inline]] void read(std::size_t first, std::size_t n, double* low,
                                   double* high) const {
    if (is_narrow_) {
      for (std::size_t i = 0; i < n; ++i) low[i] = narrow(first + i);
      for (std::size_t i = 0; i < n; ++i) high[i] = narrow(count_ + first + i);
    } else {
      for (std::size_t i = 0; i < n; ++i) low[i] = memory_[first + i];
      for (std::size_t i = 0; i < n; ++i) high[i] = memory_[count_ + first + i];
    }
  }
  /// Floats only: 1 if a value lies outside its range, else 0. As wide as a double, so that lanes
  /// need not be packed.
  [[nodiscard, gnu::always_inline]] std::uint64_t lacks(std::size_t i, double x) const {
    return static_cast<std::uint64_t>(x < narrow(i)) |
           static_cast<std::uint64_t>(x > narrow(count_ + i));
  }
  /// Floats only: takes values in that they hold.
  [[gnu::always_inline]] void stretch(const double* x) const {
#pragma GCC ivdep
    for (std::size_t i = 0; i < count_; ++i) put_narrow(i, x[i] < narrow(i) ? x[i] : narrow(i));
#pragma GCC ivdep
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t high = count_ + i;
      put_narrow(high, x[i] > narrow(high) ? x[i] : narrow(high));
    }
  }

  void clear() const {
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count_; ++i) set(i, inf, -inf);
  }
  /// Floats hold what `fits_float`.
  void set(std::size_t i, double low, double high) const {
    put(i, low);
    put(count_ + i, high);
  }
  void stretch(std::size_t i, double x) const {
    set(i, x < low(i) ? x : low(i), x > high(i) ? x : high(i));
  }

 private:
  [[nodiscard]] double at(std::size_t place) const {
    return is_narrow_ ? narrow(place) : memory_[place];
  }
  [[nodiscard, gnu::always_inline]] double narrow(std::size_t place) const {
    float number = 0.0F;
    std::memcpy(&number, reinterpret_cast<const std::byte*>(memory_) + place * sizeof number,
                sizeof number);
    return static_cast<double>(number);
  }
  [[gnu::always_inline]] void put_narrow(std::size_t place, double x) const {
    const auto number = static_cast<float>(x);
    std::memcpy(reinterpret_cast<std::byte*>(memory_) + place * sizeof number, &number,
                sizeof number);
  }
  void put(std::size_t place, double x) const {
    if (is_narrow_) {
      put_narrow(place, x);
    } else {
      memory_[place] = x;
    }
  }

  Memory* memory_;
  std::size_t count_;
  bool is_narrow_;
};

}  // namespace driftline

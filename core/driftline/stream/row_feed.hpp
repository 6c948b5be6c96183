// Rows that are made one by one, each just before it is needed.
//
// A linear learner waits: the sum of a row needs the weights that the row before has left. What a
// scaler does to the next row does not wait for that, so the CPU does it meanwhile. A block that is
// scaled first and learned then takes the time of both; row by row it takes a quarter less.
#pragma once

#include <cstddef>

#include "driftline/numeric/cpu.hpp"

namespace driftline {

struct RowFeed {
  void (*make)(void* maker, std::size_t row) = nullptr;  ///< null: all rows are there
  void* maker = nullptr;

  /// Makes row i. Each is made once, in their order.
  [[gnu::always_inline]] void operator()(std::size_t i) const {
    if (make != nullptr) make(maker, i);
  }
};

namespace detail {

template <class Maker>
void make_row(void* maker, std::size_t row) {
  static_cast<Maker*>(maker)->make_row(row);
}

#ifdef DRIFTLINE_AVX2
template <class Maker>
[[gnu::target("avx2"), gnu::flatten]] void make_row_avx2(void* maker, std::size_t row) {
  static_cast<Maker*>(maker)->make_row(row);
}
#endif

}  // namespace detail

/// Rows made by maker.make_row(i), compiled for this CPU.
template <class Maker>
RowFeed feed_from(Maker& maker) {
#ifdef DRIFTLINE_AVX2
  if (__builtin_cpu_supports("avx2") != 0) {
    return {.make = detail::make_row_avx2<Maker>, .maker = &maker};
  }
#endif
  return {.make = detail::make_row<Maker>, .maker = &maker};
}

}  // namespace driftline

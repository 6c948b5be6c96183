// Rows out of columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "driftline/numeric/lanes.hpp"

namespace driftline {

namespace detail {

/// Four rows of two columns. `out` is the first cell of the first row, `width` the way to the next.
[[gnu::always_inline]] inline void lay_four_by_two(const double* left, const double* right,
                                                   double* out, std::size_t width) {
  using Pair = Lanes<2>::Doubles;
  for (std::size_t i = 0; i < 4; i += 2) {
    Pair a;
    Pair b;
    Lanes<2>::load(left + i, a);
    Lanes<2>::load(right + i, b);
    Lanes<2>::store(Pair{a[0], b[0]}, out + i * width);
    Lanes<2>::store(Pair{a[1], b[1]}, out + (i + 1) * width);
  }
}

}  // namespace detail

/// Writes `count` rows one after another, from row `start` of the columns on.
///
/// Columns go by pairs, so that half as many values are written. A CPU follows a dozen columns
/// through memory, not fifty: many columns go by eights, each eight through all the rows.
inline void lay_rows(std::span<const double* const> columns, std::size_t start, std::size_t count,
                     double* out) {
  const std::size_t width = columns.size();
  const std::size_t group = width <= 16 ? width : 8;
  const std::size_t fours = count & ~std::size_t{3};
  for (std::size_t first = 0; first < width; first += group) {
    const std::size_t end = std::min(width, first + group);
    const std::size_t pairs = first + ((end - first) & ~std::size_t{1});
    for (std::size_t r = 0; r < fours; r += 4) {
      double* row = out + r * width;
      for (std::size_t c = first; c < pairs; c += 2) {
        detail::lay_four_by_two(columns[c] + start + r, columns[c + 1] + start + r, row + c, width);
      }
      if (pairs == end) continue;
      const double* last = columns[pairs] + start + r;
      for (std::size_t i = 0; i < 4; ++i) row[i * width + pairs] = last[i];
    }
    for (std::size_t r = fours; r < count; ++r) {
      for (std::size_t c = first; c < end; ++c) out[r * width + c] = columns[c][start + r];
    }
  }
}

}  // namespace driftline

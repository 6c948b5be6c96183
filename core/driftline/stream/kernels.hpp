// Every sum over features, in one order.
//
// A reduction runs in four lanes: column i goes to lane i mod 4, and the lanes are added as
// (0 + 2) + (1 + 3). A sparse row puts each entry in the lane of its column, and a zero adds
// nothing, so a dict, a CSR row, a dense row and a row widened later give the same bits. The
// order is part of the file format: golden files hold only while it stands. Four lanes
// rather than eight: at 8 and 10 features 16 % faster, at 54 a tie, at 784 12 % slower.
//
// All are inlined by force: at eight columns a call costs as much as the sum.
//
// The intercept is added last, after the lanes, as its place must not move when the row widens.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "driftline/numeric/cpu.hpp"
#include "driftline/numeric/lanes.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

inline constexpr std::size_t lane_count = 4;

/// One number for each column, and one for the intercept.
struct Coefficients {
  std::vector<double> columns;
  double intercept = 0.0;

  void widen(std::size_t width, double value) {
    if (width > columns.size()) columns.resize(width, value);
  }
};

inline double join_lanes(const std::array<double, lane_count>& lane) {
  return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/// Sum of term(column, value) over the columns below `limit`.
template <class Term>
[[gnu::always_inline]] inline double sum_columns(const DenseRow& row, std::size_t limit,
                                                 Term term) {
  const std::size_t n = std::min(row.width, limit);
  const std::size_t whole = n - n % lane_count;
  std::array<double, lane_count> lane{};
  for (std::size_t i = 0; i < whole; i += lane_count) {
    for (std::size_t j = 0; j < lane_count; ++j) lane[j] += term(i + j, row.values[i + j]);
  }
  // The lanes by number, not in a loop: a lane chosen at run time would send all to memory.
  if ((n & 2U) != 0) {
    lane[0] += term(whole, row.values[whole]);
    lane[1] += term(whole + 1, row.values[whole + 1]);
    if ((n & 1U) != 0) lane[2] += term(whole + 2, row.values[whole + 2]);
  } else if ((n & 1U) != 0) {
    lane[0] += term(whole, row.values[whole]);
  }
  return join_lanes(lane);
}

/// A term goes into the lane of its column, and a zero into the other three: that changes none, as
/// sums that begin at 0 are never -0. On CPUs that add four numbers at once, twenty entries and
/// more are summed up a fifth faster than through memory.
///
/// What does not fill eight entries comes last: how many they are no CPU foresees, and by then it
/// has sums to wait for. At the start, a wrong guess would be waited for itself.
template <class Term>
[[gnu::always_inline]] inline double sum_entries_masked(const SparseRow& row, std::size_t limit,
                                                        Term term) {
  using Four = Lanes<lane_count>;
  // In one line of the cache: masks that lie in two come more slowly.
  alignas(64) static constexpr std::array<std::int64_t, 2 * lane_count - 1> only{0, 0, 0, -1,
                                                                                 0, 0, 0};
  const std::uint32_t* column = row.columns;
  const double* value = row.values;
  const std::uint32_t* const end = column + row.count;
  Four::Doubles lane{};
  const auto add = [&](std::size_t k) {
    const std::size_t i = column[k];
    if (i >= limit) return;
    const double added = term(i, value[k]);
    const Four::Doubles everywhere{added, added, added, added};
    Four::Integers mask;
    std::memcpy(&mask, only.data() + (lane_count - 1 - i % lane_count), sizeof mask);
    lane +=
        __builtin_bit_cast(Four::Doubles, mask & __builtin_bit_cast(Four::Integers, everywhere));
  };
  for (; end - column >= 8; column += 8, value += 8) {
    for (std::size_t k = 0; k < 8; ++k) add(k);
  }
#pragma GCC unroll 1
  for (; column != end; ++column, ++value) add(0);
  return join_lanes({lane[0], lane[1], lane[2], lane[3]});
}

#ifdef DRIFTLINE_AVX2
template <class Term>
[[gnu::target("avx2"), gnu::noinline]] double sum_entries_avx2(const SparseRow& row,
                                                               std::size_t limit, Term term) {
  return sum_entries_masked(row, limit, term);
}
#endif

template <class Term>
[[gnu::always_inline]] inline double sum_entries(const SparseRow& row, std::size_t limit,
                                                 Term term) {
#ifdef DRIFTLINE_AVX2
  if (row.count >= 20 && __builtin_cpu_supports("avx2") != 0) {
    return sum_entries_avx2(row, limit, term);
  }
#endif
  std::array<double, lane_count> lane{};
  for (std::size_t k = 0; k < row.count; ++k) {
    const std::size_t i = row.columns[k];
    if (i < limit) lane[i % lane_count] += term(i, row.values[k]);
  }
  return join_lanes(lane);
}

/// Words that are there or not: two thirds of what lies in memory, the values, are not fetched, and
/// what they are multiplied with need not wait for it.
template <class Term>
[[gnu::always_inline]] inline double sum_columns(const SparseRow& row, std::size_t limit,
                                                 Term term) {
  if (!row.holds_ones) return sum_entries(row, limit, term);
  return sum_entries(row, limit, [=](std::size_t i, double) { return term(i, 1.0); });
}

/// Calls step(column, value) for every column of the row; the calls may not touch each other.
template <class Step>
[[gnu::always_inline]] inline void each_column(const DenseRow& row, Step step) {
  const double* values = row.values;
  const std::size_t n = row.width;
#pragma GCC ivdep
  for (std::size_t i = 0; i < n; ++i) step(i, values[i]);
}

template <class Step>
[[gnu::always_inline]] inline void each_entry(const SparseRow& row, Step step) {
#pragma GCC unroll 8
  for (std::size_t k = 0; k < row.count; ++k) {
    // Looked through before, but memory of the caller's, where another thread may write meanwhile:
    // a wild column must not write anywhere.
    const std::size_t i = row.columns[k];
    if (i < row.width) step(i, row.values[k]);
  }
}

template <class Step>
[[gnu::always_inline]] inline void each_column(const SparseRow& row, Step step) {
  if (row.holds_ones) {
    each_entry(row, [=](std::size_t i, double) mutable { step(i, 1.0); });
  } else {
    each_entry(row, step);
  }
}

/// Whether a sparse row leaves nothing out, and stores nothing beyond the columns it knows.
inline bool is_full(const SparseRow& row) {
  return row.count == row.width && (row.count == 0 || row.columns[row.count - 1] < row.width);
}
/// A full one as the dense row that it is.
inline DenseRow as_dense(const SparseRow& row) {
  return {.values = row.values, .width = row.width, .constant = row.constant};
}

/// The row without the missing values at its end. A batch knows columns before the rows that
/// bring them do; what grows with the rows must grow as it would one row at a time.
inline DenseRow trimmed(DenseRow row) {
  while (!row.is_whole && row.width > 0 && std::isnan(row.values[row.width - 1])) --row.width;
  return row;
}
inline bool has_missing(const DenseRow& row) {
  bool missing = false;
  for (std::size_t i = 0; i < row.width && !row.is_whole; ++i) missing |= std::isnan(row.values[i]);
  return missing;
}
inline SparseRow trimmed(SparseRow row) {
  while (row.count > 0 && std::isnan(row.values[row.count - 1])) --row.count;
  if (!row.is_complete) {
    // Not beyond what the row knows: another thread may write to the caller's columns meanwhile,
    // and a wild one must not make room for itself.
    row.width =
        row.count == 0 ? 0 : std::min(row.width, row.columns[row.count - 1] + std::size_t{1});
  }
  return row;
}

/// c . x, the intercept included.
template <class Row>
[[gnu::always_inline]] inline double dot(const Coefficients& c, const Row& row) {
  const double* weights = c.columns.data();
  return sum_columns(row, c.columns.size(),
                     [=](std::size_t i, double x) { return weights[i] * x; }) +
         c.intercept * row.constant;
}

/// c . a and c . b, to the bits of `dot`: weights are read once, and no sum waits for the other.
[[gnu::always_inline]] inline std::pair<double, double> dots(const Coefficients& c,
                                                             const DenseRow& a, const DenseRow& b) {
  if (a.width != b.width) return {dot(c, a), dot(c, b)};
  using Four = Lanes<lane_count>;
  const double* weights = c.columns.data();
  const std::size_t n = std::min(a.width, c.columns.size());
  const std::size_t whole = n - n % lane_count;
  Four::Doubles left{};
  Four::Doubles right{};
  for (std::size_t i = 0; i < whole; i += lane_count) {
    Four::Doubles weight;
    Four::Doubles x;
    Four::Doubles y;
    Four::load(weights + i, weight);
    Four::load(a.values + i, x);
    Four::load(b.values + i, y);
    left += weight * x;
    right += weight * y;
  }
  const auto add = [&](std::size_t lane) {
    left[lane] += weights[whole + lane] * a.values[whole + lane];
    right[lane] += weights[whole + lane] * b.values[whole + lane];
  };
  if ((n & 2U) != 0) {
    add(0);
    add(1);
    if ((n & 1U) != 0) add(2);
  } else if ((n & 1U) != 0) {
    add(0);
  }
  return {(left[0] + left[2]) + (left[1] + left[3]) + c.intercept * a.constant,
          (right[0] + right[2]) + (right[1] + right[3]) + c.intercept * b.constant};
}
[[gnu::always_inline]] inline std::pair<double, double> dots(const Coefficients& c,
                                                             const SparseRow& a,
                                                             const SparseRow& b) {
  return {dot(c, a), dot(c, b)};
}

/// x . x, the intercept's constant included.
template <class Row>
[[gnu::always_inline]] inline double squared_norm(const Row& row) {
  if constexpr (requires { row.holds_ones; }) {
    if (row.holds_ones) return static_cast<double>(row.count) + row.constant * row.constant;
  }
  return sum_columns(row, row.width, [](std::size_t, double x) { return x * x; }) +
         row.constant * row.constant;
}

/// Sum of c_i x_i^2: the squared norm of x under a diagonal matrix.
template <class Row>
[[gnu::always_inline]] inline double weighted_norm(const Coefficients& c, const Row& row) {
  const double* weights = c.columns.data();
  return sum_columns(row, c.columns.size(),
                     [=](std::size_t i, double x) { return weights[i] * x * x; }) +
         c.intercept * row.constant * row.constant;
}

/// c += factor x. The row must not be wider than c.
template <class Row>
[[gnu::always_inline]] inline void add_scaled(Coefficients& c, double factor, const Row& row) {
  double* weights = c.columns.data();
  each_column(row, [=](std::size_t i, double x) { weights[i] += factor * x; });
  c.intercept += factor * row.constant;
}

/// Sum of term(column, a, b) over the columns below `limit` that both rows hold.
template <class Term>
[[gnu::always_inline]] inline double sum_common(const DenseRow& a, const auto& b, std::size_t limit,
                                                Term term) {
  const double* values = a.values;
  return sum_columns(b, std::min(a.width, limit),
                     [=](std::size_t i, double x) { return term(i, values[i], x); });
}
template <class Term>
[[gnu::always_inline]] inline double sum_common(const SparseRow& a, const DenseRow& b,
                                                std::size_t limit, Term term) {
  const double* values = b.values;
  return sum_columns(a, std::min(b.width, limit),
                     [=](std::size_t i, double x) { return term(i, x, values[i]); });
}
template <class Term>
inline double sum_common(const SparseRow& a, const SparseRow& b, std::size_t limit, Term term) {
  std::array<double, lane_count> lane{};
  for (std::size_t j = 0, k = 0; j < a.count && k < b.count;) {
    const std::size_t i = a.columns[j];
    const std::size_t other = b.columns[k];
    if (i == other && i < limit) lane[i % lane_count] += term(i, a.values[j], b.values[k]);
    j += i <= other ? 1 : 0;
    k += other <= i ? 1 : 0;
  }
  return join_lanes(lane);
}

inline constexpr std::size_t every_column = SIZE_MAX;

/// Whether two rows hold the same values; what is not stored is 0.
template <class A, class B>
inline bool are_equal(const A& a, const B& b) {
  const auto differ = [](std::size_t, double x, double y) { return x != y ? 1.0 : 0.0; };
  const auto stored = [](std::size_t, double x) { return x != 0.0 ? 1.0 : 0.0; };
  const auto both = [](std::size_t, double x, double y) {
    return x != 0.0 && y != 0.0 ? 1.0 : 0.0;
  };
  const double common = sum_common(a, b, every_column, both);
  return sum_common(a, b, every_column, differ) == 0.0 &&
         sum_columns(a, every_column, stored) == common &&
         sum_columns(b, every_column, stored) == common;
}

/// a . b, the constants included.
template <class A, class B>
[[gnu::always_inline]] inline double dot_rows(const A& a, const B& b) {
  return sum_common(a, b, every_column, [](std::size_t, double x, double y) { return x * y; }) +
         a.constant * b.constant;
}

/// Sum of c_i x_i^2, the constants included.
template <class C, class Row>
[[gnu::always_inline]] inline double weighted_norm_rows(const C& c, const Row& row) {
  return sum_common(c, row, every_column,
                    [](std::size_t, double weight, double x) { return weight * x * x; }) +
         c.constant * row.constant * row.constant;
}

/// Dot product of two plain vectors, in the same lanes.
inline double dot(const double* a, const double* b, std::size_t n) {
  return sum_columns(DenseRow{.values = b, .width = n}, n,
                     [=](std::size_t i, double x) { return a[i] * x; });
}

}  // namespace driftline

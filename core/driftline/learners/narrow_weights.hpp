// The weights of up to sixteen columns, held in registers while a block of rows goes by.
//
// A learner whose next sum waits for its last step waits for memory too where the weights are
// written and read back in between: a fifth of the time of eight columns. The sums are those of
// `sum_columns`: column i in lane i mod 4.
//
// Columns that do not fill four lanes are single numbers: a vector put together of them would go
// through memory, and that wait is as long. So would one that a loop reads, hence the unrolling.
#pragma once

#include <array>
#include <cstddef>

#include "driftline/numeric/lanes.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

inline constexpr std::size_t most_narrow_columns = 16;  // more would not fit the registers

template <std::size_t columns>
class NarrowWeights {
 public:
  using Four = Lanes<lane_count>;

  static constexpr std::size_t parts = columns / lane_count;
  static constexpr std::size_t whole = parts * lane_count;
  static constexpr std::size_t rest = columns - whole;

  struct Row {
    std::array<Four::Doubles, parts> lanes;
    std::array<double, rest> last;
  };

  [[gnu::always_inline]] explicit NarrowWeights(const Coefficients& c)
      : intercept_(c.intercept), weights_(read(c.columns.data())) {}

  /// Coefficients of other columns stay as they are.
  [[gnu::always_inline]] void write(Coefficients& c) const {
    c.intercept = intercept_;
    double* to = c.columns.data();
    for (std::size_t k = 0; k < parts; ++k) Four::store(weights_.lanes[k], to + k * lane_count);
    for (std::size_t j = 0; j < rest; ++j) to[whole + j] = weights_.last[j];
  }

  [[gnu::always_inline]] static Row read(const DenseRows& rows, std::size_t i) {
    return read(rows.values + i * rows.stride);
  }

  /// w . x, the intercept included.
  [[gnu::always_inline]] [[nodiscard]] double dot(const Row& row, double constant) const {
    Four::Doubles lanes{};
#pragma GCC unroll 4
    for (std::size_t k = 0; k < parts; ++k) lanes += weights_.lanes[k] * row.lanes[k];
    std::array<double, lane_count> lane{lanes[0], lanes[1], lanes[2], lanes[3]};
#pragma GCC unroll 4
    for (std::size_t j = 0; j < rest; ++j) lane[j] += weights_.last[j] * row.last[j];
    return join_lanes(lane) + intercept_ * constant;
  }

  /// w += size (step x), where step x is ready before the size is.
  [[gnu::always_inline]] void add(const Row& row, double constant, double step, double size) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < parts; ++k) weights_.lanes[k] += size * (step * row.lanes[k]);
#pragma GCC unroll 4
    for (std::size_t j = 0; j < rest; ++j) weights_.last[j] += size * (step * row.last[j]);
    intercept_ += size * (step * constant);
  }

 private:
  [[gnu::always_inline]] static Row read(const double* values) {
    Row row;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < parts; ++k) Four::load(values + k * lane_count, row.lanes[k]);
#pragma GCC unroll 4
    for (std::size_t j = 0; j < rest; ++j) row.last[j] = values[whole + j];
    return row;
  }

  double intercept_;
  Row weights_;
};

}  // namespace driftline

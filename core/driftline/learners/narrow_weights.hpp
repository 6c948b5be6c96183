// The weights of a few columns, held in registers while a block of rows goes by.
//
// A learner whose next sum waits for its last step waits for memory too where the weights are
// written and read back in between: an eighth of a row of eight columns. The sums are those of
// `sum_columns`: column i in lane i mod 4, and a lane without a column adds 0.
#pragma once

#include <array>
#include <cstddef>

#include "driftline/numeric/lanes.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

/// Of `columns` columns.
template <std::size_t columns>
class NarrowWeights {
 public:
  static constexpr std::size_t parts = (columns + lane_count - 1) / lane_count;
  using Four = Lanes<lane_count>;
  using Row = std::array<Four::Doubles, parts>;

  [[gnu::always_inline]] explicit NarrowWeights(const Coefficients& c)
      : intercept_(c.intercept), weights_(read(c.columns.data())) {}

  /// The rest of the coefficients stays as it is.
  [[gnu::always_inline]] void write(Coefficients& c) const {
    c.intercept = intercept_;
    for (std::size_t i = 0; i < columns; ++i) {
      c.columns[i] = weights_[i / lane_count][i % lane_count];
    }
  }

  [[gnu::always_inline]] static Row read(const double* values) {
    Row row{};
    for (std::size_t k = 0; k < columns / lane_count; ++k) {
      Four::load(values + k * lane_count, row[k]);
    }
    for (std::size_t i = columns - columns % lane_count; i < columns; ++i) {
      row[parts - 1][i % lane_count] = values[i];
    }
    return row;
  }

  /// w . x, the intercept included.
  [[gnu::always_inline]] [[nodiscard]] double dot(const Row& row, double constant) const {
    Four::Doubles lane{};
    for (std::size_t k = 0; k < parts; ++k) lane += weights_[k] * row[k];
    return ((lane[0] + lane[2]) + (lane[1] + lane[3])) + intercept_ * constant;
  }

  /// w += size (step x), where step x is ready before the size is.
  [[gnu::always_inline]] void add(const Row& row, double constant, double step, double size) {
    for (std::size_t k = 0; k < parts; ++k) weights_[k] += size * (step * row[k]);
    intercept_ += size * (step * constant);
  }

 private:
  double intercept_;
  Row weights_;
};

}  // namespace driftline

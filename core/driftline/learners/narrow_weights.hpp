// The weights of four or eight columns, held in registers while a block of rows goes by.
//
// A learner whose next sum waits for its last step waits for memory too where the weights are
// written and read back in between: a fifth of the time of eight columns. The sums are those of
// `sum_columns`: column i in lane i mod 4.
//
// Rows that do not fill their last lanes would be put together in memory, and that wait is as long;
// the weights of twelve columns leave too few registers for the rest.
#pragma once

#include <array>
#include <cstddef>

#include "driftline/numeric/lanes.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

/// `parts` times four columns.
template <std::size_t parts>
class NarrowWeights {
 public:
  using Four = Lanes<lane_count>;
  using Row = std::array<Four::Doubles, parts>;

  static constexpr std::size_t width = parts * lane_count;

  [[gnu::always_inline]] explicit NarrowWeights(const Coefficients& c)
      : intercept_(c.intercept), weights_(read(c.columns.data())) {}

  /// Coefficients of other columns stay as they are.
  [[gnu::always_inline]] void write(Coefficients& c) const {
    c.intercept = intercept_;
    for (std::size_t k = 0; k < parts; ++k) {
      Four::store(weights_[k], c.columns.data() + k * lane_count);
    }
  }

  [[gnu::always_inline]] static Row read(const double* values) {
    Row row;
    for (std::size_t k = 0; k < parts; ++k) Four::load(values + k * lane_count, row[k]);
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

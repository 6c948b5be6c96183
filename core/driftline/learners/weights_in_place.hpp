// The weights of sparse rows, where they lie, with the intercept in a register while a block of
// rows goes by.
//
// The same three steps as `NarrowWeights`, so that a learner writes its loop once. Compiled for one
// kind of row and nothing else, a loop over sparse rows of 150 words takes a tenth less time.
#pragma once

#include <cstddef>

#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class WeightsInPlace {
 public:
  [[gnu::always_inline]] explicit WeightsInPlace(Coefficients& c)
      : intercept_(c.intercept), columns_(c.columns.data()), width_(c.columns.size()) {}

  [[gnu::always_inline]] void write(Coefficients& c) const { c.intercept = intercept_; }

  [[gnu::always_inline]] static SparseRow read(const SparseRows& rows, std::size_t i) {
    return rows.row(i, 0.0);
  }

  /// w . x, the intercept included.
  [[gnu::always_inline]] [[nodiscard]] double dot(const SparseRow& row, double constant) const {
    const double* w = columns_;
    const auto term = [=](std::size_t i, double x) { return w[i] * x; };
    const double sum =
        row.holds_ones
            ? sum_entries_masked(row, width_, [=](std::size_t i, double) { return term(i, 1.0); })
            : sum_entries_masked(row, width_, term);
    return sum + intercept_ * constant;
  }

  /// w += size (step x), where step x is ready before the size is.
  [[gnu::always_inline]] void add(const SparseRow& row, double constant, double step, double size) {
    double* w = columns_;
    each_column(row, [=](std::size_t i, double x) { w[i] += size * (step * x); });
    intercept_ += size * (step * constant);
  }

 private:
  double intercept_;
  double* columns_;
  std::size_t width_;
};

}  // namespace driftline

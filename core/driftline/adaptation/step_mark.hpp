// What is known of one step of a learner, and what taking it back does to the weights' length.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// What is known of a step beside its vectors.
struct StepMark {
  std::int64_t row = 0;    ///< number of the example among those learned
  std::int64_t round = 0;  ///< which of the learner's own examples it was
  double sign = 0.0;       ///< its label, 1 or -1; 0 marks a gap
  double beta = 0.0;
  double precision = 0.0;
  double drop = 0.0;      ///< the intercept's part
  std::size_t count = 0;  ///< entries of each vector
  bool is_listed = false;
};

/// How far a step moved the weights.
[[nodiscard]] double length_of(const auto& step) {
  return std::sqrt(step.factor * step.factor * squared_norm(step.direction));
}
/// What ||w||^2 loses without the step: the sum of m (2 w - m) over the columns of its move m.
[[gnu::always_inline]] inline double shortened(const auto& direction, double factor,
                                               const DenseRow& weights) {
  const auto term = [factor](double d, double w) {
    const double m = factor * d;
    return m * (w + w - m);
  };
  return sum_common(direction, weights, every_column,
                    [=](std::size_t, double d, double w) { return term(d, w); }) +
         term(direction.constant, weights.constant);
}

}  // namespace driftline

// How the losses of gradient descent fall: their derivatives.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "driftline/numeric/sigmoid_pieces.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

enum class ClassificationLoss : std::uint8_t { log_loss, hinge, squared_hinge };
template <>
struct Names<ClassificationLoss> {
  static constexpr std::array<std::string_view, 3> values{"log_loss", "hinge", "squared_hinge"};
};

enum class RegressionLoss : std::uint8_t { squared, absolute, epsilon_insensitive };
template <>
struct Names<RegressionLoss> {
  static constexpr std::array<std::string_view, 3> values{"squared", "absolute",
                                                          "epsilon_insensitive"};
};

/// A derivative, as a sign known at once and a size that takes its time: what a step makes of the
/// sign is ready when the size is.
struct Slope {
  double sign;
  double size;  ///< at least 0
};

/// d loss / d margin for a label `sign`.
inline Slope derivative(ClassificationLoss loss, double margin, double sign) {
  const double M = sign * margin;
  switch (loss) {
    case ClassificationLoss::hinge:
      return {.sign = -sign, .size = M < 1.0 ? 1.0 : 0.0};
    case ClassificationLoss::squared_hinge:
      return {.sign = -sign, .size = M < 1.0 ? 2.0 * (1.0 - M) : 0.0};
    case ClassificationLoss::log_loss:
      break;
  }
  // -M, but by a change of sign: a product takes longer.
  return {.sign = -sign, .size = sigmoid_by_pieces(margin * std::copysign(1.0, -sign))};
}

/// d loss / d prediction.
inline Slope derivative(RegressionLoss loss, double error, double epsilon) {
  const double sign = error > 0.0 ? 1.0 : -1.0;
  switch (loss) {
    case RegressionLoss::absolute:
      return {.sign = sign, .size = error == 0.0 ? 0.0 : 1.0};
    case RegressionLoss::epsilon_insensitive:
      return {.sign = sign, .size = std::abs(error) > epsilon ? 1.0 : 0.0};
    case RegressionLoss::squared:
      break;
  }
  return {.sign = sign, .size = 2.0 * std::abs(error)};
}

}  // namespace driftline

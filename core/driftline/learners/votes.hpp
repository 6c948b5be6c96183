// From log scores to shares.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "driftline/numeric/elementary.hpp"

namespace driftline {

/// e^score, scaled to sum to 1. Shifted by the largest score, so nothing overflows; if no score
/// is finite the shares are equal.
inline void softmax(std::span<double> scores) {
  if (scores.empty()) return;
  const double largest = *std::ranges::max_element(scores);
  double total = 0.0;
  for (double& score : scores) {
    score = std::isfinite(largest) ? exp(score - largest) : 1.0;
    total += score;
  }
  for (double& score : scores) score /= total;
}

/// Each share of the sum; equal shares of nothing.
inline void normalize(std::span<double> shares) {
  double total = 0.0;
  for (const double share : shares) total += share;
  for (double& share : shares) {
    share = total > 0.0 ? share / total : 1.0 / static_cast<double>(shares.size());
  }
}

}  // namespace driftline

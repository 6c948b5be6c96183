// Weights for sums that fade, without a multiplication of every sum at every row.
//
// A fading sum is S = x + a S. Multiplying k sums by a for each row costs O(k). Instead a new row
// weighs a bit more than the one before, 1 / a times as much, which gives the same ratios of sums.
// Every `length()` rows all sums are multiplied by `rescaling()`, and weights start again at 1, so
// nothing overflows. When that happens depends on the number of rows alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "driftline/numeric/elementary.hpp"

namespace driftline {

class FadingWeights {
 public:
  /// `fading` is above 0 and at most 1.
  explicit FadingWeights(double fading) {
    constexpr double most = 1024.0;
    // No weight exceeds 2^200, so that sums and their products stay finite.
    constexpr double room = 200.0;
    const double halvings = -log(fading) * detail::log2_e;
    const double length = halvings > 0.0 ? std::clamp(room / halvings, 1.0, most) : most;
    weights_.resize(static_cast<std::size_t>(length));
    double weight = 1.0;
    double fade = 1.0;
    for (double& each : weights_) {
      each = weight;
      weight /= fading;
      fade *= fading;
    }
    rescaling_ = fade;
  }

  [[nodiscard]] std::size_t length() const { return weights_.size(); }
  /// Of a row by its place among `length()`.
  [[nodiscard]] const double* data() const { return weights_.data(); }
  [[nodiscard]] double rescaling() const { return rescaling_; }

 private:
  std::vector<double> weights_;
  double rescaling_;
};

}  // namespace driftline

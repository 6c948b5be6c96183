// For every two models, how often just one of them was wrong of late.
//
// McNemar's test compares two models by the rows on which they differ: n01, where only the first
// errs, and n10, where only the second does. On a stream both counts fade, so that the test speaks
// of the present. All pairs of m models are kept in one table of m * m sums.
//
// Gama, Sebastiao, Rodrigues. On evaluating stream learning algorithms. 2013.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/metrics/fading_weights.hpp"

namespace driftline {

class FadedPairs {
 public:
  FadedPairs(std::size_t models, double fading)
      : models_(models), weights_(fading), sums_(models * models) {
    if (!(fading > 0.0 && fading <= 1.0)) {
      throw std::invalid_argument("fading must be above 0 and at most 1");
    }
  }

  /// `errors` holds `count` bytes for each model, one model after another: 1 where it was wrong.
  void update(std::span<const std::uint8_t> errors, std::size_t count) {
    for (std::size_t t = 0; t < count; ++t) {
      const double weight = weights_.data()[place_];
      for (std::size_t i = 0; i < models_; ++i) {
        if (errors[i * count + t] == 0) continue;
        double* sums = sums_.data() + i * models_;
        for (std::size_t j = 0; j < models_; ++j) {
          sums[j] += errors[j * count + t] == 0 ? weight : 0.0;
        }
      }
      latest_ = weight;
      if (std::cmp_equal(++place_, weights_.length())) start_again();
    }
  }

  /// Faded count of rows on which model i erred and model j did not, at i * models + j.
  [[nodiscard]] std::vector<double> counts() const {
    std::vector<double> out = sums_;
    for (double& sum : out) sum /= latest_;
    return out;
  }

  static void fields(auto& self, auto&& visit) {
    visit("sums", self.sums_);
    visit("place", self.place_);
    visit("latest", self.latest_);
  }
  /// Throws std::invalid_argument where restored sums are none.
  void check() const {
    bool is_sound =
        sums_.size() == models_ * models_ && place_ >= 0 && latest_ > 0.0 && std::isfinite(latest_);
    for (const double sum : sums_) is_sound = is_sound && sum >= 0.0 && std::isfinite(sum);
    if (!is_sound || std::cmp_greater_equal(place_, weights_.length())) {
      throw std::invalid_argument("the state is not that of these pairs");
    }
  }

 private:
  void start_again() {
    for (double& sum : sums_) sum *= weights_.rescaling();
    latest_ *= weights_.rescaling();
    place_ = 0;
  }

  std::size_t models_;
  FadingWeights weights_;
  std::vector<double> sums_;
  std::int64_t place_ = 0;
  double latest_ = 1.0;
};

}  // namespace driftline

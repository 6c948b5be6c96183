// GMA: a geometric moving average of the deviations from the running mean.
//
//   s_t = alpha s_(t-1) + (1 - alpha) (x_t - mean_t)
// Drift once s_t is above the threshold, so for a rise only. As an average it stays in the units
// of the data, where a sum would grow. O(1) time and memory.
//
// Roberts. Control Chart Tests Based on Geometric Moving Averages. 1959.
#pragma once

#include <cstdint>

#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class GMA {
 public:
  static constexpr Domain domain = Domain::reals;

  GMA(std::int64_t min_instances, double threshold, double alpha)
      : min_instances_(item_count("min_instances", min_instances)),
        threshold_(positive("threshold", threshold)),
        alpha_(strictly_between("alpha", alpha, 0.0, 1.0)) {}

  Signal update(double x) {
    ++n_;
    mean_ += (x - mean_) / static_cast<double>(n_);
    average_ = alpha_ * average_ + (1.0 - alpha_) * (x - mean_);
    return n_ >= min_instances_ && average_ > threshold_ ? Signal::drift : Signal::stable;
  }
  void restart() { *this = GMA(min_instances_, threshold_, alpha_); }

  [[nodiscard]] double estimation() const { return mean_; }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("min_instances", self.min_instances_);
    visit.parameter("threshold", self.threshold_);
    visit.parameter("alpha", self.alpha_);
    visit("n", self.n_);
    visit("mean", self.mean_);
    visit("average", self.average_);
  }
  void check() const { require_state(is_count(n_), "a count is out of range"); }

 private:
  std::int64_t min_instances_;
  double threshold_, alpha_;
  std::int64_t n_ = 0;
  double mean_ = 0.0;
  double average_ = 0.0;
};
static_assert(DriftDetector<GMA>);

}  // namespace driftline

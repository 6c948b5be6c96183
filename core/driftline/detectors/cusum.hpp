// CUSUM: deviations above the running mean, added up and never below 0.
//
//   g_t = max(0, g_(t-1) + x_t - mean_t - delta)
// Drift once g_t is above the threshold. It is Page-Hinkley's test for a rise without forgetting,
// written without a minimum; as a rule for the mean known beforehand it is Page's own. O(1).
//
// Page. Continuous Inspection Schemes. 1954.
#pragma once

#include <algorithm>
#include <cstdint>

#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class CUSUM {
 public:
  static constexpr Domain domain = Domain::reals;

  CUSUM(std::int64_t min_instances, double delta, double threshold)
      : min_instances_(item_count("min_instances", min_instances)),
        delta_(not_negative("delta", delta)),
        threshold_(positive("threshold", threshold)) {}

  Signal update(double x) {
    ++n_;
    mean_ += (x - mean_) / static_cast<double>(n_);
    sum_ = std::max(0.0, sum_ + x - mean_ - delta_);
    return n_ >= min_instances_ && sum_ > threshold_ ? Signal::drift : Signal::stable;
  }
  void restart() { *this = CUSUM(min_instances_, delta_, threshold_); }

  [[nodiscard]] double estimation() const { return mean_; }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("min_instances", self.min_instances_);
    visit.parameter("delta", self.delta_);
    visit.parameter("threshold", self.threshold_);
    visit("n", self.n_);
    visit("mean", self.mean_);
    visit("sum", self.sum_);
  }
  void check() const { require_state(is_count(n_), "a count is out of range"); }

 private:
  std::int64_t min_instances_;
  double delta_, threshold_;
  std::int64_t n_ = 0;
  double mean_ = 0.0;
  double sum_ = 0.0;
};
static_assert(DriftDetector<CUSUM>);

}  // namespace driftline

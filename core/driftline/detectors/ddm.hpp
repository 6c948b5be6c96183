// DDM: the error rate of a learner falls while the concept stays; a rise is drift.
//
// After i items with error rate p the standard deviation of p is s = sqrt(p (1 - p) / i). Kept is
// the lowest p + s so far. p + s above p_min + 2 s_min warns, above p_min + 3 s_min is drift. An
// item costs O(1) time, and the detector five numbers.
//
// Where no error has come yet, p and s are 0, and taken as the minimum they would make the first
// error a drift. So the minimum counts only once there was an error. River and MOA have no
// such guard, and test from the item after `warm_start` on.
//
// Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class DDM {
 public:
  static constexpr Domain domain = Domain::unit;

  DDM(std::int64_t warm_start, double warning_threshold, double drift_threshold, Preset preset)
      : warm_start_(item_count("warm_start", warm_start)),
        warning_threshold_(positive("warning_threshold", warning_threshold)),
        drift_threshold_(positive("drift_threshold", drift_threshold)),
        preset_(preset) {}

  Signal update(double x) {
    ++n_;
    errors_ += x;
    const auto n = static_cast<double>(n_);
    const double p = errors_ / n;
    const double s = std::sqrt(p * (1.0 - p) / n);
    if (preset_ == Preset::paper ? n_ < warm_start_ || errors_ == 0.0 : n_ <= warm_start_) {
      return Signal::stable;
    }
    if (p + s <= p_min_ + s_min_) {
      p_min_ = p;
      s_min_ = s;
    }
    if (p + s > p_min_ + drift_threshold_ * s_min_) return Signal::drift;
    return p + s > p_min_ + warning_threshold_ * s_min_ ? Signal::warning : Signal::stable;
  }
  void restart() { *this = DDM(warm_start_, warning_threshold_, drift_threshold_, preset_); }

  [[nodiscard]] double estimation() const {
    return n_ == 0 ? 0.0 : errors_ / static_cast<double>(n_);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("warm_start", self.warm_start_);
    visit.parameter("warning_threshold", self.warning_threshold_);
    visit.parameter("drift_threshold", self.drift_threshold_);
    visit.parameter("preset", self.preset_);
    visit("n", self.n_);
    visit("errors", self.errors_);
    visit("p_min", self.p_min_);
    visit("s_min", self.s_min_);
  }
  void check() const { require_state(is_count(n_), "a count is out of range"); }

 private:
  std::int64_t warm_start_;
  double warning_threshold_, drift_threshold_;
  Preset preset_;
  std::int64_t n_ = 0;
  double errors_ = 0.0;
  double p_min_ = std::numeric_limits<double>::infinity();
  double s_min_ = 0.0;
};
static_assert(DriftDetector<DDM>);

}  // namespace driftline

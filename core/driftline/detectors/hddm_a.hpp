// HDDM_A: a rise of the mean, by Hoeffding's inequality.
//
// Kept are the totals of all values, and the totals at the cut: the moment whose mean plus
// Hoeffding bound was lowest. The mean has risen if that of all n values is above that of the first
// n_min by more than sqrt((n - n_min) / (2 n_min n) ln(2 / d)). A fall is found the same way from
// the moment whose mean minus bound was highest. Nothing is assumed of the values but that they
// lie between 0 and 1. O(1) time and memory.
//
// Two-sided, a fall is a drift too; MOA then starts over and says nothing.
//
// Frias-Blanco, del Campo-Avila, Ramos-Jimenez, Morales-Bueno, Ortiz-Diaz, Caballero-Mota. Online
// and Non-Parametric Drift Detection Methods Based on Hoeffding's Bounds. 2015.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "driftline/detectors/detector.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class HDDMA {
 public:
  static constexpr Domain domain = Domain::unit;

  HDDMA(double drift_confidence, double warning_confidence, bool two_sided_test, Preset preset)
      : drift_confidence_(strictly_between("drift_confidence", drift_confidence, 0.0, 1.0)),
        warning_confidence_(strictly_between("warning_confidence", warning_confidence, 0.0, 1.0)),
        two_sided_test_(two_sided_test),
        preset_(preset),
        bound_(-0.5 * log(drift_confidence)),
        drift_(0.5 * log(2.0 / drift_confidence)),
        warning_(0.5 * log(2.0 / warning_confidence)) {}

  Signal update(double x) {
    n_ += 1.0;
    total_ += x;
    const double mean = total_ / n_;
    const double bound = std::sqrt(bound_ / n_);
    if (n_min_ == 0.0 || mean + bound <= level_min_) {
      level_min_ = mean + bound;
      n_min_ = n_;
      mean_min_ = mean;
    }
    if (n_max_ == 0.0 || mean - bound >= level_max_) {
      level_max_ = mean - bound;
      n_max_ = n_;
      mean_max_ = mean;
    }
    const Signal rise = judge(mean - mean_min_, n_min_);
    if (!two_sided_test_) return rise;
    const Signal fall = judge(mean_max_ - mean, n_max_);
    if (preset_ != Preset::moa) return std::max(rise, fall);
    if (fall == Signal::drift && rise != Signal::drift) restart();
    return rise;
  }
  void restart() {
    *this = HDDMA(drift_confidence_, warning_confidence_, two_sided_test_, preset_);
  }

  [[nodiscard]] double estimation() const { return n_ == 0.0 ? 0.0 : total_ / n_; }
  [[nodiscard]] bool has_risen() const {
    return judge(estimation() - mean_min_, n_min_) == Signal::drift;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("drift_confidence", self.drift_confidence_);
    visit.parameter("warning_confidence", self.warning_confidence_);
    visit.parameter("two_sided_test", self.two_sided_test_);
    visit.parameter("preset", self.preset_);
    visit("n", self.n_);
    visit("total", self.total_);
    visit("n_min", self.n_min_);
    visit("mean_min", self.mean_min_);
    visit("level_min", self.level_min_);
    visit("n_max", self.n_max_);
    visit("mean_max", self.mean_max_);
    visit("level_max", self.level_max_);
  }

 private:
  /// Squares are compared: a root for each level would cost more than all the rest.
  [[nodiscard]] Signal judge(double apart, double n_cut) const {
    if (apart <= 0.0 || n_cut == n_) return Signal::stable;
    const double m = (n_ - n_cut) / (n_cut * n_);
    if (apart * apart >= m * drift_) return Signal::drift;
    return apart * apart >= m * warning_ ? Signal::warning : Signal::stable;
  }

  double drift_confidence_, warning_confidence_;
  bool two_sided_test_;
  Preset preset_;
  double bound_, drift_, warning_;  ///< logarithms of the confidences, halved
  double n_ = 0.0;
  double total_ = 0.0;
  double n_min_ = 0.0;
  double mean_min_ = 0.0;
  double level_min_ = 0.0;
  double n_max_ = 0.0;
  double mean_max_ = 0.0;
  double level_max_ = 0.0;
};
static_assert(DriftDetector<HDDMA>);

}  // namespace driftline

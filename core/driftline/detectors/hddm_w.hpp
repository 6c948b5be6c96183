// HDDM_W: a rise of a weighted moving average, by McDiarmid's inequality.
//
// An average z <- lambda x + (1 - lambda) z gives recent values more weight. Its bound rests on
// the sum of squared weights: c <- lambda^2 + (1 - lambda)^2 c. The cut is the moment whose z plus
// bound was lowest; the average since the cut is compared with that up to it:
//   z2 - z1 > sqrt((c1 + c2) ln(1 / d) / 2).
// Fit for gradual drifts, where HDDM_A is for abrupt ones. O(1) time and memory.
//
// The first value has weight 1, so c begins at 1. River applies the recursion to it already.
// Two-sided, a fall is a drift too; MOA then starts over and says nothing.
//
// Frias-Blanco, del Campo-Avila, Ramos-Jimenez, Morales-Bueno, Ortiz-Diaz, Caballero-Mota. Online
// and Non-Parametric Drift Detection Methods Based on Hoeffding's Bounds. 2015.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "driftline/detectors/detector.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class HDDMW {
 public:
  static constexpr Domain domain = Domain::unit;

  HDDMW(double drift_confidence, double warning_confidence, double lambda_val, bool two_sided_test,
        Preset preset)
      : drift_confidence_(strictly_between("drift_confidence", drift_confidence, 0.0, 1.0)),
        warning_confidence_(strictly_between("warning_confidence", warning_confidence, 0.0, 1.0)),
        lambda_(strictly_between("lambda_val", lambda_val, 0.0, 1.0)),
        two_sided_test_(two_sided_test),
        preset_(preset),
        drift_(-0.5 * log(drift_confidence)),
        warning_(-0.5 * log(warning_confidence)) {}

  Signal update(double x) {
    learn(all_, x);
    const double bound = std::sqrt(all_.squares * drift_);
    if (all_.mean + bound < low_.level) {
      low_ = {.level = all_.mean + bound, .before = all_, .since = {}};
    } else {
      learn(low_.since, x);
    }
    const Signal rise = judge(low_.before, low_.since);
    if (!two_sided_test_) return rise;
    if (all_.mean - bound > -high_.level) {
      high_ = {.level = bound - all_.mean, .before = all_, .since = {}};
    } else {
      learn(high_.since, x);
    }
    const Signal fall = judge(high_.since, high_.before);
    if (preset_ != Preset::moa) return std::max(rise, fall);
    if (fall == Signal::drift && rise != Signal::drift) restart();
    return rise;
  }
  void restart() {
    *this = HDDMW(drift_confidence_, warning_confidence_, lambda_, two_sided_test_, preset_);
  }

  [[nodiscard]] double estimation() const { return all_.mean; }
  [[nodiscard]] bool has_risen() const { return judge(low_.before, low_.since) == Signal::drift; }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("drift_confidence", self.drift_confidence_);
    visit.parameter("warning_confidence", self.warning_confidence_);
    visit.parameter("lambda_val", self.lambda_);
    visit.parameter("two_sided_test", self.two_sided_test_);
    visit.parameter("preset", self.preset_);
    visit.group("all", self.all_);
    visit.group("low", self.low_);
    visit.group("high", self.high_);
  }

 private:
  /// A weighted average and the sum of its squared weights, 0 before the first value.
  struct Average {
    double mean = 0.0;
    double squares = 0.0;

    static void fields(auto& self, auto&& visit) {
      visit("mean", self.mean);
      visit("squares", self.squares);
    }
  };
  struct Cut {
    double level = std::numeric_limits<double>::infinity();
    Average before, since;

    static void fields(auto& self, auto&& visit) {
      visit("level", self.level);
      visit.group("before", self.before);
      visit.group("since", self.since);
    }
  };

  void learn(Average& average, double x) const {
    const double kept = 1.0 - lambda_;
    if (average.squares == 0.0) {
      average.mean = x;
      average.squares = preset_ == Preset::river ? lambda_ * lambda_ + kept * kept : 1.0;
    } else {
      average.mean = lambda_ * x + kept * average.mean;
      average.squares = lambda_ * lambda_ + kept * kept * average.squares;
    }
  }
  [[nodiscard]] Signal judge(const Average& lower, const Average& higher) const {
    const double apart = higher.mean - lower.mean;
    if (lower.squares == 0.0 || higher.squares == 0.0 || apart <= 0.0) return Signal::stable;
    const double squares = lower.squares + higher.squares;
    if (apart * apart > squares * drift_) return Signal::drift;
    return apart * apart > squares * warning_ ? Signal::warning : Signal::stable;
  }

  double drift_confidence_, warning_confidence_, lambda_;
  bool two_sided_test_;
  Preset preset_;
  double drift_, warning_;  ///< logarithms of the confidences, halved
  Average all_;
  Cut low_, high_;  ///< of the lowest mean plus bound, and of the highest mean minus bound
};
static_assert(DriftDetector<HDDMW>);

}  // namespace driftline

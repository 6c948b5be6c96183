// The error of a prediction, as a detector is fed it: a number from 0 to 1.
//
// Of a label: 1 if it is wrong. Of a number: |y - prediction| / (|y - prediction| + s), s being the
// standard deviation of all targets so far. So 0 is a perfect answer, 1/2 one that is as far off as
// the targets themselves scatter, and no outlier is more than 1. The scale does not depend on the
// unit of the targets, nor on how good the learner is: a scale made of the errors themselves would
// move while the learner improves, and a detector would take that for drift.
#pragma once

#include <cmath>
#include <cstdint>

#include "driftline/stream/labels.hpp"

namespace driftline {

class LabelErrors {
 public:
  /// What the error of this row is measured by. Every row learned has to pass here, in order.
  static double scale(Code /*label*/) { return 1.0; }
  static double of(Code said, Code label, double /*scale*/) { return said == label ? 0.0 : 1.0; }
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

class NumberErrors {
 public:
  double scale(double target) {
    ++count_;
    const double apart = target - mean_;
    mean_ += apart / static_cast<double>(count_);
    squares_ += apart * (target - mean_);
    return std::sqrt(squares_ / static_cast<double>(count_));
  }
  static double of(double said, double target, double scale) {
    const double apart = std::abs(said - target);
    const double whole = apart + scale;
    if (!std::isfinite(whole)) return 1.0;  // the learner diverged
    return whole > 0.0 ? apart / whole : 0.0;
  }
  static void fields(auto& self, auto&& visit) {
    visit("count", self.count_);
    visit("mean", self.mean_);
    visit("squares", self.squares_);
  }

 private:
  std::int64_t count_ = 0;
  double mean_ = 0.0;
  double squares_ = 0.0;
};

}  // namespace driftline

// What a node of FIMT-DD watches: its errors, and a tree beside it that may do better.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class ErrorWatch {
 public:
  struct Options {
    double drift_alpha = 0.005;
    double drift_threshold = 50.0;
    double alternate_fading = 0.995;
    std::int64_t alternate_check_period = 150;
    std::int64_t alternate_patience = 1500;

    /// Throws std::invalid_argument, naming the parameter, unless all are in range.
    void check() const {
      not_negative("drift_alpha", drift_alpha);
      positive("drift_threshold", drift_threshold);
      if (!(alternate_fading > 0.0 && alternate_fading <= 1.0)) {
        throw std::invalid_argument("alternate_fading must be above 0 and at most 1");
      }
      at_least_one("alternate_check_period", alternate_check_period);
      at_least_one("alternate_patience", alternate_patience);
    }
    static void fields(auto& self, auto&& visit) {
      visit.parameter("drift_alpha", self.drift_alpha);
      visit.parameter("drift_threshold", self.drift_threshold);
      visit.parameter("alternate_fading", self.alternate_fading);
      visit.parameter("alternate_check_period", self.alternate_check_period);
      visit.parameter("alternate_patience", self.alternate_patience);
    }
  };
  enum class Verdict : std::uint8_t { wait, change, give_up };
  static constexpr std::size_t numbers = 9;  ///< that `each` gives

  double rows = -1.0;  ///< that the tree beside has learned; -1 before its first

  /// Page-Hinkley. True when errors have risen.
  bool alarms(double error, const Options& options) {
    seen_ += 1.0;
    total_ += error;
    sum_ += error - total_ / seen_ - options.drift_alpha;
    least_ = std::min(least_, sum_);
    return sum_ - least_ > options.drift_threshold;
  }

  /// Both errors of a row that the tree beside learns next.
  Verdict compare(double error, double other, double grace_period, const Options& options) {
    rows += 1.0;
    loss_ = options.alternate_fading * loss_ + error * error;
    other_loss_ = options.alternate_fading * other_loss_ + other * other;
    if (std::fmod(rows, static_cast<double>(options.alternate_check_period)) != 0.0) {
      return Verdict::wait;
    }
    const double ratio = log_ratio();
    if (ratio > 0.0) return Verdict::change;
    const double before =
        checks_ > 0.0 ? ratios_ / checks_ : -std::numeric_limits<double>::infinity();
    checks_ += 1.0;
    ratios_ += ratio;
    const bool is_falling = rows >= 10.0 * grace_period && ratios_ / checks_ < before;
    const bool is_late = rows >= static_cast<double>(options.alternate_patience);
    return is_late || is_falling ? Verdict::give_up : Verdict::wait;
  }

  void each(auto&& take) const {
    for (const double number :
         {rows, seen_, total_, sum_, least_, loss_, other_loss_, ratios_, checks_}) {
      take(number);
    }
  }
  /// Any numbers will do: nothing rests on them but when trees are compared.
  void restore(const double* from) {
    for (double* number :
         {&rows, &seen_, &total_, &sum_, &least_, &loss_, &other_loss_, &ratios_, &checks_}) {
      *number = *from++;
    }
  }

 private:
  /// Of nothing to nothing it is 0.
  [[nodiscard]] double log_ratio() const {
    constexpr double inf = std::numeric_limits<double>::infinity();
    if (loss_ == 0.0) return other_loss_ == 0.0 ? 0.0 : -inf;
    return other_loss_ > 0.0 ? log(loss_ / other_loss_) : inf;
  }

  double seen_ = 0.0, total_ = 0.0, sum_ = 0.0, least_ = 0.0;
  double loss_ = 0.0, other_loss_ = 0.0;  // faded sums of squared errors
  double ratios_ = 0.0, checks_ = 0.0;
};

}  // namespace driftline

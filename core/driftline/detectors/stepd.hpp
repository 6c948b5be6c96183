// STEPD: the recent error rate against that of all earlier results, by a test of equal proportions.
//
// Of the n_r most recent results r_r are right, of the n_o older ones r_o. With
// p = (r_o + r_r) / (n_o + n_r) and h = 1/n_o + 1/n_r,
//   Z = (|r_o/n_o - r_r/n_r| - h/2) / sqrt(p (1 - p) h)
// is about normal while nothing changes; h/2 corrects for counts being whole numbers. It looks
// once there are as many older results as recent ones. Kept are the recent results as bits and two
// counts. The levels are turned into values of Z once.
//
// The paper reacts only where recent accuracy is lower. MOA reacts to both directions, and takes Z
// without its sign: with few errors a difference smaller than h/2 may count as a large one.
//
// Nishida, Yamauchi. Detecting Concept Drift Using Statistical Testing. 2007.
#pragma once

#include <cmath>
#include <cstdint>

#include "driftline/detectors/bit_window.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/numeric/normal.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class STEPD {
 public:
  static constexpr Domain domain = Domain::bits;

  STEPD(std::int64_t window_size, double alpha_drift, double alpha_warning, Preset preset)
      : window_size_(item_count("window_size", window_size)),
        alpha_drift_(strictly_between("alpha_drift", alpha_drift, 0.0, 1.0)),
        alpha_warning_(strictly_between("alpha_warning", alpha_warning, 0.0, 1.0)),
        preset_(preset),
        z_drift_(normal_quantile(0.5 * alpha_drift)),
        z_warning_(normal_quantile(0.5 * alpha_warning)),
        recent_(window_size) {
    either("preset", preset, {Preset::paper, Preset::moa});
  }

  Signal update(double x) {
    const bool was_full = recent_.is_full();
    const bool out = recent_.push(x != 0.0);
    if (was_full) {
      ++older_;
      older_errors_ += out ? 1 : 0;
    }
    return older_ >= window_size_ ? judge() : Signal::stable;
  }
  void restart() {
    recent_.clear();
    older_ = 0;
    older_errors_ = 0;
  }

  [[nodiscard]] double estimation() const {
    return recent_.size() == 0
               ? 0.0
               : static_cast<double>(recent_.ones()) / static_cast<double>(recent_.size());
  }

  [[nodiscard]] bool has_risen() const {
    return recent_.ones() * older_ > older_errors_ * window_size_;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("window_size", self.window_size_);
    visit.parameter("alpha_drift", self.alpha_drift_);
    visit.parameter("alpha_warning", self.alpha_warning_);
    visit.parameter("preset", self.preset_);
    visit.group("recent", self.recent_);
    visit("older", self.older_);
    visit("older_errors", self.older_errors_);
  }
  void check() {
    recent_.check();
    require_state(is_count(older_) && older_errors_ >= 0 && older_errors_ <= older_,
                  "a count is out of range");
    require_state(older_ == 0 || recent_.is_full(), "a count is out of range");
  }

 private:
  /// Both sides of Z > z are taken times n_o n_r and squared: no division and no root is left.
  [[nodiscard]] Signal judge() const {
    const auto n_o = static_cast<double>(older_);
    const auto n_r = static_cast<double>(window_size_);
    const auto e_o = static_cast<double>(older_errors_);
    const auto e_r = static_cast<double>(recent_.ones());
    const double n = n_o + n_r;
    const double errors = e_o + e_r;
    const double spread = errors * (n - errors) * n_o * n_r;
    if (spread == 0.0) return Signal::stable;  // all right, or all wrong
    const double rise = e_r * n_o - e_o * n_r;
    double apart = (preset_ == Preset::moa ? std::abs(rise) : rise) - 0.5 * n;
    if (preset_ != Preset::moa && apart <= 0.0) return Signal::stable;
    apart *= apart * n;
    if (apart > z_drift_ * z_drift_ * spread) return Signal::drift;
    return apart > z_warning_ * z_warning_ * spread ? Signal::warning : Signal::stable;
  }

  std::int64_t window_size_;
  double alpha_drift_, alpha_warning_;
  Preset preset_;
  double z_drift_, z_warning_;
  BitWindow recent_;
  std::int64_t older_ = 0;
  std::int64_t older_errors_ = 0;
};
static_assert(DriftDetector<STEPD>);

}  // namespace driftline

// EDDM: errors come closer together when the concept drifts.
//
// Kept are mean p' and standard deviation s' of the distances between errors, in items, and the
// largest p' + 2 s' so far. Where p' + 2 s' falls below alpha of the largest it warns, below beta
// of it drift is signalled. Slow drifts show sooner than in the error rate; noise looks like drift
// often. Nothing changes between errors, and a warning lasts until the next one.
//
// The paper looks from the 30th error on, and so does this for the largest too: the few first
// distances would set a mark that later ones never reach. MOA and River take the largest once
// 30 items have come, and test after the 30th error; River divides by one less in the variance.
//
// Baena-Garcia, del Campo-Avila, Fidalgo, Bifet, Gavalda, Morales-Bueno. Early Drift Detection
// Method. 2006.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class EDDM {
 public:
  static constexpr Domain domain = Domain::bits;

  EDDM(std::int64_t warm_start, double alpha, double beta, Preset preset)
      : warm_start_(item_count("warm_start", warm_start)),
        alpha_(positive("alpha", alpha)),
        beta_(positive("beta", beta)),
        preset_(preset) {
    if (alpha < beta) throw std::invalid_argument("alpha must be at least beta");
  }

  Signal update(double x) {
    ++n_;
    if (x == 0.0) return has_warned_ != 0 ? Signal::warning : Signal::stable;
    learn_distance(static_cast<double>(n_ - last_error_));
    last_error_ = n_;
    const Signal signal = judge();
    has_warned_ = signal == Signal::warning ? 1 : 0;
    return signal;
  }
  void restart() { *this = EDDM(warm_start_, alpha_, beta_, preset_); }

  /// The error rate since the last drift.
  [[nodiscard]] double estimation() const {
    return n_ == 0 ? 0.0 : static_cast<double>(errors_) / static_cast<double>(n_);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("warm_start", self.warm_start_);
    visit.parameter("alpha", self.alpha_);
    visit.parameter("beta", self.beta_);
    visit.parameter("preset", self.preset_);
    visit("n", self.n_);
    visit("errors", self.errors_);
    visit("last_error", self.last_error_);
    visit("mean_distance", self.mean_);
    visit("deviations", self.deviations_);
    visit("largest", self.largest_);
    visit("has_warned", self.has_warned_);
  }
  void check() const {
    require_state(errors_ >= 0 && last_error_ >= errors_ && n_ >= last_error_ && is_count(n_),
                  "a count is out of range");
  }

 private:
  void learn_distance(double distance) {
    ++errors_;
    const double before = distance - mean_;
    mean_ += before / static_cast<double>(errors_);
    deviations_ += before * (distance - mean_);
  }
  [[nodiscard]] double spread() const {
    const std::int64_t divisor = preset_ == Preset::river ? errors_ - 1 : errors_;
    return divisor > 0 ? std::sqrt(deviations_ / static_cast<double>(divisor)) : 0.0;
  }

  Signal judge() {
    const Signal unchanged =
        preset_ == Preset::river && has_warned_ != 0 ? Signal::warning : Signal::stable;
    if (preset_ == Preset::paper ? errors_ < warm_start_ : n_ <= warm_start_) return unchanged;
    const double reach = mean_ + 2.0 * spread();
    if (reach > largest_) {
      largest_ = reach;
      return unchanged;
    }
    if (preset_ != Preset::paper && errors_ <= warm_start_) return unchanged;
    if (reach / largest_ < beta_) return Signal::drift;
    return reach / largest_ < alpha_ ? Signal::warning : Signal::stable;
  }

  std::int64_t warm_start_;
  double alpha_, beta_;
  Preset preset_;
  std::int64_t n_ = 0;
  std::int64_t errors_ = 0;
  std::int64_t last_error_ = 0;
  double mean_ = 0.0;        ///< p' in the paper
  double deviations_ = 0.0;  ///< squared, of distances from their mean
  double largest_ = -1.0;
  std::int64_t has_warned_ = 0;
};
static_assert(DriftDetector<EDDM>);

}  // namespace driftline

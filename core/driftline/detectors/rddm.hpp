// RDDM: DDM that does not grow deaf, by forgetting what lies long ago.
//
// After a long stable time one error hardly moves the rate of DDM, and it answers late. RDDM keeps
// the last results as bits, and computes its rate anew from them in three cases:
//   - after a drift, from those since the warning began, or from the last one without a warning;
//   - after `max_concept_size` items without a warning, from the last `min_size_stable_concept`;
//   the
//     lowest level stays, and no drift is signalled;
//   - a warning that lasts `warning_limit` items is a drift.
// An item costs O(1), the rare replay one pass over the bits.
//
// Barros, Cabral, Goncalves, Santos. RDDM: Reactive Drift Detection Method. 2017.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "driftline/detectors/bit_window.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class RDDM {
 public:
  static constexpr Domain domain = Domain::bits;

  RDDM(std::int64_t min_instances, double warning_threshold, double drift_threshold,
       std::int64_t max_concept_size, std::int64_t min_size_stable_concept,
       std::int64_t warning_limit)
      : min_instances_(item_count("min_instances", min_instances)),
        warning_threshold_(positive("warning_threshold", warning_threshold)),
        drift_threshold_(positive("drift_threshold", drift_threshold)),
        max_concept_size_(item_count("max_concept_size", max_concept_size)),
        min_size_stable_concept_(item_count("min_size_stable_concept", min_size_stable_concept)),
        warning_limit_(item_count("warning_limit", warning_limit)),
        stored_(bits_of(min_size_stable_concept)) {}

  Signal update(double x) {
    if (is_stale_ != 0) replay();
    is_stale_ = 0;
    if (stored_.is_full() && since_warning_ == stored_.size()) since_warning_ = 0;  // left behind
    stored_.push(x != 0.0);
    if (since_warning_ > 0) ++since_warning_;
    learn(x);
    if (n_ < min_instances_) return Signal::stable;
    const double p = estimation();
    const double s = spread(p);
    lower_minimum(p, s);
    const Signal signal = judge(p + s);
    is_stale_ = signal == Signal::stable && n_ >= max_concept_size_ ? 1 : 0;
    return signal;
  }
  /// The minimum is found anew too, by replaying.
  void restart() {
    p_min_ = std::numeric_limits<double>::infinity();
    s_min_ = 0.0;
    if (warned_ != 0 && since_warning_ > 0) {
      stored_.keep_last(since_warning_);
    } else if (warned_ == 0) {
      stored_.keep_last(1);
    }
    n_ = 0;
    errors_ = 0.0;
    for (std::int64_t i = 0; i < stored_.size(); ++i) {
      learn(stored_[i] ? 1.0 : 0.0);
      if (n_ >= min_instances_) lower_minimum(estimation(), spread(estimation()));
    }
    warned_ = 0;
    since_warning_ = 0;
    is_stale_ = 0;
  }

  [[nodiscard]] double estimation() const {
    return n_ == 0 ? 0.0 : errors_ / static_cast<double>(n_);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("min_instances", self.min_instances_);
    visit.parameter("warning_threshold", self.warning_threshold_);
    visit.parameter("drift_threshold", self.drift_threshold_);
    visit.parameter("max_concept_size", self.max_concept_size_);
    visit.parameter("min_size_stable_concept", self.min_size_stable_concept_);
    visit.parameter("warning_limit", self.warning_limit_);
    visit.group("stored", self.stored_);
    visit("n", self.n_);
    visit("errors", self.errors_);
    visit("p_min", self.p_min_);
    visit("s_min", self.s_min_);
    visit("warned", self.warned_);
    visit("since_warning", self.since_warning_);
    visit("is_stale", self.is_stale_);
  }
  void check() {
    stored_.check();
    require_state(is_count(n_) && is_count(warned_) && since_warning_ >= 0 &&
                      since_warning_ <= stored_.size(),
                  "a count is out of range");
  }

 private:
  static std::int64_t bits_of(std::int64_t count) {
    if (count <= 100'000'000) return count;
    throw std::invalid_argument("min_size_stable_concept must be at most 100000000");
  }

  void learn(double x) {
    ++n_;
    errors_ += x;
  }
  [[nodiscard]] double spread(double p) const {
    return std::sqrt(p * (1.0 - p) / static_cast<double>(n_));
  }
  void lower_minimum(double p, double s) {
    if (p + s >= p_min_ + s_min_) return;
    p_min_ = p;
    s_min_ = s;
  }
  /// The rate of the stored results alone.
  void replay() {
    n_ = stored_.size();
    errors_ = static_cast<double>(stored_.ones());
    warned_ = 0;
    since_warning_ = 0;
  }

  Signal judge(double level) {
    if (level > p_min_ + drift_threshold_ * s_min_) return Signal::drift;
    if (!(level > p_min_ + warning_threshold_ * s_min_)) {
      warned_ = 0;
      since_warning_ = 0;
      return Signal::stable;
    }
    if (warned_ == 0) since_warning_ = 1;
    if (warned_++ < warning_limit_) return Signal::warning;
    warned_ = 0;  // as if the drift had come without a warning
    since_warning_ = 0;
    return Signal::drift;
  }

  std::int64_t min_instances_;
  double warning_threshold_, drift_threshold_;
  std::int64_t max_concept_size_, min_size_stable_concept_, warning_limit_;
  BitWindow stored_;
  std::int64_t n_ = 0;
  double errors_ = 0.0;
  double p_min_ = std::numeric_limits<double>::infinity();
  double s_min_ = 0.0;
  std::int64_t warned_ = 0;         ///< items since the warning began
  std::int64_t since_warning_ = 0;  ///< stored results since then
  std::int64_t is_stale_ = 0;
};
static_assert(DriftDetector<RDDM>);

}  // namespace driftline

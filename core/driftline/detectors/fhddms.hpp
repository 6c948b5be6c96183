// FHDDMS: FHDDM with a short window inside the long one.
//
// The short window sees abrupt drifts sooner, the long one gradual ones; either may find the drift.
// Each compares its accuracy with the best it had. Both begin once the long window is full.
//
// Pesaranghader, Viktor, Paquet. Reservoir of Diverse Adaptive Learners and Stacking Fast Hoeffding
// Drift Detection Methods for Evolving Data Streams. 2018.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "driftline/detectors/bit_window.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/detectors/fhddm.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class FHDDMS {
 public:
  static constexpr Domain domain = Domain::bits;

  FHDDMS(std::int64_t sliding_window_size, std::int64_t short_window_size, double confidence_level,
         Preset preset)
      : sliding_window_size_(sliding_window_size),
        short_window_size_(item_count("short_window_size", short_window_size)),
        confidence_level_(strictly_between("confidence_level", confidence_level, 0.0, 1.0)),
        preset_(preset),
        window_(detail::window_of(sliding_window_size)),
        long_count_(sliding_window_size, confidence_level),
        short_count_(std::min(short_window_size, sliding_window_size), confidence_level) {
    if (short_window_size >= sliding_window_size) {
      throw std::invalid_argument("short_window_size must be below sliding_window_size");
    }
    either("preset", preset, {Preset::paper, Preset::river});
  }

  Signal update(double x) {
    const bool bit = preset_ == Preset::river ? x == 0.0 : x != 0.0;
    const std::int64_t aged = window_.size() - short_window_size_;
    if (aged >= 0) short_errors_ -= window_[aged] ? 1 : 0;
    short_errors_ += bit ? 1 : 0;
    window_.push(bit);
    if (!window_.is_full()) return Signal::stable;
    const bool is_long = long_count_.is_drift(window_.ones());
    const bool is_short = short_count_.is_drift(short_errors_);
    return is_long || is_short ? Signal::drift : Signal::stable;
  }
  void restart() {
    window_.clear();
    long_count_.forget();
    short_count_.forget();
    short_errors_ = 0;
  }

  /// The mean of the long window.
  [[nodiscard]] double estimation() const {
    if (window_.size() == 0) return 0.0;
    const std::int64_t ones =
        preset_ == Preset::river ? window_.size() - window_.ones() : window_.ones();
    return static_cast<double>(ones) / static_cast<double>(window_.size());
  }

  /// River's reading looks for a fall.
  [[nodiscard]] bool has_risen() const { return preset_ != Preset::river; }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("sliding_window_size", self.sliding_window_size_);
    visit.parameter("short_window_size", self.short_window_size_);
    visit.parameter("confidence_level", self.confidence_level_);
    visit.parameter("preset", self.preset_);
    visit.group("window", self.window_);
    visit.group("long_count", self.long_count_);
    visit.group("short_count", self.short_count_);
  }
  void check() {
    window_.check();
    long_count_.check();
    short_count_.check();
    short_errors_ = 0;
    for (std::int64_t i = std::max<std::int64_t>(0, window_.size() - short_window_size_);
         i < window_.size(); ++i) {
      short_errors_ += window_[i] ? 1 : 0;
    }
  }

 private:
  std::int64_t sliding_window_size_, short_window_size_;
  double confidence_level_;
  Preset preset_;
  BitWindow window_;
  detail::ErrorCount long_count_, short_count_;
  std::int64_t short_errors_ = 0;
};
static_assert(DriftDetector<FHDDMS>);

}  // namespace driftline

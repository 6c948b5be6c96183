// FHDDM: the accuracy of a window against the best there was, by Hoeffding's inequality.
//
// A window of the last n results has accuracy mu; drift once mu is below its highest value by more
// than eps = sqrt(ln(1 / delta) / (2 n)).
//
// Accuracies are whole numbers over n, so eps becomes a least number of errors above the fewest:
// an item costs a few integer operations, and the window is kept as bits.
//
// Errors come in as 1, as everywhere here. River looks for a fall of what it is given, so fed with
// errors it finds improvements.
//
// Pesaranghader, Viktor. Fast Hoeffding Drift Detection Method for Evolving Data Streams. 2016.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "driftline/detectors/bit_window.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

namespace detail {

/// Errors in the last n items, the fewest there were, and how many more are a drift.
class ErrorCount {
 public:
  ErrorCount(std::int64_t n, double confidence) {
    const auto size = static_cast<double>(n);
    const double eps = std::sqrt(-log(confidence) / (2.0 * size));
    while (static_cast<double>(allowed_) / size <= eps && allowed_ <= n) ++allowed_;
  }
  bool is_drift(std::int64_t errors) {
    fewest_ = std::min(fewest_, errors);
    return errors - fewest_ >= allowed_;
  }
  void forget() { fewest_ = std::numeric_limits<std::int64_t>::max(); }

  static void fields(auto& self, auto&& visit) { visit("fewest", self.fewest_); }
  void check() const { require_state(fewest_ >= 0, "a count is out of range"); }

 private:
  std::int64_t allowed_ = 0;
  std::int64_t fewest_ = std::numeric_limits<std::int64_t>::max();
};

inline std::int64_t window_of(std::int64_t size) {
  item_count("sliding_window_size", size);
  if (size <= 10'000'000) return size;
  throw std::invalid_argument("sliding_window_size must be at most 10000000");
}

}  // namespace detail

class FHDDM {
 public:
  static constexpr Domain domain = Domain::bits;

  FHDDM(std::int64_t sliding_window_size, double confidence_level, Preset preset)
      : sliding_window_size_(sliding_window_size),
        confidence_level_(strictly_between("confidence_level", confidence_level, 0.0, 1.0)),
        preset_(preset),
        window_(detail::window_of(sliding_window_size)),
        count_(sliding_window_size, confidence_level) {
    either("preset", preset, {Preset::paper, Preset::river});
  }

  Signal update(double x) {
    window_.push(preset_ == Preset::river ? x == 0.0 : x != 0.0);
    if (!window_.is_full()) return Signal::stable;
    return count_.is_drift(window_.ones()) ? Signal::drift : Signal::stable;
  }
  void restart() {
    window_.clear();
    count_.forget();
  }

  /// The mean of the window.
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
    visit.parameter("confidence_level", self.confidence_level_);
    visit.parameter("preset", self.preset_);
    visit.group("window", self.window_);
    visit.group("count", self.count_);
  }
  void check() {
    window_.check();
    count_.check();
  }

 private:
  std::int64_t sliding_window_size_;
  double confidence_level_;
  Preset preset_;
  BitWindow window_;
  detail::ErrorCount count_;
};
static_assert(DriftDetector<FHDDM>);

}  // namespace driftline

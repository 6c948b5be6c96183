// Page-Hinkley: the sum of deviations from the running mean, measured from its own lowest point.
//
//   m_t = alpha m_(t-1) + (x_t - mean_t - delta)
// While the mean stays, m_t sinks by delta an item. A rise of the mean lifts it: drift once it is
// `threshold` above its minimum. A fall is found the same way upside down. An item costs O(1) time.
//
// alpha below 1 forgets slowly; 1 is Page's own test. MOA asks whether m_t itself is above the
// threshold, for a rise only, so the longer it has sunk the later it answers. River's search for
// a fall starts its maximum at -1.
//
// Page. Continuous Inspection Schemes. 1954.
// Hinkley. Inference about the Change-Point from Cumulative Sum Tests. 1971.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// Which way the mean has to move.
enum class Direction : std::uint8_t { up, down, both };
template <>
struct Names<Direction> {
  static constexpr std::array<std::string_view, 3> values{"up", "down", "both"};
};

class PageHinkley {
 public:
  static constexpr Domain domain = Domain::reals;

  PageHinkley(std::int64_t min_instances, double delta, double threshold, double alpha,
              Direction mode, Preset preset)
      : min_instances_(item_count("min_instances", min_instances)),
        delta_(not_negative("delta", delta)),
        threshold_(positive("threshold", threshold)),
        alpha_(positive("alpha", alpha)),
        mode_(mode),
        preset_(preset) {
    if (alpha > 1.0) throw std::invalid_argument("alpha must be at most 1");
    if (preset == Preset::moa && mode == Direction::down) {
      throw std::invalid_argument("preset 'moa' looks for a rise: mode 'down' has no meaning");
    }
    if (preset == Preset::river) most_fall_ = -1.0;
  }

  Signal update(double x) {
    ++n_;
    mean_ += (x - mean_) / static_cast<double>(n_);
    const double deviation = x - mean_;
    rise_ = alpha_ * rise_ + deviation - delta_;
    fall_ = alpha_ * fall_ + deviation + delta_;
    least_rise_ = std::min(least_rise_, rise_);
    most_fall_ = std::max(most_fall_, fall_);
    if (n_ < min_instances_) return Signal::stable;
    return has_risen() || has_fallen() ? Signal::drift : Signal::stable;
  }
  void restart() {
    *this = PageHinkley(min_instances_, delta_, threshold_, alpha_, mode_, preset_);
  }

  [[nodiscard]] double estimation() const { return mean_; }
  [[nodiscard]] bool has_risen() const {
    if (mode_ == Direction::down) return false;
    const double from = preset_ == Preset::moa ? 0.0 : least_rise_;
    return rise_ - from > threshold_;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("min_instances", self.min_instances_);
    visit.parameter("delta", self.delta_);
    visit.parameter("threshold", self.threshold_);
    visit.parameter("alpha", self.alpha_);
    visit.parameter("mode", self.mode_);
    visit.parameter("preset", self.preset_);
    visit("n", self.n_);
    visit("mean", self.mean_);
    visit("rise", self.rise_);
    visit("fall", self.fall_);
    visit("least_rise", self.least_rise_);
    visit("most_fall", self.most_fall_);
  }
  void check() const { require_state(is_count(n_), "a count is out of range"); }

 private:
  [[nodiscard]] bool has_fallen() const {
    if (mode_ == Direction::up || preset_ == Preset::moa) return false;
    return most_fall_ - fall_ > threshold_;
  }

  std::int64_t min_instances_;
  double delta_, threshold_, alpha_;
  Direction mode_;
  Preset preset_;
  std::int64_t n_ = 0;
  double mean_ = 0.0;
  double rise_ = 0.0;
  double fall_ = 0.0;
  double least_rise_ = std::numeric_limits<double>::infinity();
  double most_fall_ = -std::numeric_limits<double>::infinity();
};
static_assert(DriftDetector<PageHinkley>);

}  // namespace driftline

// Incremental Kolmogorov-Smirnov: the last n values against n reference values, at every value.
//
// The two empirical distributions differ most by D. Sorting 2n values at each step would cost
// O(n log n). Instead they lie in a search tree whose nodes know, for their part of the values, the
// difference of the counts and its highest and lowest running sum, so D stands at the root and a
// value that comes or goes costs O(log n). Equal values share a node: ties are exact.
//
// The tree is a treap: ordered by value, and as a heap by a hash of the value, which keeps it
// shallow. So its shape depends on the values alone, and it is never saved, only built again.
//
// Drift once D > sqrt(-ln(alpha / 2) / 2) sqrt(2 / n). Then the last n values become the reference.
//
// dos Reis, Flach, Matwin, Batista. Fast Unsupervised Online Drift Detection Using Incremental
// Kolmogorov-Smirnov Test. 2016.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/detectors/kolmogorov_smirnov.hpp"
#include "driftline/detectors/running_difference.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class IncrementalKS {
 public:
  static constexpr Domain domain = Domain::reals;

  IncrementalKS(double alpha, std::int64_t window_size)
      : alpha_(strictly_between("alpha", alpha, 0.0, 1.0)),
        window_size_(item_count("window_size", window_size, 2)) {
    if (window_size > 10'000'000) {
      throw std::invalid_argument("window_size must be at most 10000000");
    }
    const double squared = -log(0.5 * alpha) * static_cast<double>(window_size);
    critical_gap_ = static_cast<std::int64_t>(std::sqrt(squared));
  }

  Signal update(double x) {
    take(x);
    return is_significant() ? Signal::drift : Signal::stable;
  }
  /// The recent values are the reference from now on, and recent ones have to come first.
  void restart() {
    if (!is_ready()) return;
    std::ranges::rotate(recent_, recent_.begin() + head_);
    reference_ = std::move(recent_);
    recent_.clear();
    head_ = 0;
    plant();
  }

  /// The value without the question: whoever asks for `p_value` decides himself.
  void take(double x) {
    const double value = x + 0.0;  // -0 becomes 0
    if (std::cmp_less(reference_.size(), window_size_)) {
      reference_.push_back(value);
      tree_.add(value, 1);
      return;
    }
    if (is_ready()) {
      double& oldest = recent_[static_cast<std::size_t>(head_)];
      tree_.remove(oldest, -1);
      oldest = value;
      head_ = head_ + 1 == window_size_ ? 0 : head_ + 1;
    } else {
      recent_.push_back(value);
    }
    tree_.add(value, -1);
  }

  /// Whether both windows are full.
  [[nodiscard]] bool is_ready() const { return std::cmp_equal(recent_.size(), window_size_); }
  [[nodiscard]] bool is_significant() const { return gap() > critical_gap_; }

  /// The mean of the recent values, of the reference while there are none.
  [[nodiscard]] double estimation() const {
    return mean_of(recent_.empty() ? reference_ : recent_);
  }
  [[nodiscard]] bool has_risen() const { return mean_of(recent_) > mean_of(reference_); }
  /// D; 0 until both windows are full.
  [[nodiscard]] double statistic() const {
    return static_cast<double>(gap()) / static_cast<double>(window_size_);
  }
  [[nodiscard]] double p_value() const { return asymptotic_p_value(window_size_, gap()); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("alpha", self.alpha_);
    visit.parameter("window_size", self.window_size_);
    visit("reference", self.reference_);
    visit("recent", self.recent_);
    visit("head", self.head_);
  }
  void check() {
    require_state(std::cmp_less_equal(reference_.size(), window_size_) &&
                      std::cmp_less_equal(recent_.size(), window_size_),
                  "a window is too long");
    require_state(recent_.empty() || std::cmp_equal(reference_.size(), window_size_),
                  "recent values come before the reference is full");
    require_state(is_ready() ? head_ >= 0 && head_ < window_size_ : head_ == 0,
                  "the window's head");
    const auto is_sound = [](const std::vector<double>& values) {
      return std::ranges::all_of(values, detail::is_in<domain>);
    };
    require_state(is_sound(reference_) && is_sound(recent_), "a value is out of range");
    plant();
  }
  [[nodiscard]] std::size_t extra_memory() const { return tree_.bytes(); }

 private:
  static double mean_of(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
  }
  [[nodiscard]] std::int64_t gap() const { return is_ready() ? tree_.largest_gap() : 0; }
  void plant() {
    tree_ = RunningDifference();
    for (const double value : reference_) tree_.add(value, 1);
    for (const double value : recent_) tree_.add(value, -1);
  }

  double alpha_;
  std::int64_t window_size_;
  std::int64_t critical_gap_ = 0;  ///< n D has to be above it
  std::vector<double> reference_;
  std::vector<double> recent_;  ///< a ring once it is full
  std::int64_t head_ = 0;
  RunningDifference tree_;
};
static_assert(DriftDetector<IncrementalKS>);

}  // namespace driftline

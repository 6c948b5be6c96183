// MDDM: FHDDM with more weight on recent results, by McDiarmid's inequality.
//
// Over a window of n results, the i-th with weight w_i, oldest first, the weighted accuracy is
// mu = sum of v_i x_i, v_i = w_i / sum of w. Drift once mu is below its highest value by more than
// eps = sqrt(sum of v_i^2 / 2 * ln(1 / delta)). Three ways to weigh:
//   MDDM_A  w_i = 1 + (i - 1) d,   MDDM_G  w_i = r^(i-1),   MDDM_E  w_i = e^(lambda (i-1)).
// The third is the second with r = e^lambda.
//
// The weighted sum slides along in O(1): all weights sink one place at each item. In MDDM_A that
// takes away d for each error in the window, counted in whole numbers. In the others it is a
// division by r, under which rounding errors die out.
//
// Pesaranghader, Viktor, Paquet. McDiarmid Drift Detection Methods for Evolving Data Streams. 2018.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "driftline/detectors/bit_window.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// Weights that grow by `difference` from one result to the next.
class ArithmeticWeights {
 public:
  explicit ArithmeticWeights(double difference)
      : difference_(not_negative("difference", difference)) {}

  [[nodiscard]] double weight(std::int64_t i) const {
    return 1.0 + static_cast<double>(i) * difference_;
  }
  void push(bool in, bool out, const BitWindow& window, std::int64_t n) {
    // Those that stay sink one place; the window already holds the new one.
    const std::int64_t stay = window.ones() - (in ? 1 : 0);
    static_cast<void>(out);  // it stood at place 0 and counted nothing
    places_ += (in ? n - 1 : 0) - stay;
  }
  [[nodiscard]] double sum(const BitWindow& window) const {
    return static_cast<double>(window.ones()) + difference_ * static_cast<double>(places_);
  }
  void clear() { places_ = 0; }

  static void fields(auto& self, auto&& visit) { visit.parameter("difference", self.difference_); }
  void rebuild(const BitWindow& window, std::int64_t n) {
    places_ = 0;
    for (std::int64_t i = 0; i < window.size(); ++i) {
      places_ += window[i] ? n - window.size() + i : 0;
    }
  }

 private:
  double difference_;
  std::int64_t places_ = 0;  ///< of the errors, added up
};

/// Weights that grow by a factor: `ratio`, or e^lambda.
template <bool is_euler>
class GeometricWeights {
 public:
  explicit GeometricWeights(double parameter)
      : parameter_(is_euler ? positive("lambda_val", parameter) : positive("ratio", parameter)),
        ratio_(is_euler ? exp(parameter) : parameter) {
    if (ratio_ <= 1.0 || ratio_ > 2.0) {
      throw std::invalid_argument(is_euler ? "lambda_val must be above 0 and at most 0.69"
                                           : "ratio must be above 1 and at most 2");
    }
  }

  [[nodiscard]] double weight(std::int64_t i) const {
    return exp(static_cast<double>(i) * log(ratio_));
  }
  void push(bool in, bool out, const BitWindow& /*window*/, std::int64_t n) {
    if (top_ == 0.0) top_ = weight(n - 1);
    sum_ = (sum_ - (out ? 1.0 : 0.0)) / ratio_ + (in ? top_ : 0.0);
  }
  [[nodiscard]] double sum(const BitWindow& /*window*/) const { return sum_; }
  void clear() { sum_ = 0.0; }

  static void fields(auto& self, auto&& visit) {
    visit.parameter(is_euler ? "lambda_val" : "ratio", self.parameter_);
    visit("sum", self.sum_);
  }
  void rebuild(const BitWindow& /*window*/, std::int64_t /*n*/) {}

 private:
  double parameter_, ratio_;
  double top_ = 0.0;  ///< the newest one's weight
  double sum_ = 0.0;
};

template <class Weights>
class MDDM {
 public:
  static constexpr Domain domain = Domain::bits;

  MDDM(std::int64_t sliding_window_size, Weights weights, double confidence_level)
      : sliding_window_size_(checked(sliding_window_size)),
        weights_(std::move(weights)),
        confidence_level_(strictly_between("confidence_level", confidence_level, 0.0, 1.0)),
        window_(sliding_window_size) {
    double total = 0.0;
    double squares = 0.0;
    for (std::int64_t i = 0; i < sliding_window_size; ++i) {
      const double w = weights_.weight(i);
      total += w;
      squares += w * w;
    }
    // Both sides of the comparison are kept times the sum of weights.
    allowed_ = std::sqrt(-0.5 * squares * log(confidence_level));
    total_ = total;
  }

  Signal update(double x) {
    const bool in = x != 0.0;
    const bool out = window_.push(in);
    weights_.push(in, out, window_, sliding_window_size_);
    if (!window_.is_full()) return Signal::stable;
    const double errors = weights_.sum(window_);
    fewest_ = std::min(fewest_, errors);
    return errors - fewest_ > allowed_ ? Signal::drift : Signal::stable;
  }
  void restart() {
    window_.clear();
    weights_.clear();
    fewest_ = std::numeric_limits<double>::infinity();
  }

  /// The weighted error rate of the window.
  [[nodiscard]] double estimation() const {
    if (window_.is_full()) return weights_.sum(window_) / total_;
    double errors = 0.0;
    double total = 0.0;
    for (std::int64_t i = 0; i < window_.size(); ++i) {
      const double w = weights_.weight(i);
      total += w;
      errors += window_[i] ? w : 0.0;
    }
    return total == 0.0 ? 0.0 : errors / total;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("sliding_window_size", self.sliding_window_size_);
    visit.group("weights", self.weights_);
    visit.parameter("confidence_level", self.confidence_level_);
    visit.group("window", self.window_);
    visit("fewest", self.fewest_);
  }
  void check() {
    window_.check();
    weights_.rebuild(window_, sliding_window_size_);
  }

 private:
  static std::int64_t checked(std::int64_t size) {
    item_count("sliding_window_size", size);
    if (size <= 100'000) return size;
    throw std::invalid_argument("sliding_window_size must be at most 100000");
  }

  std::int64_t sliding_window_size_;
  Weights weights_;
  double confidence_level_;
  BitWindow window_;
  double allowed_ = 0.0;  ///< eps times the sum of weights
  double total_ = 0.0;
  double fewest_ = std::numeric_limits<double>::infinity();  ///< weighted errors so far
};
using MDDMA = MDDM<ArithmeticWeights>;
using MDDMG = MDDM<GeometricWeights<false>>;
using MDDME = MDDM<GeometricWeights<true>>;
static_assert(DriftDetector<MDDMA> && DriftDetector<MDDMG> && DriftDetector<MDDME>);

}  // namespace driftline

// SeqDrift2: each new block of values against a fair sample of all blocks since the last drift.
//
// The sample is a reservoir, so it stands for the whole past at little memory. With a block of b
// values, a sample of n, k = b / (n + b) and the variance s^2 of both together, the means lie apart
// by chance at most, by Bernstein's inequality,
//   eps = (x + sqrt(x^2 + 18 b x s^2)) / (3 b (1 - k)),   x = ln(4 / delta'),
// with delta' = delta / (2 (1 - 2^-t)) at the t-th block of the sample: tests add up. Where they
// are further apart the block replaces the sample; otherwise the block enters it.
//
// A variance below 0.0001 counts as that much. The paper shrinks k until eps gains less than 0.01
// %, which takes a sample of half a million values. Here its size is a parameter, and k is that of
// the values there are, also at the start.
//
// Pears, Sakthithasan, Koh. Detecting Concept Change in Dynamic Data Streams. 2014.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class SeqDrift2 {
 public:
  static constexpr Domain domain = Domain::unit;

  SeqDrift2(double delta, std::int64_t block_size, std::int64_t reservoir_size, std::int64_t seed)
      : delta_(strictly_between("delta", delta, 0.0, 1.0)),
        block_size_(item_count("block_size", block_size, 2)),
        reservoir_size_(reservoir_size),
        seed_(seed) {
    if (reservoir_size < block_size || reservoir_size > 1'000'000'000) {
      throw std::invalid_argument("reservoir_size must be at least block_size");
    }
    if (seed < 0) throw std::invalid_argument("seed must be at least 0");
    lane_ = Draws(static_cast<std::uint64_t>(seed)).lane(0);
  }

  Signal update(double x) {
    ++items_;
    block_.push_back(x);
    if (std::cmp_less(block_.size(), block_size_)) return Signal::stable;
    const bool is_drift = !sample_.empty() && has_moved();
    if (is_drift) {
      has_risen_ = sum_of(block_) * static_cast<double>(sample_.size()) >
                   total_ * static_cast<double>(block_size_);
      sample_.clear();
      offered_ = 0;
      total_ = 0.0;
      squares_ = 0.0;
    }
    for (std::size_t i = 0; i < block_.size(); ++i) {
      offer(block_[i], static_cast<std::uint64_t>(items_ - block_size_) + i);
    }
    block_.clear();
    return is_drift ? Signal::drift : Signal::stable;
  }
  void restart() {}  // the block that showed the drift is the new sample already

  /// The mean of sample and block.
  [[nodiscard]] double estimation() const {
    const std::size_t count = sample_.size() + block_.size();
    return count == 0 ? 0.0 : (total_ + sum_of(block_)) / static_cast<double>(count);
  }

  [[nodiscard]] bool has_risen() const { return has_risen_; }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("delta", self.delta_);
    visit.parameter("block_size", self.block_size_);
    visit.parameter("reservoir_size", self.reservoir_size_);
    visit.parameter("seed", self.seed_);
    visit("items", self.items_);
    visit("offered", self.offered_);
    visit("sample_total", self.total_);
    visit("sample_squares", self.squares_);
    visit("sample", self.sample_);
    visit("block", self.block_);
  }
  void check() const {
    require_state(is_count(items_) && std::cmp_less(block_.size(), block_size_),
                  "the block is too long");
    require_state(
        is_count(offered_) && std::cmp_equal(sample_.size(), std::min(offered_, reservoir_size_)),
        "the sample is of another size than it says");
    const auto is_sound = [](const std::vector<double>& values) {
      return std::ranges::all_of(values, detail::is_in<domain>);
    };
    require_state(is_sound(sample_) && is_sound(block_), "a value is out of range");
  }

 private:
  static double sum_of(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum;
  }

  /// Vitter's Algorithm R: the i-th value takes one of i places, if that place is in the sample.
  void offer(double value, std::uint64_t item) {
    ++offered_;
    if (std::cmp_less(sample_.size(), reservoir_size_)) {
      sample_.push_back(value);
    } else {
      const double place = lane_.uniform(item) * static_cast<double>(offered_);
      if (place >= static_cast<double>(reservoir_size_)) return;
      double& old = sample_[static_cast<std::size_t>(place)];
      total_ -= old;
      squares_ -= old * old;
      old = value;
    }
    total_ += value;
    squares_ += value * value;
  }

  [[nodiscard]] bool has_moved() const {
    const auto n = static_cast<double>(sample_.size());
    const auto b = static_cast<double>(block_size_);
    const double block_total = sum_of(block_);
    double squares = squares_;
    for (const double value : block_) squares += value * value;
    const double total = total_ + block_total;
    const double variance = (squares - total * total / (n + b)) / (n + b - 1.0);
    const double tests = std::floor(n / b);
    const double delta = delta_ / (2.0 * (1.0 - exp(-tests * std::numbers::ln2)));
    const double x = log(4.0 / delta);
    const double k = b / (n + b);
    // Where all values are equal rounding may leave a variance below 0.
    const double spread = 18.0 * b * x * std::max(variance, 1e-4);
    const double eps = (x + std::sqrt(x * x + spread)) / (3.0 * b * (1.0 - k));
    return std::abs(total_ / n - block_total / b) >= eps;
  }

  double delta_;
  std::int64_t block_size_, reservoir_size_, seed_;
  Lane lane_;
  std::int64_t items_ = 0;
  std::int64_t offered_ = 0;  ///< values offered to the sample since the last drift
  double total_ = 0.0;        ///< of the sample
  double squares_ = 0.0;
  std::vector<double> sample_, block_;
  bool has_risen_ = false;  ///< not saved: it is asked for before the next item
};
static_assert(DriftDetector<SeqDrift2>);

}  // namespace driftline

// Summaries of numbers over four estimates: cumulative, sliding, tumbling, fading.
//
// Nothing is ever subtracted, so no window drifts, and one huge number leaves no trace once it has
// left. The stream is cut into blocks of `window` rows, and a block into leaves of 64. The tumbling
// window is the block at hand. The sliding window is this block and the end of the one before it:
// the rest of a leaf, and the leaves behind it, whose ends are all summed up when their block is
// complete. All complete blocks and this one are the cumulative estimate.
//
// Memory: one number for each row of the window, and a summary for each leaf. Time: O(1) a row on
// average.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "driftline/metrics/fading_weights.hpp"
#include "driftline/metrics/points.hpp"
#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/metrics/summaries.hpp"

namespace driftline {

template <class Summary>
class Estimates {
 public:
  explicit Estimates(const ScorerSettings& settings)
      : window_(settings.window), fading_(settings.fading) {}

  /// Takes in the numbers of(0) to of(count - 1).
  void update(std::size_t count, auto&& of) {
    for (std::size_t done = 0; done < count;) {
      const auto place = static_cast<std::size_t>(rows_ % window_);
      const auto age = static_cast<std::size_t>(rows_) % fading_.length();
      if (place == 0) start_block();
      if (age == 0) faded_.scale(fading_.rescaling());
      const std::size_t n = std::min(
          {count - done, static_cast<std::size_t>(window_) - place, fading_.length() - age});
      if (rows_ < window_) ring_.resize(place + n);
      block_.expect(of(done));
      faded_.expect(of(done));
      // Copies that no write to the ring can change: they stay in registers.
      Estimate<Summary> block = block_;
      Estimate<Summary> faded = faded_;
      double* const ring = ring_.data() + place;
      const double* const weights = fading_.data() + age;
      for (std::size_t i = 0; i < n; ++i) {
        const double x = of(done + i);
        ring[i] = x;
        block.add(x, 1.0);
        faded.add(x, weights[i]);
      }
      block_ = block;
      faded_ = faded;
      rows_ += static_cast<std::int64_t>(n);
      done += n;
    }
  }

  [[nodiscard]] std::array<Estimate<Summary>, estimate_count> all() const {
    std::array<Estimate<Summary>, estimate_count> out{done_, {}, block_, faded_};
    out[0].merge(block_);
    if (rows_ > window_ && rows_ % window_ != 0) out[1] = end_of_last_block();
    out[1].merge(block_);
    return out;
  }

  static void fields(auto& self, auto&& visit) {
    visit("ring", self.ring_);
    visit.group("done", self.done_);
    visit.group("block", self.block_);
    visit.group("faded", self.faded_);
  }
  /// After a restore, told the rows scored. Throws std::invalid_argument.
  void check(std::int64_t rows) {
    rows_ = rows;
    const std::int64_t in_block = rows == 0 ? 0 : (rows - 1) % window_ + 1;
    const bool fits = ring_.size() == static_cast<std::size_t>(std::min(rows, window_)) &&
                      block_.rows == static_cast<double>(in_block) &&
                      done_.rows == static_cast<double>(rows - in_block) && faded_.rows >= 0.0 &&
                      faded_.rows <= 0x1p300;
    if (!fits || std::ranges::any_of(ring_, [](double x) { return std::isnan(x); })) {
      throw std::invalid_argument("the sums of a scorer contradict each other");
    }
    // The leaves that this block has not come to yet are those of the one before it.
    if (rows > window_ && rows % window_ != 0) sum_up_ends();
  }

 private:
  static constexpr std::size_t leaf = 64;

  [[nodiscard]] std::span<const double> rows_from(std::size_t begin) const {
    const std::size_t end = std::min((begin / leaf + 1) * leaf, ring_.size());
    return std::span(ring_).subspan(begin, end - begin);
  }
  [[nodiscard]] Estimate<Summary> end_of_last_block() const {
    const auto place = static_cast<std::size_t>(rows_ % window_);
    auto out = Estimate<Summary>::over(rows_from(place));
    if (place / leaf + 1 < ends_.size()) out.merge(ends_[place / leaf + 1]);
    return out;
  }

  void start_block() {
    if (rows_ == 0) return;
    sum_up_ends();
    done_.merge(block_);
    block_ = {};
  }
  void sum_up_ends() {
    ends_.resize((ring_.size() + leaf - 1) / leaf);
    for (std::size_t i = ends_.size(); i-- > 0;) {
      ends_[i] = Estimate<Summary>::over(rows_from(i * leaf));
      if (i + 1 < ends_.size()) ends_[i].merge(ends_[i + 1]);
    }
  }

  std::int64_t window_;
  FadingWeights fading_;
  std::int64_t rows_ = 0;
  std::vector<double> ring_;  // row n at n mod window
  Estimate<Summary> done_, block_, faded_;
  std::vector<Estimate<Summary>> ends_;  // derived: of each leaf of the last block, until its end
};

}  // namespace driftline

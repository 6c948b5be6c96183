// Summaries of numbers over four estimates: cumulative, sliding, tumbling, fading.
//
// Nothing is ever subtracted, so no window drifts, and one huge number leaves no trace once it has
// left. The stream is cut into blocks of `window` rows. The tumbling window is the block at hand.
// The sliding window is this block and the end of the one before it, whose ends are all summed up
// at once when it is complete. All complete blocks and this one are the cumulative estimate.
//
// Memory: one summary for each row of the window. Time: O(1) a row on average.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
      if (rows_ < window_) ring_.resize((place + n) * width);
      // Copies that no write to the ring can change: they stay in registers.
      Estimate<Summary> block = block_;
      Estimate<Summary> faded = faded_;
      const double* weights = fading_.data() + age;
      for (std::size_t i = 0; i < n; ++i) {
        const double x = of(done + i);
        write(place + i, Summary::of(x));
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
    const auto place = static_cast<std::size_t>(rows_ % window_);
    if (rows_ > window_ && place > 0) {
      out[1] = {.summary = read(place), .rows = static_cast<double>(window_) - block_.rows};
    }
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
    const bool fits = ring_.size() == static_cast<std::size_t>(std::min(rows, window_)) * width &&
                      block_.rows == static_cast<double>(in_block) &&
                      done_.rows == static_cast<double>(rows - in_block) && faded_.rows >= 0.0 &&
                      faded_.rows <= 0x1p300;
    if (!fits || std::ranges::any_of(ring_, [](double x) { return std::isnan(x); })) {
      throw std::invalid_argument("the sums of a scorer contradict each other");
    }
  }

 private:
  static constexpr std::size_t width = Summary::width;

  /// What each end of the last block adds up to takes the place of its rows.
  void start_block() {
    Estimate<Summary> end;
    for (std::size_t place = ring_.size() / width; place-- > 0;) {
      Estimate<Summary> row{.summary = read(place), .rows = 1.0};
      row.merge(end);
      write(place, row.summary);
      end = row;
    }
    done_.merge(block_);
    block_ = {};
  }
  [[nodiscard]] Summary read(std::size_t place) const {
    Summary out;
    std::copy_n(ring_.data() + place * width, width, out.values.data());
    return out;
  }
  void write(std::size_t place, const Summary& summary) {
    std::copy_n(summary.values.data(), width, ring_.data() + place * width);
  }

  std::int64_t window_;
  FadingWeights fading_;
  std::int64_t rows_ = 0;
  // Up to the place of the next row the block at hand, row by row; from there on the ends of the
  // block before it.
  std::vector<double> ring_;
  Estimate<Summary> done_, block_, faded_;
};

}  // namespace driftline

// A sample of fixed size, without replacement, of the items of the last `span` of time; or,
// without a size, all of these items.
//
// Every item draws a priority, and the sample is the `size` items of highest priority among those
// not older than span. An item can be forgotten as soon as `size` later ones beat it: they
// outlive it. What is left holds O(size log(n / size)) items on average, n being those of the
// window. Forgetting goes over all items from the newest back with a heap of the `size` best, and
// happens when their number has doubled since the last time, so it costs O(log size) an item.
//
// The window is (now - span, now], now being the time of the newest item. Times ascend; equal
// times keep the order of arrival. Merging is exact: priorities of different seeds are
// independent, so the union of what both keep, ordered by time, is what one sampler would keep.
//
// Babcock, Datar, Motwani. Sampling from a Moving Window over Streaming Data. 2002 (priority
// sampling, there for one item; here for the highest several).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include "driftline/random/sampler_draws.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/samplers/slot_pool.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class TimeWindowSampler {
 public:
  static constexpr Wants wants{.times = true, .ascending = true};
  static constexpr std::int64_t all = 0;

  /// A size of `all` keeps the whole window.
  TimeWindowSampler(std::int64_t size, double span, std::int64_t seed)
      : size_(size), span_(positive("span", span)), draws_(seed) {}

  void offer(const Offers& offers, auto&& place) {
    const auto drop = [&](std::int64_t slot) { place(Placement::no_item, slot); };
    for (std::size_t i = 0; i < offers.count; ++i, ++seen_) {
      latest_ = offers.times[i];
      expire(drop);
      const std::int64_t slot = pool_.take();
      times_.push_back(latest_);
      priorities_.push_back(size_ == all ? 0 : priority(seen_));
      slots_.push_back(slot);
      place(static_cast<std::int64_t>(i), slot);
      if (size_ != all && std::cmp_greater_equal(slots_.size(), limit_)) forget(drop);
    }
  }

  /// In order of arrival.
  [[nodiscard]] std::vector<std::int64_t> slots() const {
    const auto begin = static_cast<std::size_t>(head_);
    if (size_ == all || std::cmp_less_equal(slots_.size() - begin, size_)) {
      return {slots_.begin() + head_, slots_.end()};
    }
    std::vector<std::int64_t> sorted(priorities_.begin() + head_, priorities_.end());
    std::ranges::nth_element(sorted, sorted.begin() + (size_ - 1), std::greater{});
    const std::int64_t least = sorted[static_cast<std::size_t>(size_ - 1)];
    std::vector<std::int64_t> out;
    for (std::size_t i = begin; i < slots_.size(); ++i) {
      if (priorities_[i] >= least && std::cmp_less(out.size(), size_)) out.push_back(slots_[i]);
    }
    return out;
  }
  [[nodiscard]] std::size_t held() const { return pool_.made(); }
  [[nodiscard]] std::int64_t seen() const { return seen_; }
  [[nodiscard]] double latest() const {
    return seen_ == 0 ? -std::numeric_limits<double>::infinity() : latest_;
  }

  Origins merge(const TimeWindowSampler& other) {
    if (size_ != other.size_ || span_ != other.span_) {
      throw std::invalid_argument("time windows merge if size and span are the same");
    }
    if (size_ != all) draws_.check_apart(other.draws_);
    if (other.seen_ == 0) return unchanged(held());
    const TimeWindowSampler mine = *this;
    Origins origins;
    const auto take = [&](const TimeWindowSampler& side, std::size_t i) {
      times_.push_back(side.times_[i]);
      priorities_.push_back(side.priorities_[i]);
      slots_.push_back(static_cast<std::int64_t>(origins.size()));
      origins.push_back({.is_other = &side == &other, .slot = side.slots_[i]});
    };
    latest_ = std::max(mine.latest(), other.latest());
    times_.clear();
    priorities_.clear();
    slots_.clear();
    head_ = 0;
    auto left = static_cast<std::size_t>(mine.head_);
    auto right = static_cast<std::size_t>(other.head_);
    while (left < mine.slots_.size() || right < other.slots_.size()) {
      const bool is_left = right == other.slots_.size() ||
                           (left < mine.slots_.size() && mine.times_[left] <= other.times_[right]);
      const TimeWindowSampler& side = is_left ? mine : other;
      std::size_t& i = is_left ? left : right;
      if (side.times_[i] > latest_ - span_) take(side, i);
      ++i;
    }
    pool_.reset(slots_.size());
    if (size_ != all)
      forget([&](std::int64_t slot) {
        origins[static_cast<std::size_t>(slot)] = {};  // a free slot
      });
    seen_ += other.seen_;
    if (size_ != all) draws_.join(other.draws_);
    return origins;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("size", self.size_);
    visit.parameter("span", self.span_);
    visit.group("draws", self.draws_);
    visit.group("pool", self.pool_);
    visit("seen", self.seen_);
    visit("latest", self.latest_);
    visit("head", self.head_);
    visit("limit", self.limit_);
    visit("times", self.times_);
    visit("priorities", self.priorities_);
    visit("slots", self.slots_);
  }
  void check() const {
    check_state(seen_ >= 0 && limit_ > 0 && std::isfinite(latest_), "a number is out of range");
    check_state(times_.size() == slots_.size() && priorities_.size() == slots_.size(),
                "an array has another length");
    check_state(head_ >= 0 && std::cmp_less_equal(head_, slots_.size()),
                "the head is out of range");
    check_state(std::ranges::is_sorted(times_) && (times_.empty() || times_.back() <= latest_),
                "times are out of order");
    check_state(std::ranges::none_of(times_, [](double t) { return std::isnan(t); }),
                "a time is no number");
    pool_.check({slots_.begin() + head_, slots_.end()});
  }

 private:
  [[nodiscard]] std::int64_t priority(std::int64_t item) const {
    return static_cast<std::int64_t>(draws_.bits(item, 0) >> 1);
  }

  void expire(auto&& drop) {
    while (std::cmp_less(head_, slots_.size()) &&
           times_[static_cast<std::size_t>(head_)] <= latest_ - span_) {
      const std::int64_t slot = slots_[static_cast<std::size_t>(head_++)];
      pool_.give_back(slot);
      drop(slot);
    }
    // Moving the rest to the front when half is gone costs O(1) an item.
    if (std::cmp_greater(2 * head_, slots_.size())) {
      times_.erase(times_.begin(), times_.begin() + head_);
      priorities_.erase(priorities_.begin(), priorities_.begin() + head_);
      slots_.erase(slots_.begin(), slots_.begin() + head_);
      head_ = 0;
    }
  }

  /// Gives up every item that `size` later ones beat.
  void forget(auto&& drop) {
    std::vector<std::int64_t> best;  // a heap with the least of them in front
    std::size_t kept = slots_.size();
    for (std::size_t i = slots_.size(); i-- > static_cast<std::size_t>(head_);) {
      if (std::cmp_equal(best.size(), size_)) {
        if (priorities_[i] < best.front()) {
          pool_.give_back(slots_[i]);
          drop(slots_[i]);
          continue;
        }
        std::ranges::pop_heap(best, std::greater{});
        best.pop_back();
      }
      best.push_back(priorities_[i]);
      std::ranges::push_heap(best, std::greater{});
      --kept;
      times_[kept] = times_[i];
      priorities_[kept] = priorities_[i];
      slots_[kept] = slots_[i];
    }
    const auto gone = static_cast<std::ptrdiff_t>(kept);
    times_.erase(times_.begin(), times_.begin() + gone);
    priorities_.erase(priorities_.begin(), priorities_.begin() + gone);
    slots_.erase(slots_.begin(), slots_.begin() + gone);
    head_ = 0;
    limit_ = std::max<std::int64_t>(16, 2 * static_cast<std::int64_t>(slots_.size()));
  }

  std::int64_t size_;
  double span_;
  SamplerDraws draws_;
  SlotPool pool_;
  std::int64_t seen_ = 0;
  double latest_ = 0.0;
  std::int64_t head_ = 0;    ///< items before it have left the window
  std::int64_t limit_ = 16;  ///< so many items make it worth to look which can be forgotten
  std::vector<double> times_;
  std::vector<std::int64_t> priorities_, slots_;
};
static_assert(SlotSampler<TimeWindowSampler>);

}  // namespace driftline

// A sample of the last `window` items, by chains.
//
// Each of `size` chains holds one item drawn uniformly from the window, independently of the other
// chains: a sample with replacement. When an item is chosen, its heir is chosen too, one of the
// `window` - 1 items after it; the heir is stored when it comes, with an heir of its own, and takes
// over when the first one leaves the window. Item i starts the chain anew with probability
// 1 / min(i, window). A chain holds O(1) items on average, O(log window) with high probability.
//
// The paper draws the heir from one item more, up to the one at which the first one leaves. That
// item has had its fair chance already, to start the chain anew, and would be in the sample too
// often, with probability 1/n + (n-1)/n^3 for a window of n.
//
// Most items concern no chain. The next item that starts a chain anew is drawn ahead, so a queue
// of (item, chain) says who is next, and an item nobody waits for costs nothing.
//
// Two streams side by side have no common order of rows, hence no last `window` items of both:
// there is no merge.
//
// Babcock, Datar, Motwani. Sampling from a Moving Window over Streaming Data. 2002.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log1p.hpp"
#include "driftline/random/sampler_draws.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/samplers/slot_pool.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class WindowSampler {
 public:
  static constexpr Wants wants{};

  WindowSampler(std::int64_t size, std::int64_t window, std::int64_t seed)
      : size_(positive_count("size", size)),
        window_(positive_count("window", window)),
        draws_(seed) {}

  void offer(const Offers& offers, auto&& place) {
    if (offers.count == 0) return;
    if (seen_ == 0) start_chains();
    const std::int64_t start = seen_;
    seen_ += static_cast<std::int64_t>(offers.count);
    while (queue_.front().first < seen_) {
      const auto [item, chain] = queue_.front();
      const auto drop = [&](std::int64_t slot) { place(Placement::no_item, slot); };
      if (restart_[chain] == item) {
        while (first_[chain] != nothing) drop(behead(chain));
        restart_[chain] = next_restart(item, chain);
      }
      while (first_[chain] != nothing && is_gone(first_[chain], item)) drop(behead(chain));
      place(item - start, append(chain, item));
      std::ranges::pop_heap(queue_, std::greater{});
      queue_.back() = waits_for(chain);
      std::ranges::push_heap(queue_, std::greater{});
    }
  }

  [[nodiscard]] std::vector<std::int64_t> slots() const {
    std::vector<std::int64_t> out;
    for (std::int64_t slot : first_) {
      while (is_gone(slot, seen_ - 1)) slot = after_[static_cast<std::size_t>(slot)];
      out.push_back(slot);
    }
    return out;
  }
  [[nodiscard]] std::size_t held() const { return pool_.made(); }
  [[nodiscard]] std::int64_t seen() const { return seen_; }
  [[nodiscard]] std::size_t derived_bytes() const { return queue_.capacity() * sizeof(queue_[0]); }

  [[noreturn]] Origins merge(const WindowSampler& /*other*/) const {
    throw std::invalid_argument(
        "windows counted in rows do not merge: two streams have no common order of rows. "
        "TimeWindowSampler counts in time, and merges");
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("size", self.size_);
    visit.parameter("window", self.window_);
    visit.group("draws", self.draws_);
    visit.group("pool", self.pool_);
    visit("seen", self.seen_);
    visit("first", self.first_);
    visit("last", self.last_);
    visit("restart", self.restart_);
    visit("heir", self.heir_);
    visit("item", self.item_);
    visit("after", self.after_);
  }
  void check() {
    const std::size_t chains = seen_ == 0 ? 0 : static_cast<std::size_t>(size_);
    check_state(seen_ >= 0 && first_.size() == chains && last_.size() == chains &&
                    restart_.size() == chains && heir_.size() == chains &&
                    item_.size() == pool_.made() && after_.size() == pool_.made(),
                "an array has another length");
    check_chains();
    rebuild();
  }

 private:
  static constexpr std::int64_t nothing = -1;
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  using Wait = std::pair<std::int64_t, std::size_t>;

  [[nodiscard]] bool is_gone(std::int64_t slot, std::int64_t now) const {
    return item_[static_cast<std::size_t>(slot)] <= now - window_;
  }
  [[nodiscard]] Wait waits_for(std::size_t chain) const {
    return {std::min(restart_[chain], heir_[chain]), chain};
  }
  void start_chains() {
    const auto chains = static_cast<std::size_t>(size_);
    first_.assign(chains, nothing);
    last_.assign(chains, nothing);
    restart_.assign(chains, 0);  // the first item starts every chain
    heir_.assign(chains, never);
    rebuild();
  }
  void rebuild() {
    queue_.clear();
    for (std::size_t chain = 0; chain < first_.size(); ++chain) queue_.push_back(waits_for(chain));
    std::ranges::make_heap(queue_, std::greater{});
  }

  std::int64_t behead(std::size_t chain) {
    const std::int64_t slot = first_[chain];
    first_[chain] = after_[static_cast<std::size_t>(slot)];
    if (first_[chain] == nothing) last_[chain] = nothing;
    pool_.give_back(slot);
    return slot;
  }
  std::int64_t append(std::size_t chain, std::int64_t item) {
    const std::int64_t slot = pool_.take();
    const auto place = static_cast<std::size_t>(slot);
    if (place == item_.size()) {
      item_.push_back(item);
      after_.push_back(nothing);
    }
    item_[place] = item;
    after_[place] = nothing;
    (last_[chain] == nothing ? first_[chain] : after_[static_cast<std::size_t>(last_[chain])]) =
        slot;
    last_[chain] = slot;
    heir_[chain] = window_ == 1 ? never : item + 1 + draws_.below(window_ - 1, item, 2 * chain);
    return slot;
  }

  /// The next item to start the chain anew after `item` did. While the window is not full, none
  /// of the items up to number n (counted from 1) does with probability i / n; from then on each
  /// does with probability 1 / window, whatever was before.
  [[nodiscard]] std::int64_t next_restart(std::int64_t item, std::size_t chain) const {
    const auto i = static_cast<double>(item + 1);
    const auto full = static_cast<double>(window_);
    double u = draws_.uniform(item, 2 * chain + 1);
    if (i < full) {
      if (u > i / full) return static_cast<std::int64_t>(i / u);  // number i/u + 1, counted from 1
      u *= full / i;  // uniform again, as it did not start anew before the window was full
    }
    if (window_ == 1) return item + 1;
    const double skip = log(u) / log1p(-1.0 / full);
    const std::int64_t from = std::max(item + 1, window_);
    return skip < 0x1p62 ? from + static_cast<std::int64_t>(skip) : never;
  }

  void check_chains() const {
    std::vector<std::int64_t> in_use;
    for (std::size_t chain = 0; chain < first_.size(); ++chain) {
      check_state(restart_[chain] >= seen_ && heir_[chain] >= seen_, "a chain waits for the past");
      std::int64_t last = nothing;
      for (std::int64_t slot = first_[chain]; slot != nothing;) {
        const auto place = static_cast<std::size_t>(slot);
        check_state(slot >= 0 && place < item_.size(), "a slot is out of range");
        check_state(in_use.size() < item_.size(), "a chain has no end");
        check_state(item_[place] >= 0 && item_[place] < seen_, "an item has not come yet");
        check_state(last == nothing || item_[place] > item_[static_cast<std::size_t>(last)],
                    "a chain is out of order");
        in_use.push_back(slot);
        last = slot;
        slot = after_[place];
      }
      check_state(last == last_[chain], "a chain ends elsewhere");
      check_state(last != nothing && !is_gone(last, seen_ - 1),
                  "a chain holds no item of the window");
    }
    pool_.check(in_use);
  }

  std::int64_t size_;
  std::int64_t window_;
  SamplerDraws draws_;
  SlotPool pool_;
  std::int64_t seen_ = 0;
  std::vector<std::int64_t> first_, last_;    ///< by chain: slots
  std::vector<std::int64_t> restart_, heir_;  ///< by chain: items to come
  std::vector<std::int64_t> item_, after_;    ///< by slot: its item, the next slot of the chain
  std::vector<Wait> queue_;
};
static_assert(SlotSampler<WindowSampler>);

}  // namespace driftline

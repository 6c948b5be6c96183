// A sample of fixed size in which every item seen so far has the same chance to be.
//
// Algorithm R draws for every item: the n-th takes the place of one of the s in the sample with
// probability s / n. Algorithm L draws only for items that enter. It is as if every item had a
// uniform key and the s smallest stayed: `bar_` is the largest of these (W in the paper), the
// number of items to pass over is geometric, and the bar sinks with each that enters. Both give
// the same distribution; L costs O(s (1 + log(n / s))) draws and nothing for an item passed over.
//
// Merging is exact. R draws one item after another from the two streams without replacement,
// so the number from each side is hypergeometric. L gives the items of each side keys as they
// must have been (one is the bar, the others uniform below it) and keeps the s smallest of both,
// which yields the new bar too.
//
// Vitter. Random Sampling with a Reservoir. 1985 (Algorithm R).
// Li. Reservoir-Sampling Algorithms of Time Complexity O(n(1+log(N/n))). 1994 (Algorithm L).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log1p.hpp"
#include "driftline/random/sampler_draws.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

enum class ReservoirAlgorithm : std::uint8_t { l, r };
template <>
struct Names<ReservoirAlgorithm> {
  static constexpr std::array<std::string_view, 2> values{"L", "R"};
};

class ReservoirSampler {
 public:
  static constexpr Wants wants{};

  ReservoirSampler(std::int64_t size, ReservoirAlgorithm algorithm, std::int64_t seed)
      : size_(positive_count("size", size)), algorithm_(algorithm), draws_(seed) {}

  void offer(const Offers& offers, auto&& place) {
    const std::int64_t start = seen_;
    const std::int64_t end = start + static_cast<std::int64_t>(offers.count);
    for (; seen_ < std::min(end, size_); ++seen_) {
      place(seen_ - start, seen_);
      if (seen_ + 1 == size_) lower_bar();
    }
    if (algorithm_ == ReservoirAlgorithm::l) {
      while (next_ < end) {
        place(next_ - start, draws_.below(size_, entered_, slot_draw));
        lower_bar();
      }
      seen_ = end;
      return;
    }
    for (; seen_ < end; ++seen_) {
      const std::int64_t slot = draws_.below(seen_ + 1, seen_, slot_draw);
      if (slot < size_) place(seen_ - start, slot);
    }
  }

  [[nodiscard]] std::vector<std::int64_t> slots() const {
    std::vector<std::int64_t> out(held());
    std::iota(out.begin(), out.end(), 0);
    return out;
  }
  [[nodiscard]] std::size_t held() const {
    return static_cast<std::size_t>(std::min(seen_, size_));
  }
  [[nodiscard]] std::int64_t seen() const { return seen_; }

  Origins merge(const ReservoirSampler& other) {
    if (size_ != other.size_ || algorithm_ != other.algorithm_) {
      throw std::invalid_argument("reservoirs merge if size and algorithm are the same");
    }
    draws_.check_apart(other.draws_);
    if (other.seen_ == 0) return unchanged(held());
    Origins origins = algorithm_ == ReservoirAlgorithm::l ? merge_keys(other) : merge_counts(other);
    seen_ += other.seen_;
    draws_.join(other.draws_);
    return origins;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("size", self.size_);
    visit.parameter("algorithm", self.algorithm_);
    visit.group("draws", self.draws_);
    visit("seen", self.seen_);
    visit("bar", self.bar_);
    visit("next", self.next_);
    visit("entered", self.entered_);
  }
  void check() const {
    check_state(seen_ >= 0 && entered_ >= 0 && bar_ >= 0.0 && bar_ <= 1.0,
                "a count or the bar is out of range");
    const bool is_skipping = algorithm_ == ReservoirAlgorithm::l && seen_ >= size_;
    check_state(is_skipping ? next_ >= seen_ : next_ == never, "the next item is out of place");
  }

 private:
  static constexpr std::uint64_t slot_draw = 0;
  static constexpr std::uint64_t bar_draw = 1;
  static constexpr std::uint64_t skip_draw = 2;
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  /// After the sample is full, and after each item that enters: the bar sinks to where the largest
  /// of s uniform numbers below it lies. Draws go by how many have entered, not by the number of
  /// the item: that is known only after the last skip, and the CPU would have to wait for it.
  void lower_bar() {
    if (algorithm_ == ReservoirAlgorithm::r) return;
    bar_ *= exp(log(draws_.uniform(entered_, bar_draw)) / static_cast<double>(size_));
    skip_from(next_ == never ? size_ : next_ + 1, draws_.uniform(entered_, skip_draw));
    ++entered_;
  }
  void skip_from(std::int64_t item, double u) {
    const double skip = log(u) / log1p(-bar_);
    // Also false for NaN. 2^62 items never come; beyond it the sum would overflow.
    next_ = skip < 0x1p62 ? item + static_cast<std::int64_t>(skip) : never;
  }

  Origins merge_keys(const ReservoirSampler& other) {
    std::vector<std::pair<double, Origin>> keys;
    const std::int64_t entry = entered_++;
    std::uint64_t draw = 0;
    for (const ReservoirSampler* side : {static_cast<const ReservoirSampler*>(this), &other}) {
      const auto held = static_cast<std::int64_t>(side->held());
      const bool is_full = held == size_;
      const double top = is_full ? side->bar_ : 1.0;
      const std::int64_t largest = is_full ? draws_.below(size_, entry, draw++) : -1;
      for (std::int64_t slot = 0; slot < held; ++slot) {
        const double key = slot == largest ? top : top * draws_.uniform(entry, draw++);
        keys.emplace_back(key, Origin{.is_other = side == &other, .slot = slot});
      }
    }
    const auto size = static_cast<std::size_t>(size_);
    if (keys.size() >= size) {
      const auto by_key = [](const auto& a, const auto& b) { return a.first < b.first; };
      std::ranges::stable_sort(keys, by_key);
      keys.resize(size);
      bar_ = keys.back().first;
      skip_from(seen_ + other.seen_, draws_.uniform(entry, draw));
    }
    return seated(keys);
  }

  /// Draws as item `seen_`: after the merge the next item has a later number, so nobody else does.
  Origins merge_counts(const ReservoirSampler& other) {
    const std::vector<std::int64_t> mine = shuffled(0);
    const std::vector<std::int64_t> theirs = other.shuffled_by(draws_, seen_, held());
    std::int64_t left = seen_;
    std::int64_t right = other.seen_;
    std::size_t from_left = 0;
    std::size_t from_right = 0;
    std::uint64_t draw = held() + other.held();
    std::vector<std::pair<double, Origin>> chosen;
    while (std::cmp_less(chosen.size(), size_) && left + right > 0) {
      const bool is_left = draws_.below(left + right, seen_, draw++) < left;
      --(is_left ? left : right);
      const std::int64_t slot = is_left ? mine[from_left++] : theirs[from_right++];
      chosen.emplace_back(0.0, Origin{.is_other = !is_left, .slot = slot});
    }
    return seated(chosen);
  }
  [[nodiscard]] std::vector<std::int64_t> shuffled(std::uint64_t draw) const {
    return shuffled_by(draws_, seen_, draw);
  }
  [[nodiscard]] std::vector<std::int64_t> shuffled_by(const SamplerDraws& draws, std::int64_t item,
                                                      std::uint64_t draw) const {
    std::vector<std::int64_t> out = slots();
    for (std::size_t i = out.size(); i > 1; --i) {
      const std::int64_t j = draws.below(static_cast<std::int64_t>(i), item, draw++);
      std::swap(out[i - 1], out[static_cast<std::size_t>(j)]);
    }
    return out;
  }

  /// In order of side and slot, so that a sample that holds all items keeps them in order.
  static Origins seated(const std::vector<std::pair<double, Origin>>& chosen) {
    Origins out;
    out.reserve(chosen.size());
    for (const auto& [key, origin] : chosen) out.push_back(origin);
    std::ranges::sort(out, {}, [](const Origin& o) { return std::pair(o.is_other, o.slot); });
    return out;
  }

  std::int64_t size_;
  ReservoirAlgorithm algorithm_;
  SamplerDraws draws_;
  std::int64_t seen_ = 0;
  double bar_ = 1.0;           ///< algorithm L: the largest key in the sample
  std::int64_t next_ = never;  ///< algorithm L: the next item to enter
  std::int64_t entered_ = 0;   ///< algorithm L: draws so far
};
static_assert(SlotSampler<ReservoirSampler>);

}  // namespace driftline

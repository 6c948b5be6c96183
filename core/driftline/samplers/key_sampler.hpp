// All items of a fixed proportion of the keys.
//
// A key falls into one of `buckets` buckets by its hash, and its items are kept if the bucket
// is below a threshold. So a key is in with all its items or not at all, and what is asked of each
// key (does this user repeat a query?) has the same answer in the sample. With `max_keys` the
// threshold is lowered whenever more keys are held: to the largest bucket held, whose keys go.
// A key that has gone never comes back, and one that stays has all its items, from the first.
//
// The threshold depends on the set of keys seen, not on their order. So merging two samplers of
// equal seed is exact: it gives the items one sampler would hold after both streams. Keys are
// told apart by their 64-bit hash.
//
// Leskovec, Rajaraman, Ullman. Mining of Massive Datasets, chapter 4. 2014.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "driftline/random/sampler_draws.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/samplers/slot_pool.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// Which bucket a key falls into; whether it is below a threshold is what a sampler asks.
class KeyBuckets {
 public:
  KeyBuckets(std::int64_t buckets, std::int64_t seed) : buckets_(buckets), seed_(seed) {
    if (buckets < 1 || buckets > std::int64_t{1} << 53) {
      throw std::invalid_argument("buckets must be from 1 to 2^53");
    }
    if (seed < 0) throw std::invalid_argument("seed must be at least 0");
    is_power_ = std::has_single_bit(static_cast<std::uint64_t>(buckets));
  }
  [[nodiscard]] std::int64_t of(std::uint64_t hash) const {
    const std::uint64_t mixed = mix(hash ^ static_cast<std::uint64_t>(seed_));
    const auto count = static_cast<std::uint64_t>(buckets_);
    return static_cast<std::int64_t>(is_power_ ? mixed & (count - 1) : mixed % count);
  }
  [[nodiscard]] std::int64_t count() const { return buckets_; }
  bool operator==(const KeyBuckets&) const = default;

  static void fields(auto& self, auto&& visit) {
    visit.parameter("buckets", self.buckets_);
    visit.parameter("seed", self.seed_);
  }

 private:
  std::int64_t buckets_;
  std::int64_t seed_;
  bool is_power_ = false;
};

class KeySampler {
 public:
  static constexpr Wants wants{.keys = true};
  static constexpr std::int64_t no_limit = 0;

  KeySampler(double proportion, std::int64_t buckets, std::int64_t seed, std::int64_t max_keys)
      : proportion_(proportion), buckets_(buckets, seed), max_keys_(max_keys) {
    if (max_keys < 0) throw std::invalid_argument("max_keys must be at least 1");
    threshold_ = threshold_of(proportion, buckets);
  }

  /// The number of buckets nearest to the proportion; at least one.
  static std::int64_t threshold_of(double proportion, std::int64_t buckets) {
    if (!(proportion > 0.0 && proportion <= 1.0)) {
      throw std::invalid_argument("proportion must be above 0 and at most 1");
    }
    const double nearest = std::floor(proportion * static_cast<double>(buckets) + 0.5);
    if (nearest >= 1.0) return static_cast<std::int64_t>(nearest);
    throw std::invalid_argument("proportion is less than half a bucket: more buckets are wanted");
  }

  void offer(const Offers& offers, auto&& place) {
    for (std::size_t i = 0; i < offers.count; ++i) {
      if (offers.has_key != nullptr && offers.has_key[i] == 0) continue;
      if (buckets_.of(offers.hashes[i]) >= threshold_) continue;
      keep(offers.hashes[i], seen_ + static_cast<std::int64_t>(i), static_cast<std::int64_t>(i),
           place);
    }
    seen_ += static_cast<std::int64_t>(offers.count);
  }

  /// In order of arrival.
  [[nodiscard]] std::vector<std::int64_t> slots() const {
    std::vector<std::int64_t> out;
    for (std::size_t slot = 0; slot < arrival_.size(); ++slot) {
      if (arrival_[slot] != gone) out.push_back(static_cast<std::int64_t>(slot));
    }
    std::ranges::sort(out, {},
                      [&](std::int64_t slot) { return arrival_[static_cast<std::size_t>(slot)]; });
    return out;
  }
  [[nodiscard]] std::size_t held() const { return pool_.made(); }
  [[nodiscard]] std::int64_t seen() const { return seen_; }
  /// The proportion of keys that is kept now.
  [[nodiscard]] double share() const {
    return static_cast<double>(threshold_) / static_cast<double>(buckets_.count());
  }
  [[nodiscard]] std::size_t derived_bytes() const {
    return newest_.size() * (sizeof(std::pair<std::uint64_t, std::int64_t>) + 2 * sizeof(void*)) +
           newest_.bucket_count() * sizeof(void*) + before_.capacity() * sizeof(before_[0]) +
           largest_.capacity() * sizeof(largest_[0]);
  }

  Origins merge(const KeySampler& other) {
    if (buckets_ != other.buckets_ || proportion_ != other.proportion_ ||
        max_keys_ != other.max_keys_) {
      throw std::invalid_argument(
          "key samples merge if proportion, buckets, seed and max_keys are the same");
    }
    Origins origins;
    const KeySampler mine = *this;
    const std::int64_t threshold = std::min(threshold_, other.threshold_);
    clear();
    threshold_ = threshold;
    for (const KeySampler* side : {&mine, &other}) {
      for (const std::int64_t from : side->slots()) {
        const auto place = static_cast<std::size_t>(from);
        const auto hash = static_cast<std::uint64_t>(side->hash_[place]);
        if (buckets_.of(hash) >= threshold_) continue;
        const std::int64_t arrival =
            side->arrival_[place] + (side == &other ? mine.seen_ : std::int64_t{0});
        keep(hash, arrival, 0, [&](std::int64_t offset, std::int64_t slot) {
          origins.resize(std::max(origins.size(), static_cast<std::size_t>(slot) + 1));
          origins[static_cast<std::size_t>(slot)] =
              offset == Placement::no_item ? Origin{}
                                           : Origin{.is_other = side == &other, .slot = from};
        });
      }
    }
    seen_ = mine.seen_ + other.seen_;
    return origins;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("proportion", self.proportion_);
    visit.group("by_hash", self.buckets_);
    visit.parameter("max_keys", self.max_keys_);
    visit.group("pool", self.pool_);
    visit("seen", self.seen_);
    visit("threshold", self.threshold_);
    visit("hash", self.hash_);
    visit("arrival", self.arrival_);
  }
  void check() {
    check_state(seen_ >= 0 && threshold_ >= 0 && threshold_ <= buckets_.count(),
                "a number is out of range");
    check_state(hash_.size() == pool_.made() && arrival_.size() == pool_.made(),
                "an array has another length");
    const std::vector<std::int64_t> in_use = slots();
    pool_.check(in_use);
    newest_.clear();
    largest_.clear();
    before_.assign(hash_.size(), nothing);
    std::int64_t last = -1;
    for (const std::int64_t slot : in_use) {
      const std::int64_t arrival = arrival_[static_cast<std::size_t>(slot)];
      check_state(arrival > last && arrival < seen_, "items are out of order");
      last = arrival;
      check_state(buckets_.of(hash_at(slot)) < threshold_, "a key lies above the threshold");
      if (max_keys_ != no_limit) link(slot);
    }
    check_state(max_keys_ == no_limit || std::cmp_less_equal(newest_.size(), max_keys_),
                "more keys than the sample has room for");
  }

 private:
  static constexpr std::int64_t gone = -1;
  static constexpr std::int64_t nothing = -1;

  [[nodiscard]] std::uint64_t hash_at(std::int64_t slot) const {
    return static_cast<std::uint64_t>(hash_[static_cast<std::size_t>(slot)]);
  }

  void keep(std::uint64_t hash, std::int64_t arrival, std::int64_t offset, auto&& place) {
    const std::int64_t slot = pool_.take();
    const auto at = static_cast<std::size_t>(slot);
    if (at == hash_.size()) {
      hash_.push_back(0);
      arrival_.push_back(gone);
      if (max_keys_ != no_limit) before_.push_back(nothing);
    }
    hash_[at] = static_cast<std::int64_t>(hash);
    arrival_[at] = arrival;
    place(offset, slot);
    if (max_keys_ == no_limit) return;
    link(slot);
    while (std::cmp_greater(newest_.size(), max_keys_)) lower_threshold(place);
  }

  /// Items of a key are chained from its newest back.
  void link(std::int64_t slot) {
    const std::uint64_t hash = hash_at(slot);
    const auto [entry, is_new] = newest_.try_emplace(hash, nothing);
    before_[static_cast<std::size_t>(slot)] = std::exchange(entry->second, slot);
    if (!is_new) return;
    largest_.emplace_back(buckets_.of(hash), hash);
    std::ranges::push_heap(largest_);
  }

  void lower_threshold(auto&& place) {
    threshold_ = largest_.front().first;
    while (!largest_.empty() && largest_.front().first >= threshold_) {
      const auto entry = newest_.find(largest_.front().second);
      // From the newest back, so that the slot of the oldest is used again first.
      for (std::int64_t slot = entry->second; slot != nothing;) {
        const auto at = static_cast<std::size_t>(slot);
        arrival_[at] = gone;
        hash_[at] = 0;
        pool_.give_back(slot);
        place(Placement::no_item, slot);
        slot = std::exchange(before_[at], nothing);
      }
      newest_.erase(entry);
      std::ranges::pop_heap(largest_);
      largest_.pop_back();
    }
  }

  void clear() {
    pool_.reset(0);
    hash_.clear();
    arrival_.clear();
    before_.clear();
    newest_.clear();
    largest_.clear();
  }

  double proportion_;
  KeyBuckets buckets_;
  std::int64_t max_keys_;
  SlotPool pool_;
  std::int64_t seen_ = 0;
  std::int64_t threshold_ = 0;
  std::vector<std::int64_t> hash_, arrival_;  ///< by slot
  // Only with max_keys, and made anew when a state is read.
  std::vector<std::int64_t> before_;                        ///< by slot: the item before, same key
  std::unordered_map<std::uint64_t, std::int64_t> newest_;  ///< by key: its newest slot
  std::vector<std::pair<std::int64_t, std::uint64_t>> largest_;  ///< keys, largest bucket in front
};
static_assert(SlotSampler<KeySampler>);

}  // namespace driftline

// The items with the largest keys, by slot, and the smallest of these keys at hand.
//
// A slot keeps its number when its item is replaced. Of equal keys the lower slot counts as
// smaller, so the order is total and the heap's own layout, which is not saved, changes nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "driftline/samplers/sampler.hpp"

namespace driftline {

class TopKeys {
 public:
  explicit TopKeys(std::int64_t size) : size_(positive_count("size", size)) {}

  [[nodiscard]] bool is_full() const { return std::cmp_equal(keys_.size(), size_); }
  [[nodiscard]] double smallest() const { return keys_[heap_.front()]; }
  [[nodiscard]] std::size_t count() const { return keys_.size(); }

  /// The slot of a key that enters; the sample must have room, or a smaller key to give up.
  std::int64_t enter(double key) {
    std::size_t slot = keys_.size();
    if (is_full()) {
      std::ranges::pop_heap(heap_, is_larger());
      slot = heap_.back();
      keys_[slot] = key;
    } else {
      keys_.push_back(key);
      heap_.push_back(slot);
    }
    std::ranges::push_heap(heap_, is_larger());
    return static_cast<std::int64_t>(slot);
  }

  /// Adds to all keys, which keeps their order.
  void shift(double by) {
    for (double& key : keys_) key += by;
    rebuild();  // two keys may have become equal
  }

  /// The largest keys of both, `other`'s being `shift` larger than they say.
  Origins merge(const TopKeys& other, double shift) {
    std::vector<std::pair<double, Origin>> all;
    all.reserve(keys_.size() + other.keys_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      all.emplace_back(keys_[i], Origin{.slot = static_cast<std::int64_t>(i)});
    }
    for (std::size_t i = 0; i < other.keys_.size(); ++i) {
      all.emplace_back(other.keys_[i] + shift,
                       Origin{.is_other = true, .slot = static_cast<std::int64_t>(i)});
    }
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.first > b.first; });
    all.resize(std::min(all.size(), static_cast<std::size_t>(size_)));
    std::ranges::sort(all, {}, [](const auto& entry) {
      return std::pair(entry.second.is_other, entry.second.slot);
    });
    Origins out;
    keys_.clear();
    for (const auto& [key, origin] : all) {
      keys_.push_back(key);
      out.push_back(origin);
    }
    rebuild();
    return out;
  }

  [[nodiscard]] std::vector<std::int64_t> slots() const {
    std::vector<std::int64_t> out(keys_.size());
    std::iota(out.begin(), out.end(), 0);
    return out;
  }
  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] std::size_t derived_bytes() const { return heap_.capacity() * sizeof(heap_[0]); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("size", self.size_);
    visit("keys", self.keys_);
  }
  void check() {
    check_state(std::cmp_less_equal(keys_.size(), size_), "more keys than the sample has room for");
    for (const double key : keys_) check_state(!std::isnan(key), "a key is no number");
    rebuild();
  }

 private:
  /// std's heaps have the largest in front; with "is larger" for "is less" it is the smallest.
  struct IsLarger {
    const std::vector<double>& keys;
    bool operator()(std::size_t a, std::size_t b) const {
      return std::pair(keys[a], a) > std::pair(keys[b], b);
    }
  };
  [[nodiscard]] IsLarger is_larger() const { return {keys_}; }
  void rebuild() {
    heap_.resize(keys_.size());
    std::iota(heap_.begin(), heap_.end(), std::size_t{0});
    std::ranges::make_heap(heap_, is_larger());
  }

  std::int64_t size_;
  std::vector<double> keys_;
  std::vector<std::size_t> heap_;
};

}  // namespace driftline

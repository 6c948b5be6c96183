// A tree within its bytes: leaves that promise little stop observing attributes.
//
// What a split of a leaf could win is its promise: at most the weight that its majority does not
// tell, or the squares that its mean leaves. When nodes and statistics need more than `max_bytes`,
// the leaves that promise least are deactivated until they fit; they go on with what they predict
// by. Every `memory_estimate_period` rows all leaves are ranked anew, and those that promise most
// observe again if there is room.
//
// Bytes depend on what the tree holds and not on how it came to hold it, so a tree from a file
// decides as the one that was saved. Places that are free to be used again do not count; a tree
// that cuts off parts of itself calls `tidy` after each row, so that they are not in excess either.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace driftline {

class MemoryLimit {
 public:
  /// Whether leaves may still be split.
  [[nodiscard]] bool allows_growth() const { return is_frozen_ == 0; }

  /// Whether a split with `added` bytes, and what its children start with, would fit if no leaf
  /// observed anything.
  [[nodiscard]] static bool has_room(const auto& store, const auto& options, std::size_t added) {
    const auto most = static_cast<std::size_t>(options.max_bytes);
    if (store.used_bytes() + added <= most) return true;
    std::size_t least = store.structure_bytes() + added;
    for (const std::int32_t node : store.by_level()) {
      if (store.nodes[node].statistics >= 0) least += store.of(node).kept_bytes();
    }
    return least <= most;
  }

  /// After something has grown: makes the tree fit. False if nothing is left to deactivate.
  bool keep(auto& store, const auto& options) {
    const auto most = static_cast<std::size_t>(options.max_bytes);
    if (store.used_bytes() <= most) return true;
    if (options.stop_mem_management) is_frozen_ = 1;
    for (const std::int32_t node : by_promise(store, true)) {
      store.change(node, [](auto& own) { own.deactivate(); });
      if (store.used_bytes() <= most) return true;
    }
    return false;
  }

  /// After each row: ranks the leaves when it is time.
  void count_row(auto& store, const auto& options) {
    if (++rows_ < options.memory_estimate_period) return;
    rows_ = 0;
    if (allows_growth()) reactivate(store, options);
  }

  /// After each row: whether free places were given back, and nodes have other numbers.
  static bool tidy(auto& store, const auto& options) {
    return store.tidy(static_cast<std::size_t>(options.max_bytes));
  }

  void check(const auto& options) const {
    const bool is_between = rows_ >= 0 && rows_ < options.memory_estimate_period;
    if (!is_between || is_frozen_ < 0 || is_frozen_ > 1) {
      throw std::invalid_argument("the memory limit on file contradicts itself");
    }
  }
  static void fields(auto& self, auto&& visit) {
    visit("rows", self.rows_);
    visit("is_frozen", self.is_frozen_);
  }

 private:
  /// Leaves that observe, or that do not, from the least promise on.
  static std::vector<std::int32_t> by_promise(const auto& store, bool are_active) {
    std::vector<std::int32_t> leaves;
    for (const std::int32_t node : store.by_level()) {
      if (store.nodes[node].statistics < 0) continue;
      if (store.of(node).is_active == are_active) leaves.push_back(node);
    }
    std::ranges::stable_sort(leaves, {},
                             [&](std::int32_t node) { return store.of(node).promise(); });
    return leaves;
  }

  /// Swaps sleeping leaves in while there is room for them, or while they promise more than one
  /// that observes.
  [[gnu::noinline]] static void reactivate(auto& store, const auto& options) {
    std::vector<std::int32_t> asleep = by_promise(store, false);
    if (asleep.empty()) return;
    const std::vector<std::int32_t> awake = by_promise(store, true);
    const auto most = static_cast<std::size_t>(options.max_bytes);
    std::size_t bytes = 0;
    for (const std::int32_t node : awake) bytes += store.of(node).observed_bytes();
    const std::size_t mean = awake.empty() ? 0 : bytes / awake.size();
    std::size_t expected = store.used_bytes();
    std::size_t weakest = 0;
    for (; !asleep.empty(); asleep.pop_back()) {
      auto& best = store.of(asleep.back());
      if (best.depth >= options.max_depth) continue;
      if (expected + mean > most) {
        if (weakest == awake.size()) return;
        const std::int32_t worst = awake[weakest++];
        if (store.of(worst).promise() >= best.promise()) return;
        store.change(worst, [](auto& own) { own.deactivate(); });
      } else {
        expected += mean;
      }
      best.is_active = true;
    }
  }

  std::int64_t rows_ = 0;  // since the last ranking
  std::int64_t is_frozen_ = 0;
};

}  // namespace driftline

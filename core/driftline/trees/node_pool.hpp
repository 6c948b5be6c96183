// The nodes of a tree in one array. The children of a node lie side by side.
//
// A node is a test or a leaf. A row that misses the tested value, or brings one the test does not
// know, takes the branch that was the heaviest when the node was split.
//
// Freed nodes are used again. Which are free is nobody's but the pool's: `used_bytes` leaves them
// out, and `arrange` gives their memory back.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "driftline/trees/attributes.hpp"
#include "driftline/trees/room.hpp"
#include "driftline/trees/split.hpp"

namespace driftline {

/// A leaf is a test that leads every row back to it, so that a walk need not look for leaves.
struct TreeNode {
  /// Or the value set apart, or the place of the list of values.
  double threshold = std::numeric_limits<double>::infinity();
  std::int32_t column = 0;
  std::int32_t first = 0;            ///< its first child
  std::int32_t statistics = -1;      ///< the place of its statistics, if it has any
  SplitKind kind = SplitKind::none;  ///< none: a leaf

  [[nodiscard]] bool is_leaf() const { return kind == SplitKind::none; }
};

/// What is seldom needed of a test.
struct TestFacts {
  double weight = 0.0;  ///< of the leaf that was split
  double merit = 0.0;
  std::int32_t heaviest = 0;  ///< the branch of most weight at the split
  std::int32_t branches = 0;
  std::int32_t alternate = -1;  ///< the root of a tree that may take its place
  std::int32_t watch = -1;      ///< the place of what watches its errors
};

class NodePool {
 public:
  NodePool() : nodes_(1), facts_(1) {}

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] TreeNode& operator[](std::int32_t i) { return nodes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const TreeNode& operator[](std::int32_t i) const {
    return nodes_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] TestFacts& facts(std::int32_t i) { return facts_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const TestFacts& facts(std::int32_t i) const {
    return facts_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] const std::vector<std::int32_t>& values(const TreeNode& node) const {
    return values_[static_cast<std::size_t>(node.threshold)];
  }

  /// The leaf that a row comes to, from `node` on.
  [[nodiscard, gnu::always_inline]] std::int32_t descend(std::int32_t node,
                                                         const TreeRow& row) const {
    const TreeNode* at = nodes_.data() + node;
    if (row.is_whole && row.places == nullptr) {
      while (!at->is_leaf()) {
        const std::int32_t side = row.values[at->column] <= at->threshold ? 0 : 1;
        at = nodes_.data() + at->first + side;
      }
      return static_cast<std::int32_t>(at - nodes_.data());
    }
    return descend_carefully(node, row);
  }

  /// The same for several whole rows without nominal values. All take a step at a time, so they
  /// wait for memory together. `at` is where each starts.
  [[gnu::always_inline]] void descend_together(const double* const* rows, std::int32_t* at,
                                               std::size_t count) const {
    for (std::int32_t moved = 1; moved != 0;) {  // 0 once all are at leaves
      moved = 0;
      for (std::size_t k = 0; k < count; ++k) {
        const TreeNode& node = (*this)[at[k]];
        const bool is_right = !(rows[k][node.column] <= node.threshold);
        const std::int32_t next = node.first + static_cast<std::int32_t>(is_right);
        moved |= next ^ at[k];
        at[k] = next;
      }
    }
  }

  /// The branch a row takes at a test.
  [[nodiscard]] std::int32_t branch_of(std::int32_t test, const TreeRow& row) const {
    const TreeNode& node = (*this)[test];
    const std::int32_t otherwise = facts(test).heaviest;
    const auto column = static_cast<std::size_t>(node.column);
    if (column >= row.width) return otherwise;
    if (node.kind == SplitKind::at_most) {
      const double x = row.values[column];
      if (std::isnan(x)) return otherwise;
      return x <= node.threshold ? 0 : 1;
    }
    const std::int32_t place = row.places == nullptr ? -1 : row.places[column];
    if (place < 0) return otherwise;
    if (node.kind == SplitKind::value) return static_cast<double>(place) == node.threshold ? 0 : 1;
    const auto& list = values(node);
    const auto found = std::ranges::find(list, place);
    return found == list.end() ? otherwise : static_cast<std::int32_t>(found - list.begin());
  }

  /// Makes a leaf a test with as many children, which are leaves without statistics still. It
  /// keeps its own.
  void split(std::int32_t place, const Split& split, std::size_t branches,
             std::vector<std::int32_t> values) {
    const std::int32_t first = take(branches);
    TreeNode& node = (*this)[place];
    node.threshold = split.threshold;
    node.column = split.column;
    node.first = first;
    node.kind = split.kind;
    if (split.kind == SplitKind::each_value) node.threshold = keep(std::move(values));
    facts(place).branches = static_cast<std::int32_t>(branches);
  }

  /// The node at `from` takes the place of another, a leaf, and leaves a leaf behind.
  void move(std::int32_t from, std::int32_t to) {
    const auto leaf_at = [](std::int32_t place) { return TreeNode{.first = place}; };
    (*this)[to] = std::exchange((*this)[from], leaf_at(from));
    if ((*this)[to].is_leaf()) (*this)[to].first = to;
    facts(to) = std::exchange(facts(from), TestFacts());
  }
  /// A single node, a leaf, for a tree of its own.
  std::int32_t take_root() { return take(1); }
  void free_root(std::int32_t place) { give(1, place); }

  /// Gives the children of a test back; the test becomes a leaf. They must be leaves.
  void prune(std::int32_t place) {
    TreeNode& node = (*this)[place];
    give(static_cast<std::size_t>(facts(place).branches), node.first);
    if (node.kind == SplitKind::each_value) {
      const auto list = static_cast<std::size_t>(node.threshold);
      value_bytes_ -= values_[list].size() * sizeof(std::int32_t);
      std::vector<std::int32_t>().swap(values_[list]);
      ++free_lists_;
    }
    node = {.first = place, .statistics = node.statistics};
    facts(place) = {.alternate = facts(place).alternate, .watch = facts(place).watch};
  }

  /// Nodes that are part of a tree.
  [[nodiscard]] std::size_t used() const { return nodes_.size() - free_nodes_; }
  [[nodiscard]] std::size_t heap_bytes() const {
    return bytes_of(nodes_.size(), values_.size()) + free_.size() * sizeof(FreeRuns);
  }
  /// The same after `arrange`: equal trees, equal bytes.
  [[nodiscard]] std::size_t used_bytes() const { return bytes_of(used(), used_lists()); }
  /// Used bytes that a split into so many branches may add.
  [[nodiscard]] std::size_t growth(std::size_t branches) const {
    return bytes_of(used() + branches, used_lists() + 1) - used_bytes() +
           branches * sizeof(std::int32_t);
  }

  /// Node i is what was `order[i]`, and none is free. The order is by level: behind the root and
  /// all that came before, the children of a node stand side by side, then the tree beside it.
  void arrange(const std::vector<std::int32_t>& order) {
    NodePool next;
    next.nodes_.reserve(room_for(order.size()));
    next.facts_.reserve(room_for(order.size()));
    next.values_.reserve(room_for(used_lists()));
    next.nodes_.resize(order.size());
    next.facts_.resize(order.size());
    std::int32_t below = 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
      TreeNode& node = next.nodes_[i] = (*this)[order[i]];
      TestFacts& own = next.facts_[i] = facts(order[i]);
      node.first = node.is_leaf() ? static_cast<std::int32_t>(i)
                                  : std::exchange(below, below + own.branches);
      if (own.alternate >= 0) own.alternate = below++;
      if (node.kind == SplitKind::each_value) {
        node.threshold = next.keep(std::move(values_[static_cast<std::size_t>(node.threshold)]));
      }
    }
    *this = std::move(next);
  }

 private:
  /// Free nodes side by side, so many at a time. The first of each run names the next run.
  struct FreeRuns {
    std::size_t length;
    std::int32_t first;
  };

  [[nodiscard]] std::size_t used_lists() const { return values_.size() - free_lists_; }
  [[nodiscard]] std::size_t bytes_of(std::size_t nodes, std::size_t lists) const {
    return room_for(nodes) * (sizeof(TreeNode) + sizeof(TestFacts)) +
           room_for(lists) * sizeof(std::vector<std::int32_t>) + value_bytes_;
  }
  void give(std::size_t length, std::int32_t first) {
    auto runs = std::ranges::find(free_, length, &FreeRuns::length);
    if (runs == free_.end()) runs = free_.insert(runs, {.length = length, .first = -1});
    (*this)[first].first = std::exchange(runs->first, first);
    free_nodes_ += length;
  }
  std::int32_t take(std::size_t branches) {
    const auto runs = std::ranges::find(free_, branches, &FreeRuns::length);
    if (runs != free_.end()) {
      const std::int32_t first = std::exchange(runs->first, (*this)[runs->first].first);
      if (runs->first < 0) free_.erase(runs);
      free_nodes_ -= branches;
      std::fill_n(nodes_.begin() + first, branches, TreeNode());
      std::fill_n(facts_.begin() + first, branches, TestFacts());
      lead_back(first, branches);
      return first;
    }
    const std::size_t first = nodes_.size();
    nodes_.reserve(room_for(first + branches));
    facts_.reserve(room_for(first + branches));
    nodes_.resize(first + branches);
    facts_.resize(first + branches);
    lead_back(static_cast<std::int32_t>(first), branches);
    return static_cast<std::int32_t>(first);
  }
  /// New leaves.
  void lead_back(std::int32_t first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k, ++first) (*this)[first].first = first;
  }
  double keep(std::vector<std::int32_t> values) {
    values.shrink_to_fit();
    value_bytes_ += values.size() * sizeof(std::int32_t);
    if (free_lists_ > 0) {
      const auto free = std::ranges::find_if(values_, [](const auto& own) { return own.empty(); });
      --free_lists_;
      *free = std::move(values);
      return static_cast<double>(free - values_.begin());
    }
    values_.reserve(room_for(values_.size() + 1));
    values_.push_back(std::move(values));
    return static_cast<double>(values_.size() - 1);
  }

  [[nodiscard, gnu::noinline]] std::int32_t descend_carefully(std::int32_t node,
                                                              const TreeRow& row) const {
    while (!(*this)[node].is_leaf()) {
      node = (*this)[node].first + branch_of(node, row);
    }
    return node;
  }

  std::vector<TreeNode> nodes_;
  std::vector<TestFacts> facts_;
  std::vector<std::vector<std::int32_t>> values_;  // of tests with a branch for each value
  std::size_t value_bytes_ = 0;
  std::size_t free_lists_ = 0;  // of values; a free one is empty
  std::size_t free_nodes_ = 0;
  std::vector<FreeRuns> free_;  // none of a length without runs
};

}  // namespace driftline

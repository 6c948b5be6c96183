// A treap of numbers from two sides, +1 and -1, that knows how far apart their counts ever are.
//
// Walking up the values and adding the sides, the sum at each value is the difference of the two
// counts up to there. Every node keeps sum, highest and lowest running sum of its subtree, so the
// largest difference of all stands at the root. Adding and removing cost O(log n) on average.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/random/mix.hpp"

namespace driftline {

class RunningDifference {
 public:
  void add(double value, std::int32_t side) { root_ = added(root_, value, side); }
  /// The value has to be there.
  void remove(double value, std::int32_t side) { root_ = removed(root_, value, side); }

  /// The largest distance of a running sum from 0.
  [[nodiscard]] std::int64_t largest_gap() const {
    if (root_ == none) return 0;
    return std::max(node(root_).highest, -node(root_).lowest);
  }
  [[nodiscard]] std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + free_.capacity() * sizeof(std::int32_t);
  }

 private:
  static constexpr std::int32_t none = -1;

  struct Node {
    double value = 0.0;
    std::uint64_t rank = 0;  ///< a hash of the value: children have a smaller one
    std::int32_t left = none;
    std::int32_t right = none;
    std::int32_t count = 0;  ///< numbers of this value
    std::int32_t own = 0;    ///< their sides, added up
    std::int32_t sum = 0;    ///< of the subtree
    std::int32_t highest = 0, lowest = 0;
  };

  [[nodiscard]] Node& node(std::int32_t i) { return nodes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Node& node(std::int32_t i) const {
    return nodes_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::int32_t sum_of(std::int32_t i) const { return i == none ? 0 : node(i).sum; }

  void renew(std::int32_t i) {
    Node& n = node(i);
    const std::int32_t here = sum_of(n.left) + n.own;
    n.sum = here + sum_of(n.right);
    n.highest = here;
    n.lowest = here;
    if (n.left != none) {
      n.highest = std::max(n.highest, node(n.left).highest);
      n.lowest = std::min(n.lowest, node(n.left).lowest);
    }
    if (n.right != none) {
      n.highest = std::max(n.highest, here + node(n.right).highest);
      n.lowest = std::min(n.lowest, here + node(n.right).lowest);
    }
  }

  std::int32_t made(double value, std::int32_t side) {
    auto i = static_cast<std::int32_t>(nodes_.size());
    if (free_.empty()) {
      nodes_.emplace_back();
    } else {
      i = free_.back();
      free_.pop_back();
    }
    node(i) = {
        .value = value, .rank = mix(std::bit_cast<std::uint64_t>(value)), .count = 1, .own = side};
    renew(i);
    return i;
  }

  std::int32_t added(std::int32_t i, double value, std::int32_t side) {
    if (i == none) return made(value, side);
    if (value == node(i).value) {
      ++node(i).count;
      node(i).own += side;
    } else if (value < node(i).value) {
      const std::int32_t child = added(node(i).left, value, side);
      node(i).left = child;
      if (node(child).rank > node(i).rank) return turned_right(i);
    } else {
      const std::int32_t child = added(node(i).right, value, side);
      node(i).right = child;
      if (node(child).rank > node(i).rank) return turned_left(i);
    }
    renew(i);
    return i;
  }
  std::int32_t turned_right(std::int32_t i) {
    const std::int32_t top = node(i).left;
    node(i).left = node(top).right;
    node(top).right = i;
    renew(i);
    renew(top);
    return top;
  }
  std::int32_t turned_left(std::int32_t i) {
    const std::int32_t top = node(i).right;
    node(i).right = node(top).left;
    node(top).left = i;
    renew(i);
    renew(top);
    return top;
  }

  std::int32_t removed(std::int32_t i, double value, std::int32_t side) {
    if (value < node(i).value) {
      node(i).left = removed(node(i).left, value, side);
    } else if (value > node(i).value) {
      node(i).right = removed(node(i).right, value, side);
    } else if (--node(i).count == 0) {
      free_.push_back(i);
      return merged(node(i).left, node(i).right);
    } else {
      node(i).own -= side;
    }
    renew(i);
    return i;
  }
  std::int32_t merged(std::int32_t left, std::int32_t right) {
    if (left == none) return right;
    if (right == none) return left;
    if (node(left).rank > node(right).rank) {
      node(left).right = merged(node(left).right, right);
      renew(left);
      return left;
    }
    node(right).left = merged(left, node(right).left);
    renew(right);
    return right;
  }

  std::vector<Node> nodes_;
  std::vector<std::int32_t> free_;
  std::int32_t root_ = none;
};

}  // namespace driftline

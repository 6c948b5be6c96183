// The area under the ROC curve of a set of scored rows, while rows come and go.
//
// The area is the share of pairs of a positive and a negative row in which the positive one has
// the higher score; equal scores count half. A row that comes or goes changes the number of such
// pairs by the number of rows of the other kind below and above it, which a search tree with
// counts tells in O(log n). Pairs are counted in halves, as integers: nothing drifts.
//
// The tree is a treap: a node's priority is a hash of its number, which keeps it balanced without
// any bookkeeping. Nodes lie in one array by number; number 0 is no node.
//
// Brzezinski, Stefanowski. Prequential AUC: properties of the area under the ROC curve for data
// streams with concept drift. 2017.
// Seidel, Aragon. Randomized search trees. 1996.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "driftline/random/mix.hpp"

namespace driftline {

class RankTree {
 public:
  /// Makes room for items 0 to count - 1.
  void reserve(std::size_t count) {
    while (nodes_.size() <= count) {
      nodes_.push_back({.priority = static_cast<std::uint32_t>(mix(nodes_.size()) >> 32)});
    }
  }
  void clear() {
    root_ = 0;
    half_pairs_ = 0;
  }

  /// The item is not in the tree, and below what was reserved.
  void insert(std::size_t item, double score, bool is_positive) {
    const auto n = static_cast<Number>(item + 1);
    Node& node = nodes_[n];
    node.score = score;
    node.is_positive = is_positive;
    half_pairs_ += half_pairs_of(node);
    Number* link = &root_;
    while (*link != 0 && nodes_[*link].priority >= node.priority) {
      Node& above = nodes_[*link];
      ++above.rows;
      above.positives += is_positive ? 1 : 0;
      link = is_before(n, *link) ? &above.left : &above.right;
    }
    split(*link, n, node.left, node.right);
    count(node);
    *link = n;
  }

  /// The item is in the tree.
  void erase(std::size_t item) {
    const auto n = static_cast<Number>(item + 1);
    Number* link = &root_;
    while (*link != n) {
      Node& above = nodes_[*link];
      --above.rows;
      above.positives -= nodes_[n].is_positive ? 1 : 0;
      link = is_before(n, *link) ? &above.left : &above.right;
    }
    *link = joined(nodes_[n].left, nodes_[n].right);
    half_pairs_ -= half_pairs_of(nodes_[n]);
  }

  /// NaN unless there are rows of both kinds.
  [[nodiscard]] double area() const {
    const Node& all = nodes_[root_];
    const auto positives = static_cast<double>(all.positives);
    const auto negatives = static_cast<double>(all.rows - all.positives);
    if (positives == 0.0 || negatives == 0.0) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(half_pairs_) / (2.0 * positives * negatives);
  }

 private:
  using Number = std::uint32_t;
  struct Node {
    double score = 0.0;
    Number left = 0;
    Number right = 0;
    std::int32_t rows = 0;  // of the subtree, as are the positives
    std::int32_t positives = 0;
    std::uint32_t priority = 0;
    bool is_positive = false;
  };
  struct Below {
    std::int64_t positives = 0;
    std::int64_t negatives = 0;
  };

  [[nodiscard]] bool is_before(Number a, Number b) const {
    const double x = nodes_[a].score;
    const double y = nodes_[b].score;
    return x < y || (x == y && a < b);
  }
  void count(Node& node) const {
    const Node& left = nodes_[node.left];
    const Node& right = nodes_[node.right];
    node.rows = left.rows + right.rows + 1;
    node.positives = left.positives + right.positives + (node.is_positive ? 1 : 0);
  }

  /// What a row adds to the halves of pairs, together with the rows in the tree.
  [[nodiscard]] std::int64_t half_pairs_of(const Node& row) const {
    Below less;
    Number n = root_;
    while (n != 0 && nodes_[n].score != row.score) n = step(n, nodes_[n].score < row.score, less);
    Below at_most = less;  // only from the first tie on do the two ways part
    for (Number tie = n; tie != 0;) tie = step(tie, nodes_[tie].score < row.score, less);
    for (Number tie = n; tie != 0;) tie = step(tie, nodes_[tie].score <= row.score, at_most);
    if (row.is_positive) return less.negatives + at_most.negatives;
    return 2 * std::int64_t{nodes_[root_].positives} - less.positives - at_most.positives;
  }
  /// Down from a node; if it lies below, it is counted with its left subtree.
  [[nodiscard]] Number step(Number n, bool is_below, Below& below) const {
    const Node& node = nodes_[n];
    if (!is_below) return node.left;
    const Node& right = nodes_[node.right];
    below.positives += node.positives - right.positives;
    below.negatives += (node.rows - node.positives) - (right.rows - right.positives);
    return node.right;
  }

  /// Parts a subtree into the nodes before n and those behind it.
  void split(Number tree, Number n, Number& before, Number& behind) {
    if (tree == 0) {
      before = behind = 0;
      return;
    }
    Node& node = nodes_[tree];
    if (is_before(tree, n)) {
      before = tree;
      split(node.right, n, node.right, behind);
    } else {
      behind = tree;
      split(node.left, n, before, node.left);
    }
    count(node);
  }
  /// All of `before` lie before all of `behind`.
  Number joined(Number before, Number behind) {
    if (before == 0 || behind == 0) return before | behind;
    Node& first = nodes_[before];
    Node& second = nodes_[behind];
    if (first.priority >= second.priority) {
      first.right = joined(first.right, behind);
      count(first);
      return before;
    }
    second.left = joined(before, second.left);
    count(second);
    return behind;
  }

  std::vector<Node> nodes_ = std::vector<Node>(1);
  Number root_ = 0;
  std::int64_t half_pairs_ = 0;
};

}  // namespace driftline

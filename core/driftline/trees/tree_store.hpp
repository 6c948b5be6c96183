// The nodes of a tree and the statistics they own, as one value that goes to a file and back.
//
// On file the nodes stand level by level, the children of a node side by side, so a node needs to
// say only how many it has. Statistics follow in the order of their nodes. Free places, and the
// place where something lies in memory, are not saved: equal trees give equal files.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/trees/leaf_form.hpp"
#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/node_pool.hpp"
#include "driftline/trees/tree_form.hpp"

namespace driftline {

/// `Leaves` names the statistics of a leaf, and how they go to a file: `Leaf`, `Form`, `Reader`,
/// and put(form, leaf).
template <class Leaves>
class TreeStoreOf {
 public:
  using Leaf = typename Leaves::Leaf;
  using Form = typename Leaves::Form;

  TreeStoreOf() { new_leaf(0); }

  NodePool nodes;

  [[nodiscard]] Leaf& at(std::int32_t place) {
    return statistics_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] const Leaf& at(std::int32_t place) const {
    return statistics_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] Leaf& of(std::int32_t node) { return at(nodes[node].statistics); }
  [[nodiscard]] const Leaf& of(std::int32_t node) const { return at(nodes[node].statistics); }

  /// Statistics for a node, numbered in the order they are made.
  Leaf& new_leaf(std::int32_t node) {
    auto place = static_cast<std::int32_t>(statistics_.size());
    if (free_.empty()) {
      statistics_.reserve(room_for(statistics_.size() + 1));
      statistics_.emplace_back();
    } else {
      place = free_.back();
      free_.pop_back();
    }
    nodes[node].statistics = place;
    Leaf& made = at(place);
    made = Leaf();
    made.serial = serials_++;
    return made;
  }
  /// Takes the statistics of a node away.
  Leaf release(std::int32_t node) {
    const std::int32_t place = std::exchange(nodes[node].statistics, -1);
    free_.push_back(place);
    leaf_bytes_ -= at(place).counted_bytes;
    return std::exchange(at(place), Leaf());
  }
  /// Changes what a node's statistics hold.
  template <class Change>
  void change(std::int32_t node, Change act) {
    act(of(node));
    count_bytes(of(node));
  }
  /// To be called when statistics have grown or shrunk.
  void count_bytes(Leaf& own) {
    leaf_bytes_ -= own.counted_bytes;
    own.counted_bytes = own.kept_bytes() + own.observed_bytes();
    leaf_bytes_ += own.counted_bytes;
  }

  /// Calls visit(node, depth below `root`) from the root down, children in order.
  template <class Visit>
  void walk(std::int32_t root, Visit visit) const {
    std::vector<std::pair<std::int32_t, std::int32_t>> todo{{root, 0}};
    while (!todo.empty()) {
      const auto [node, depth] = todo.back();
      todo.pop_back();
      visit(node, depth);
      for (std::int32_t k = nodes.facts(node).branches; k-- > 0;) {
        todo.emplace_back(nodes[node].first + k, depth + 1);
      }
    }
  }

  /// All nodes, level by level, trees beside them included.
  [[nodiscard]] std::vector<std::int32_t> by_level() const {
    std::vector<std::int32_t> order{0};
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::int32_t node = order[i];
      for (std::int32_t k = 0; k < nodes.facts(node).branches; ++k) {
        order.push_back(nodes[node].first + k);
      }
      if (nodes.facts(node).alternate >= 0) order.push_back(nodes.facts(node).alternate);
    }
    return order;
  }

  /// Makes a node a leaf: what lies below it is given back, its own statistics and the tree
  /// beside it stay.
  void cut(std::int32_t node) {
    const std::vector<std::int32_t> below = all_below(node);
    for (const std::int32_t last : std::views::reverse(below)) give_back(last);
    if (!nodes[node].is_leaf()) nodes.prune(node);
  }
  /// Takes the tree beside a node away, and what stands beside its root.
  void drop_alternate(std::int32_t node) {
    const std::int32_t beside = std::exchange(nodes.facts(node).alternate, -1);
    if (beside < 0) return;
    drop_alternate(beside);
    cut(beside);
    give_back(beside);
    nodes.free_root(beside);
  }
  /// The tree beside a node takes its place.
  void take_alternate(std::int32_t node) {
    const std::int32_t beside = std::exchange(nodes.facts(node).alternate, -1);
    cut(node);
    give_back(node);
    nodes.move(beside, node);
    nodes.free_root(beside);
  }
  /// Places of watches whose nodes are gone.
  std::vector<std::int32_t> free_watches;

  /// With free places.
  [[nodiscard]] std::size_t heap_bytes() const {
    std::size_t bytes = placed_bytes();
    for (const Leaf& own : statistics_) bytes += own.heap_bytes();
    return bytes;
  }
  /// Without them: equal trees, equal bytes.
  [[nodiscard]] std::size_t used_bytes() const { return structure_bytes() + leaf_bytes_; }
  /// The same without what statistics own.
  [[nodiscard]] std::size_t structure_bytes() const {
    return nodes.used_bytes() + room_for(used_statistics()) * sizeof(Leaf);
  }
  /// Used bytes that a split into so many branches may add, each with so many of its own.
  [[nodiscard]] std::size_t growth(std::size_t branches, std::size_t own) const {
    const std::size_t count = used_statistics();
    const std::size_t more = room_for(count + branches) - room_for(count);
    return nodes.growth(branches) + more * sizeof(Leaf) + branches * own;
  }

  /// Gives free places back if all do not fit into `most` bytes or a quarter of the nodes is free.
  /// True if it did: nodes and statistics stand by level now, and have other numbers.
  bool tidy(std::size_t most) {
    const bool is_excessive = placed_bytes() + leaf_bytes_ > std::max(most, used_bytes());
    if (!is_excessive && 4 * (nodes.size() - nodes.used()) < nodes.size()) return false;
    nodes.arrange(by_level());
    std::vector<Leaf> next;
    next.reserve(room_for(used_statistics()));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      TreeNode& node = nodes[static_cast<std::int32_t>(i)];
      if (node.statistics < 0) continue;
      next.push_back(std::move(at(node.statistics)));
      node.statistics = static_cast<std::int32_t>(next.size() - 1);
    }
    statistics_.swap(next);
    std::vector<std::int32_t>().swap(free_);
    return true;
  }

  [[nodiscard]] Form pack() const {
    Form out;
    for (const std::int32_t node : by_level()) put_node(out, node);
    out.nodes.serials = serials_;
    return out;
  }

  void unpack(const Form& form) {
    *this = TreeStoreOf();
    serials_ = form.nodes.serials;
    if (serials_ < 1 || serials_ > most_serials) {
      throw std::invalid_argument("the number of leaves on file is out of range");
    }
    statistics_.clear();
    leaf_bytes_ = 0;
    take_nodes(form.nodes);
    take_all_statistics(form);
  }

 private:
  static constexpr std::int64_t most_serials = INT64_MAX / 2;

  /// With free places, without what statistics own.
  [[nodiscard]] std::size_t placed_bytes() const {
    return nodes.heap_bytes() + room_for(statistics_.size()) * sizeof(Leaf) +
           (free_.capacity() + free_watches.capacity()) * sizeof(std::int32_t);
  }
  [[nodiscard]] std::size_t used_statistics() const { return statistics_.size() - free_.size(); }
  /// Children before theirs, trees beside them included; not the node itself.
  [[nodiscard]] std::vector<std::int32_t> all_below(std::int32_t node) const {
    std::vector<std::int32_t> below;
    const auto add_children = [&](std::int32_t parent) {
      for (std::int32_t k = 0; k < nodes.facts(parent).branches; ++k) {
        below.push_back(nodes[parent].first + k);
      }
    };
    add_children(node);
    for (std::size_t i = 0; i < below.size(); ++i) {
      const std::int32_t own = below[i];
      if (nodes.facts(own).alternate >= 0) below.push_back(nodes.facts(own).alternate);
      add_children(own);
    }
    return below;
  }
  /// What a node owns, its children having been given back.
  void give_back(std::int32_t node) {
    if (!nodes[node].is_leaf()) nodes.prune(node);
    if (nodes[node].statistics >= 0) release(node);
    TestFacts& facts = nodes.facts(node);
    if (facts.alternate >= 0) nodes.free_root(std::exchange(facts.alternate, -1));
    if (facts.watch >= 0) free_watches.push_back(std::exchange(facts.watch, -1));
  }

  void put_node(Form& out, std::int32_t place) const {
    const TreeNode& node = nodes[place];
    const TestFacts& facts = nodes.facts(place);
    const bool is_each = node.kind == SplitKind::each_value;
    out.nodes.thresholds.push_back(is_each || node.is_leaf() ? 0.0 : node.threshold);
    out.nodes.weights.push_back(facts.weight);
    out.nodes.merits.push_back(facts.merit);
    out.nodes.columns.push_back(node.is_leaf() ? -1 : node.column);
    out.nodes.kinds.push_back(static_cast<std::int64_t>(node.kind));
    out.nodes.branches.push_back(facts.branches);
    out.nodes.heaviest.push_back(facts.heaviest);
    out.nodes.has_statistics.push_back(node.statistics >= 0 ? 1 : 0);
    out.nodes.has_alternate.push_back(facts.alternate >= 0 ? 1 : 0);
    if (is_each) {
      const auto& values = nodes.values(node);
      out.nodes.branch_values.insert(out.nodes.branch_values.end(), values.begin(), values.end());
    }
    if (node.statistics >= 0) Leaves::put(out, at(node.statistics));
  }

  void take_nodes(const NodeForm& form) {
    const std::size_t count = form.columns.size();
    for (const std::size_t size : {form.thresholds.size(), form.weights.size(), form.merits.size(),
                                   form.kinds.size(), form.branches.size(), form.heaviest.size(),
                                   form.has_statistics.size(), form.has_alternate.size()}) {
      if (size != count || count == 0 || count > INT32_MAX / 2) {
        throw std::invalid_argument("the nodes of the tree on file contradict each other");
      }
    }
    FormReader<std::int64_t> values(form.branch_values);
    nodes = NodePool();
    std::size_t made = 1;
    for (std::size_t i = 0; i < count; ++i) {
      if (i >= made) throw std::invalid_argument("a node of the tree on file has no parent");
      take_node(form, i, count - made, values);
      made += static_cast<std::size_t>(form.branches[i]);
      if (form.has_alternate[i] == 1 && made++ < count) {
        nodes.facts(static_cast<std::int32_t>(i)).alternate = nodes.take_root();
      }
    }
    values.finish();
    if (made != count) throw std::invalid_argument("the tree on file lacks nodes");
  }

  void take_node(const NodeForm& form, std::size_t i, std::size_t most,
                 FormReader<std::int64_t>& values) {
    const auto place = static_cast<std::int32_t>(i);
    const std::int64_t branches = form.branches[i];
    const std::int64_t column = form.columns[i];
    const std::int64_t kind = form.kinds[i];
    const bool is_leaf = branches == 0;
    const bool fits =
        branches >= 0 && branches != 1 && std::cmp_less_equal(branches, most) &&
        (is_leaf ? column == -1 : column >= 0 && column < INT32_MAX) &&
        (is_leaf ? kind == 0 : kind >= 1 && kind <= 3) &&
        (kind == static_cast<std::int64_t>(SplitKind::each_value) || is_leaf || branches == 2) &&
        form.heaviest[i] >= 0 && form.heaviest[i] <= std::max<std::int64_t>(branches - 1, 0) &&
        (is_leaf ? form.has_statistics[i] == 1
                 : form.has_statistics[i] == 0 || form.has_statistics[i] == 1) &&
        (form.has_alternate[i] == 0 || form.has_alternate[i] == 1);
    if (!fits || !std::isfinite(form.thresholds[i])) {
      throw std::invalid_argument("a node of the tree on file contradicts itself");
    }
    nodes.facts(place) = {.weight = form.weights[i], .merit = form.merits[i]};
    if (is_leaf) return;
    std::vector<std::int32_t> own;
    if (kind == static_cast<std::int64_t>(SplitKind::each_value)) {
      for (std::int64_t k = 0; k < branches; ++k) {
        own.push_back(static_cast<std::int32_t>(values.count(INT32_MAX)));
      }
    }
    nodes.split(place,
                Split{.merit = form.merits[i],
                      .threshold = form.thresholds[i],
                      .column = static_cast<std::int32_t>(column),
                      .kind = static_cast<SplitKind>(kind)},
                static_cast<std::size_t>(branches), std::move(own));
    nodes.facts(place).heaviest = static_cast<std::int32_t>(form.heaviest[i]);
  }

  void take_all_statistics(const Form& form) {
    typename Leaves::Reader in(form);
    const auto owners = std::ranges::count(form.nodes.has_statistics, 1);
    // A leaf has facts on file: a false count does not ask for memory.
    statistics_.reserve(std::min(static_cast<std::size_t>(owners), form.leaf_facts.size()));
    const std::int64_t serials = serials_;
    for (std::size_t i = 0; i < form.nodes.columns.size(); ++i) {
      if (form.nodes.has_statistics[i] == 0) continue;
      const auto node = static_cast<std::int32_t>(i);
      new_leaf(node);
      change(node, [&](Leaf& own) { in.take(own, serials); });
    }
    serials_ = serials;
    in.finish();
  }

  std::vector<Leaf> statistics_;
  std::size_t leaf_bytes_ = 0;
  std::vector<std::int32_t> free_;  // places to use again
  std::int64_t serials_ = 0;
};

/// Leaves that count labels.
struct LabelLeaves {
  using Leaf = LeafStatistics;
  using Form = TreeForm;
  using Reader = LeafReader;
  static void put(Form& out, const Leaf& own) { put_leaf(out, own); }
};
using TreeStore = TreeStoreOf<LabelLeaves>;

}  // namespace driftline

// The nodes of a Mondrian tree in flat arrays, each with its box and its statistics.
//
// A node's box is the smallest that holds the rows which came to it: for each column the lowest and
// the highest value, NaN where there was none yet. A node of one cache line stands in one array,
// its box in another, its statistics (weights of labels, or a mean) are a `CountTable`. Nodes are
// never freed. The children of a node are anywhere, as a split puts a new node above an old one.
//
// Memory: 68 + 16 x columns + 8 x labels bytes for each node; with more than 64 labels
// 92 + 16 x columns + 16 x (labels that came to it).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/trees/count_table.hpp"
#include "driftline/trees/room.hpp"

namespace driftline {

struct MondrianNode {
  static constexpr std::int32_t none = -1;

  double time = 0.0;         ///< when it began; its own split is when its children began
  double threshold = 0.0;    ///< at most this goes left
  double weight = 0.0;       ///< of the rows that came to it
  double log_weight = 0.0;   ///< minus what it lost by predicting them
  double log_tree = 0.0;     ///< the same of all prunings below it together
  double stop = 0.0;         ///< share of those prunings in which it is a leaf; 0 if it is one
  std::int32_t column = -1;  ///< -1: a leaf
  std::int32_t left = none;
  std::int32_t right = none;
  std::int32_t only = none;  ///< the label of all its rows; `none` if they differ

  [[nodiscard]] bool is_leaf() const { return column < 0; }
};

/// The nodes as a file has them.
struct MondrianForm {
  std::vector<double> times, thresholds, weights, log_weights, boxes, facts;
  std::vector<std::int64_t> columns, left, right, only;
  std::int64_t root = MondrianNode::none;

  static void fields(auto& self, auto&& visit) {
    visit("times", self.times);
    visit("thresholds", self.thresholds);
    visit("weights", self.weights);
    visit("log_weights", self.log_weights);
    visit("boxes", self.boxes);
    visit("facts", self.facts);
    visit("columns", self.columns);
    visit("left", self.left);
    visit("right", self.right);
    visit("only", self.only);
    visit("root", self.root);
  }
};

class MondrianNodes {
 public:
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] std::int32_t root() const { return root_; }
  [[nodiscard]] std::size_t width() const { return width_; }  ///< columns of a box
  /// Statistics of nodes, a row for each.
  [[nodiscard]] const CountTable& facts() const { return facts_; }
  [[nodiscard]] CountTable& facts() { return facts_; }
  [[nodiscard]] MondrianNode& operator[](std::int32_t i) {
    return nodes_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] const MondrianNode& operator[](std::int32_t i) const {
    return nodes_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] double* low(std::int32_t i) {
    return boxes_.data() + static_cast<std::size_t>(i) * 2 * width_;
  }
  [[nodiscard]] const double* low(std::int32_t i) const {
    return boxes_.data() + static_cast<std::size_t>(i) * 2 * width_;
  }
  [[nodiscard]] double* high(std::int32_t i) { return low(i) + width_; }
  [[nodiscard]] const double* high(std::int32_t i) const { return low(i) + width_; }

  /// A leaf without rows. What points at boxes and statistics is no longer valid.
  std::int32_t add() {
    const std::size_t count = nodes_.size() + 1;
    nodes_.reserve(room_for(count));
    boxes_.reserve(room_for(count) * 2 * width_);
    nodes_.emplace_back();
    boxes_.resize(count * 2 * width_, std::numeric_limits<double>::quiet_NaN());
    facts_.add_row();
    return static_cast<std::int32_t>(count - 1);
  }
  /// A copy of a node, with its box and its statistics.
  std::int32_t add_copy(std::int32_t node) {
    const std::int32_t made = add();
    (*this)[made] = (*this)[node];
    std::copy_n(low(node), 2 * width_, low(made));
    facts_.copy_row(static_cast<std::size_t>(node), static_cast<std::size_t>(made));
    return made;
  }
  /// Puts `node` where `old` was: below `parent`, or at the root if there is none.
  void replace(std::int32_t parent, std::int32_t old, std::int32_t node) {
    if (parent == MondrianNode::none) {
      root_ = node;
    } else if ((*this)[parent].left == old) {
      (*this)[parent].left = node;
    } else {
      (*this)[parent].right = node;
    }
  }
  /// Rows have this many columns from now on; no node has met the new ones.
  void widen(std::size_t width) {
    std::vector<double> wider(size() * 2 * width, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t side = 0; side < 2 * size(); ++side) {
      std::copy_n(boxes_.data() + side * width_, width_, wider.data() + side * width);
    }
    boxes_ = std::move(wider);
    width_ = width;
  }

  /// Every node behind the one above it. Throws std::invalid_argument if this is no tree.
  [[nodiscard]] std::vector<std::int32_t> from_the_root() const {
    std::vector<std::int32_t> order;
    if (!empty()) order.push_back(root_);
    for (std::size_t i = 0; i < order.size() && order.size() <= size(); ++i) {
      const MondrianNode& node = (*this)[order[i]];
      if (!node.is_leaf()) order.insert(order.end(), {node.left, node.right});
    }
    // A node met twice would be met for ever, or others not at all.
    if (order.size() != size()) throw std::invalid_argument("the nodes are not a tree");
    return order;
  }
  [[nodiscard]] bool has_gaps() const {
    return std::ranges::any_of(boxes_, [](double edge) { return std::isnan(edge); });
  }

  /// With the path of a row, which may lead through all nodes.
  [[nodiscard]] std::size_t heap_bytes() const {
    return room_for(size()) *
               (sizeof(MondrianNode) + sizeof(std::int32_t) + 2 * width_ * sizeof(double)) +
           facts_.heap_bytes();
  }

  [[nodiscard]] MondrianForm pack() const {
    MondrianForm form;
    form.boxes = boxes_;
    facts_.put(form.facts);
    form.root = root_;
    for (const MondrianNode& node : nodes_) {
      form.times.push_back(node.time);
      form.thresholds.push_back(node.threshold);
      form.weights.push_back(node.weight);
      form.log_weights.push_back(node.log_weight);
      form.columns.push_back(node.column);
      form.left.push_back(node.left);
      form.right.push_back(node.right);
      form.only.push_back(node.only);
    }
    return form;
  }
  /// All but what is found from the rest: `log_tree` and `stop`; statistics wait for
  /// `restore_facts`. Throws std::invalid_argument.
  void unpack(const MondrianForm& form) {
    const std::size_t count = form.times.size();
    check_lengths(form, count);
    nodes_.clear();
    for (std::size_t i = 0; i < count; ++i) nodes_.push_back(node_of(form, i));
    boxes_ = form.boxes;
    facts_on_file_ = form.facts;
    width_ = count == 0 ? 0 : form.boxes.size() / (2 * count);
    root_ = place_of(form.root, count == 0 ? 0 : count - 1, count == 0 ? -1 : 0);
    for (const std::int32_t place : from_the_root()) check_node(place);
  }
  /// So many of each node. Throws std::invalid_argument unless fits(node, number) holds for each.
  void restore_facts(std::size_t count, const auto& fits) {
    FormReader<double> in(facts_on_file_);
    const bool is_listed = !empty() && facts_on_file_.size() / size() < count;
    facts_.take(in, size(), empty() ? 0 : count, is_listed,
                [&](std::size_t i, double fact) { return fits(nodes_[i], fact); });
    in.finish();
    std::vector<double>().swap(facts_on_file_);
  }

 private:
  static void check_lengths(const MondrianForm& form, std::size_t count) {
    bool is_sound = count < std::numeric_limits<std::int32_t>::max();
    for (const auto* list : {&form.thresholds, &form.weights, &form.log_weights}) {
      is_sound = is_sound && list->size() == count;
    }
    for (const auto* list : {&form.columns, &form.left, &form.right, &form.only}) {
      is_sound = is_sound && list->size() == count;
    }
    const std::size_t each = std::max<std::size_t>(1, count);
    is_sound = is_sound && form.boxes.size() % (2 * each) == 0 &&
               (count > 0 || (form.boxes.empty() && form.facts.empty()));
    if (!is_sound) throw std::invalid_argument("the arrays of a tree differ in length");
  }
  static std::int32_t place_of(std::int64_t place, std::size_t last, std::int64_t least) {
    if (place < least || std::cmp_greater(place, last)) {
      throw std::invalid_argument("a node of the tree is out of range");
    }
    return static_cast<std::int32_t>(place);
  }
  static MondrianNode node_of(const MondrianForm& form, std::size_t i) {
    const std::size_t last = form.times.size() - 1;
    const std::size_t width = form.boxes.size() / (2 * form.times.size());
    const bool is_leaf = form.columns[i] == -1;
    const std::int64_t least = is_leaf ? -1 : 0;
    return {.time = form.times[i],
            .threshold = form.thresholds[i],
            .weight = form.weights[i],
            .log_weight = form.log_weights[i],
            .column = is_leaf ? -1 : place_of(form.columns[i], width - 1, width == 0 ? 1 : 0),
            .left = place_of(form.left[i], is_leaf ? 0 : last, least),
            .right = place_of(form.right[i], is_leaf ? 0 : last, least),
            .only = place_of(form.only[i], std::numeric_limits<std::int32_t>::max(), -1)};
  }
  void check_node(std::int32_t place) const {
    const MondrianNode& node = (*this)[place];
    bool is_sound = node.time >= 0.0 && std::isfinite(node.time) && node.weight > 0.0 &&
                    node.log_weight <= 0.0 && std::isfinite(node.log_weight) &&
                    !std::isnan(node.threshold);
    if (!node.is_leaf()) {
      is_sound = is_sound && (*this)[node.left].time == (*this)[node.right].time &&
                 (*this)[node.left].time >= node.time;
    }
    for (std::size_t i = 0; i < width_; ++i) {
      const double least = low(place)[i];
      const double most = high(place)[i];
      is_sound = is_sound && (least <= most || (std::isnan(least) && std::isnan(most)));
    }
    if (!is_sound) throw std::invalid_argument("a node of the tree contradicts itself");
  }

  std::vector<MondrianNode> nodes_;
  std::vector<double> boxes_;  // of each node: the lowest values, then the highest
  CountTable facts_;
  std::vector<double> facts_on_file_;  // between being read and being judged
  std::size_t width_ = 0;
  std::int32_t root_ = MondrianNode::none;
};

}  // namespace driftline

// RandomTree: labels from a decision tree drawn at random.
//
// A node splits on a feature drawn from those left: a number at a uniform place between the bounds
// its ancestors leave, a category into one child for each, after which no node below splits on it
// again. From first_leaf_level on a node is a leaf with probability
// fraction_leaves_per_level, at max_tree_depth always; leaves have a class drawn at random.
// As in MOA and River. Numbers are uniform in [0, 1), categories equally likely.
//
// Domingos, Hulten. Mining High-Speed Data Streams. 2000.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

struct RandomTreeOptions {
  std::uint64_t seed = 0, tree_seed = 0;
  std::int64_t n_classes = 2;
  std::int64_t n_num_features = 5, n_cat_features = 5, n_categories_per_feature = 5;
  std::int64_t max_tree_depth = 5, first_leaf_level = 3;
  double fraction_leaves_per_level = 0.15;
};

class RandomTree {
 public:
  struct Walk {
    std::vector<double> x;
  };

  explicit RandomTree(const RandomTreeOptions& options)
      : classes_(checked_count("n_classes", options.n_classes, 1)),
        numbers_(checked_count("n_num_features", options.n_num_features, 0)),
        categories_(
            checked_count("n_categories_per_feature", options.n_categories_per_feature, 1, 10'000)),
        depth_(checked_count("max_tree_depth", options.max_tree_depth, 0, 30)),
        first_leaf_(checked_count("first_leaf_level", options.first_leaf_level, 0, 30)),
        leaves_(checked_share("fraction_leaves_per_level", options.fraction_leaves_per_level)),
        lanes_(numbers_ + checked_count("n_cat_features", options.n_cat_features, 0)) {
    if (lanes_.empty()) refuse("n_num_features", "above 0 without n_cat_features", "0");
    const Draws features = draws_for(Purpose::features, options.seed);
    for (std::size_t c = 0; c < lanes_.size(); ++c) lanes_[c] = features.lane(c);
    Growth growth{.draw = draws_for(Purpose::model, options.tree_seed).lane(0)};
    std::vector<std::size_t> candidates(lanes_.size());
    for (std::size_t c = 0; c < lanes_.size(); ++c) candidates[c] = c;
    grow(growth, 0, candidates, std::vector<Bounds>(numbers_));
  }

  [[nodiscard]] std::vector<Column> columns() const {
    std::vector<std::string> categories;
    categories.reserve(categories_);
    for (std::size_t k = 0; k < categories_; ++k) categories.push_back(numbered("", k));
    std::vector<Column> columns;
    columns.reserve(lanes_.size());
    for (std::size_t c = 0; c < lanes_.size(); ++c) {
      columns.push_back(c < numbers_ ? Column{.name = numbered("x_num_", c)}
                                     : Column{.name = numbered("x_cat_", c - numbers_),
                                              .categories = categories});
    }
    return columns;
  }
  [[nodiscard]] std::size_t classes() const { return classes_; }
  [[nodiscard]] Walk start() const { return {.x = std::vector<double>(lanes_.size())}; }

  void write(Walk& walk, std::uint64_t row, std::size_t i, const Cells& cells) const {
    for (std::size_t c = 0; c < numbers_; ++c) {
      walk.x[c] = lanes_[c].uniform(row);
      cells.number(c, i, walk.x[c]);
    }
    for (std::size_t c = numbers_; c < lanes_.size(); ++c) {
      const std::uint64_t code = lanes_[c].below(categories_, row);
      walk.x[c] = static_cast<double>(code);
      cells.code(c - numbers_, i, code);
    }
    cells.labels[i] = label(walk.x.data());
  }
  /// Node by node: feature (-1 in a leaf), threshold of a number, class of a leaf, and children
  /// (below the threshold first, or by category; -1 where there is none).
  void describe(Walk& /*walk*/, std::uint64_t /*row*/, Truth& truth) const {
    const std::size_t most = std::max<std::size_t>(2, categories_);
    std::vector<std::int64_t> features;
    std::vector<std::int64_t> labels;
    std::vector<double> thresholds;
    Grid<std::int64_t> children{.width = most, .values = {}};
    for (const Node& node : nodes_) {
      features.push_back(node.feature);
      labels.push_back(node.label);
      thresholds.push_back(node.threshold);
      for (std::size_t k = 0; k < most; ++k) {
        children.values.push_back(
            k < node.children ? static_cast<std::int64_t>(children_[node.first + k]) : -1);
      }
    }
    truth.emplace_back("features", std::move(features));
    truth.emplace_back("thresholds", std::move(thresholds));
    truth.emplace_back("children", std::move(children));
    truth.emplace_back("classes", std::move(labels));
  }
  double label_of(Walk& /*walk*/, std::uint64_t /*row*/, const double* x) const {
    return static_cast<double>(label(x));
  }

 private:
  struct Bounds {
    double low = 0.0, high = 1.0;
  };
  /// Where the drawing of the tree is: one lane, one number after another.
  struct Growth {
    Lane draw;
    std::uint64_t drawn = 0;
    double uniform() { return draw.uniform(drawn++); }
    std::size_t below(std::size_t n) { return draw.below(n, drawn++); }
  };
  struct Node {
    std::int64_t feature = -1;
    std::int64_t label = -1;
    double threshold = 0.0;
    std::size_t first = 0, children = 0;  // a piece of children_
  };

  /// Makes the node and all below; returns its place.
  // NOLINTNEXTLINE(misc-no-recursion)
  std::size_t grow(Growth& growth, std::size_t level, const std::vector<std::size_t>& candidates,
                   const std::vector<Bounds>& bounds) {
    const std::size_t place = nodes_.size();
    if (place >= most_nodes) refuse("max_tree_depth", "less: the tree has a million nodes", "more");
    nodes_.emplace_back();
    const bool may_end = level >= first_leaf_ && growth.uniform() < leaves_;
    if (level >= depth_ || may_end || candidates.empty()) {
      nodes_[place].label = static_cast<std::int64_t>(growth.below(classes_));
      return place;
    }
    const std::size_t feature = candidates[growth.below(candidates.size())];
    const std::size_t count = feature < numbers_ ? 2 : categories_;
    nodes_[place].feature = static_cast<std::int64_t>(feature);
    nodes_[place].children = count;
    nodes_[place].first = children_.size();
    children_.resize(children_.size() + count);
    const std::size_t first = nodes_[place].first;
    if (feature < numbers_) {
      const Bounds here = bounds[feature];
      const double at = here.low + (here.high - here.low) * growth.uniform();
      nodes_[place].threshold = at;
      std::vector<Bounds> narrowed = bounds;
      narrowed[feature] = {.low = here.low, .high = at};
      children_[first] = grow(growth, level + 1, candidates, narrowed);
      narrowed[feature] = {.low = at, .high = here.high};
      children_[first + 1] = grow(growth, level + 1, candidates, narrowed);
      return place;
    }
    std::vector<std::size_t> left = candidates;
    std::erase(left, feature);
    for (std::size_t k = 0; k < count; ++k) {
      children_[first + k] = grow(growth, level + 1, left, bounds);
    }
    return place;
  }

  [[nodiscard]] std::int64_t label(const double* x) const {
    const Node* node = nodes_.data();
    while (node->children > 0) {
      const auto feature = static_cast<std::size_t>(node->feature);
      const std::size_t child = feature < numbers_ ? (x[feature] < node->threshold ? 0 : 1)
                                                   : static_cast<std::size_t>(x[feature]);
      node = nodes_.data() + children_[node->first + child];
    }
    return node->label;
  }

  static constexpr std::size_t most_nodes = 1'000'000;
  std::size_t classes_, numbers_, categories_, depth_, first_leaf_;
  double leaves_;
  std::vector<Lane> lanes_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> children_;
};
static_assert(Generator<RandomTree> && Ruled<RandomTree>);

}  // namespace driftline

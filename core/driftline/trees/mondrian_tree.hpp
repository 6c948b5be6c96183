// The Mondrian tree: splits that do not look at targets, and the average over all its prunings.
//
// Each node has a box around its rows and a time at which it began. When a row comes that lies
// outside of a node's box, by e_j in column j, a clock rings after an exponential time of rate
// sum e_j. If it rings before the node's own split (a leaf has none), the node is split
// apart from the row: in column j with chance e_j / sum, at a place between box and row. A new node
// is put above the old one, and beside the old one a leaf that holds the row alone. So the tree is
// at any time as if it had been grown from all rows at once, in whatever order they came.
//
// How far the tree is to be followed is learned. A node predicts its rows one by one and adds up
// what it loses, L; the first row is free. The answer is the average of those of all
// prunings of the tree, each weighed by 2^-(its nodes) exp(-step (sum of L over its leaves)).
// Context tree weighting does it on the row's path, with one number more for each node:
//   log_tree = log((exp(log_weight) + exp(log_tree of left + of right)) / 2), log_weight = -step L,
// of which the first summand's share, `stop`, is that of the prunings which end here.
//
// The paper lets a new leaf pay for its first row as well, for an answer made of nothing. The
// authors' own code does not, and with 26 labels that is worth eight points of accuracy.
//
// A row of weight w counts w times in the statistics, and its loss w times. A missing value neither
// leaves a box nor stretches it, and at a split goes where more weight went; the first value of a
// column lies inside any box that has not met the column. When there are `max_nodes` nodes nothing
// is split any more: boxes, statistics and losses go on.
//
// Cost of a row: columns x depth, and three exponentials or logarithms at each node. Depth grows
// about with the logarithm of the nodes whatever the order of the rows; values that grow like
// powers make it as long as the nodes are many, and nothing here calls itself.
//
// Random numbers are functions of the seed and of how many were drawn before.
//
// Lakshminarayanan et al. Mondrian Forests: Efficient Online Random Forests. 2014.
// Mourtada, Gaiffas, Scornet. AMF: Aggregated Mondrian Forests for Online Learning. 2021.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/trees/mondrian_nodes.hpp"

namespace driftline {

struct MondrianOptions {
  static constexpr std::int64_t unlimited = std::numeric_limits<std::int32_t>::max();

  double step = 1.0;
  bool use_aggregation = true;
  std::int64_t max_nodes = unlimited;
  std::int64_t seed = 0;

  /// Throws std::invalid_argument naming the option.
  void check() const {
    positive("step", step);
    at_least_one("max_nodes", max_nodes);
    if (max_nodes > unlimited) throw std::invalid_argument("max_nodes must be at most 2147483647");
    if (seed < 0) throw std::invalid_argument("seed must be at least 0");
  }
  static void fields(auto& self, auto&& visit) {
    visit.parameter("step", self.step);
    visit.parameter("use_aggregation", self.use_aggregation);
    visit.parameter("max_nodes", or_none(self.max_nodes));
    visit.parameter("seed", self.seed);
  }

 private:
  static Value or_none(std::int64_t limit) {
    return limit == unlimited ? Value(std::monostate()) : Value(limit);
  }
};

/// Kind says what nodes keep of targets:
///   place(target)                       which of a node's statistics it changes,
///   start(node, fact, target, weight)   that one for the first row,
///   learn(node, fact, target, weight)   for another; returns the loss of predicting it before,
///   is_settled(node, target)            whether the node need not be split for it,
///   is_sound(node, count)               whether a file may say so, with as many statistics,
///   is_fact(node, fact)                 and of a single one.
template <class Kind>
class MondrianTree {
 public:
  explicit MondrianTree(MondrianOptions options) : options_(options) {
    options_.check();
    reseed(options_.seed);
  }

  [[nodiscard]] const MondrianNodes& nodes() const { return nodes_; }
  void reseed(std::int64_t seed) {
    options_.seed = seed;
    lane_ = Draws(static_cast<std::uint64_t>(seed)).lane(0);
  }
  void widen_facts(std::size_t count) {
    if (count > nodes_.facts().columns()) nodes_.facts().widen(count);
  }

  /// Calls count(place, share) for the nodes on the row's path: the shares of the prunings that end
  /// there. They sum to 1.
  [[gnu::always_inline]] void follow(const DenseRow& row, const auto& count) const {
    // Below this share nothing is left that rounding would not take.
    constexpr double nothing = 0x1p-60;
    double rest = 1.0;
    for (std::int32_t at = nodes_.root();;) {
      const MondrianNode& node = nodes_[at];
      const double below = rest * (1.0 - node.stop);
      if (node.is_leaf() || below < nothing) {
        count(at, rest);
        return;
      }
      if (node.stop > 0.0) count(at, rest * node.stop);
      rest = below;
      at = next(node, row.values, row.width);
    }
  }

  [[gnu::always_inline]] void learn(const Kind& kind, const DenseRow& row, auto target,
                                    double weight) {
    const double* x = fitted(row);
    path_.clear();
    if (nodes_.empty()) {
      nodes_.replace(MondrianNode::none, MondrianNode::none, nodes_.add());
      start_leaf(kind, nodes_.root(), x, target, weight);
      return;
    }
    for (std::int32_t at = nodes_.root(); at != MondrianNode::none;) {
      const double beyond = reach(at, x);
      const double time = beyond > 0.0 ? ring(kind, at, beyond, target) : never;
      if (time != never) {
        at = split(kind, at, time, beyond, x, target, weight);
        teach(kind, at, x, target, weight, true);
        break;
      }
      teach(kind, at, x, target, weight, beyond > 0.0);
      at = nodes_[at].is_leaf() ? MondrianNode::none : next(nodes_[at], x, nodes_.width());
    }
    if (options_.use_aggregation) {
      for (const std::int32_t at : std::views::reverse(path_)) weigh(nodes_[at]);
    }
  }

  /// "shape": nodes, leaves and the tests on the longest path.
  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    if (what != "shape") throw std::invalid_argument("this tree has no such thing");
    std::size_t leaves = 0;
    std::int32_t height = 0;
    std::vector<std::int32_t> depth(nodes_.size(), 0);
    for (const std::int32_t at : nodes_.from_the_root()) {
      const MondrianNode& node = nodes_[at];
      const std::int32_t own = depth[static_cast<std::size_t>(at)];
      height = std::max(height, own);
      leaves += node.is_leaf() ? 1 : 0;
      if (node.is_leaf()) continue;
      depth[static_cast<std::size_t>(node.left)] = own + 1;
      depth[static_cast<std::size_t>(node.right)] = own + 1;
    }
    return {static_cast<double>(nodes_.size()), static_cast<double>(leaves),
            static_cast<double>(height)};
  }

  /// After a restore: what is found from the rest.
  void check(std::size_t fact_count) {
    if (draws_ < 0 || draws_ > INT64_MAX / 2) {
      throw std::invalid_argument("the tree contradicts itself");
    }
    nodes_.restore_facts(fact_count, Kind::is_fact);
    has_gaps_ = nodes_.has_gaps();
    const std::vector<std::int32_t> order = nodes_.from_the_root();
    for (const std::int32_t at : std::views::reverse(order)) {
      if (!Kind::is_sound(nodes_[at], fact_count)) {
        throw std::invalid_argument("the statistics of a node contradict themselves");
      }
      if (options_.use_aggregation) weigh(nodes_[at]);
    }
  }

  static void fields(auto& self, auto&& visit) {
    MondrianOptions::fields(self.options_, visit);
    visit("draws", self.draws_);
    visit.packed("nodes", self.nodes_);
  }

 private:
  static constexpr double never = std::numeric_limits<double>::infinity();
  // Distances and losses end here, so that no sum of them is infinite.
  static constexpr double longest = 1e300;
  static constexpr double worst = 1e200;

  [[nodiscard, gnu::always_inline]] double& fact(std::int32_t at, auto target) {
    return nodes_.facts().at(static_cast<std::size_t>(at), Kind::place(target));
  }
  [[nodiscard]] double draw() { return lane_.uniform(static_cast<std::uint64_t>(draws_++)); }

  [[nodiscard, gnu::always_inline]] std::int32_t next(const MondrianNode& node, const double* x,
                                                      std::size_t width) const {
    const auto column = static_cast<std::size_t>(node.column);
    const double value = column < width ? x[column] : std::numeric_limits<double>::quiet_NaN();
    if (std::isnan(value)) [[unlikely]] {
      return nodes_[node.right].weight > nodes_[node.left].weight ? node.right : node.left;
    }
    return value <= node.threshold ? node.left : node.right;
  }

  /// The row's values for all columns of the boxes, which are widened for it.
  [[gnu::always_inline]] const double* fitted(const DenseRow& row) {
    if (row.is_whole && row.width == nodes_.width()) return row.values;
    return fitted_carefully(row);
  }
  [[gnu::noinline]] const double* fitted_carefully(const DenseRow& row) {
    const DenseRow known = trimmed(row);
    has_gaps_ =
        has_gaps_ || has_missing(known) || (!nodes_.empty() && known.width != nodes_.width());
    if (known.width > nodes_.width()) nodes_.widen(known.width);
    if (known.width == nodes_.width()) return known.values;
    filled_.assign(nodes_.width(), std::numeric_limits<double>::quiet_NaN());
    std::copy_n(known.values, known.width, filled_.begin());
    return filled_.data();
  }

  /// How far a value lies outside of a range; 0 if either is missing.
  [[gnu::always_inline]] static double outside(double low, double high, double x) {
    const double under = x < low ? low - x : 0.0;
    const double over = x > high ? x - high : 0.0;
    return std::min(under + over, longest);
  }
  [[nodiscard, gnu::always_inline]] double reach(std::int32_t at, const double* x) const {
    const double* low = nodes_.low(at);
    const double* high = nodes_.high(at);
    return sum_columns(
        DenseRow{.values = x, .width = nodes_.width()}, nodes_.width(),
        [=](std::size_t i, double value) { return outside(low[i], high[i], value); });
  }

  /// When a node is split for a row that lies `beyond` its box; `never` if it is not.
  [[nodiscard]] double ring(const Kind& kind, std::int32_t at, double beyond, auto target) {
    const MondrianNode& node = nodes_[at];
    const bool is_full = nodes_.size() + 2 > static_cast<std::size_t>(options_.max_nodes);
    if (is_full || kind.is_settled(node, target)) return never;
    const double time = node.time - log(1.0 - draw()) / beyond;
    if (node.is_leaf()) return std::min(time, std::numeric_limits<double>::max());
    return time < nodes_[node.left].time ? time : never;
  }

  /// Puts a node above `at`, and a leaf that holds the row alone beside it. Returns the node above,
  /// which has still to learn the row.
  [[gnu::noinline]] std::int32_t split(const Kind& kind, std::int32_t at, double time,
                                       double beyond, const double* x, auto target, double weight) {
    const std::size_t column = drawn_column(at, beyond, x);
    const double value = x[column];
    const double high = nodes_.high(at)[column];
    const bool is_right = value > high;
    const double threshold =
        is_right ? between(high, value) : between(value, nodes_.low(at)[column]);

    const std::int32_t above = nodes_.add_copy(at);
    const std::int32_t alone = nodes_.add();
    nodes_.replace(path_.empty() ? MondrianNode::none : path_.back(), at, above);
    nodes_[above].column = static_cast<std::int32_t>(column);
    nodes_[above].threshold = threshold;
    nodes_[above].left = is_right ? at : alone;
    nodes_[above].right = is_right ? alone : at;
    nodes_[at].time = time;
    nodes_[alone].time = time;
    start_leaf(kind, alone, x, target, weight);
    return above;
  }
  /// With chances in proportion to how far the row lies outside.
  [[nodiscard]] std::size_t drawn_column(std::int32_t at, double beyond, const double* x) {
    double rest = draw() * beyond;
    std::size_t last = 0;
    for (std::size_t i = 0; i < nodes_.width(); ++i) {
      const double own = outside(nodes_.low(at)[i], nodes_.high(at)[i], x[i]);
      if (own == 0.0) continue;
      last = i;
      if (rest < own) break;
      rest -= own;
    }
    return last;
  }
  /// At least `low` and below `high`, so that whoever is at most `low` goes left and `high` right.
  [[nodiscard]] double between(double low, double high) {
    const double share = draw();
    const double gap = high - low;
    const double made = gap < never ? low + share * gap : low * (1.0 - share) + high * share;
    return made >= low && made < high ? made : low;
  }

  void start_leaf(const Kind& kind, std::int32_t at, const double* x, auto target, double weight) {
    std::copy_n(x, nodes_.width(), nodes_.low(at));
    std::copy_n(x, nodes_.width(), nodes_.high(at));
    nodes_[at].weight = weight;
    kind.start(nodes_[at], fact(at, target), target, weight);
  }
  /// A node on the row's path: its box, its statistics and its losses.
  [[gnu::always_inline]] void teach(const Kind& kind, std::int32_t at, const double* x, auto target,
                                    double weight, bool is_outside) {
    if (is_outside || has_gaps_) stretch(at, x);
    MondrianNode& node = nodes_[at];
    const double loss = kind.learn(node, fact(at, target), target, weight);
    if (options_.use_aggregation) {
      node.log_weight -= std::min(options_.step * weight * loss, worst);
    }
    path_.push_back(at);
  }
  [[gnu::always_inline]] void stretch(std::int32_t at, const double* x) {
    double* low = nodes_.low(at);
    double* high = nodes_.high(at);
    for (std::size_t i = 0; i < nodes_.width(); ++i) {
      // A range that has met nothing is NaN, which no value is below or above.
      low[i] = x[i] < low[i] || std::isnan(low[i]) ? x[i] : low[i];
      high[i] = x[i] > high[i] || std::isnan(high[i]) ? x[i] : high[i];
    }
  }
  /// The larger of the two summands is taken out of the logarithm: exp of either may be 0.
  [[gnu::always_inline]] void weigh(MondrianNode& node) const {
    if (node.is_leaf()) {
      node.log_tree = node.log_weight;
      return;
    }
    const double below = nodes_[node.left].log_tree + nodes_[node.right].log_tree;
    const double ahead = below - node.log_weight;
    const double smaller = exp_within(std::max(-std::abs(ahead), -708.0));
    node.log_tree = std::max(below, node.log_weight) + log_within((1.0 + smaller) * 0.5);
    node.stop = (ahead > 0.0 ? smaller : 1.0) / (1.0 + smaller);
  }

  MondrianOptions options_;
  MondrianNodes nodes_;
  std::int64_t draws_ = 0;
  // The rest is derived, or scratch.
  Lane lane_;
  bool has_gaps_ = false;           // some box has not met some column
  std::vector<std::int32_t> path_;  // of the row under way
  std::vector<double> filled_;
};

}  // namespace driftline

// What all regression trees are made of: nodes, leaves, columns, and how a leaf learns and is
// split.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/trees/attributes.hpp"
#include "driftline/trees/max_features.hpp"
#include "driftline/trees/memory_limit.hpp"
#include "driftline/trees/node_pool.hpp"
#include "driftline/trees/regression_tree_options.hpp"
#include "driftline/trees/split.hpp"
#include "driftline/trees/target_form.hpp"
#include "driftline/trees/target_split_search.hpp"
#include "driftline/trees/target_statistics.hpp"
#include "driftline/trees/tree_shape.hpp"

namespace driftline {

class RegressionTreeGrowth {
 public:
  explicit RegressionTreeGrowth(RegressionTreeOptions options)
      : options_(std::move(options)),
        attributes_(static_cast<std::size_t>(options_.max_categories)) {
    options_.check();
  }

  [[nodiscard]] const RegressionTreeOptions& options() const { return options_; }
  /// Before the first row: leaves draw other columns.
  void reseed(std::int64_t seed) { options_.seed = seed; }
  [[nodiscard]] const NodePool& nodes() const { return store_.nodes; }
  [[nodiscard]] const TargetStore& store() const { return store_; }
  [[nodiscard]] TargetStore& store() { return store_; }

  void meet(std::size_t width, const NameOf& name_of) {
    attributes_.meet(width, name_of, options_.nominal_attributes);
  }
  [[gnu::always_inline]] TreeRow read(const DenseRow& row) const { return attributes_.read(row); }
  /// True if the row reads differently now.
  [[gnu::always_inline]] bool learn_columns(const DenseRow& row) {
    return attributes_.learn(row, true);
  }

  /// The leaf that a row comes to from `node` on, and what it says.
  struct Found {
    std::int32_t node = 0;
    LeafAnswers answers;
    double answer = 0.0;
  };
  [[nodiscard, gnu::always_inline]] Found find(std::int32_t node, const TreeRow& row) const {
    Found out;
    out.node = store_.nodes.descend(node, row);
    const TargetStatistics& leaf = store_.of(out.node);
    out.answers = leaf.answers(row, options_);
    out.answer = leaf.chosen(out.answers, options_);
    return out;
  }

  /// Teaches the leaf at `node` a row, and splits it if it is time and it is sure enough.
  [[gnu::always_inline]] void learn_at(std::int32_t node, const TreeRow& row, double y, double w,
                                       const LeafAnswers& answers) {
    const std::int32_t place = store_.nodes[node].statistics;
    TargetStatistics& own = store_.at(place);
    has_grown_ = own.learn(row, y, w, answers, options_);
    if (own.is_active) {
      if (!own.is_started || (own.is_plain && own.slots < attributes_.width())) prepare(own);
      observe(own, row, y, w);
      if (own.weight_since_attempt >= options_.grace_period) attempt(node);
    }
    if (has_grown_) [[unlikely]]
      make_fit(place);
  }
  /// Once for each row.
  [[gnu::always_inline]] void count_row() { limit_.count_row(store_, options_); }
  /// Behind it, where nodes may have been cut off. True if nodes have other numbers now.
  bool tidy() { return MemoryLimit::tidy(store_, options_); }
  /// Starts a tree beside a test. False where there is no memory for it.
  bool start_beside(std::int32_t node) {
    if (!has_room(store_.growth(1, 0))) return false;
    const std::int32_t depth = depth_of(node);
    const std::int32_t root = store_.nodes.take_root();
    store_.nodes.facts(node).alternate = root;
    store_.new_leaf(root).depth = depth;
    limit_.keep(store_, options_);
    return true;
  }

  /// "shape", "importances" (see `tree_shape.hpp`), "bytes".
  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    if (what == "shape") return shape_of(store_);
    if (what == "importances") return importances_of(store_, attributes_.width());
    if (what == "bytes") return {static_cast<double>(store_.used_bytes())};
    throw std::invalid_argument("this model has no " + std::string(what));
  }

  /// What was restored is judged: nothing may point outside.
  void check() {
    attributes_.check();
    limit_.check(options_);
    const auto width = static_cast<std::int32_t>(attributes_.width());
    bool fits = true;
    for (const std::int32_t node : store_.by_level()) {
      fits = fits && (store_.nodes[node].is_leaf() || store_.nodes[node].column < width);
      if (store_.nodes[node].statistics < 0) continue;
      const TargetStatistics& own = store_.of(node);
      fits = fits && own.slots <= attributes_.width() && own.model.width() <= attributes_.width() &&
             std::ranges::all_of(own.columns, [=](std::int32_t i) { return i < width; }) &&
             std::ranges::all_of(own.nominals, [=](const auto& k) { return k.column < width; }) &&
             std::ranges::all_of(own.numbers, [this](const TargetBins& bins) {
               const bool has_sums = options_.splitter == TargetSplitter::quantizer;
               return bins.keys.empty() || bins.sums.empty() != has_sums;
             });
    }
    if (!fits) throw std::invalid_argument("the tree and its columns contradict");
  }
  [[nodiscard]] std::size_t extra_memory() const { return attributes_.extra_memory(); }

  static void fields(auto& self, auto&& visit) {
    RegressionTreeOptions::fields(self.options_, visit);
    visit.group("attributes", self.attributes_);
    visit.packed("tree", self.store_);
    visit.group("limit", self.limit_);
  }

 private:
  [[nodiscard]] bool has_room(std::size_t added) const {
    return MemoryLimit::has_room(store_, options_, added);
  }
  /// Tests have no statistics of their own: a leaf below tells.
  [[nodiscard]] std::int32_t depth_of(std::int32_t node) const {
    std::int32_t below = 0;
    for (; !store_.nodes[node].is_leaf(); node = store_.nodes[node].first) ++below;
    return store_.of(node).depth - below;
  }

  /// Attributes of a leaf at its first row, and those that rows have brought since.
  [[gnu::noinline]] void prepare(TargetStatistics& own) {
    const std::size_t width = attributes_.width();
    if (!own.is_started) {
      own.start(width, drawn_columns(options_.max_features, width, options_.seed, own.serial));
    } else {
      own.widen(width);
    }
    has_grown_ = true;
  }

  [[gnu::always_inline]] void observe(TargetStatistics& own, const TreeRow& row, double y,
                                      double w) {
    for (std::size_t slot = 0; slot < own.slots; ++slot) {
      const std::size_t column = own.column_of(slot);
      if (column >= row.width || std::isnan(row.values[column])) continue;
      if (row.places != nullptr && attributes_.is_nominal(column)) {
        observe_nominal(own, column, row, y, w);
      } else {
        has_grown_ = own.numbers[slot].add(row.values[column], y, w, options_) || has_grown_;
      }
    }
  }
  [[gnu::noinline]] void observe_nominal(TargetStatistics& own, std::size_t column,
                                         const TreeRow& row, double y, double w) {
    if (row.places[column] < 0) return;
    const auto key = static_cast<std::int32_t>(column);
    auto found = std::ranges::find(own.nominals, key, &TargetValues::column);
    if (found == own.nominals.end()) {
      own.nominals.reserve(own.nominals.size() + 1);
      own.nominals.emplace_back().column = key;
      found = own.nominals.end() - 1;
    }
    has_grown_ = found->add(row.places[column], y, w) || has_grown_;
  }

  [[gnu::noinline]] void attempt(std::int32_t node) {
    TargetStatistics& own = store_.of(node);
    own.weight_since_attempt = 0.0;
    if (own.depth >= options_.max_depth || !limit_.allows_growth()) return;
    BestSplit found;
    const TargetSplitSearch search(own, options_);
    search.each([&](const Split& split) { found.take(split); });
    if (!(found.best.merit > 0.0)) return;
    const double eps = std::sqrt(-log(options_.delta) / (2.0 * own.target.weight));
    const double ratio = std::max(found.second, 0.0) / found.best.merit;
    if (!(ratio < 1.0 - eps || eps < options_.tau)) return;
    split_if_room(node, found.best, search.branches(found.best));
  }

  void split_if_room(std::int32_t node, const Split& split, const std::vector<Moments>& branches) {
    const std::size_t added = store_.growth(branches.size(), store_.of(node).kept_bytes());
    if (!has_room(added)) return;
    const TargetStatistics own = store_.release(node);
    NodePool& nodes = store_.nodes;
    nodes.split(node, split, branches.size(),
                split.kind == SplitKind::each_value
                    ? own.nominals[static_cast<std::size_t>(split.attribute)].values
                    : std::vector<std::int32_t>());
    nodes.facts(node).weight = own.target.weight;
    nodes.facts(node).merit = split.merit;
    double heaviest = 0.0;
    for (std::size_t branch = 0; branch < branches.size(); ++branch) {
      const auto child = nodes[node].first + static_cast<std::int32_t>(branch);
      TargetStatistics& made = store_.new_leaf(child);
      made.depth = own.depth + 1;
      made.target = branches[branch];
      made.model = own.model;
      made.has_model = own.has_model;
      store_.count_bytes(made);
      if (made.target.weight > heaviest) {
        heaviest = made.target.weight;
        nodes.facts(node).heaviest = static_cast<std::int32_t>(branch);
      }
    }
    has_grown_ = true;
  }

  [[gnu::noinline]] void make_fit(std::int32_t place) {
    has_grown_ = false;
    store_.count_bytes(store_.at(place));
    if (limit_.keep(store_, options_)) return;
    // Nothing observes any more: the model that has just grown goes too.
    store_.at(place).drop_model();
    store_.count_bytes(store_.at(place));
  }

  RegressionTreeOptions options_;
  Attributes attributes_;
  TargetStore store_;
  MemoryLimit limit_;
  bool has_grown_ = false;
};

}  // namespace driftline

// The extremely fast decision tree (Hoeffding anytime tree): it splits early and changes its mind.
//
// A leaf is split as soon as its best split is better than none: its merit exceeds eps, or is
// positive while eps is below `tau`. Tests go on to observe the rows that pass them, and are looked
// at again after every `min_samples_reevaluate` of weight. Where another attribute is better than
// the tested one by more than eps (or, with eps below `tau`, by more than tau / 2), the subtree
// makes way for the new test; where no test is better than the present one is bad, for a leaf.
//
// A row is learned by every node on its way: a tree of depth k costs k times the Hoeffding tree's
// time and about twice its memory. What a change puts in place does not learn the row again.
//
// Manapragada, Webb, Salehi. Extremely Fast Decision Tree. 2018.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/trees/tree_growth.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

class ExtremelyFastDecisionTreeClassifier {
 public:
  static constexpr Reading reading{
      .keeps_missing = true, .sparse = Reading::Sparse::filled, .takes_text = true};
  static constexpr bool learns_from_votes = true;

  /// Without `min_samples_reevaluate` it is the preset's own.
  ExtremelyFastDecisionTreeClassifier(TreeOptions options,
                                      const std::optional<double>& min_samples_reevaluate)
      : min_samples_reevaluate_(min_samples_reevaluate),
        patience_(positive("min_samples_reevaluate",
                           min_samples_reevaluate.value_or(patience_of(options.preset)))),
        tree_(std::move(options)) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}
  [[nodiscard]] bool needs_names() const { return !tree_.options().nominal_attributes.empty(); }
  void meet(std::size_t width, const NameOf& name_of) { tree_.meet(width, name_of); }

  void vote(const DenseRow& row, std::span<double> votes) const {
    const TreeRow seen = tree_.read(row);
    voted_ = {
        .values = row.values, .width = row.width, .bayes = tree_.vote(leaf_of(seen), seen, votes)};
  }

  /// What naive Bayes has elected for the row that `vote` has just seen is not asked again.
  void learn(const DenseRow& row, Code label, double weight, std::span<const double> /*votes*/) {
    TreeRow seen = tree_.read(row);
    Voted last = std::exchange(voted_, {});
    if (last.values != row.values || last.width != row.width) {
      last.bayes = tree_.elect(leaf_of(seen), seen).bayes;
    }
    if (tree_.learn_columns(row)) seen = tree_.read(row);
    const NodePool& nodes = tree_.nodes();
    std::int32_t node = 0;
    bool has_changed = false;
    while (!has_changed && !nodes[node].is_leaf()) {
      const bool is_due = teach(node, seen, label, weight, no_label) >= patience_;
      has_changed = is_due && reconsider(node);
      if (!has_changed) node = nodes[node].first + nodes.branch_of(node, seen);
    }
    if (!has_changed &&
        teach(node, seen, label, weight, last.bayes) >= tree_.options().grace_period) {
      attempt(node);
    }
    tree_.keep_within_memory(nodes[node].statistics);
    tree_.count_row();
    tree_.tidy();
  }

  static void probabilities(std::span<double> votes) { leaf_shares(votes); }
  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    return tree_.inspect(what);
  }
  void check(std::size_t labels) {
    tree_.check(labels);
    for (const std::int32_t node : tree_.store().by_level()) {
      if (tree_.nodes()[node].statistics < 0) {
        throw std::invalid_argument("a test of the tree on file has nothing to be judged by");
      }
    }
  }
  [[nodiscard]] std::size_t extra_memory() const { return tree_.extra_memory(); }

  static void fields(auto& self, auto&& visit) {
    TreeGrowth::fields(self.tree_, visit);
    visit.parameter("min_samples_reevaluate", or_none(self.min_samples_reevaluate_));
  }

 private:
  static double patience_of(TreePreset preset) { return preset == TreePreset::moa ? 2000.0 : 20.0; }
  /// The last row voted on, and what naive Bayes elected for it.
  struct Voted {
    const double* values = nullptr;
    std::size_t width = 0;
    Code bayes = no_label;
  };

  [[nodiscard]] std::int32_t leaf_of(const TreeRow& row) const {
    return tree_.nodes()[tree_.nodes().descend(0, row)].statistics;
  }

  /// Returns the weight learned since the node was last looked at.
  double teach(std::int32_t node, const TreeRow& row, Code label, double weight, Code bayes) {
    const std::int32_t place = tree_.nodes()[node].statistics;
    tree_.learn_at(place, row, label, weight, bayes);
    tree_.keep_within_memory(place);
    return tree_.leaf(place).weight_since_attempt;
  }

  [[gnu::noinline]] void attempt(std::int32_t node) {
    LeafStatistics& own = tree_.store().of(node);
    own.weight_since_attempt = 0.0;
    if (!tree_.may_split(own)) return;
    const Split best = tree_.best_split(own).best;
    const double eps = tree_.bound(own);
    if (best.merit > eps || (best.merit > 0.0 && eps < tree_.options().tau)) {
      tree_.split_if_room(node, best, true);
    }
  }

  /// Whether something else stands in the place of the test now.
  [[gnu::noinline]] bool reconsider(std::int32_t node) {
    LeafStatistics& own = tree_.store().of(node);
    own.weight_since_attempt = 0.0;
    if (!tree_.may_split(own)) return false;
    const std::int32_t column = tree_.nodes()[node].column;
    BestSplit found;
    double current = no_merit;
    SplitSearch(own, tree_.options()).each([&](const Split& split) {
      found.take(split);
      if (split.column == column) current = split.merit;
    });
    if (found.best.kind == SplitKind::none) return false;
    const double eps = tree_.bound(own);
    if (found.best.merit <= 0.0) return -current > eps && become_leaf(node);
    const double gap = found.best.merit - current;
    const double tau = tree_.options().tau;
    if (found.best.column == column || !(gap > eps || (eps < tau && gap > tau / 2.0))) return false;
    tree_.store().cut(node);
    if (!tree_.split_if_room(node, found.best, true)) become_leaf(node);
    return true;
  }

  bool become_leaf(std::int32_t node) {
    tree_.store().cut(node);
    LeafStatistics& own = tree_.store().of(node);
    own.majority_right = 0.0;
    own.bayes_right = 0.0;
    return true;
  }

  std::optional<double> min_samples_reevaluate_;
  double patience_;  // of tests, which are looked at again after so much weight
  TreeGrowth tree_;
  mutable Voted voted_;  // the caller's lock guards it
};
static_assert(Classifier<ExtremelyFastDecisionTreeClassifier>);

}  // namespace driftline

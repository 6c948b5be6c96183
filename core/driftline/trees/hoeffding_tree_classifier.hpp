// The Hoeffding tree (VFDT): a decision tree that grows from a stream and keeps no row.
//
// A leaf keeps statistics of the rows that come to it. Every `grace_period` of weight it looks for
// its best split. If the best attribute beats the second by more than
//   eps = R sqrt(ln(1 / delta) / (2 n)),
// chance would not have made it so but with probability delta, and the leaf becomes a test; the
// same if eps falls below `tau`, when the two are as good as equal. Children begin with the label
// weights that the split estimates.
//
// A leaf votes with its majority, with naive Bayes over its statistics, or (nba) with the one of
// the two that has been right more often in this leaf. The vote of test-then-train serves this
// account as well, so a row is routed and scored once.
//
// Cost of a row: depth + attributes x labels of its leaf. Memory: a leaf has 5 doubles for each
// attribute and each label that came to it; leaves grow about with the logarithm of the rows where
// there is little to learn, linearly where there is always more, up to `max_bytes`.
//
// Departures from the paper: the grace period is counted in weight, so that rows of any weight
// meet it; no split is worth minus infinity, as in MOA; the normal cdf alone says what a split
// sends left.
//
// Domingos, Hulten. Mining High-Speed Data Streams. 2000.
// Gama, Rocha, Medas. Accurate Decision Trees for Mining High-speed Data Streams. 2003.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/trees/rows_ahead.hpp"
#include "driftline/trees/tree_growth.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

class HoeffdingTreeClassifier {
 public:
  static constexpr Reading reading{
      .keeps_missing = true, .sparse = Reading::Sparse::filled, .takes_text = true};
  static constexpr bool learns_from_votes = true;

  explicit HoeffdingTreeClassifier(TreeOptions options) : tree_(std::move(options)) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}  // a leaf meets columns as its rows bring them
  [[nodiscard]] bool needs_names() const { return !tree_.options().nominal_attributes.empty(); }
  void meet(std::size_t width, const NameOf& name_of) { tree_.meet(width, name_of); }
  void reseed(std::int64_t seed) { tree_.reseed(seed); }

  /// Finds where rows come to, before they are voted on or learned one after another.
  static constexpr std::size_t rows_ahead = RowsAhead::most;
  [[gnu::always_inline]] void look_ahead(const DenseRows& rows, std::size_t first,
                                         std::size_t count) const {
    ahead_.forget();
    tree_.find_ahead(rows, first, count, ahead_);
  }

  /// Weights of labels where the majority votes; where naive Bayes does, logarithms of shares, up
  /// to a constant, of which the largest is 0.
  void vote(const DenseRow& row, std::span<double> votes) const {
    find(row);
    found_.bayes = tree_.vote(found_.leaf, found_.row, votes);
    found_.values = row.values;
    found_.width = row.width;
  }

  /// For the row just learned, once more.
  void vote_again(const DenseRow& row, std::span<double> votes) const {
    go_on(row, found_.node);
    found_.bayes = tree_.vote(found_.leaf, found_.row, votes);
  }

  /// The row that `vote` has just seen is not looked for again.
  void learn(const DenseRow& row, Code label, double weight, std::span<const double> /*votes*/) {
    if (found_.values != row.values || found_.width != row.width) {
      find(row);
      found_.bayes = tree_.elect(found_.leaf, found_.row).bayes;
    }
    found_.values = nullptr;
    const bool is_other = tree_.learn_columns(row);
    if (is_other) [[unlikely]]
      found_.row = tree_.read(row);
    const bool is_due =
        tree_.learn_after_vote(found_.leaf, found_.row, label, weight, found_.bayes, !is_other);
    if (is_due) [[unlikely]]
      tree_.attempt(found_.node);
    tree_.keep_within_memory(found_.leaf);
    tree_.count_row();
  }

  static void probabilities(std::span<double> votes) { leaf_shares(votes); }

  [[nodiscard]] const TreeGrowth& tree() const { return tree_; }
  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    return tree_.inspect(what);
  }
  void check(std::size_t labels) { tree_.check(labels); }
  [[nodiscard]] std::size_t extra_memory() const { return tree_.extra_memory(); }

  static void fields(auto& self, auto&& visit) { TreeGrowth::fields(self.tree_, visit); }

 private:
  /// Where a row came to, so that learning it need not look again.
  struct Found {
    const double* values = nullptr;
    std::size_t width = 0;
    TreeRow row;
    std::int32_t node = 0;
    std::int32_t leaf = 0;
    Code bayes = no_label;
  };

  [[gnu::always_inline]] void find(const DenseRow& row) const {
    go_on(row, ahead_.start(row.values));
  }
  [[gnu::always_inline]] void go_on(const DenseRow& row, std::int32_t node) const {
    found_.row = tree_.read(row);
    found_.node = tree_.nodes().descend(node, found_.row);
    found_.leaf = tree_.nodes()[found_.node].statistics;
  }

  TreeGrowth tree_;
  mutable Found found_;  // the caller's lock guards it, and what comes next
  mutable RowsAhead ahead_;
};
static_assert(Classifier<HoeffdingTreeClassifier>);

}  // namespace driftline

// A Mondrian tree whose nodes predict shares of labels.
//
// A node that has met weight n, n_c of it with label c, gives c the share
//   (n_c + dirichlet) / (n + dirichlet K),
// K being the labels that the tree has met, and loses -log of the share that the row's label had
// before the row came. A label counts among the K from the row that brings it. Where other code
// counts the row in n already, the shares that are judged do not sum to 1; here they do.
//
// Unless `split_pure`, a node all of whose rows have the label of the new one is not split.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/trees/mondrian_tree.hpp"

namespace driftline {

class MondrianTreeClassifier {
 public:
  static constexpr Reading reading{.keeps_missing = true, .sparse = Reading::Sparse::filled};

  MondrianTreeClassifier(MondrianOptions options, double dirichlet, bool split_pure)
      : shares_{.dirichlet = positive("dirichlet", dirichlet), .split_pure = split_pure},
        tree_(options) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}  // boxes are, as rows bring columns
  void reseed(std::int64_t seed) { tree_.reseed(seed); }

  /// Shares, already.
  void vote(const DenseRow& row, std::span<double> votes) const {
    std::ranges::fill(votes, 0.0);
    if (tree_.nodes().empty()) return;
    const double smoothing = shares_.dirichlet;
    tree_.follow(row, [&](std::int32_t at, double share) {
      const double each = share / (tree_.nodes()[at].weight + smoothing * shares_.labels);
      tree_.nodes().facts().each(
          static_cast<std::size_t>(at), votes.size(),
          [&](std::size_t c, double own) { votes[c] += each * (own + smoothing); });
    });
  }
  void learn(const DenseRow& row, Code label, double weight, std::span<const double> /*votes*/) {
    const auto code = static_cast<std::size_t>(label);
    tree_.widen_facts(code + 1);
    const MondrianNodes& nodes = tree_.nodes();
    if (nodes.empty() || met_at_root(code) == 0.0) shares_.labels += 1.0;
    tree_.learn(shares_, row, label, weight);
  }
  static void probabilities(std::span<double> votes) { normalize(votes); }

  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    return tree_.inspect(what);
  }
  void check(std::size_t labels) {
    tree_.check(labels);
    const MondrianNodes& nodes = tree_.nodes();
    const std::size_t known = nodes.empty() ? 0 : labels;
    shares_.labels = 0.0;
    for (std::size_t c = 0; c < known; ++c) {
      if (met_at_root(c) != 0.0) shares_.labels += 1.0;
    }
  }

  static void fields(auto& self, auto&& visit) {
    MondrianTree<Shares>::fields(self.tree_, visit);
    visit.parameter("dirichlet", self.shares_.dirichlet);
    visit.parameter("split_pure", self.shares_.split_pure);
  }

 private:
  [[nodiscard]] double met_at_root(std::size_t code) const {
    const MondrianNodes& nodes = tree_.nodes();
    return nodes.facts().get(static_cast<std::size_t>(nodes.root()), code);
  }

  struct Shares {
    double dirichlet;
    bool split_pure;
    double labels = 0.0;  ///< known

    static std::size_t place(Code label) { return static_cast<std::size_t>(label); }
    [[nodiscard]] bool is_settled(const MondrianNode& node, Code label) const {
      return !split_pure && node.only == label;
    }
    static void start(MondrianNode& node, double& met, Code label, double weight) {
      node.only = label;
      met = weight;
    }
    [[gnu::always_inline]] double learn(MondrianNode& node, double& met, Code label,
                                        double weight) const {
      const double share = (met + dirichlet) / (node.weight + dirichlet * labels);
      node.weight += weight;
      met += weight;
      if (node.only != label) node.only = MondrianNode::none;
      return -log(share);
    }
    static bool is_sound(const MondrianNode& node, std::size_t known) {
      return std::cmp_less(node.only, known);
    }
    static bool is_fact(const MondrianNode& node, double met) {
      return met >= 0.0 && met <= node.weight && std::isfinite(met);
    }
  };

  Shares shares_;
  MondrianTree<Shares> tree_;
};
static_assert(Classifier<MondrianTreeClassifier>);

}  // namespace driftline

// The Hoeffding adaptive tree: a Hoeffding tree that replaces what has stopped to be true.
//
// Every node has an ADWIN on the errors of its subtree, told before the row is learned. When the
// errors of a test rise, a new tree grows beside it and learns the same rows. Once both windows
// hold more than `drift_window_threshold` rows, their error rates e_o over w_o rows and e_a over
// w_a are compared:
//   bound = sqrt(2 e_o (1 - e_o) ln(2 / switch_significance) (1 / w_a + 1 / w_o));
// if e_o - e_a exceeds it the new tree takes the place of the old, if e_a - e_o does it is given
// up.
//
// With `bootstrap_sampling` leaves learn a row with a weight drawn from Poisson(1), 1 in place of
// 0. Only the tree itself votes, not those beside it. The memory of a node's ADWIN, which grows
// with the logarithm of the rows, comes on top of `max_bytes`.
//
// Bifet, Gavalda. Adaptive Learning from Evolving Data Streams. 2009.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "driftline/detectors/adwin.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/trees/leaf_voting.hpp"
#include "driftline/trees/tree_growth.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

class HoeffdingAdaptiveTreeClassifier {
 public:
  static constexpr Reading reading{
      .keeps_missing = true, .sparse = Reading::Sparse::filled, .takes_text = true};

  /// What makes it adaptive.
  struct Watching {
    bool bootstrap_sampling = true;
    std::int64_t drift_window_threshold = 300;
    double drift_delta = 0.002;
    double switch_significance = 0.05;
  };

  HoeffdingAdaptiveTreeClassifier(TreeOptions options, const Watching& watching)
      : watching_(watching), tree_(std::move(options)), untaught_(watch_of(watching)) {
    at_least_one("drift_window_threshold", watching.drift_window_threshold);
    strictly_between("switch_significance", watching.switch_significance, 0.0, 1.0);
  }

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}
  [[nodiscard]] bool needs_names() const { return !tree_.options().nominal_attributes.empty(); }
  void meet(std::size_t width, const NameOf& name_of) { tree_.meet(width, name_of); }

  void vote(const DenseRow& row, std::span<double> votes) const {
    const TreeRow seen = tree_.read(row);
    tree_.vote(tree_.nodes()[tree_.nodes().descend(0, seen)].statistics, seen, votes);
  }

  void learn(const DenseRow& row, Code label, double weight, std::span<const double> /*votes*/) {
    tree_.learn_columns(row);
    learn_at(0, tree_.read(row), label, weight);
    tree_.count_row();
    if (tree_.tidy()) {
      watches_ = watches_by_level();
      number_watches();
    }
  }

  static void probabilities(std::span<double> votes) { leaf_shares(votes); }
  /// "alternates": how many trees stand beside the tree now, how many took a place, how many were
  /// given up.
  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    if (what != "alternates") return tree_.inspect(what);
    double standing = 0.0;
    for (const std::int32_t node : tree_.store().by_level()) {
      standing += tree_.nodes().facts(node).alternate >= 0 ? 1.0 : 0.0;
    }
    return {standing, static_cast<double>(switched_), static_cast<double>(given_up_)};
  }

  void check(std::size_t labels) {
    tree_.check(labels);
    const std::vector<std::int32_t> order = tree_.store().by_level();
    if (watches_.size() != order.size() || !is_count(draws_) || !is_count(switched_) ||
        !is_count(given_up_)) {
      throw std::invalid_argument("the nodes on file and their watches contradict each other");
    }
    for (const ADWIN& own : watches_) own.check();
    number_watches();
    check_nesting(order);
  }
  [[nodiscard]] std::size_t extra_memory() const { return tree_.extra_memory(); }

  static void fields(auto& self, auto&& visit) {
    TreeGrowth::fields(self.tree_, visit);
    visit.parameter("bootstrap_sampling", self.watching_.bootstrap_sampling);
    visit.parameter("drift_window_threshold", self.watching_.drift_window_threshold);
    visit.parameter("drift_delta", self.watching_.drift_delta);
    visit.parameter("switch_significance", self.watching_.switch_significance);
    // Parameters are read without the model's lock: who wants only them may not walk the nodes.
    constexpr bool wants_state =
        !std::same_as<std::remove_cvref_t<decltype(visit)>, detail::ParameterList>;
    if constexpr (std::is_const_v<std::remove_reference_t<decltype(self)>>) {
      if constexpr (wants_state) visit.parts("watches", self.watches_by_level(), self.untaught_);
    } else {
      visit.parts("watches", self.watches_, self.untaught_);
    }
    visit("draws", self.draws_);
    visit("switched", self.switched_);
    visit("given_up", self.given_up_);
  }

 private:
  enum class Verdict : std::uint8_t { wait, change, give_up };
  static constexpr std::int32_t deepest_nesting = 1000;  // of trees beside trees, on file

  static ADWIN watch_of(const Watching& watching) {
    return {watching.drift_delta, 32, 5, 5, 10, Preset::moa};
  }

  /// The watch of a node, new at its first row.
  ADWIN& watch(std::int32_t node) {
    std::int32_t& place = tree_.store().nodes.facts(node).watch;
    if (place < 0) {
      std::vector<std::int32_t>& free = tree_.store().free_watches;
      if (free.empty()) {
        place = static_cast<std::int32_t>(watches_.size());
        watches_.push_back(untaught_);
      } else {
        place = free.back();
        free.pop_back();
        watches_[static_cast<std::size_t>(place)] = untaught_;
      }
    }
    return watches_[static_cast<std::size_t>(place)];
  }
  /// Watches and nodes stand by level: each gets its own.
  void number_watches() {
    for (std::int32_t node = 0; std::cmp_less(node, watches_.size()); ++node) {
      tree_.store().nodes.facts(node).watch = node;
    }
    std::vector<std::int32_t>().swap(tree_.store().free_watches);
  }
  [[nodiscard]] std::vector<ADWIN> watches_by_level() const {
    const std::vector<std::int32_t> order = tree_.store().by_level();
    std::vector<ADWIN> out;
    out.reserve(order.size());
    for (const std::int32_t node : order) {
      const std::int32_t place = tree_.nodes().facts(node).watch;
      out.push_back(place < 0 ? untaught_ : watches_[static_cast<std::size_t>(place)]);
    }
    return out;
  }

  /// From `node` down. All nodes on the way are wrong or right together: they predict by one leaf.
  void learn_at(std::int32_t node, const TreeRow& row, Code label, double weight) {
    const NodePool& nodes = tree_.nodes();
    LeafVoting::Elected elected = elect_below(node, row);
    while (!nodes[node].is_leaf()) {
      const bool has_risen = note(node, elected.label != label);
      const Verdict verdict = has_risen ? Verdict::wait : compare(node);
      if (has_risen) start_alternate(node);
      if (verdict == Verdict::give_up) give_up(node);
      if (verdict == Verdict::change) {
        change(node);
        elected = elect_below(node, row);
        continue;  // now the new tree stands here, and notes the row itself
      }
      if (nodes.facts(node).alternate >= 0) {
        learn_at(nodes.facts(node).alternate, row, label, weight);
      }
      node = nodes[node].first + nodes.branch_of(node, row);
    }
    note(node, elected.label != label);
    learn_at_leaf(node, row, label, weight, elected.bayes);
  }

  [[nodiscard]] LeafVoting::Elected elect_below(std::int32_t node, const TreeRow& row) const {
    return tree_.elect(tree_.nodes()[tree_.nodes().descend(node, row)].statistics, row);
  }
  [[gnu::noinline]] bool note(std::int32_t node, bool is_wrong) {
    return watch(node).update(is_wrong ? 1.0 : 0.0) == Signal::drift;
  }

  [[gnu::noinline]] void start_alternate(std::int32_t node) {
    TreeStore& store = tree_.store();
    store.drop_alternate(node);
    const std::size_t added = store.growth(1, sizeof(LabelStatistics));
    if (!MemoryLimit::has_room(store, tree_.options(), added)) return;
    const std::int32_t root = store.nodes.take_root();
    store.nodes.facts(node).alternate = root;
    store.new_leaf(root).depth = depth_of(node);
  }
  [[gnu::noinline]] void give_up(std::int32_t node) {
    tree_.store().drop_alternate(node);
    ++given_up_;
  }
  [[gnu::noinline]] void change(std::int32_t node) {
    tree_.store().take_alternate(node);
    ++switched_;
  }
  /// Tests have no statistics of their own: a leaf below tells.
  [[nodiscard]] std::int32_t depth_of(std::int32_t node) const {
    std::int32_t below = 0;
    for (; !tree_.nodes()[node].is_leaf(); node = tree_.nodes()[node].first) ++below;
    return tree_.store().of(node).depth - below;
  }

  [[nodiscard, gnu::noinline]] Verdict compare(std::int32_t node) {
    const std::int32_t beside = tree_.nodes().facts(node).alternate;
    if (beside < 0) return Verdict::wait;
    static_cast<void>(watch(beside));  // there from now on: no reference to one moves below
    const ADWIN& own = watch(node);
    const ADWIN& other = watch(beside);
    if (std::min(own.width(), other.width()) <= watching_.drift_window_threshold) {
      return Verdict::wait;
    }
    const double error = own.estimation();
    const double gap = error - other.estimation();
    const double spread =
        2.0 * error * (1.0 - error) *
        (1.0 / static_cast<double>(own.width()) + 1.0 / static_cast<double>(other.width()));
    const double bound = std::sqrt(spread * log(2.0 / watching_.switch_significance));
    if (gap > bound) return Verdict::change;
    return -gap > bound ? Verdict::give_up : Verdict::wait;
  }

  void learn_at_leaf(std::int32_t node, const TreeRow& row, Code label, double weight, Code bayes) {
    const std::int32_t place = tree_.nodes()[node].statistics;
    if (tree_.learn_at(place, row, label, weight * drawn(), bayes)) {
      tree_.attempt(node);
      // A new test counts its errors anew.
      if (!tree_.nodes()[node].is_leaf()) watch(node) = untaught_;
    }
    tree_.keep_within_memory(place);
  }

  /// Poisson(1) by inversion, 1 in place of 0; a function of the seed and the number of the draw.
  double drawn() {
    const std::int64_t number = draws_++;
    if (!watching_.bootstrap_sampling) return 1.0;
    const Lane lane = draws_for(Purpose::tree_weights, tree_.options().seed).lane(0);
    const double chance = lane.uniform(static_cast<std::uint64_t>(number));
    double term = exp(-1.0);
    double below = term;
    double count = 0.0;
    while (chance >= below && count < 20.0) {
      count += 1.0;
      term /= count;
      below += term;
    }
    return std::max(1.0, count);
  }

  /// Learning goes into trees beside trees by recursion.
  void check_nesting(const std::vector<std::int32_t>& order) const {
    std::vector<std::int32_t> nesting(tree_.nodes().size(), 0);
    for (const std::int32_t node : order) {
      const auto own = nesting[static_cast<std::size_t>(node)];
      const TestFacts& facts = tree_.nodes().facts(node);
      std::fill_n(nesting.begin() + tree_.nodes()[node].first, facts.branches, own);
      if (facts.alternate >= 0) nesting[static_cast<std::size_t>(facts.alternate)] = own + 1;
      if (own > deepest_nesting) throw std::invalid_argument("trees on file stand too deep");
    }
  }

  Watching watching_;
  TreeGrowth tree_;
  ADWIN untaught_;
  std::vector<ADWIN> watches_;
  std::int64_t draws_ = 0;  // rows learned by leaves
  std::int64_t switched_ = 0;
  std::int64_t given_up_ = 0;
};
static_assert(Classifier<HoeffdingAdaptiveTreeClassifier>);

}  // namespace driftline

// FIMT-DD: a Hoeffding tree for numbers that grows another subtree where it errs.
//
// Every test runs a Page-Hinkley test over the errors of the rows that pass it: with the mean of
// the errors so far, the sum of error - mean - `drift_alpha` must not rise more than
// `drift_threshold` above its least value. An error is |y - answer| / (3 deviation of all targets
// before). On an alarm a new leaf starts beside the node and learns the same rows from the next one
// on. Both keep faded sums of squared errors, s = `alternate_fading` s + error^2. Every
// `alternate_check_period` rows
//   Q = ln(s_node / s_alternate);
// above 0 the alternate takes the node's place. It is given up after `alternate_patience` rows or,
// from ten grace periods on, when the mean of all Q is below what it was at the last check; the
// node's test then begins anew.
//
// Nodes are tested from the root down. Below a node that has an alternate nothing is tested, and an
// alternate is tested once it has a node's place, so alternates never stand beside each other's
// nodes. The tests of nodes, 72 bytes each, come on top of `max_bytes`.
//
// Ikonomovska, Gama, Dzeroski. Learning Model Trees from Evolving Data Streams. 2011.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/moments.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/trees/error_watch.hpp"
#include "driftline/trees/regression_tree_growth.hpp"
#include "driftline/trees/regression_tree_options.hpp"

namespace driftline {

class FIMTDDRegressor {
 public:
  static constexpr Reading reading{
      .keeps_missing = true, .sparse = Reading::Sparse::filled, .takes_text = true};

  FIMTDDRegressor(RegressionTreeOptions options, const ErrorWatch::Options& watching)
      : watching_(watching), tree_(std::move(options)) {
    watching_.check();
  }

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}
  [[nodiscard]] bool needs_names() const { return !tree_.options().nominal_attributes.empty(); }
  void meet(std::size_t width, const NameOf& name_of) { tree_.meet(width, name_of); }
  void reseed(std::int64_t seed) { tree_.reseed(seed); }

  [[nodiscard]] double predict(const DenseRow& row) const {
    return tree_.find(0, tree_.read(row)).answer;
  }

  void learn(const DenseRow& row, double target, double prediction, double weight) {
    tree_.learn_columns(row);
    const TreeRow seen = tree_.read(row);
    const double spread = 3.0 * targets_.deviation();
    test(seen, spread > 0.0 ? std::abs(target - prediction) / spread : 0.0);
    learn_at(0, seen, target, weight);
    targets_.add(target, weight);
    tree_.count_row();
    if (tree_.tidy()) restore_watches(watches_by_level());
  }

  /// "alternates": how many trees stand beside the tree now, how many were started, how many took a
  /// place, how many were given up.
  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    if (what != "alternates") return tree_.inspect(what);
    double standing = 0.0;
    for (const std::int32_t node : tree_.store().by_level()) {
      standing += tree_.nodes().facts(node).alternate >= 0 ? 1.0 : 0.0;
    }
    return {standing, static_cast<double>(started_), static_cast<double>(switched_),
            static_cast<double>(given_up_)};
  }

  void check() {
    tree_.check();
    const std::vector<std::int32_t> order = tree_.store().by_level();
    if (watches_on_file_.size() != order.size() * ErrorWatch::numbers || !is_count(started_) ||
        !is_count(switched_) || !is_count(given_up_)) {
      throw std::invalid_argument("the nodes on file and their tests contradict each other");
    }
    restore_watches(watches_on_file_);
    std::vector<double>().swap(watches_on_file_);
    check_alternates(order);
  }
  [[nodiscard]] std::size_t extra_memory() const { return tree_.extra_memory(); }

  static void fields(auto& self, auto&& visit) {
    RegressionTreeGrowth::fields(self.tree_, visit);
    ErrorWatch::Options::fields(self.watching_, visit);
    // Parameters are read without the model's lock: who wants only them may not walk the nodes.
    constexpr bool wants_state =
        !std::same_as<std::remove_cvref_t<decltype(visit)>, detail::ParameterList>;
    if constexpr (std::is_const_v<std::remove_reference_t<decltype(self)>>) {
      if constexpr (wants_state) visit("watches", self.watches_by_level());
    } else {
      visit("watches", self.watches_on_file_);
    }
    visit("targets_weight", self.targets_.weight);
    visit("targets_mean", self.targets_.mean);
    visit("targets_squares", self.targets_.squares);
    visit("started", self.started_);
    visit("switched", self.switched_);
    visit("given_up", self.given_up_);
  }

 private:
  /// The watch of a node, new when it is first asked for.
  ErrorWatch& watch(std::int32_t node) {
    std::int32_t& place = tree_.store().nodes.facts(node).watch;
    if (place < 0) {
      std::vector<std::int32_t>& free = tree_.store().free_watches;
      if (free.empty()) {
        place = static_cast<std::int32_t>(watches_.size());
        watches_.emplace_back();
      } else {
        place = free.back();
        free.pop_back();
        watches_[static_cast<std::size_t>(place)] = ErrorWatch();
      }
    }
    return watches_[static_cast<std::size_t>(place)];
  }
  /// Watches and nodes stand by level: each gets its own.
  void restore_watches(const std::vector<double>& numbers) {
    watches_.assign(numbers.size() / ErrorWatch::numbers, ErrorWatch());
    watches_.shrink_to_fit();
    std::vector<std::int32_t>().swap(tree_.store().free_watches);
    for (std::size_t i = 0; i < watches_.size(); ++i) {
      watches_[i].restore(numbers.data() + i * ErrorWatch::numbers);
      const auto node = static_cast<std::int32_t>(i);
      tree_.store().nodes.facts(node).watch = node;
    }
  }
  [[nodiscard]] std::vector<double> watches_by_level() const {
    const std::vector<std::int32_t> order = tree_.store().by_level();
    std::vector<double> out;
    out.reserve(order.size() * ErrorWatch::numbers);
    for (const std::int32_t node : order) {
      const std::int32_t place = tree_.nodes().facts(node).watch;
      const ErrorWatch own = place < 0 ? ErrorWatch() : watches_[static_cast<std::size_t>(place)];
      own.each([&](double number) { out.push_back(number); });
    }
    return out;
  }

  /// All tests on the way see the same error: they answer by one leaf.
  void test(const TreeRow& row, double error) {
    const NodePool& nodes = tree_.nodes();
    for (std::int32_t node = 0; !nodes[node].is_leaf();
         node = nodes[node].first + nodes.branch_of(node, row)) {
      if (nodes.facts(node).alternate >= 0) return;
      if (watch(node).alarms(error, watching_)) {
        watch(node) = ErrorWatch();
        started_ += tree_.start_beside(node) ? 1 : 0;
        return;
      }
    }
  }

  /// From `node` down, alternates first.
  void learn_at(std::int32_t node, const TreeRow& row, double target, double weight) {
    const NodePool& nodes = tree_.nodes();
    while (!nodes[node].is_leaf()) {
      if (nodes.facts(node).alternate >= 0 && takes_over(node, row, target)) {
        tree_.store().take_alternate(node);
        ++switched_;
        continue;
      }
      const std::int32_t beside = nodes.facts(node).alternate;
      if (beside >= 0 && watch(node).rows > 0.0) learn_at(beside, row, target, weight);
      node = nodes[node].first + nodes.branch_of(node, row);
    }
    tree_.learn_at(node, row, target, weight, tree_.find(node, row).answers);
  }

  /// Notes both errors; at a check, tells whether the alternate wins, or gives it up.
  bool takes_over(std::int32_t node, const TreeRow& row, double target) {
    ErrorWatch& own = watch(node);
    if (own.rows < 0.0) {  // it starts with the next row
      own.rows = 0.0;
      return false;
    }
    const double error = target - tree_.find(node, row).answer;
    const double other = target - tree_.find(tree_.nodes().facts(node).alternate, row).answer;
    switch (own.compare(error, other, tree_.options().grace_period, watching_)) {
      case ErrorWatch::Verdict::change:
        return true;
      case ErrorWatch::Verdict::give_up:
        tree_.store().drop_alternate(node);
        own = ErrorWatch();
        ++given_up_;
        return false;
      default:
        return false;
    }
  }

  /// Alternates stand beside tests, and not in each other.
  void check_alternates(const std::vector<std::int32_t>& order) const {
    std::vector<bool> is_beside(tree_.nodes().size(), false);
    for (const std::int32_t node : order) {
      const TestFacts& facts = tree_.nodes().facts(node);
      const bool own = is_beside[static_cast<std::size_t>(node)];
      if (facts.alternate >= 0) {
        if (own || tree_.nodes()[node].is_leaf()) {
          throw std::invalid_argument("a tree on file stands where none can");
        }
        is_beside[static_cast<std::size_t>(facts.alternate)] = true;
      }
      for (std::int32_t k = 0; k < facts.branches && own; ++k) {
        const std::int32_t branch = tree_.nodes()[node].first + k;
        is_beside[static_cast<std::size_t>(branch)] = true;
      }
    }
  }

  ErrorWatch::Options watching_;
  RegressionTreeGrowth tree_;
  Moments targets_;  // of all rows learned
  std::vector<ErrorWatch> watches_;
  std::vector<double> watches_on_file_;  // between being read and being judged
  std::int64_t started_ = 0;
  std::int64_t switched_ = 0;
  std::int64_t given_up_ = 0;
};
static_assert(Regressor<FIMTDDRegressor>);

}  // namespace driftline

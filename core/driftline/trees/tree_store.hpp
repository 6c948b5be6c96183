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

#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/node_pool.hpp"

namespace driftline {

/// A tree as its file has it: one entry for each node, leaf, label of a leaf, and so on.
struct TreeForm {
  std::vector<double> thresholds;  ///< of nodes; with the value set apart where one is
  std::vector<double> weights;
  std::vector<double> merits;
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> kinds;
  std::vector<std::int64_t> branches;
  std::vector<std::int64_t> heaviest;
  std::vector<std::int64_t> branch_values;   ///< of tests with a branch for each
  std::vector<std::int64_t> has_statistics;  ///< 1 for each node that owns some
  std::vector<std::int64_t> has_alternate;   ///< 1 for each node with a tree beside it
  std::vector<double> leaf_weights;          ///< four of each: see `put_leaf`
  std::vector<std::int64_t> leaf_facts;      ///< nine of each
  std::vector<std::int64_t> leaf_columns;
  std::vector<double> label_weights;  ///< two of each label of each leaf: weight, seen
  std::vector<std::int64_t> label_codes;
  std::vector<double> blocks;               ///< mean, M2, low, high, counts of each
  std::vector<std::int64_t> nominal_facts;  ///< three of each: column, values, labels
  std::vector<std::int64_t> nominal_values;
  std::vector<double> nominal_counts;
  std::vector<std::int64_t> bin_facts;  ///< three of each attribute: its place, bins, labels
  std::vector<double> bins;             ///< three of each: key, sum, weight
  std::vector<double> bin_counts;
  std::int64_t serials = 0;

  static void fields(auto& self, auto&& visit) {
    visit("thresholds", self.thresholds);
    visit("weights", self.weights);
    visit("merits", self.merits);
    visit("columns", self.columns);
    visit("kinds", self.kinds);
    visit("branches", self.branches);
    visit("heaviest", self.heaviest);
    visit("branch_values", self.branch_values);
    visit("has_statistics", self.has_statistics);
    visit("has_alternate", self.has_alternate);
    visit("leaf_weights", self.leaf_weights);
    visit("leaf_facts", self.leaf_facts);
    visit("leaf_columns", self.leaf_columns);
    visit("label_weights", self.label_weights);
    visit("label_codes", self.label_codes);
    visit("blocks", self.blocks);
    visit("nominal_facts", self.nominal_facts);
    visit("nominal_values", self.nominal_values);
    visit("nominal_counts", self.nominal_counts);
    visit("bin_facts", self.bin_facts);
    visit("bins", self.bins);
    visit("bin_counts", self.bin_counts);
    visit("serials", self.serials);
  }
};

/// Reads one array of a form from front to back.
template <class T>
class FormReader {
 public:
  explicit FormReader(const std::vector<T>& values) : values_(values) {}

  T next() {
    if (at_ == values_.size()) throw std::invalid_argument("the tree on file is cut short");
    return values_[at_++];
  }
  /// From 0 to `most`.
  std::size_t count(std::size_t most) {
    const T value = next();
    if (value < 0 || static_cast<std::size_t>(value) > most) {
      throw std::invalid_argument("a count of the tree on file is out of range");
    }
    return static_cast<std::size_t>(value);
  }
  void finish() const {
    if (at_ != values_.size()) throw std::invalid_argument("the tree on file is too long");
  }
  [[nodiscard]] std::size_t left() const { return values_.size() - at_; }

 private:
  const std::vector<T>& values_;
  std::size_t at_ = 0;
};

class TreeStore {
 public:
  TreeStore() { new_leaf(0); }

  NodePool nodes;

  [[nodiscard]] LeafStatistics& at(std::int32_t place) {
    return statistics_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] const LeafStatistics& at(std::int32_t place) const {
    return statistics_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] LeafStatistics& of(std::int32_t node) { return at(nodes[node].statistics); }
  [[nodiscard]] const LeafStatistics& of(std::int32_t node) const {
    return at(nodes[node].statistics);
  }

  /// Statistics for a node, numbered in the order they are made.
  LeafStatistics& new_leaf(std::int32_t node) {
    auto place = static_cast<std::int32_t>(statistics_.size());
    if (free_.empty()) {
      statistics_.reserve(room_for(statistics_.size() + 1));
      statistics_.emplace_back();
    } else {
      place = free_.back();
      free_.pop_back();
    }
    nodes[node].statistics = place;
    LeafStatistics& made = at(place);
    made = LeafStatistics();
    made.serial = serials_++;
    return made;
  }
  /// Takes the statistics of a node away.
  LeafStatistics release(std::int32_t node) {
    const std::int32_t place = std::exchange(nodes[node].statistics, -1);
    free_.push_back(place);
    leaf_bytes_ -= at(place).counted_bytes;
    return std::exchange(at(place), LeafStatistics());
  }
  /// Changes what a node's statistics hold.
  template <class Change>
  void change(std::int32_t node, Change act) {
    act(of(node));
    count_bytes(of(node));
  }
  /// To be called when statistics have grown or shrunk.
  void count_bytes(LeafStatistics& own) {
    leaf_bytes_ -= own.counted_bytes;
    own.counted_bytes = own.heap_bytes();
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
  /// Takes the tree beside a node away.
  void drop_alternate(std::int32_t node) {
    const std::int32_t beside = std::exchange(nodes.facts(node).alternate, -1);
    if (beside < 0) return;
    cut(beside);
    give_back(beside);
    nodes.free_root(beside);
  }
  /// The tree beside a node takes its place.
  void take_alternate(std::int32_t node) {
    const std::int32_t beside = std::exchange(nodes.facts(node).alternate, -1);
    cut(node);
    give_back(node);
    nodes[node] = std::exchange(nodes[beside], TreeNode());
    nodes.facts(node) = std::exchange(nodes.facts(beside), TestFacts());
    nodes.free_root(beside);
  }
  /// Places of watches whose nodes are gone.
  std::vector<std::int32_t> free_watches;

  [[nodiscard]] std::size_t heap_bytes() const { return structure_bytes() + leaf_bytes_; }
  /// Without what statistics own.
  [[nodiscard]] std::size_t structure_bytes() const {
    return nodes.heap_bytes() + room_for(statistics_.size()) * sizeof(LeafStatistics);
  }
  /// Bytes that a split into so many branches, with so many labels each, may add.
  [[nodiscard]] std::size_t growth(std::size_t branches, std::size_t labels) const {
    const std::size_t more = room_for(statistics_.size() + branches) - room_for(statistics_.size());
    return nodes.growth(branches) + more * sizeof(LeafStatistics) +
           branches * labels * sizeof(LabelStatistics);
  }

  [[nodiscard]] TreeForm pack() const {
    TreeForm out;
    for (const std::int32_t node : by_level()) put_node(out, node);
    out.serials = serials_;
    return out;
  }

  void unpack(const TreeForm& form) {
    *this = TreeStore();
    serials_ = form.serials;
    if (serials_ < 1 || serials_ > most_serials) {
      throw std::invalid_argument("the number of leaves on file is out of range");
    }
    statistics_.clear();
    leaf_bytes_ = 0;
    take_nodes(form);
    take_all_statistics(form);
  }

 private:
  static constexpr std::int64_t most_serials = INT64_MAX / 2;

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

  void put_node(TreeForm& out, std::int32_t place) const {
    const TreeNode& node = nodes[place];
    const TestFacts& facts = nodes.facts(place);
    const bool is_each = node.kind == SplitKind::each_value;
    out.thresholds.push_back(is_each ? 0.0 : node.threshold);
    out.weights.push_back(facts.weight);
    out.merits.push_back(facts.merit);
    out.columns.push_back(node.column);
    out.kinds.push_back(static_cast<std::int64_t>(node.kind));
    out.branches.push_back(facts.branches);
    out.heaviest.push_back(facts.heaviest);
    out.has_statistics.push_back(node.statistics >= 0 ? 1 : 0);
    out.has_alternate.push_back(facts.alternate >= 0 ? 1 : 0);
    if (is_each) {
      const auto& values = nodes.values(node);
      out.branch_values.insert(out.branch_values.end(), values.begin(), values.end());
    }
    if (node.statistics >= 0) put_leaf(out, at(node.statistics));
  }

  static void put_leaf(TreeForm& out, const LeafStatistics& own) {
    for (const double number :
         {own.weight, own.weight_since_attempt, own.majority_right, own.bayes_right}) {
      out.leaf_weights.push_back(number);
    }
    const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
    for (const std::int64_t fact :
         {own.serial, std::int64_t{own.depth}, std::int64_t{own.is_active},
          std::int64_t{own.is_started}, std::int64_t{own.has_counts},
          own.is_plain ? count(own.slots) : -count(own.slots), count(own.labels.size()),
          count(own.nominals.size()), own.has_blocks ? -1 : count(own.binned.size())}) {
      out.leaf_facts.push_back(fact);
    }
    out.leaf_columns.insert(out.leaf_columns.end(), own.columns.begin(), own.columns.end());
    for (const LabelStatistics& label : own.labels) put_label(out, own, label);
    for (const NominalCounts& nominal : own.nominals) {
      for (const std::int64_t fact :
           {std::int64_t{nominal.column}, count(nominal.values.size()), count(nominal.room)}) {
        out.nominal_facts.push_back(fact);
      }
      out.nominal_values.insert(out.nominal_values.end(), nominal.values.begin(),
                                nominal.values.end());
      out.nominal_counts.insert(out.nominal_counts.end(), nominal.counts.begin(),
                                nominal.counts.end());
    }
    for (const BinnedCounts& binned : own.binned) {
      for (const std::int64_t fact :
           {std::int64_t{binned.attribute}, count(binned.keys.size()), count(binned.room)}) {
        out.bin_facts.push_back(fact);
      }
      for (std::size_t bin = 0; bin < binned.keys.size(); ++bin) {
        for (const double number : {binned.keys[bin], binned.sums[bin], binned.weights[bin]}) {
          out.bins.push_back(number);
        }
      }
      out.bin_counts.insert(out.bin_counts.end(), binned.counts.begin(), binned.counts.end());
    }
  }
  static void put_label(TreeForm& out, const LeafStatistics& own, const LabelStatistics& label) {
    out.label_weights.push_back(label.weight);
    out.label_weights.push_back(label.seen);
    out.label_codes.push_back(label.code);
    if (label.block < 0) return;
    own.each_saved_array(label, [&](const double* array) {
      out.blocks.insert(out.blocks.end(), array, array + own.slots);
    });
  }

  void take_nodes(const TreeForm& form) {
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

  void take_node(const TreeForm& form, std::size_t i, std::size_t most,
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

  struct Readers {
    explicit Readers(const TreeForm& form)
        : weights(form.leaf_weights),
          facts(form.leaf_facts),
          columns(form.leaf_columns),
          label_weights(form.label_weights),
          codes(form.label_codes),
          blocks(form.blocks),
          nominal_facts(form.nominal_facts),
          nominal_values(form.nominal_values),
          nominal_counts(form.nominal_counts),
          bin_facts(form.bin_facts),
          bins(form.bins),
          bin_counts(form.bin_counts) {}
    FormReader<double> weights;
    FormReader<std::int64_t> facts, columns;
    FormReader<double> label_weights;
    FormReader<std::int64_t> codes;
    FormReader<double> blocks;
    FormReader<std::int64_t> nominal_facts, nominal_values;
    FormReader<double> nominal_counts;
    FormReader<std::int64_t> bin_facts;
    FormReader<double> bins, bin_counts;
    void finish() const {
      weights.finish();
      facts.finish();
      columns.finish();
      label_weights.finish();
      codes.finish();
      blocks.finish();
      nominal_facts.finish();
      nominal_values.finish();
      nominal_counts.finish();
      bin_facts.finish();
      bins.finish();
      bin_counts.finish();
    }
  };

  void take_all_statistics(const TreeForm& form) {
    Readers in(form);
    const auto owners = std::ranges::count(form.has_statistics, 1);
    // A leaf has four weights on file: a false count does not get far.
    if (static_cast<std::size_t>(owners) > form.leaf_weights.size()) in.weights.finish();
    statistics_.reserve(
        std::min<std::size_t>(static_cast<std::size_t>(owners), form.leaf_weights.size()));
    const std::int64_t serials = serials_;
    for (std::size_t i = 0; i < form.columns.size(); ++i) {
      if (form.has_statistics[i] == 0) continue;
      const auto node = static_cast<std::int32_t>(i);
      new_leaf(node);
      change(node, [&](LeafStatistics& own) { take_leaf(in, own, serials); });
    }
    serials_ = serials;
    in.finish();
  }

  static bool is_weight(double number) { return number >= 0.0 && std::isfinite(number); }

  static void take_leaf(Readers& in, LeafStatistics& own, std::int64_t serials) {
    for (double* number :
         {&own.weight, &own.weight_since_attempt, &own.majority_right, &own.bayes_right}) {
      *number = in.weights.next();
      if (!is_weight(*number)) throw std::invalid_argument("a weight on file is no weight");
    }
    own.serial = static_cast<std::int64_t>(in.facts.count(static_cast<std::size_t>(serials) - 1));
    own.depth = static_cast<std::int32_t>(in.facts.count(INT32_MAX / 2));
    own.is_active = in.facts.count(1) == 1;
    own.is_started = in.facts.count(1) == 1;
    own.has_counts = in.facts.count(1) == 1;
    const std::int64_t slots = in.facts.next();
    own.is_plain = slots >= 0;
    if (slots < -most_slots || slots > most_slots || (!own.is_active && own.is_started) ||
        (!own.is_started && slots != 0)) {
      throw std::invalid_argument("a leaf on file contradicts itself");
    }
    own.slots = static_cast<std::size_t>(own.is_plain ? slots : -slots);
    for (std::size_t i = 0; i < own.slots && !own.is_plain; ++i) {
      own.columns.push_back(static_cast<std::int32_t>(in.columns.count(INT32_MAX - 1)));
    }
    const std::size_t labels = in.facts.count(in.codes.left());
    const std::size_t nominals = in.facts.count(in.nominal_facts.left());
    const std::int64_t binned = in.facts.next();
    own.has_blocks = binned < 0;
    if (std::cmp_greater(binned, in.bin_facts.left()) ||
        (binned >= 0 && (!own.is_started || own.has_counts))) {
      throw std::invalid_argument("a leaf on file contradicts itself");
    }
    for (std::size_t c = 0; c < labels; ++c) take_label(in, own);
    for (std::size_t k = 0; k < nominals; ++k) take_nominal(in, own);
    for (std::int64_t k = 0; k < binned; ++k) take_bins(in, own);
  }

  static void take_label(Readers& in, LeafStatistics& own) {
    LabelStatistics label;
    label.weight = in.label_weights.next();
    label.seen = in.label_weights.next();
    label.code = static_cast<Code>(in.codes.count(INT32_MAX - 1));
    const bool was_seen = label.seen > 0.0;
    if (!(label.weight > 0.0) || !is_weight(label.weight) || !is_weight(label.seen) ||
        (was_seen && !own.is_started) || own.find(label.code) != own.labels.size()) {
      throw std::invalid_argument("a label on file contradicts itself");
    }
    if (was_seen && own.has_blocks && in.blocks.left() / (own.arrays() - 1) < own.slots) {
      throw std::invalid_argument("the tree on file is cut short");
    }
    own.restore_label(label, [&] { return in.blocks.next(); });
  }

  static void take_nominal(Readers& in, LeafStatistics& own) {
    own.nominals.reserve(own.nominals.size() + 1);
    NominalCounts& nominal = own.nominals.emplace_back();
    nominal.column = static_cast<std::int32_t>(in.nominal_facts.count(INT32_MAX - 1));
    const std::size_t values = in.nominal_facts.count(in.nominal_values.left());
    nominal.room = in.nominal_facts.count(own.labels.size());
    for (std::size_t v = 0; v < values; ++v) {
      nominal.values.push_back(static_cast<std::int32_t>(in.nominal_values.count(INT32_MAX - 1)));
    }
    for (std::size_t k = 0; k < values * nominal.room; ++k) {
      nominal.counts.push_back(in.nominal_counts.next());
      if (!is_weight(nominal.counts.back())) {
        throw std::invalid_argument("a weight on file is no weight");
      }
    }
  }

  static void take_bins(Readers& in, LeafStatistics& own) {
    const std::int32_t before = own.binned.empty() ? -1 : own.binned.back().attribute;
    own.binned.reserve(own.binned.size() + 1);
    BinnedCounts& made = own.binned.emplace_back();
    made.attribute = static_cast<std::int32_t>(in.bin_facts.count(own.slots));
    const std::size_t bins = in.bin_facts.count(in.bins.left() / 3);
    made.room = in.bin_facts.count(own.labels.size());
    bool fits = made.attribute > before && std::cmp_less(made.attribute, own.slots) && bins > 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      made.keys.push_back(in.bins.next());
      made.sums.push_back(in.bins.next());
      made.weights.push_back(in.bins.next());
      fits = fits && std::isfinite(made.keys[bin]) && made.weights[bin] > 0.0 &&
             (bin == 0 || made.keys[bin] > made.keys[bin - 1]);
    }
    for (std::size_t k = 0; k < bins * made.room && fits; ++k) {
      made.counts.push_back(in.bin_counts.next());
      fits = is_weight(made.counts.back());
    }
    if (!fits) throw std::invalid_argument("the bins of a leaf on file contradict each other");
  }

  static constexpr std::int64_t most_slots = INT32_MAX / 2;

  std::vector<LeafStatistics> statistics_;
  std::size_t leaf_bytes_ = 0;
  std::vector<std::int32_t> free_;  // places to use again
  std::int64_t serials_ = 0;
};

}  // namespace driftline

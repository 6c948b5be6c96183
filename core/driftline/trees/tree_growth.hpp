// What all Hoeffding trees are made of: nodes, leaves, columns, and how a leaf learns and is split.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/trees/attributes.hpp"
#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/leaf_voting.hpp"
#include "driftline/trees/max_features.hpp"
#include "driftline/trees/memory_limit.hpp"
#include "driftline/trees/node_pool.hpp"
#include "driftline/trees/rows_ahead.hpp"
#include "driftline/trees/split.hpp"
#include "driftline/trees/split_screen.hpp"
#include "driftline/trees/split_search.hpp"
#include "driftline/trees/tree_options.hpp"
#include "driftline/trees/tree_shape.hpp"
#include "driftline/trees/tree_store.hpp"

namespace driftline {

class TreeGrowth {
 public:
  explicit TreeGrowth(TreeOptions options)
      : options_(std::move(options)),
        attributes_(static_cast<std::size_t>(options_.max_categories)) {
    options_.check();
  }

  [[nodiscard]] const TreeOptions& options() const { return options_; }
  /// Before the first row: leaves draw other columns.
  void reseed(std::int64_t seed) { options_.seed = seed; }
  [[nodiscard]] const NodePool& nodes() const { return store_.nodes; }
  [[nodiscard]] const TreeStore& store() const { return store_; }
  [[nodiscard]] TreeStore& store() { return store_; }
  [[nodiscard]] const Attributes& attributes() const { return attributes_; }
  [[nodiscard]] const LeafStatistics& leaf(std::int32_t place) const { return store_.at(place); }

  void meet(std::size_t width, const NameOf& name_of) {
    attributes_.meet(width, name_of, options_.nominal_attributes);
  }
  [[gnu::always_inline]] TreeRow read(const DenseRow& row) const { return attributes_.read(row); }
  /// True if the row reads differently now.
  [[gnu::always_inline]] bool learn_columns(const DenseRow& row) {
    return attributes_.learn(row, true);
  }

  /// Where rows come to, if they are plain and narrow: in wide ones the vote takes so much longer
  /// than the way to the leaf that the way is hidden behind it.
  [[gnu::always_inline]] void find_ahead(const DenseRows& rows, std::size_t first,
                                         std::size_t count, RowsAhead& ahead) const {
    constexpr std::size_t narrow = 16;
    const bool is_plain = rows.is_whole && rows.widths == nullptr && rows.width > 0 &&
                          rows.width >= attributes_.width() && !attributes_.has_nominal();
    if (count == 0 || !is_plain || rows.width > narrow) return;
    ahead.find(store_.nodes, rows.values + first * rows.stride, rows.stride, count);
  }

  /// Fills in the votes of a leaf; returns the label that naive Bayes elects.
  [[gnu::always_inline]] Code vote(std::int32_t place, const TreeRow& row,
                                   std::span<double> votes) const {
    if (late_leaf_ == place) settle();
    return voting_.vote(leaf(place), row, options_, votes);
  }
  [[nodiscard]] LeafVoting::Elected elect(std::int32_t place, const TreeRow& row) const {
    if (late_leaf_ == place) settle();
    return voting_.elect(leaf(place), row, options_);
  }

  /// Teaches a leaf a row. True if it is time to look for a split.
  bool learn_at(std::int32_t place, const TreeRow& row, Code label, double weight, Code bayes) {
    const bool is_due = learn_after_vote(place, row, label, weight, bayes, false);
    settle();
    return is_due;
  }
  /// The same in a row of votes and lessons, all by way of this class. `is_same`: the leaf has just
  /// voted on the row, and it reads as it did.
  [[gnu::always_inline]] bool learn_after_vote(std::int32_t place, const TreeRow& row, Code label,
                                               double weight, Code bayes, bool is_same) {
    settle();
    LeafStatistics& own = store_.at(place);
    own.majority_right += own.majority_code() == label ? weight : 0.0;
    own.bayes_right += bayes == label ? weight : 0.0;
    const std::size_t at = own.find(label);
    has_grown_ = own.count(at, label, weight);
    if (!own.is_active) return false;
    if (!own.is_started || (own.is_plain && own.slots < attributes_.width())) prepare(own);
    const double* x = row.values;
    if (!own.is_plain || own.slots > row.width) {
      x = is_same ? voting_.gathered(own) : nullptr;
      if (x == nullptr) x = voting_.gather_carefully(own, row);
    }
    has_grown_ = own.observe(x, row.is_whole && own.slots <= row.width, at, weight,
                             options_.leaf_prediction != LeafPrediction::mc, late_) ||
                 has_grown_;
    late_leaf_ = late_.label < 0 ? -1 : place;
    if (row.places != nullptr) observe_nominal(own, row, at, weight);
    if (!own.has_blocks) observe_binned(own, row, at, weight);
    return own.weight_since_attempt >= options_.grace_period;
  }

  /// Looks for a split of the leaf at `node` and makes it if it is sure enough.
  [[gnu::noinline]] void attempt(std::int32_t node) {
    settle();
    LeafStatistics& own = store_.of(node);
    own.weight_since_attempt = 0.0;
    if (!may_split(own)) return;
    const double eps = bound(own);
    const bool is_tied = eps < options_.tau;
    const bool may_be_in_doubt = !is_tied && !options_.remove_poor_attrs;
    if (may_be_in_doubt && SplitScreen::labels_rule_out(own, options_, eps)) return;
    const SplitScreen screen(own, options_);
    if (may_be_in_doubt && screen.rules_out(eps)) return;
    const bool is_sure = is_tied || screen.rules_in(eps);  // whatever the second is worth
    const BestSplit found = best_split(own, [&](std::size_t attribute) {
      return is_sure ? screen.may_win(attribute) : screen.may_matter(attribute);
    });
    if (found.best.kind == SplitKind::none) {
      if (options_.merit_preprune && is_tied) deactivate(node);
    } else if (is_sure || found.best.merit - found.second > eps) {
      split_if_room(node, found.best, false);
    } else if (options_.remove_poor_attrs) {
      drop_poor(node, found.best.merit - eps);
    }
  }

  [[nodiscard]] bool may_split(const LeafStatistics& own) const {
    return own.is_active && own.labels.size() > 1 && own.depth < options_.max_depth &&
           limit_.allows_growth() && own.majority_weight() <= options_.largest_share() * own.weight;
  }
  /// Among all attributes but those numeric ones of which `is_wanted` is false.
  template <class IsWanted>
  [[nodiscard]] BestSplit best_split(const LeafStatistics& own, IsWanted is_wanted) const {
    BestSplit found;
    SplitSearch(own, options_).each([&](const Split& split) { found.take(split); }, is_wanted);
    return found;
  }
  [[nodiscard]] BestSplit best_split(const LeafStatistics& own) const {
    return best_split(own, [](std::size_t) { return true; });
  }
  /// Makes the leaf at `node` a test, which keeps its statistics if wanted. False where there is no
  /// memory for more nodes.
  bool split_if_room(std::int32_t node, const Split& split, bool keeps_statistics) {
    const LeafStatistics& own = store_.of(node);
    const std::size_t added = store_.growth(branches_of(own, split), own.kept_bytes());
    if (!MemoryLimit::has_room(store_, options_, added)) return false;
    if (keeps_statistics) {
      make_test(node, split, own);
    } else {
      make_test(node, split, store_.release(node));
    }
    return true;
  }

  /// After a row was learned at `place`.
  [[gnu::always_inline]] void keep_within_memory(std::int32_t place) {
    if (has_grown_) [[unlikely]]
      make_fit(place);
  }
  /// Once for each row.
  [[gnu::always_inline]] void count_row() { limit_.count_row(store_, options_); }
  /// Behind it, where nodes may have been cut off. True if nodes have other numbers now.
  bool tidy() { return MemoryLimit::tidy(store_, options_); }

  /// How far two merits of the leaf may lie apart by chance.
  [[nodiscard]] double bound(const LeafStatistics& own) const {
    std::size_t labels = own.labels.size();
    if (options_.preset == TreePreset::moa) {
      for (const LabelStatistics& label : own.labels) {
        labels = std::max(labels, static_cast<std::size_t>(label.code) + 1);
      }
    }
    const double range = range_of_merit(options_.split_criterion, labels);
    return std::sqrt(range * range * -log(options_.delta) / (2.0 * own.weight));
  }

  /// "shape", "importances" (see `tree_shape.hpp`), "bytes".
  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    if (what == "shape") return shape_of(store_);
    if (what == "importances") return importances_of(store_, attributes_.width());
    if (what == "bytes") return {static_cast<double>(store_.used_bytes())};
    throw std::invalid_argument("this model has no " + std::string(what));
  }

  /// What was restored is judged: nothing may point outside.
  void check(std::size_t labels) {
    attributes_.check();
    limit_.check(options_);
    const auto width = static_cast<std::int32_t>(attributes_.width());
    bool fits = true;
    for (const std::int32_t node : store_.by_level()) {
      fits = fits && (store_.nodes[node].is_leaf() || store_.nodes[node].column < width);
      if (store_.nodes[node].statistics < 0) continue;
      const LeafStatistics& own = store_.of(node);
      fits =
          fits && own.slots <= attributes_.width() &&
          std::ranges::all_of(own.columns(), [=](std::int32_t i) { return i < width; }) &&
          std::ranges::all_of(own.nominals(), [=](const auto& k) { return k.column < width; }) &&
          own.has_blocks == (options_.splitter == NumericSplitter::gaussian || !own.is_started) &&
          std::ranges::all_of(own.labels, [=](const LabelStatistics& label) {
            return std::cmp_less(label.code, labels);
          });
    }
    if (!fits) throw std::invalid_argument("the tree and its columns or labels contradict");
  }
  [[nodiscard]] std::size_t extra_memory() const {
    return attributes_.extra_memory() + voting_.extra_memory();
  }

  static void fields(auto& self, auto&& visit) {
    TreeOptions::fields(self.options_, visit);
    visit.group("attributes", self.attributes_);
    visit.packed("tree", self.store_);
    visit.group("limit", self.limit_);
  }

 private:
  /// Takes the logarithm that was left for later. Before the vote of its leaf, and before leaves
  /// change; otherwise while another row is learned, so that neither waits for the other.
  [[gnu::always_inline]] void settle() const {
    if (late_leaf_ < 0) return;
    leaf(late_leaf_).settle(late_);
    late_.label = late_leaf_ = -1;
  }

  /// Attributes of a leaf at its first row, and those that rows have brought since.
  [[gnu::noinline]] void prepare(LeafStatistics& own) {
    const std::size_t width = attributes_.width();
    if (!own.is_started) {
      own.has_blocks = options_.splitter == NumericSplitter::gaussian;
      own.start(width);
      if (options_.draws_features()) {
        own.draw(drawn_columns(options_.max_features, width, options_.seed, own.serial));
      }
    } else {
      own.widen(width);
    }
    has_grown_ = true;
  }
  [[gnu::noinline]] void observe_nominal(LeafStatistics& own, const TreeRow& row, std::size_t at,
                                         double weight) {
    for (std::size_t i = 0; i < own.slots; ++i) {
      const std::size_t column = own.is_plain ? i : static_cast<std::size_t>(own.columns()[i]);
      if (column >= row.width || row.places[column] < 0) continue;
      std::vector<NominalCounts>& all = own.extras.make().nominals;
      auto nominal =
          std::ranges::find(all, static_cast<std::int32_t>(column), &NominalCounts::column);
      if (nominal == all.end()) {
        all.reserve(all.size() + 1);
        all.emplace_back().column = static_cast<std::int32_t>(column);
        nominal = all.end() - 1;
      }
      has_grown_ = nominal->add(row.places[column], at, weight) || has_grown_;
    }
  }

  /// Leaves out attributes whose best split is worth less than `least`.
  void drop_poor(std::int32_t node, double least) {
    const LeafStatistics& own = store_.of(node);
    std::vector<std::int32_t> poor;
    SplitSearch(own, options_).each([&](const Split& split) {
      if (split.merit < least) poor.push_back(split.column);
    });
    if (poor.empty()) return;
    std::vector<std::int32_t> kept;
    for (std::size_t i = 0; i < own.slots; ++i) {
      const auto slot = static_cast<std::int32_t>(i);
      const std::int32_t column = own.is_plain ? slot : own.columns()[i];
      if (std::ranges::find(poor, column) == poor.end()) kept.push_back(slot);
    }
    store_.change(node, [&](LeafStatistics& leaf) { leaf.keep_only(kept); });
  }

  [[gnu::noinline]] void observe_binned(LeafStatistics& own, const TreeRow& row, std::size_t at,
                                        double weight) {
    const double* x = voting_.gather(own, row);
    std::vector<BinnedCounts>& all = own.extras.make().binned;
    for (std::size_t i = 0; i < own.slots; ++i) {
      const auto column = own.is_plain ? i : static_cast<std::size_t>(own.columns()[i]);
      if (std::isnan(x[i]) || attributes_.is_nominal(column)) continue;
      const auto attribute = static_cast<std::int32_t>(i);
      auto bins = std::ranges::lower_bound(all, attribute, {}, &BinnedCounts::attribute);
      if (bins == all.end() || bins->attribute != attribute) {
        const auto offset = bins - all.begin();
        all.reserve(all.size() + 1);
        bins = all.emplace(all.begin() + offset);
        bins->attribute = attribute;
      }
      has_grown_ = bins->add(x[i], at, weight, options_) || has_grown_;
    }
  }

  [[nodiscard]] static std::size_t branches_of(const LeafStatistics& own, const Split& split) {
    return split.kind == SplitKind::each_value
               ? own.nominals()[static_cast<std::size_t>(split.attribute)].values.size()
               : 2;
  }
  void deactivate(std::int32_t node) {
    store_.change(node, [](LeafStatistics& own) { own.deactivate(); });
  }

  /// A row of label weights for each branch.
  [[nodiscard]] static std::vector<std::vector<double>> branch_weights(const LeafStatistics& own,
                                                                       const Split& split) {
    const auto k = static_cast<std::size_t>(split.attribute);
    const std::size_t labels = own.labels.size();
    std::vector<std::vector<double>> out;
    if (split.bin >= 0) {
      const BinnedCounts& bins =
          *std::ranges::find(own.binned(), split.attribute, &BinnedCounts::attribute);
      out.assign(2, std::vector<double>(labels, 0.0));
      for (std::size_t bin = 0; bin < bins.keys.size(); ++bin) {
        auto& side = out[std::cmp_less_equal(bin, split.bin) ? 0 : 1];
        for (std::size_t c = 0; c < labels; ++c) side[c] += bins.count_of(bin, c);
      }
      return out;
    }
    if (split.kind == SplitKind::at_most) {
      out.assign(2, std::vector<double>(labels, 0.0));
      for (std::size_t c = 0; c < labels; ++c) {
        if (own.labels[c].block < 0) continue;
        out[0][c] = weight_at_most(own, own.labels[c], k, split.threshold);
        out[1][c] = own.seen(own.labels[c], k) - out[0][c];
      }
      return out;
    }
    const NominalCounts& nominal = own.nominals()[k];
    const bool is_apart = split.kind == SplitKind::value;
    out.assign(is_apart ? 2 : nominal.values.size(), std::vector<double>(labels, 0.0));
    for (std::size_t row = 0; row < nominal.values.size(); ++row) {
      const std::size_t branch = !is_apart                                                     ? row
                                 : static_cast<double>(nominal.values[row]) == split.threshold ? 0
                                                                                               : 1;
      for (std::size_t c = 0; c < labels; ++c) out[branch][c] += nominal.count(row, c);
    }
    return out;
  }

  void make_test(std::int32_t node, const Split& split, const LeafStatistics& own) {
    const auto weights = branch_weights(own, split);
    const std::vector<LabelStatistics> labels = own.labels;  // `own` may move as leaves are made
    const std::int32_t depth = own.depth;
    NodePool& nodes = store_.nodes;
    nodes.split(node, split, weights.size(),
                split.kind == SplitKind::each_value
                    ? own.nominals()[static_cast<std::size_t>(split.attribute)].values
                    : std::vector<std::int32_t>());
    nodes.facts(node).weight = own.weight;
    nodes.facts(node).merit = split.merit;
    double heaviest = 0.0;
    for (std::size_t branch = 0; branch < weights.size(); ++branch) {
      LeafStatistics& made = store_.new_leaf(nodes[node].first + static_cast<std::int32_t>(branch));
      made.depth = depth + 1;
      for (std::size_t c = 0; c < labels.size(); ++c) {
        made.expect(labels[c].code, weights[branch][c]);
      }
      store_.count_bytes(made);
      if (made.weight > heaviest) {
        heaviest = made.weight;
        nodes.facts(node).heaviest = static_cast<std::int32_t>(branch);
      }
    }
    has_grown_ = true;
  }

  [[gnu::noinline]] void make_fit(std::int32_t place) {
    has_grown_ = false;
    settle();
    store_.count_bytes(store_.at(place));
    if (limit_.keep(store_, options_)) return;
    if (store_.at(place).labels.size() < 2) return;
    // Nothing else can go: the label just met is forgotten again.
    store_.at(place).drop_last_label();
    store_.count_bytes(store_.at(place));
  }

  TreeOptions options_;
  Attributes attributes_;
  TreeStore store_;
  MemoryLimit limit_;
  bool has_grown_ = false;
  LeafVoting voting_;
  mutable LateTerm late_;  // derived, like the terms themselves
  mutable std::int32_t late_leaf_ = -1;
};

}  // namespace driftline

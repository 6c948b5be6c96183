// What a leaf of a tree knows: the weight of each label, and each numeric attribute as a normal
// distribution under each label.
//
// A label that has come here owns a block of arrays over the leaf's attributes (`label_block.hpp`).
// A label known from the parent's split alone has a weight and no block. What a label's vote owes
// to no row is kept, with the label's weight in it: a logarithm, taken only for the label just
// learned.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log_product.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/trees/label_block.hpp"
#include "driftline/trees/label_statistics.hpp"
#include "driftline/trees/leaf_extras.hpp"
#include "driftline/trees/value_ranges.hpp"

namespace driftline {

class LeafStatistics {
 public:
  // Read at every row.
  double weight = 0.0;                ///< of all labels
  double weight_since_attempt = 0.0;  ///< learned since the last search for a split
  double majority_right = 0.0;        ///< weight of the rows that the majority would have told
  double bayes_right = 0.0;           ///< and naive Bayes
  std::int32_t majority = 0;          ///< place of the heaviest label
  std::int32_t depth = 0;
  bool is_active = true;    ///< observes attributes; otherwise only labels
  bool is_started = false;  ///< has observed a row
  bool is_plain = true;     ///< attribute i is column i
  bool has_blocks = true;   ///< numbers are normal distributions; otherwise they are binned
  BlockLayout layout = BlockLayout::narrow;
  std::size_t slots = 0;  ///< attributes observed
  std::vector<LabelStatistics> labels;
  std::vector<double> blocks;

  // Read seldom.
  std::int64_t serial = 0;        ///< by which its attributes are drawn
  std::size_t counted_bytes = 0;  ///< by the store
  Boxed<LeafExtras> extras;

  [[nodiscard]] const std::vector<std::int32_t>& columns() const { return extras->columns; }
  [[nodiscard]] const std::vector<NominalCounts>& nominals() const { return extras->nominals; }
  [[nodiscard]] const std::vector<BinnedCounts>& binned() const { return extras->binned; }

  /// Adds a label with the weight that a split estimates, before any row.
  void expect(Code code, double prior) {
    if (!(prior > 0.0)) return;
    add_label(code);
    labels.back().weight = prior;
    weight += prior;
    crown(labels.size() - 1);
  }

  /// The place of a label, or the number of labels.
  [[nodiscard]] std::size_t find(Code code) const {
    std::size_t place = 0;
    while (place < labels.size() && labels[place].code != code) ++place;
    return place;
  }
  [[nodiscard]] Code majority_code() const {
    return labels.empty() ? no_label : labels[static_cast<std::size_t>(majority)].code;
  }
  [[nodiscard]] double majority_weight() const {
    return labels.empty() ? 0.0 : labels[static_cast<std::size_t>(majority)].weight;
  }
  /// Weight that the majority does not tell: what a split could still win.
  [[nodiscard]] double promise() const { return weight - majority_weight(); }

  /// The first row: from now on the leaf has `count` attributes.
  void start(std::size_t count) {
    is_started = true;
    slots = count;
  }
  /// Before the first row: only these columns; none for all of them.
  void draw(std::vector<std::int32_t> drawn) {
    if (drawn.empty()) return;
    slots = drawn.size();
    extras.make().columns.swap(drawn);
    is_plain = false;
  }

  /// Counts a label; true if it is new here.
  bool count(std::size_t place, Code code, double w) {
    const bool is_new = place == labels.size();
    if (is_new) add_label(code);
    labels[place].weight += w;
    weight += w;
    weight_since_attempt += w;
    crown(place);
    return is_new;
  }

  /// Observes the attributes of a row, `x` having a value for each, NaN where one is missing.
  /// `votes` is false where nobody asks for `score`. What it leaves `late` is to be settled before
  /// the next vote. True if memory was needed.
  [[gnu::always_inline]] bool observe(const double* x, bool is_whole, std::size_t place, double w,
                                      bool votes, LateTerm& late) {
    bool has_grown = false;
    if (labels[place].block < 0) {
      if (blocks.empty()) choose_layout(x);
      add_block(labels[place]);
      has_grown = true;
    }
    if (!has_blocks) {
      labels[place].seen += w;
      return has_grown;
    }
    if (!is_whole && !has_counts()) {
      lay_out(sources_up_to(slots), true);
      has_grown = true;
    }
    LabelStatistics& own = labels[place];
    own.seen += w;
    if (layout == BlockLayout::wide) {
      update<BlockLayout::wide>(place, x, w, votes, late);
    } else if (layout == BlockLayout::narrow) {
      if (!update<BlockLayout::narrow>(place, x, w, votes, late)) return has_grown;
      if (are_short(x, slots)) {
        block(own).ranges().stretch(x);
      } else {
        widen_ranges(own, x);
        has_grown = true;
      }
    } else {
      update_by_column(own, x, w);
    }
    return has_grown;
  }

  void settle(const LateTerm& late) const {
    labels[static_cast<std::size_t>(late.label)].term = -0.5 * late.rest.value();
  }

  /// log(weight of the label) + log density of a whole row, up to what all labels share.
  [[nodiscard, gnu::always_inline]] double score(const LabelStatistics& own,
                                                 const double* x) const {
    return own.term - block(own).distance(x);
  }
  /// The same where values are or were missing.
  [[nodiscard]] double score_by_column(const LabelStatistics& own, const double* x) const {
    return log(own.weight) + block(own).log_density(x);
  }

  [[nodiscard, gnu::always_inline]] LabelBlock<const double> block(
      const LabelStatistics& own) const {
    return {blocks.data() + offset_of(own), room(), layout};
  }
  /// The weight of the values of attribute i under a label.
  [[nodiscard]] double seen(const LabelStatistics& own, std::size_t i) const {
    return block(own).seen(i, own.seen);
  }

  /// Attributes to come; those observed so far keep their places.
  void widen(std::size_t count) { lay_out(sources_up_to(count), true); }
  /// Observes only these of its attributes any more.
  void keep_only(const std::vector<std::int32_t>& kept) {
    std::vector<std::int32_t> own;
    own.reserve(kept.size());
    for (const std::int32_t i : kept) {
      own.push_back(is_plain ? i : columns()[static_cast<std::size_t>(i)]);
    }
    lay_out(kept, has_counts());
    LeafExtras& all = extras.make();
    all.columns.swap(own);
    is_plain = false;
    std::erase_if(all.nominals, [&](const NominalCounts& nominal) {
      return std::ranges::find(all.columns, nominal.column) == all.columns.end();
    });
    all.nominals.shrink_to_fit();
    std::erase_if(all.binned, [&](BinnedCounts& bins) {
      const auto place = std::ranges::find(kept, bins.attribute);
      bins.attribute = static_cast<std::int32_t>(place - kept.begin());
      return place == kept.end();
    });
    all.binned.shrink_to_fit();
  }

  /// From now on only labels are counted.
  void deactivate() {
    is_active = false;
    is_started = false;
    layout = BlockLayout::narrow;
    has_blocks = true;
    slots = 0;
    is_plain = true;
    std::vector<double>().swap(blocks);
    extras.drop();
    for (LabelStatistics& own : labels) {
      own.block = -1;
      own.seen = 0.0;
    }
  }

  /// Arrays are as long as they have to be.
  [[nodiscard]] std::size_t heap_bytes() const {
    return kept_bytes() + observed_bytes() - narrow_bytes();
  }
  /// What stays when attributes are observed no more.
  [[nodiscard]] std::size_t kept_bytes() const { return labels.size() * sizeof(LabelStatistics); }
  /// What goes then, as if no range were narrow: the same statistics, the same bytes, while it
  /// hangs on the order of the rows too whether ranges are.
  [[nodiscard]] std::size_t observed_bytes() const {
    std::size_t bytes = blocks.size() * sizeof(double) + narrow_bytes();
    if (!extras.is_there()) return bytes;
    bytes += sizeof(LeafExtras) + columns().size() * sizeof(std::int32_t) +
             nominals().size() * sizeof(NominalCounts) + binned().size() * sizeof(BinnedCounts);
    for (const BinnedCounts& bins : binned()) bytes += bins.heap_bytes();
    for (const NominalCounts& nominal : nominals()) bytes += nominal.heap_bytes();
    return bytes;
  }
  /// Takes the label added last back, where there is no memory for it.
  void drop_last_label() {
    weight -= labels.back().weight;
    labels.pop_back();
    labels.shrink_to_fit();
    majority = 0;
    for (std::size_t place = 0; place < labels.size(); ++place) crown(place);
  }

  /// Calls take(value) for what a file needs of a label's arrays: precisions are made of the rest.
  template <class Take>
  void each_saved(const LabelStatistics& own, Take take) const {
    const LabelBlock<const double> from = block(own);
    for (std::size_t i = 0; i < room(); ++i) take(from.mean()[i]);
    for (std::size_t i = 0; i < room(); ++i) take(from.m2()[i]);
    for (std::size_t i = 0; i < room(); ++i) take(from.ranges().low(i));
    for (std::size_t i = 0; i < room(); ++i) take(from.ranges().high(i));
    for (std::size_t i = 0; i < room() && has_counts(); ++i) take(from.counts()[i]);
  }
  [[nodiscard]] std::size_t saved_arrays() const { return has_counts() ? 5 : 4; }
  /// Adds a label from a file; `next` gives the values of its arrays.
  template <class Next>
  void restore_label(const LabelStatistics& label, Next next) {
    const std::size_t place = labels.size();
    add_label(label.code);
    labels[place] = label;
    crown(place);
    if (!(label.seen > 0.0)) return;
    add_block(labels[place]);
    if (!has_blocks) return;
    std::generate_n(block(labels[place]).mean(), slots, next);
    std::generate_n(block(labels[place]).m2(), slots, next);
    std::vector<double> range(2 * slots);
    std::ranges::generate(range, next);
    if (layout == BlockLayout::narrow && !are_short(range.data(), range.size())) widen_ranges();
    const LabelBlock<double> to = block(labels[place]);
    for (std::size_t i = 0; i < slots; ++i) to.ranges().set(i, range[i], range[slots + i]);
    if (has_counts()) std::generate_n(to.counts(), slots, next);
    derive(labels[place]);
  }
  [[nodiscard]] bool has_counts() const { return layout == BlockLayout::counting; }
  /// Doubles of one array.
  [[nodiscard]] std::size_t room() const { return has_blocks ? slots : 0; }

 private:
  [[nodiscard]] std::size_t block_size() const { return static_cast<std::size_t>(layout) * room(); }
  [[nodiscard, gnu::always_inline]] std::size_t offset_of(const LabelStatistics& own) const {
    return static_cast<std::size_t>(own.block) * block_size();
  }
  [[nodiscard, gnu::always_inline]] LabelBlock<double> block(const LabelStatistics& own) {
    return {blocks.data() + offset_of(own), room(), layout};
  }
  /// What ranges save by being narrow.
  [[nodiscard]] std::size_t narrow_bytes() const {
    constexpr auto arrays = static_cast<std::size_t>(BlockLayout::narrow);
    return layout == BlockLayout::narrow ? blocks.size() / arrays * sizeof(double) : 0;
  }

  /// The heaviest label, the lower code among equals. Only the one at `place` has grown.
  void crown(std::size_t place) {
    const LabelStatistics& best = labels[static_cast<std::size_t>(majority)];
    const LabelStatistics& own = labels[place];
    if (own.weight > best.weight || (own.weight == best.weight && own.code < best.code)) {
      majority = static_cast<std::int32_t>(place);
    }
  }

  [[gnu::noinline]] void add_label(Code code) {
    labels.reserve(labels.size() + 1);  // to the byte: leaves are many, and seldom grow
    labels.push_back({.code = code});
  }

  [[gnu::noinline]] void add_block(LabelStatistics& own) {
    const std::size_t size = block_size();
    own.block = size == 0 ? 0 : static_cast<std::int32_t>(blocks.size() / size);
    blocks.reserve(blocks.size() + size);
    blocks.resize(blocks.size() + size);
    if (size != 0) block(own).clear();
  }
  /// Before the first block: ranges are narrow if they can hold the first row.
  void choose_layout(const double* x) {
    if (layout == BlockLayout::narrow && !are_short(x, room())) {
      layout = BlockLayout::wide;
    }
  }
  /// Narrow ranges become wide ones, which take the row in.
  [[gnu::noinline]] void widen_ranges(const LabelStatistics& own, const double* x) {
    widen_ranges();
    for (std::size_t i = 0; i < slots; ++i) block(own).ranges().stretch(i, x[i]);
  }
  void widen_ranges() {
    LeafStatistics next;
    next.slots = slots;
    next.layout = BlockLayout::wide;
    next.blocks.resize(blocks.size() / block_size() * next.block_size());
    for (LabelStatistics place{.block = 0}; offset_of(place) < blocks.size(); ++place.block) {
      const LabelBlock<double> from = block(place);
      const LabelBlock<double> to = next.block(place);
      std::copy_n(from.mean(), 3 * slots, to.mean());
      from.ranges().read(0, slots, to.low(), to.high());
    }
    layout = next.layout;
    blocks.swap(next.blocks);
  }

  /// True if narrow ranges lack a value of the row.
  template <BlockLayout known>
  [[gnu::always_inline]] bool update(std::size_t place, const double* x, double w, bool votes,
                                     LateTerm& late) {
    const LabelStatistics& own = labels[place];
    bool is_outside = false;
    const LogProduct product = block(own).take<known>(x, w, own.seen, votes, is_outside);
    if (votes && fits_in_product(own.weight)) {
      late = {.label = static_cast<std::int32_t>(place),
              .rest = product.over(own.weight * own.weight)};
    } else if (votes) {
      finish(own, product);
    }
    return is_outside;
  }
  [[gnu::noinline]] void update_by_column(const LabelStatistics& own, const double* x, double w) {
    block(own).take_by_column(x, w);
    derive(own);
  }
  /// Precisions and term from scratch.
  [[gnu::noinline]] void derive(const LabelStatistics& own) {
    finish(own, block(own).derive(own.seen));
  }
  /// The weight goes into the same logarithm, unless its square would leave the range.
  static bool fits_in_product(double weight) { return weight > 1e-100 && weight < 1e100; }
  static void finish(const LabelStatistics& own, const LogProduct& product) {
    own.term = fits_in_product(own.weight) ? -0.5 * product.log_over(own.weight * own.weight)
                                           : -0.5 * product.log_over(1.0) + log(own.weight);
  }

  /// The blocks anew: attribute i is what was `sources[i]`, or a new one where that is negative.
  [[gnu::noinline]] void lay_out(const std::vector<std::int32_t>& sources, bool with_counts) {
    LeafStatistics next;
    next.slots = sources.size();
    next.layout = with_counts && has_blocks ? BlockLayout::counting : layout;
    next.has_blocks = has_blocks;
    next.labels = labels;
    const auto owners =
        std::ranges::count_if(labels, [](const auto& own) { return own.block >= 0; });
    next.blocks.reserve(static_cast<std::size_t>(owners) * next.block_size());
    for (std::size_t c = 0; c < labels.size() && has_blocks; ++c) {
      if (labels[c].block < 0) continue;
      next.labels[c].block = -1;
      next.add_block(next.labels[c]);
      copy_block(labels[c], sources, next, next.labels[c]);
      next.derive(next.labels[c]);
    }
    slots = next.slots;
    layout = next.layout;
    labels.swap(next.labels);
    blocks.swap(next.blocks);
  }
  void copy_block(const LabelStatistics& own, const std::vector<std::int32_t>& sources,
                  LeafStatistics& next, const LabelStatistics& twin) const {
    const LabelBlock<const double> from = block(own);
    const LabelBlock<double> to = next.block(twin);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i] < 0) continue;
      const auto source = static_cast<std::size_t>(sources[i]);
      to.mean()[i] = from.mean()[source];
      to.m2()[i] = from.m2()[source];
      to.ranges().set(i, from.ranges().low(source), from.ranges().high(source));
      if (next.has_counts()) to.counts()[i] = from.seen(source, own.seen);
    }
  }
  /// As they are, up to `count`, new ones beyond those there are.
  [[nodiscard]] std::vector<std::int32_t> sources_up_to(std::size_t count) const {
    std::vector<std::int32_t> sources(count, -1);
    std::iota(sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(slots), 0);
    return sources;
  }
};

}  // namespace driftline

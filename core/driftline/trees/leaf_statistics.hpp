// What a leaf of a tree knows: the weight of each label, and each numeric attribute as a normal
// distribution under each label.
//
// A label that has come here owns a block of arrays over the leaf's attributes: mean, half the
// inverse variance, sum of squared deviations, smallest and largest value, and, once values have
// been missing, a count. A vote reads the first two arrays only. A label known from the parent's
// split alone has a weight and no block.
//
// Variance is that of a sample (ddof 1). An attribute without spread has density 1 at its value and
// 0 elsewhere: as the inverse of no variance stands a number so large that any distance rules the
// label out, and no logarithm is added. The logarithms of all variances are taken as one, with the
// label's weight in it, and only for the label just learned.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log_product.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/trees/label_statistics.hpp"
#include "driftline/trees/leaf_extras.hpp"

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
  bool has_counts = false;  ///< values have been missing
  bool has_blocks = true;   ///< numbers are normal distributions; otherwise they are binned
  std::size_t slots = 0;    ///< attributes observed
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
      add_block(labels[place]);
      has_grown = true;
    }
    if (!has_blocks) {
      labels[place].seen += w;
      return has_grown;
    }
    if (!is_whole && !has_counts) {
      lay_out(sources_up_to(slots), true);
      has_grown = true;
    }
    LabelStatistics& own = labels[place];
    own.seen += w;
    if (has_counts) {
      update_by_column(own, x, w);
    } else {
      update(place, x, w, votes, late);
    }
    return has_grown;
  }

  void settle(const LateTerm& late) const {
    labels[static_cast<std::size_t>(late.label)].term = -0.5 * late.rest.value();
  }

  /// log(weight of the label) + log density of a whole row, up to what all labels share.
  [[nodiscard, gnu::always_inline]] double score(const LabelStatistics& own,
                                                 const double* x) const {
    const double* mean = block_of(own);
    const double* precision = mean + room();
    return own.term - sum_columns(DenseRow{.values = x, .width = slots}, slots,
                                  [=](std::size_t i, double value) {
                                    const double d = value - mean[i];
                                    return d * d * precision[i];
                                  });
  }
  /// The same where values are or were missing: an attribute without a value is left out, and one
  /// that the label has never met tells it nothing.
  [[nodiscard]] double score_by_column(const LabelStatistics& own, const double* x) const {
    const double* mean = block_of(own);
    const double* precision = mean + room();
    return log(own.weight) + sum_columns(DenseRow{.values = x, .width = slots}, slots,
                                         [=](std::size_t i, double value) {
                                           if (std::isnan(value)) return 0.0;
                                           if (precision[i] == unmet) return 0.0;
                                           const double d = value - mean[i];
                                           return half_log(precision[i]) - d * d * precision[i];
                                         });
  }

  /// The arrays of a label over attributes: mean, precision, M2, low, high, counts.
  [[nodiscard]] const double* mean(const LabelStatistics& own) const { return block_of(own); }
  [[nodiscard]] const double* m2(const LabelStatistics& own) const {
    return block_of(own) + 2 * room();
  }
  [[nodiscard]] const double* low(const LabelStatistics& own) const {
    return block_of(own) + 3 * room();
  }
  [[nodiscard]] const double* high(const LabelStatistics& own) const {
    return block_of(own) + 4 * room();
  }
  /// The weight of the values of attribute i under a label.
  [[nodiscard]] double seen(const LabelStatistics& own, std::size_t i) const {
    return has_counts ? block_of(own)[5 * room() + i] : own.seen;
  }
  /// 1 / (n - 1), 0 for a single value.
  [[nodiscard]] static double inverse_freedom(double n) { return n > 1.0 ? 1.0 / (n - 1.0) : 0.0; }

  /// Attributes to come; those observed so far keep their places.
  void widen(std::size_t count) { lay_out(sources_up_to(count), true); }
  /// Observes only these of its attributes any more.
  void keep_only(const std::vector<std::int32_t>& kept) {
    std::vector<std::int32_t> own;
    own.reserve(kept.size());
    for (const std::int32_t i : kept) {
      own.push_back(is_plain ? i : columns()[static_cast<std::size_t>(i)]);
    }
    lay_out(kept, has_counts);
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
    has_counts = false;
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

  /// Arrays are as long as they have to be: the same statistics, the same bytes.
  [[nodiscard]] std::size_t heap_bytes() const { return kept_bytes() + observed_bytes(); }
  /// What stays when attributes are observed no more.
  [[nodiscard]] std::size_t kept_bytes() const { return labels.size() * sizeof(LabelStatistics); }
  [[nodiscard]] std::size_t observed_bytes() const {
    std::size_t bytes = blocks.size() * sizeof(double);
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

  /// The arrays that a file needs: precisions are made of the others.
  template <class Take>
  void each_saved_array(const LabelStatistics& own, Take take) const {
    for (std::size_t k = 0; k < arrays() && has_blocks; ++k) {
      if (k != 1) take(block_of(own) + k * room());
    }
  }
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
    for (std::size_t k = 0; k < arrays(); ++k) {
      double* array = block_of(labels[place]) + k * room();
      for (std::size_t i = 0; k != 1 && i < slots; ++i) array[i] = next();
    }
    derive(labels[place]);
  }
  [[nodiscard]] std::size_t arrays() const { return has_counts ? 6 : 5; }
  /// Doubles of one array.
  [[nodiscard]] std::size_t room() const { return has_blocks ? slots : 0; }

 private:
  static constexpr double no_spread = 1e-300;
  static constexpr double impossible = 1e300;
  static constexpr double unmet = 0.0;  // in place of a precision
  static constexpr double two_pi = 6.283185307179586477;

  [[nodiscard]] const double* block_of(const LabelStatistics& own) const {
    return blocks.data() + static_cast<std::size_t>(own.block) * arrays() * room();
  }
  [[nodiscard]] double* block_of(const LabelStatistics& own) {
    return blocks.data() + static_cast<std::size_t>(own.block) * arrays() * room();
  }

  /// -log(2 pi variance) / 2 from half the inverse variance.
  static double half_log(double precision) {
    if (precision >= impossible) return 0.0;
    return 0.5 * log(precision * (2.0 / two_pi));
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
    const std::size_t size = arrays() * room();
    own.block = size == 0 ? 0 : static_cast<std::int32_t>(blocks.size() / size);
    blocks.reserve(blocks.size() + size);
    blocks.resize(blocks.size() + size, 0.0);
    if (size == 0) return;
    double* low = block_of(own) + 3 * room();
    std::fill_n(low, slots, std::numeric_limits<double>::infinity());
    std::fill_n(low + room(), slots, -std::numeric_limits<double>::infinity());
  }

  /// Welford's update, and what a vote needs of it, in one go.
  [[gnu::always_inline]] void update(std::size_t place, const double* x, double w, bool votes,
                                     LateTerm& late) {
    LabelStatistics& own = labels[place];
    const std::size_t size = room();
    double* mean = block_of(own);
    double* precision = mean + size;
    double* m2 = precision + size;
    double* low = m2 + size;
    double* high = low + size;
    // d * (w / n), not w * d / n: at the first value w / n is exactly 1, so a constant attribute
    // has no deviation at all.
    const double part = w / own.seen;
    const double inverse = inverse_freedom(own.seen);
    if (!votes) {
#pragma GCC ivdep
      for (std::size_t i = 0; i < slots; ++i) {
        step(x[i], w, part, mean[i], m2[i], low[i], high[i]);
      }
      return;
    }
    LogProduct product;
    std::array<double, LogProduct::block> factors;  // NOLINT(*-member-init): written before read
    for (std::size_t start = 0; start < slots; start += LogProduct::block) {
      const std::size_t n = std::min(slots - start, LogProduct::block);
#pragma GCC ivdep
      for (std::size_t i = start; i < start + n; ++i) {
        step(x[i], w, part, mean[i], m2[i], low[i], high[i]);
        factors[i - start] = spread_of(m2[i] * inverse, precision[i]);
      }
      product.take(factors.data(), n);
    }
    if (!fits_in_product(own.weight)) return finish(own, product);
    late = {.label = static_cast<std::int32_t>(place),
            .rest = product.over(own.weight * own.weight)};
  }

  [[gnu::always_inline]] static void step(double x, double w, double part, double& mean, double& m2,
                                          double& low, double& high) {
    const double d = x - mean;
    mean += d * part;
    m2 += w * d * (x - mean);
    low = x < low ? x : low;
    high = x > high ? x : high;
  }

  /// Sets half the inverse variance; returns 2 pi variance for the logarithm, 1 without spread.
  [[gnu::always_inline]] static double spread_of(double variance, double& precision) {
    const bool has_spread = variance > no_spread;
    precision = has_spread ? 0.5 / variance : impossible;
    return has_spread ? variance * two_pi : 1.0;
  }

  /// The weight goes into the same logarithm, unless its square would leave the range.
  static bool fits_in_product(double weight) { return weight > 1e-100 && weight < 1e100; }
  static void finish(const LabelStatistics& own, const LogProduct& product) {
    own.term = fits_in_product(own.weight) ? -0.5 * product.log_over(own.weight * own.weight)
                                           : -0.5 * product.log_over(1.0) + log(own.weight);
  }
  [[gnu::noinline]] void update_by_column(LabelStatistics& own, const double* x, double w) {
    const std::size_t size = room();
    double* mean = block_of(own);
    for (std::size_t i = 0; i < slots; ++i) {
      if (std::isnan(x[i])) continue;
      double& n = mean[5 * size + i];
      n += w;
      step(x[i], w, w / n, mean[i], mean[2 * size + i], mean[3 * size + i], mean[4 * size + i]);
    }
    derive(own);
  }

  /// Precisions and term from scratch.
  [[gnu::noinline]] void derive(LabelStatistics& own) {
    const std::size_t size = room();
    double* mean = block_of(own);
    LogProduct product;
    std::array<double, LogProduct::block> factors;  // NOLINT(*-member-init): written before read
    for (std::size_t start = 0; start < slots; start += LogProduct::block) {
      const std::size_t n = std::min(slots - start, LogProduct::block);
      for (std::size_t i = start; i < start + n; ++i) {
        const double met = seen(own, i);
        const double variance = mean[2 * size + i] * inverse_freedom(met);
        factors[i - start] = spread_of(variance, mean[size + i]);
        if (met == 0.0) mean[size + i] = unmet;
      }
      product.take(factors.data(), n);
    }
    finish(own, product);
  }

  /// The blocks anew: attribute i is what was `sources[i]`, or a new one where that is negative.
  [[gnu::noinline]] void lay_out(const std::vector<std::int32_t>& sources, bool with_counts) {
    LeafStatistics next;
    next.slots = sources.size();
    next.has_counts = with_counts && has_blocks;
    next.has_blocks = has_blocks;
    next.labels = labels;
    const auto owners =
        std::ranges::count_if(labels, [](const auto& own) { return own.block >= 0; });
    next.blocks.reserve(static_cast<std::size_t>(owners) * next.arrays() * next.room());
    for (std::size_t c = 0; c < labels.size() && has_blocks; ++c) {
      if (labels[c].block < 0) continue;
      next.labels[c].block = -1;
      next.add_block(next.labels[c]);
      copy_block(labels[c], sources, next, next.labels[c]);
      next.derive(next.labels[c]);
    }
    slots = next.slots;
    has_counts = next.has_counts;
    labels.swap(next.labels);
    blocks.swap(next.blocks);
  }
  void copy_block(const LabelStatistics& own, const std::vector<std::int32_t>& sources,
                  LeafStatistics& next, const LabelStatistics& twin) const {
    const double* from = block_of(own);
    double* to = next.block_of(twin);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i] < 0) continue;
      const auto source = static_cast<std::size_t>(sources[i]);
      for (std::size_t k = 0; k < arrays(); ++k)
        to[k * next.room() + i] = from[k * room() + source];
      if (next.has_counts) to[5 * next.room() + i] = seen(own, source);
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

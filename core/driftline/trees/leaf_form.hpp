// The statistics of a leaf on file: put there, and taken back with nothing believed.
//
// Every number that is a place or a count is held against what it may be before it is used, so a
// file that was tampered with raises std::invalid_argument and asks for no memory that it does not
// fill itself.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/stream/labels.hpp"
#include "driftline/trees/binned_counts.hpp"
#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/nominal_counts.hpp"
#include "driftline/trees/tree_form.hpp"

namespace driftline {

namespace detail {

inline std::int64_t on_file(std::size_t count) { return static_cast<std::int64_t>(count); }

inline void put_label(TreeForm& out, const LeafStatistics& own, const LabelStatistics& label) {
  out.label_weights.push_back(label.weight);
  out.label_weights.push_back(label.seen);
  out.label_codes.push_back(label.code);
  if (label.block < 0) return;
  own.each_saved(label, [&](double value) { out.blocks.push_back(value); });
}

inline void put_nominal(TreeForm& out, const NominalCounts& nominal) {
  for (const std::int64_t fact :
       {std::int64_t{nominal.column}, on_file(nominal.values.size()), on_file(nominal.room)}) {
    out.nominal_facts.push_back(fact);
  }
  out.nominal_values.insert(out.nominal_values.end(), nominal.values.begin(), nominal.values.end());
  out.nominal_counts.insert(out.nominal_counts.end(), nominal.counts.begin(), nominal.counts.end());
}

inline void put_bins(TreeForm& out, const BinnedCounts& binned) {
  for (const std::int64_t fact :
       {std::int64_t{binned.attribute}, on_file(binned.keys.size()), on_file(binned.room)}) {
    out.bin_facts.push_back(fact);
  }
  for (std::size_t bin = 0; bin < binned.keys.size(); ++bin) {
    for (const double number : {binned.keys[bin], binned.sums[bin], binned.weights[bin]}) {
      out.bins.push_back(number);
    }
  }
  out.bin_counts.insert(out.bin_counts.end(), binned.counts.begin(), binned.counts.end());
}

}  // namespace detail

inline void put_leaf(TreeForm& out, const LeafStatistics& own) {
  for (const double number :
       {own.weight, own.weight_since_attempt, own.majority_right, own.bayes_right}) {
    out.leaf_weights.push_back(number);
  }
  for (const std::int64_t fact :
       {own.serial, std::int64_t{own.depth}, std::int64_t{own.is_active},
        std::int64_t{own.is_started}, std::int64_t{own.has_counts()},
        own.is_plain ? detail::on_file(own.slots) : -detail::on_file(own.slots),
        detail::on_file(own.labels.size()), detail::on_file(own.nominals().size()),
        own.has_blocks ? -1 : detail::on_file(own.binned().size())}) {
    out.leaf_facts.push_back(fact);
  }
  out.leaf_columns.insert(out.leaf_columns.end(), own.columns().begin(), own.columns().end());
  for (const LabelStatistics& label : own.labels) detail::put_label(out, own, label);
  for (const NominalCounts& nominal : own.nominals()) detail::put_nominal(out, nominal);
  for (const BinnedCounts& binned : own.binned()) detail::put_bins(out, binned);
}

/// Takes one leaf after another.
class LeafReader {
 public:
  explicit LeafReader(const TreeForm& form)
      : weights_(form.leaf_weights),
        facts_(form.leaf_facts),
        columns_(form.leaf_columns),
        label_weights_(form.label_weights),
        codes_(form.label_codes),
        blocks_(form.blocks),
        nominal_facts_(form.nominal_facts),
        nominal_values_(form.nominal_values),
        nominal_counts_(form.nominal_counts),
        bin_facts_(form.bin_facts),
        bins_(form.bins),
        bin_counts_(form.bin_counts) {}

  /// `serials`: leaves made so far.
  void take(LeafStatistics& own, std::int64_t serials) {
    take_weights(own);
    own.serial = static_cast<std::int64_t>(facts_.count(static_cast<std::size_t>(serials) - 1));
    own.depth = static_cast<std::int32_t>(facts_.count(INT32_MAX / 2));
    own.is_active = facts_.count(1) == 1;
    own.is_started = facts_.count(1) == 1;
    if (facts_.count(1) == 1) own.layout = BlockLayout::counting;
    take_columns(own);
    const std::size_t labels = facts_.count(codes_.left());
    const std::size_t nominals = facts_.count(nominal_facts_.left());
    const std::int64_t binned = facts_.next();
    own.has_blocks = binned < 0;
    require(std::cmp_less_equal(binned, bin_facts_.left()) &&
            (own.has_blocks || (own.is_started && !own.has_counts())));
    for (std::size_t c = 0; c < labels; ++c) take_label(own);
    for (std::size_t k = 0; k < nominals; ++k) take_nominal(own);
    for (std::int64_t k = 0; k < binned; ++k) take_bins(own);
  }
  /// Throws unless all was taken.
  void finish() const {
    weights_.finish();
    facts_.finish();
    columns_.finish();
    label_weights_.finish();
    codes_.finish();
    blocks_.finish();
    nominal_facts_.finish();
    nominal_values_.finish();
    nominal_counts_.finish();
    bin_facts_.finish();
    bins_.finish();
    bin_counts_.finish();
  }

 private:
  static constexpr std::int64_t most_slots = INT32_MAX / 2;

  static bool is_weight(double number) { return number >= 0.0 && std::isfinite(number); }
  static void require(bool is_sound) {
    if (!is_sound) throw std::invalid_argument("a leaf on file contradicts itself");
  }

  void take_weights(LeafStatistics& own) {
    for (double* number :
         {&own.weight, &own.weight_since_attempt, &own.majority_right, &own.bayes_right}) {
      *number = weights_.next();
      require(is_weight(*number));
    }
  }

  void take_columns(LeafStatistics& own) {
    const std::int64_t slots = facts_.next();
    require(slots >= -most_slots && slots <= most_slots && (own.is_active || !own.is_started) &&
            (own.is_started || slots == 0));
    own.is_plain = slots >= 0;
    own.slots = static_cast<std::size_t>(own.is_plain ? slots : -slots);
    for (std::size_t i = 0; i < own.slots && !own.is_plain; ++i) {
      own.extras.make().columns.push_back(static_cast<std::int32_t>(columns_.count(INT32_MAX - 1)));
    }
  }

  void take_label(LeafStatistics& own) {
    LabelStatistics label;
    label.weight = label_weights_.next();
    label.seen = label_weights_.next();
    label.code = static_cast<Code>(codes_.count(INT32_MAX - 1));
    const bool was_seen = label.seen > 0.0;
    require(label.weight > 0.0 && is_weight(label.weight) && is_weight(label.seen) &&
            (own.is_started || !was_seen) && own.find(label.code) == own.labels.size());
    if (was_seen && own.has_blocks && blocks_.left() / own.saved_arrays() < own.slots) {
      throw std::invalid_argument("the tree on file is cut short");
    }
    own.restore_label(label, [&] { return blocks_.next(); });
  }

  void take_nominal(LeafStatistics& own) {
    std::vector<NominalCounts>& all = own.extras.make().nominals;
    all.reserve(all.size() + 1);
    NominalCounts& nominal = all.emplace_back();
    nominal.column = static_cast<std::int32_t>(nominal_facts_.count(INT32_MAX - 1));
    const std::size_t values = nominal_facts_.count(nominal_values_.left());
    nominal.room = nominal_facts_.count(own.labels.size());
    for (std::size_t v = 0; v < values; ++v) {
      nominal.values.push_back(static_cast<std::int32_t>(nominal_values_.count(INT32_MAX - 1)));
    }
    for (std::size_t k = 0; k < values * nominal.room; ++k) {
      nominal.counts.push_back(nominal_counts_.next());
      require(is_weight(nominal.counts.back()));
    }
  }

  void take_bins(LeafStatistics& own) {
    std::vector<BinnedCounts>& all = own.extras.make().binned;
    const std::int32_t before = all.empty() ? -1 : all.back().attribute;
    all.reserve(all.size() + 1);
    BinnedCounts& made = all.emplace_back();
    made.attribute = static_cast<std::int32_t>(bin_facts_.count(own.slots));
    const std::size_t bins = bin_facts_.count(bins_.left() / 3);
    made.room = bin_facts_.count(own.labels.size());
    bool fits = made.attribute > before && std::cmp_less(made.attribute, own.slots) && bins > 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      made.keys.push_back(bins_.next());
      made.sums.push_back(bins_.next());
      made.weights.push_back(bins_.next());
      fits = fits && std::isfinite(made.keys[bin]) && made.weights[bin] > 0.0 &&
             (bin == 0 || made.keys[bin] > made.keys[bin - 1]);
    }
    for (std::size_t k = 0; k < bins * made.room && fits; ++k) {
      made.counts.push_back(bin_counts_.next());
      fits = is_weight(made.counts.back());
    }
    require(fits);
  }

  FormReader<double> weights_;
  FormReader<std::int64_t> facts_, columns_;
  FormReader<double> label_weights_;
  FormReader<std::int64_t> codes_;
  FormReader<double> blocks_;
  FormReader<std::int64_t> nominal_facts_, nominal_values_;
  FormReader<double> nominal_counts_;
  FormReader<std::int64_t> bin_facts_;
  FormReader<double> bins_, bin_counts_;
};

}  // namespace driftline

// A regression tree on file: its leaves put there, and taken back with nothing believed.
//
// As in `leaf_form.hpp`, every number that is a place or a count is held against what it may be
// before it is used. Means, squares and weights of models may be any numbers: nothing rests on
// them.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "driftline/numeric/moments.hpp"
#include "driftline/trees/target_bins.hpp"
#include "driftline/trees/target_statistics.hpp"
#include "driftline/trees/tree_form.hpp"
#include "driftline/trees/tree_store.hpp"

namespace driftline {

struct TargetForm {
  NodeForm nodes;
  std::vector<double> leaf_numbers;      ///< six of each: see `put_leaf`
  std::vector<std::int64_t> leaf_facts;  ///< seven of each
  std::vector<std::int64_t> leaf_columns;
  std::vector<double> model_numbers;    ///< four of each model: target, intercept
  std::vector<double> models;           ///< weight, mean, squares and weight of each column
  std::vector<std::int64_t> bin_facts;  ///< two of each attribute: bins, below 0 with sums; joined
  std::vector<double> bins;  ///< lowest, where joined; four or five of each: key, target, sum
  std::vector<std::int64_t> nominal_facts;  ///< two of each: column, values
  std::vector<std::int64_t> nominal_values;
  std::vector<double> nominal_targets;  ///< three of each

  static void fields(auto& self, auto&& visit) {
    NodeForm::fields(self.nodes, visit);
    visit("leaf_numbers", self.leaf_numbers);
    visit("leaf_facts", self.leaf_facts);
    visit("leaf_columns", self.leaf_columns);
    visit("model_numbers", self.model_numbers);
    visit("models", self.models);
    visit("bin_facts", self.bin_facts);
    visit("bins", self.bins);
    visit("nominal_facts", self.nominal_facts);
    visit("nominal_values", self.nominal_values);
    visit("nominal_targets", self.nominal_targets);
  }
};

namespace detail {

inline void put_moments(std::vector<double>& out, const Moments& own) {
  for (const double number : {own.weight, own.mean, own.squares}) out.push_back(number);
}
inline void put_bins(TargetForm& out, const TargetBins& own) {
  const auto count = static_cast<std::int64_t>(own.keys.size());
  out.bin_facts.push_back(own.sums.empty() ? count : -count);
  out.bin_facts.push_back(own.is_joined ? 1 : 0);
  if (own.is_joined) out.bins.push_back(own.lowest);
  for (std::size_t bin = 0; bin < own.keys.size(); ++bin) {
    out.bins.push_back(own.keys[bin]);
    put_moments(out.bins, own.targets[bin]);
    if (!own.sums.empty()) out.bins.push_back(own.sums[bin]);
  }
}
inline void put_values(TargetForm& out, const TargetValues& own) {
  out.nominal_facts.push_back(own.column);
  out.nominal_facts.push_back(static_cast<std::int64_t>(own.values.size()));
  out.nominal_values.insert(out.nominal_values.end(), own.values.begin(), own.values.end());
  for (const Moments& target : own.targets) put_moments(out.nominal_targets, target);
}
inline void put_model(TargetForm& out, const LeafModel& own) {
  put_moments(out.model_numbers, own.target);
  out.model_numbers.push_back(own.intercept);
  own.each_saved([&](double number) { out.models.push_back(number); });
}

}  // namespace detail

inline void put_leaf(TargetForm& out, const TargetStatistics& own) {
  detail::put_moments(out.leaf_numbers, own.target);
  for (const double number : {own.weight_since_attempt, own.mean_error, own.model_error}) {
    out.leaf_numbers.push_back(number);
  }
  const auto slots = static_cast<std::int64_t>(own.slots);
  const auto width = static_cast<std::int64_t>(own.model.width());
  for (const std::int64_t fact :
       {own.serial, std::int64_t{own.depth}, std::int64_t{own.is_active},
        std::int64_t{own.is_started}, own.is_plain ? slots : -slots, own.has_model ? width : -1,
        static_cast<std::int64_t>(own.nominals.size())}) {
    out.leaf_facts.push_back(fact);
  }
  out.leaf_columns.insert(out.leaf_columns.end(), own.columns.begin(), own.columns.end());
  if (own.has_model) detail::put_model(out, own.model);
  for (const TargetBins& bins : own.numbers) detail::put_bins(out, bins);
  for (const TargetValues& nominal : own.nominals) detail::put_values(out, nominal);
}

/// Takes one leaf after another.
class TargetReader {
 public:
  explicit TargetReader(const TargetForm& form)
      : numbers_(form.leaf_numbers),
        facts_(form.leaf_facts),
        columns_(form.leaf_columns),
        model_numbers_(form.model_numbers),
        models_(form.models),
        bin_facts_(form.bin_facts),
        bins_(form.bins),
        nominal_facts_(form.nominal_facts),
        nominal_values_(form.nominal_values),
        nominal_targets_(form.nominal_targets) {}

  /// `serials`: leaves made so far.
  void take(TargetStatistics& own, std::int64_t serials) {
    own.target = moments(numbers_);
    own.weight_since_attempt = numbers_.next();
    own.mean_error = numbers_.next();
    own.model_error = numbers_.next();
    require(is_weight(own.weight_since_attempt));
    own.serial = static_cast<std::int64_t>(facts_.count(static_cast<std::size_t>(serials) - 1));
    own.depth = static_cast<std::int32_t>(facts_.count(INT32_MAX / 2));
    own.is_active = facts_.count(1) == 1;
    own.is_started = facts_.count(1) == 1;
    take_columns(own);
    take_model(own, facts_.next());
    const std::size_t nominals = facts_.count(nominal_facts_.left());
    require(own.is_started || nominals == 0);
    for (TargetBins& bins : own.numbers) take_bins(bins);
    for (std::size_t k = 0; k < nominals; ++k) take_values(own);
  }
  /// Throws unless all was taken.
  void finish() const {
    numbers_.finish();
    facts_.finish();
    columns_.finish();
    model_numbers_.finish();
    models_.finish();
    bin_facts_.finish();
    bins_.finish();
    nominal_facts_.finish();
    nominal_values_.finish();
    nominal_targets_.finish();
  }

 private:
  static bool is_weight(double number) { return number >= 0.0 && std::isfinite(number); }
  static void require(bool is_sound) {
    if (!is_sound) throw std::invalid_argument("a leaf on file contradicts itself");
  }
  static Moments moments(FormReader<double>& from) {
    Moments own;
    for (double* number : {&own.weight, &own.mean, &own.squares}) *number = from.next();
    require(is_weight(own.weight));
    return own;
  }

  void take_columns(TargetStatistics& own) {
    const std::int64_t slots = facts_.next();
    const auto most = static_cast<std::int64_t>(bin_facts_.left() / 2);
    require(slots >= -most && slots <= most && (own.is_active || !own.is_started) &&
            (own.is_started || slots == 0));
    own.is_plain = slots >= 0;
    own.widen(static_cast<std::size_t>(own.is_plain ? slots : -slots));
    for (std::size_t i = 0; i < own.slots && !own.is_plain; ++i) {
      own.columns.push_back(static_cast<std::int32_t>(columns_.count(INT32_MAX - 1)));
    }
    own.columns.shrink_to_fit();
  }
  void take_model(TargetStatistics& own, std::int64_t width) {
    own.has_model = width >= 0;
    if (!own.has_model) return;
    require(std::cmp_less_equal(width, models_.left() / 4));
    own.model.target = moments(model_numbers_);
    own.model.intercept = model_numbers_.next();
    own.model.restore(static_cast<std::size_t>(width), [&] { return models_.next(); });
  }
  void take_bins(TargetBins& own) {
    const std::int64_t fact = bin_facts_.next();
    const auto most = static_cast<std::int64_t>(bins_.left() / 4);
    require(fact >= -most && fact <= most);
    own.is_joined = bin_facts_.count(1) == 1;
    if (own.is_joined) own.lowest = bins_.next();
    const auto count = static_cast<std::size_t>(fact < 0 ? -fact : fact);
    own.keys.reserve(room_for(count));
    own.targets.reserve(room_for(count));
    for (std::size_t bin = 0; bin < count; ++bin) {
      own.keys.push_back(bins_.next());
      own.targets.push_back(moments(bins_));
      if (fact < 0) own.sums.push_back(bins_.next());
      require(std::isfinite(own.keys[bin]) && own.targets[bin].weight > 0.0 &&
              (bin == 0 || own.keys[bin] > own.keys[bin - 1]));
    }
  }
  void take_values(TargetStatistics& own) {
    own.nominals.reserve(own.nominals.size() + 1);
    TargetValues& nominal = own.nominals.emplace_back();
    nominal.column = static_cast<std::int32_t>(nominal_facts_.count(INT32_MAX - 1));
    const std::size_t count = nominal_facts_.count(nominal_values_.left());
    for (std::size_t row = 0; row < count; ++row) {
      nominal.values.push_back(static_cast<std::int32_t>(nominal_values_.count(INT32_MAX - 1)));
      nominal.targets.push_back(moments(nominal_targets_));
    }
  }

  FormReader<double> numbers_;
  FormReader<std::int64_t> facts_, columns_;
  FormReader<double> model_numbers_, models_;
  FormReader<std::int64_t> bin_facts_;
  FormReader<double> bins_;
  FormReader<std::int64_t> nominal_facts_, nominal_values_;
  FormReader<double> nominal_targets_;
};

/// Leaves that observe numbers.
struct TargetLeaves {
  using Leaf = TargetStatistics;
  using Form = TargetForm;
  using Reader = TargetReader;
  static void put(Form& out, const Leaf& own) { put_leaf(out, own); }
};
using TargetStore = TreeStoreOf<TargetLeaves>;

}  // namespace driftline

// The parameters of Hoeffding trees: checked once, here, and listed in one place.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/trees/limits.hpp"
#include "driftline/trees/max_features.hpp"

namespace driftline {

enum class SplitCriterion : std::uint8_t { info_gain, gini, hellinger };
template <>
struct Names<SplitCriterion> {
  static constexpr std::array<std::string_view, 3> values{"info_gain", "gini", "hellinger"};
};

/// How a leaf votes: by its majority, by naive Bayes, or by the one that was right more often.
enum class LeafPrediction : std::uint8_t { mc, nb, nba };
template <>
struct Names<LeafPrediction> {
  static constexpr std::array<std::string_view, 3> values{"mc", "nb", "nba"};
};

/// What a leaf keeps of a numeric attribute: a normal distribution for each label, or counts.
enum class NumericSplitter : std::uint8_t { gaussian, histogram, quantizer, exhaustive };
template <>
struct Names<NumericSplitter> {
  static constexpr std::array<std::string_view, 4> values{"gaussian", "histogram", "quantizer",
                                                          "exhaustive"};
};

/// Whose tree it is where MOA's and River's part ways.
enum class TreePreset : std::uint8_t { river, moa };
template <>
struct Names<TreePreset> {
  static constexpr std::array<std::string_view, 2> values{"river", "moa"};
};

struct TreeOptions {
  double grace_period = 200.0;
  std::int64_t max_depth = unlimited;
  SplitCriterion split_criterion = SplitCriterion::info_gain;
  double delta = 1e-7;
  double tau = 0.05;
  LeafPrediction leaf_prediction = LeafPrediction::nba;
  double nb_threshold = 0.0;
  std::vector<std::string> nominal_attributes;
  std::int64_t max_categories = 1000;
  NumericSplitter splitter = NumericSplitter::gaussian;
  std::int64_t n_splits = 10;    ///< of gaussian
  std::int64_t n_bins = 10;      ///< of histogram
  std::int64_t max_bins = 1000;  ///< of quantizer and exhaustive
  double radius = 0.25;          ///< of quantizer
  bool binary_split = false;
  double min_branch_fraction = 0.01;
  std::optional<double> max_share_to_split;  ///< none: as the preset has it
  std::int64_t max_bytes = unlimited;
  std::int64_t memory_estimate_period = 1'000'000;
  bool stop_mem_management = false;
  bool remove_poor_attrs = false;
  bool merit_preprune = true;
  MaxFeatures max_features;
  TreePreset preset = TreePreset::river;
  std::int64_t seed = 0;

  /// Throws std::invalid_argument, naming the parameter, unless all are in range.
  void check() const {
    positive("grace_period", grace_period);
    if (max_depth < 0) throw std::invalid_argument("max_depth must be at least 0");
    if (!(delta > 0.0 && delta < 1.0)) throw std::invalid_argument("delta must be between 0 and 1");
    not_negative("tau", tau);
    not_negative("nb_threshold", nb_threshold);
    at_least_one("max_categories", max_categories);
    at_most("max_categories", max_categories, 65'535);  // so many branches a node can count
    at_least_one("n_splits", n_splits);
    at_most("n_splits", n_splits, 256);
    at_least_one("n_bins", n_bins);
    at_least_one("max_bins", max_bins);
    positive("radius", radius);
    share("min_branch_fraction", min_branch_fraction, 0.5);
    share("max_share_to_split", largest_share(), 1.0);
    check_max_bytes(max_bytes);
    at_least_one("memory_estimate_period", memory_estimate_period);
    check_max_features(max_features);
  }

  /// MOA splits whatever the share of one label is.
  [[nodiscard]] double largest_share() const {
    return max_share_to_split.value_or(preset == TreePreset::moa ? 1.0 : 0.99);
  }
  [[nodiscard]] bool draws_features() const {
    return !std::holds_alternative<std::monostate>(max_features);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("grace_period", self.grace_period);
    visit.parameter("max_depth", or_none(self.max_depth));
    visit.parameter("split_criterion", self.split_criterion);
    visit.parameter("delta", self.delta);
    visit.parameter("tau", self.tau);
    visit.parameter("leaf_prediction", self.leaf_prediction);
    visit.parameter("nb_threshold", self.nb_threshold);
    visit.parameter("nominal_attributes", Tuple<std::string>{self.nominal_attributes});
    visit.parameter("max_categories", self.max_categories);
    visit.parameter("splitter", self.splitter);
    visit.parameter("n_splits", self.n_splits);
    visit.parameter("n_bins", self.n_bins);
    visit.parameter("max_bins", self.max_bins);
    visit.parameter("radius", self.radius);
    visit.parameter("binary_split", self.binary_split);
    visit.parameter("min_branch_fraction", self.min_branch_fraction);
    visit.parameter("max_share_to_split", or_none(self.max_share_to_split));
    visit.parameter("max_bytes", or_none(self.max_bytes));
    visit.parameter("memory_estimate_period", self.memory_estimate_period);
    visit.parameter("stop_mem_management", self.stop_mem_management);
    visit.parameter("remove_poor_attrs", self.remove_poor_attrs);
    visit.parameter("merit_preprune", self.merit_preprune);
    visit.parameter("max_features",
                    std::visit([](const auto& own) { return Value(own); }, self.max_features));
    visit.parameter("preset", self.preset);
    visit.parameter("seed", self.seed);
  }

 private:
  static void share(std::string_view parameter, double value, double most) {
    if (value >= 0.0 && value <= most) return;
    throw std::invalid_argument(std::string(parameter) + " must be from 0 to " + as_text(most));
  }
};

}  // namespace driftline

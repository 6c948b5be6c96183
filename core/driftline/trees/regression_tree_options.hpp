// The parameters of regression trees: checked once, here, and listed in one place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/trees/limits.hpp"
#include "driftline/trees/max_features.hpp"

namespace driftline {

/// What a split makes smaller: the variance of the target in the branches, or its deviation.
enum class SpreadCriterion : std::uint8_t { variance, deviation };
template <>
struct Names<SpreadCriterion> {
  static constexpr std::array<std::string_view, 2> values{"variance", "deviation"};
};

/// What a leaf answers: its mean, its linear model's answer, or the one of smaller errors.
enum class LeafAnswer : std::uint8_t { mean, model, adaptive };
template <>
struct Names<LeafAnswer> {
  static constexpr std::array<std::string_view, 3> values{"mean", "model", "adaptive"};
};

/// How a leaf tells values of a numeric attribute apart: each for itself, or by bins of one width.
enum class TargetSplitter : std::uint8_t { exhaustive, quantizer };
template <>
struct Names<TargetSplitter> {
  static constexpr std::array<std::string_view, 2> values{"exhaustive", "quantizer"};
};

struct RegressionTreeOptions {
  double grace_period = 200.0;
  std::int64_t max_depth = unlimited;
  SpreadCriterion split_criterion = SpreadCriterion::variance;
  double delta = 1e-7;
  double tau = 0.05;
  LeafAnswer leaf_prediction = LeafAnswer::adaptive;
  double model_selector_decay = 0.95;
  double learning_rate = 0.02;
  double learning_rate_decay = 0.001;
  std::vector<std::string> nominal_attributes;
  std::int64_t max_categories = 1000;
  TargetSplitter splitter = TargetSplitter::exhaustive;
  std::int64_t max_bins = 128;
  double radius = 0.25;  ///< of quantizer
  double min_samples_split = 5.0;
  bool binary_split = false;
  std::int64_t max_bytes = unlimited;
  std::int64_t memory_estimate_period = 1'000'000;
  bool stop_mem_management = false;
  MaxFeatures max_features;
  std::int64_t seed = 0;

  /// Throws std::invalid_argument, naming the parameter, unless all are in range.
  void check() const {
    positive("grace_period", grace_period);
    if (max_depth < 0) throw std::invalid_argument("max_depth must be at least 0");
    if (!(delta > 0.0 && delta < 1.0)) throw std::invalid_argument("delta must be between 0 and 1");
    not_negative("tau", tau);
    if (!(model_selector_decay > 0.0 && model_selector_decay <= 1.0)) {
      throw std::invalid_argument("model_selector_decay must be above 0 and at most 1");
    }
    positive("learning_rate", learning_rate);
    not_negative("learning_rate_decay", learning_rate_decay);
    at_least_one("max_categories", max_categories);
    at_most("max_categories", max_categories, 65'535);  // so many branches a node can count
    if (max_bins < 2) throw std::invalid_argument("max_bins must be at least 2");
    positive("radius", radius);
    not_negative("min_samples_split", min_samples_split);
    check_max_bytes(max_bytes);
    at_least_one("memory_estimate_period", memory_estimate_period);
    check_max_features(max_features);
  }

  [[nodiscard]] bool asks_models() const { return leaf_prediction != LeafAnswer::mean; }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("grace_period", self.grace_period);
    visit.parameter("max_depth", or_none(self.max_depth));
    visit.parameter("split_criterion", self.split_criterion);
    visit.parameter("delta", self.delta);
    visit.parameter("tau", self.tau);
    visit.parameter("leaf_prediction", self.leaf_prediction);
    visit.parameter("model_selector_decay", self.model_selector_decay);
    visit.parameter("learning_rate", self.learning_rate);
    visit.parameter("learning_rate_decay", self.learning_rate_decay);
    visit.parameter("nominal_attributes", Tuple<std::string>{self.nominal_attributes});
    visit.parameter("max_categories", self.max_categories);
    visit.parameter("splitter", self.splitter);
    visit.parameter("max_bins", self.max_bins);
    visit.parameter("radius", self.radius);
    visit.parameter("min_samples_split", self.min_samples_split);
    visit.parameter("binary_split", self.binary_split);
    visit.parameter("max_bytes", or_none(self.max_bytes));
    visit.parameter("memory_estimate_period", self.memory_estimate_period);
    visit.parameter("stop_mem_management", self.stop_mem_management);
    visit.parameter("max_features",
                    std::visit([](const auto& own) { return Value(own); }, self.max_features));
    visit.parameter("seed", self.seed);
  }
};

}  // namespace driftline

// The parameters that all trees have, read once for every tree.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/variant.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "driftline/trees/tree_options.hpp"
#include "families.hpp"

namespace driftline::python {

using Limit = std::optional<std::int64_t>;
using Choice = std::optional<std::variant<std::int64_t, double, std::string>>;

inline std::int64_t limit(Limit value) { return value.value_or(unlimited); }

inline MaxFeatures features(const Choice& value) {
  if (!value.has_value()) return {};
  return std::visit([](const auto& own) { return MaxFeatures(own); }, *value);
}

/// What every tree offers besides the verbs.
inline void add_facts(auto cls) {
  cls.def("_facts", &Learner::facts, nb::arg("what"),
          nb::sig("def _facts(self, what: str) -> list[float]"));
}

/// The parameters that all trees have, in the order of `with_options`.
inline ParameterNames tree_parameters(const ParameterNames& own) {
  ParameterNames names{"grace_period",
                       "max_depth",
                       "split_criterion",
                       "delta",
                       "tau",
                       "leaf_prediction",
                       "nb_threshold",
                       "nominal_attributes",
                       "max_categories",
                       "splitter",
                       "n_splits",
                       "n_bins",
                       "max_bins",
                       "radius",
                       "binary_split",
                       "min_branch_fraction",
                       "max_share_to_split",
                       "max_bytes",
                       "memory_estimate_period",
                       "stop_mem_management",
                       "remove_poor_attrs",
                       "merit_preprune",
                       "max_features",
                       "preset",
                       "seed"};
  names.insert(names.end(), own.begin(), own.end());
  return names;
}

/// A constructor of these parameters and of those that are a tree's own: make(options, own...).
template <class... Own, class Make>
auto with_options(Make make) {
  return [make](double grace_period, Limit max_depth, const std::string& split_criterion,
                double delta, double tau, const std::string& leaf_prediction, double nb_threshold,
                const Tuple<std::string>& nominal_attributes, std::int64_t max_categories,
                const std::string& splitter, std::int64_t n_splits, std::int64_t n_bins,
                std::int64_t max_bins, double radius, bool binary_split, double min_branch_fraction,
                const std::optional<double>& max_share_to_split, Limit max_bytes,
                std::int64_t memory_estimate_period, bool stop_mem_management,
                bool remove_poor_attrs, bool merit_preprune, const Choice& max_features,
                const std::string& preset, std::int64_t seed, Own... own) {
    return make_handle(make(
        TreeOptions{.grace_period = grace_period,
                    .max_depth = limit(max_depth),
                    .split_criterion = parse<SplitCriterion>("split_criterion", split_criterion),
                    .delta = delta,
                    .tau = tau,
                    .leaf_prediction = parse<LeafPrediction>("leaf_prediction", leaf_prediction),
                    .nb_threshold = nb_threshold,
                    .nominal_attributes = nominal_attributes.values,
                    .max_categories = max_categories,
                    .splitter = parse<NumericSplitter>("splitter", splitter),
                    .n_splits = n_splits,
                    .n_bins = n_bins,
                    .max_bins = max_bins,
                    .radius = radius,
                    .binary_split = binary_split,
                    .min_branch_fraction = min_branch_fraction,
                    .max_share_to_split = max_share_to_split,
                    .max_bytes = limit(max_bytes),
                    .memory_estimate_period = memory_estimate_period,
                    .stop_mem_management = stop_mem_management,
                    .remove_poor_attrs = remove_poor_attrs,
                    .merit_preprune = merit_preprune,
                    .max_features = features(max_features),
                    .preset = parse<TreePreset>("preset", preset),
                    .seed = seed},
        own...));
  };
}

}  // namespace driftline::python

// The parameters that all regression trees have, read once for every tree.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "driftline/trees/regression_tree_options.hpp"
#include "tree_parameters.hpp"

namespace driftline::python {

/// In the order of `with_regression_options`.
inline ParameterNames regression_tree_parameters(const ParameterNames& own) {
  ParameterNames names{"grace_period",
                       "max_depth",
                       "split_criterion",
                       "delta",
                       "tau",
                       "leaf_prediction",
                       "model_selector_decay",
                       "learning_rate",
                       "learning_rate_decay",
                       "nominal_attributes",
                       "max_categories",
                       "splitter",
                       "max_bins",
                       "radius",
                       "min_samples_split",
                       "binary_split",
                       "max_bytes",
                       "memory_estimate_period",
                       "stop_mem_management",
                       "max_features",
                       "seed"};
  names.insert(names.end(), own.begin(), own.end());
  return names;
}

/// A constructor of these parameters and of those that are a tree's own: make(options, own...).
template <class... Own, class Make>
auto with_regression_options(Make make) {
  return [make](double grace_period, Limit max_depth, const std::string& split_criterion,
                double delta, double tau, const std::string& leaf_prediction,
                double model_selector_decay, double learning_rate, double learning_rate_decay,
                const Tuple<std::string>& nominal_attributes, std::int64_t max_categories,
                const std::string& splitter, std::int64_t max_bins, double radius,
                double min_samples_split, bool binary_split, Limit max_bytes,
                std::int64_t memory_estimate_period, bool stop_mem_management,
                const Choice& max_features, std::int64_t seed, Own... own) {
    return make_handle(make(
        RegressionTreeOptions{
            .grace_period = grace_period,
            .max_depth = limit(max_depth),
            .split_criterion = parse<SpreadCriterion>("split_criterion", split_criterion),
            .delta = delta,
            .tau = tau,
            .leaf_prediction = parse<LeafAnswer>("leaf_prediction", leaf_prediction),
            .model_selector_decay = model_selector_decay,
            .learning_rate = learning_rate,
            .learning_rate_decay = learning_rate_decay,
            .nominal_attributes = nominal_attributes.values,
            .max_categories = max_categories,
            .splitter = parse<TargetSplitter>("splitter", splitter),
            .max_bins = max_bins,
            .radius = radius,
            .min_samples_split = min_samples_split,
            .binary_split = binary_split,
            .max_bytes = limit(max_bytes),
            .memory_estimate_period = memory_estimate_period,
            .stop_mem_management = stop_mem_management,
            .max_features = features(max_features),
            .seed = seed},
        own...));
  };
}

}  // namespace driftline::python

#include <nanobind/stl/optional.h>
#include <nanobind/stl/variant.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "driftline/trees/hoeffding_tree_classifier.hpp"
#include "driftline/trees/tree_options.hpp"
#include "families.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

std::int64_t limit(std::optional<std::int64_t> value) {
  return value.value_or(TreeOptions::unlimited);
}

/// What every tree offers besides the verbs.
void add_facts(auto cls) {
  cls.def("_facts", &Learner::facts, "what"_a,
          nb::sig("def _facts(self, what: str) -> list[float]"));
}

}  // namespace

void bind_tree_learners(nb::module_& m) {
  add_facts(classifier<struct HoeffdingTreeClassifierTag>(
      m, "HoeffdingTreeClassifier",
      {"grace_period",
       "max_depth",
       "split_criterion",
       "delta",
       "tau",
       "leaf_prediction",
       "nb_threshold",
       "nominal_attributes",
       "max_categories",
       "n_splits",
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
       "seed"},
      [](double grace_period, std::optional<std::int64_t> max_depth,
         const std::string& split_criterion, double delta, double tau,
         const std::string& leaf_prediction, double nb_threshold,
         const Tuple<std::string>& nominal_attributes, std::int64_t max_categories,
         std::int64_t n_splits, bool binary_split, double min_branch_fraction,
         double max_share_to_split, std::optional<std::int64_t> max_bytes,
         std::int64_t memory_estimate_period, bool stop_mem_management, bool remove_poor_attrs,
         bool merit_preprune, const MaxFeatures& max_features, const std::string& preset,
         std::int64_t seed) {
        return make_handle(HoeffdingTreeClassifier(
            {.grace_period = grace_period,
             .max_depth = limit(max_depth),
             .split_criterion = parse<SplitCriterion>("split_criterion", split_criterion),
             .delta = delta,
             .tau = tau,
             .leaf_prediction = parse<LeafPrediction>("leaf_prediction", leaf_prediction),
             .nb_threshold = nb_threshold,
             .nominal_attributes = nominal_attributes.values,
             .max_categories = max_categories,
             .n_splits = n_splits,
             .binary_split = binary_split,
             .min_branch_fraction = min_branch_fraction,
             .max_share_to_split = max_share_to_split,
             .max_bytes = limit(max_bytes),
             .memory_estimate_period = memory_estimate_period,
             .stop_mem_management = stop_mem_management,
             .remove_poor_attrs = remove_poor_attrs,
             .merit_preprune = merit_preprune,
             .max_features = max_features,
             .preset = parse<TreePreset>("preset", preset),
             .seed = seed}));
      }));
}

}  // namespace driftline::python

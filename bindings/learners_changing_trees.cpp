#include "driftline/trees/extremely_fast_decision_tree_classifier.hpp"
#include "driftline/trees/hoeffding_adaptive_tree_classifier.hpp"
#include "tree_parameters.hpp"

namespace driftline::python {

void bind_changing_tree_learners(nb::module_& m) {
  add_facts(classifier<struct ExtremelyFastDecisionTreeClassifierTag>(
      m, "ExtremelyFastDecisionTreeClassifier", tree_parameters({"min_samples_reevaluate"}),
      with_options<std::optional<double>>(
          [](TreeOptions options, const std::optional<double>& min_samples_reevaluate) {
            return ExtremelyFastDecisionTreeClassifier(std::move(options), min_samples_reevaluate);
          })));
  add_facts(classifier<struct HoeffdingAdaptiveTreeClassifierTag>(
      m, "HoeffdingAdaptiveTreeClassifier",
      tree_parameters(
          {"bootstrap_sampling", "drift_window_threshold", "drift_delta", "switch_significance"}),
      with_options<bool, std::int64_t, double, double>(
          [](TreeOptions options, bool bootstrap_sampling, std::int64_t drift_window_threshold,
             double drift_delta, double switch_significance) {
            return HoeffdingAdaptiveTreeClassifier(
                std::move(options), {.bootstrap_sampling = bootstrap_sampling,
                                     .drift_window_threshold = drift_window_threshold,
                                     .drift_delta = drift_delta,
                                     .switch_significance = switch_significance});
          })));
}

}  // namespace driftline::python

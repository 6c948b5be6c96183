// The compiled half of driftline. Each file binds one concept; this one only calls them.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace driftline::python {
void bind_families(nb::module_& m);
void bind_linear_learners(nb::module_& m);
void bind_second_order_learners(nb::module_& m);
void bind_bayes_learners(nb::module_& m);
void bind_baselines(nb::module_& m);
void bind_neighbor_learners(nb::module_& m);
void bind_tree_learners(nb::module_& m);
void bind_changing_tree_learners(nb::module_& m);
void bind_mondrian_learners(nb::module_& m);
void bind_regression_tree_learners(nb::module_& m);
void bind_transforms(nb::module_& m);
void bind_samplers(nb::module_& m);
void bind_detectors(nb::module_& m);
void bind_window_detectors(nb::module_& m);
void bind_feature_monitor(nb::module_& m);
void bind_feature_transforms(nb::module_& m);
void bind_table_transforms(nb::module_& m);
void bind_wrappers(nb::module_& m);
void bind_unlearning(nb::module_& m);
void bind_adaptation(nb::module_& m);
void bind_ensembles(nb::module_& m);
void bind_regression_ensembles(nb::module_& m);
void bind_sources(nb::module_& m);
void bind_scorers(nb::module_& m);
void bind_signatures(nb::module_& m);
void bind_label_table(nb::module_& m);
void bind_named_rows(nb::module_& m);
void bind_faded_pairs(nb::module_& m);
void bind_quick_verbs(nb::module_& m);
}  // namespace driftline::python

NB_MODULE(_core, m) {
  using namespace driftline::python;
  // River's registries and Python's own caches keep classes until the very end, which is no leak.
  nb::set_leak_warnings(false);
  bind_families(m);
  bind_linear_learners(m);
  bind_second_order_learners(m);
  bind_bayes_learners(m);
  bind_baselines(m);
  bind_neighbor_learners(m);
  bind_tree_learners(m);
  bind_changing_tree_learners(m);
  bind_mondrian_learners(m);
  bind_regression_tree_learners(m);
  bind_transforms(m);
  bind_samplers(m);
  bind_detectors(m);
  bind_window_detectors(m);
  bind_feature_monitor(m);
  bind_feature_transforms(m);
  bind_table_transforms(m);
  bind_wrappers(m);
  bind_unlearning(m);
  bind_ensembles(m);
  bind_regression_ensembles(m);
  bind_adaptation(m);
  bind_sources(m);
  bind_scorers(m);
  bind_signatures(m);
  bind_label_table(m);
  bind_named_rows(m);
  bind_faded_pairs(m);
  bind_quick_verbs(m);
}

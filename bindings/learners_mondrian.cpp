#include "driftline/trees/mondrian_tree_classifier.hpp"
#include "driftline/trees/mondrian_tree_regressor.hpp"
#include "tree_parameters.hpp"

namespace driftline::python {

namespace {

MondrianOptions options(double step, bool use_aggregation, Limit max_nodes, std::int64_t seed) {
  return {.step = step,
          .use_aggregation = use_aggregation,
          .max_nodes = max_nodes.value_or(MondrianOptions::unlimited),
          .seed = seed};
}

}  // namespace

void bind_mondrian_learners(nb::module_& m) {
  add_facts(classifier<struct MondrianTreeClassifierTag>(
      m, "MondrianTreeClassifier",
      {"step", "use_aggregation", "dirichlet", "split_pure", "max_nodes", "seed"},
      [](double step, bool use_aggregation, double dirichlet, bool split_pure, Limit max_nodes,
         std::int64_t seed) {
        return make_handle(MondrianTreeClassifier(options(step, use_aggregation, max_nodes, seed),
                                                  dirichlet, split_pure));
      }));
  add_facts(regressor<struct MondrianTreeRegressorTag>(
      m, "MondrianTreeRegressor", {"step", "use_aggregation", "max_nodes", "seed"},
      [](double step, bool use_aggregation, Limit max_nodes, std::int64_t seed) {
        return make_handle(MondrianTreeRegressor(options(step, use_aggregation, max_nodes, seed)));
      }));
}

}  // namespace driftline::python

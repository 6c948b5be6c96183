#include "driftline/learners/knn_classifier.hpp"
#include "driftline/learners/knn_regressor.hpp"
#include "families.hpp"

namespace driftline::python {

void bind_neighbor_learners(nb::module_& m) {
  classifier<struct KNNClassifierTag>(
      m, "KNNClassifier", {"n_neighbors", "window_size", "metric", "weighted", "softmax"},
      [](std::int64_t n_neighbors, std::int64_t window_size, const std::string& metric,
         bool weighted, bool softmax) {
        return make_handle(KNNClassifier(KNNSearch(n_neighbors, parse<KNNMetric>("metric", metric)),
                                         KNNWindow(window_size), weighted, softmax));
      });
  regressor<struct KNNRegressorTag>(
      m, "KNNRegressor", {"n_neighbors", "window_size", "metric", "aggregation_method"},
      [](std::int64_t n_neighbors, std::int64_t window_size, const std::string& metric,
         const std::string& aggregation_method) {
        return make_handle(KNNRegressor(
            KNNSearch(n_neighbors, parse<KNNMetric>("metric", metric)), KNNWindow(window_size),
            parse<KNNAggregation>("aggregation_method", aggregation_method)));
      });
}

}  // namespace driftline::python

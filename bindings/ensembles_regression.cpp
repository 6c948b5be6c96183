// Ensembles that predict numbers and watch their members.
#include <nanobind/stl/string.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "driftline/ensembles/regression_forest.hpp"
#include "ensemble_entries.hpp"

namespace driftline::python {

namespace {

struct RegressionForestTag;

}  // namespace

void bind_regression_ensembles(nb::module_& m) {
  using Self = EnsembleOf<Regressor, RegressionForestTag>;
  ensemble<Regressor, RegressionForestTag>(m, "ARFRegressor")
      .def(
          "__init__",
          [](Self* self, const Regressor& model, std::int64_t n_models, std::int64_t seed,
             std::int64_t threads, double rate, const std::string& aggregation_method,
             const Detector* drift, const Detector* warning) {
            new (self) Self(std::make_unique<RegressionForest>(
                model.handle().untaught(),
                EnsembleOptions{.n_models = n_models, .seed = seed, .threads = threads},
                RegressionForestOptions{
                    .rate = rate,
                    .aggregation = parse<Aggregation>("aggregation_method", aggregation_method)},
                MemberDetectors(untaught(drift), untaught(warning))));
          },
          "model"_a, "n_models"_a, "seed"_a, "threads"_a, "rate"_a, "aggregation_method"_a,
          "drift_detector"_a.none(), "warning_detector"_a.none());
}

}  // namespace driftline::python

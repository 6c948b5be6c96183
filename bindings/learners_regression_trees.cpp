#include "driftline/trees/fimtdd_regressor.hpp"
#include "driftline/trees/hoeffding_tree_regressor.hpp"
#include "regression_tree_parameters.hpp"

namespace driftline::python {

void bind_regression_tree_learners(nb::module_& m) {
  add_facts(regressor<struct HoeffdingTreeRegressorTag>(
      m, "HoeffdingTreeRegressor", regression_tree_parameters({}),
      with_regression_options([](RegressionTreeOptions options) {
        return HoeffdingTreeRegressor(std::move(options));
      })));
  add_facts(regressor<struct FIMTDDRegressorTag>(
      m, "FIMTDDRegressor",
      regression_tree_parameters({"drift_alpha", "drift_threshold", "alternate_fading",
                                  "alternate_check_period", "alternate_patience"}),
      with_regression_options<double, double, double, std::int64_t, std::int64_t>(
          [](RegressionTreeOptions options, double drift_alpha, double drift_threshold,
             double alternate_fading, std::int64_t alternate_check_period,
             std::int64_t alternate_patience) {
            return FIMTDDRegressor(std::move(options),
                                   {.drift_alpha = drift_alpha,
                                    .drift_threshold = drift_threshold,
                                    .alternate_fading = alternate_fading,
                                    .alternate_check_period = alternate_check_period,
                                    .alternate_patience = alternate_patience});
          })));
}

}  // namespace driftline::python

#include "driftline/learners/lms.hpp"
#include "driftline/learners/one_vs_rest.hpp"
#include "driftline/learners/passive_aggressive.hpp"
#include "driftline/learners/perceptron.hpp"
#include "driftline/learners/sgd.hpp"
#include "families.hpp"

namespace driftline::python {

namespace {

GradientOptions gradient_options(const std::string& learning_rate, double eta0, double power_t,
                                 double l1, double l2, bool average, std::int64_t average_after,
                                 bool fit_intercept) {
  return {.learning_rate = parse<Schedule>("learning_rate", learning_rate),
          .eta0 = eta0,
          .power_t = power_t,
          .l1 = l1,
          .l2 = l2,
          .average = average,
          .average_after = average_after,
          .fit_intercept = fit_intercept};
}

}  // namespace

void bind_linear_learners(nb::module_& m) {
  classifier<struct PerceptronTag>(m, "Perceptron", {"fit_intercept"}, [](bool fit_intercept) {
    return make_handle(OneVsRest(Perceptron(fit_intercept)));
  });
  classifier<struct PAClassifierTag>(
      m, "PAClassifier", {"C", "variant", "fit_intercept"},
      [](double C, const std::string& variant, bool fit_intercept) {
        return make_handle(OneVsRest(
            PAClassifier(C, parse<PassiveAggressiveVariant>("variant", variant), fit_intercept)));
      });
  regressor<struct PARegressorTag>(
      m, "PARegressor", {"C", "variant", "epsilon", "fit_intercept"},
      [](double C, const std::string& variant, double epsilon, bool fit_intercept) {
        return make_handle(PARegressor(C, parse<PassiveAggressiveVariant>("variant", variant),
                                       epsilon, fit_intercept));
      });
  regressor<struct LMSTag>(m, "LMS", {"learning_rate", "implicit", "fit_intercept"},
                           [](double learning_rate, bool implicit, bool fit_intercept) {
                             return make_handle(LMS(learning_rate, implicit, fit_intercept));
                           });
  classifier<struct SGDClassifierTag>(
      m, "SGDClassifier",
      {"loss", "learning_rate", "eta0", "power_t", "l1", "l2", "average", "average_after",
       "fit_intercept"},
      [](const std::string& loss, const std::string& learning_rate, double eta0, double power_t,
         double l1, double l2, bool average, std::int64_t average_after, bool fit_intercept) {
        return make_handle(
            OneVsRest(SGDClassifier(parse<ClassificationLoss>("loss", loss),
                                    gradient_options(learning_rate, eta0, power_t, l1, l2, average,
                                                     average_after, fit_intercept))));
      });
  regressor<struct SGDRegressorTag>(
      m, "SGDRegressor",
      {"loss", "epsilon", "learning_rate", "eta0", "power_t", "l1", "l2", "average",
       "average_after", "fit_intercept"},
      [](const std::string& loss, double epsilon, const std::string& learning_rate, double eta0,
         double power_t, double l1, double l2, bool average, std::int64_t average_after,
         bool fit_intercept) {
        return make_handle(SGDRegressor(parse<RegressionLoss>("loss", loss), epsilon,
                                        gradient_options(learning_rate, eta0, power_t, l1, l2,
                                                         average, average_after, fit_intercept)));
      });
}

}  // namespace driftline::python

#include "driftline/learners/arow.hpp"
#include "driftline/learners/cw.hpp"
#include "driftline/learners/narow.hpp"
#include "driftline/learners/one_vs_rest.hpp"
#include "driftline/learners/scw.hpp"
#include "driftline/learners/second_order_perceptron.hpp"
#include "families.hpp"

namespace driftline::python {

namespace {

enum class Covariance : std::uint8_t { diagonal, full };

}  // namespace

}  // namespace driftline::python

template <>
struct driftline::Names<driftline::python::Covariance> {
  static constexpr std::array<std::string_view, 2> values{"diagonal", "full"};
};

namespace driftline::python {

namespace {

/// Learner<Belief>(arguments...) with the belief that `covariance` names.
template <template <class> class Learner, class... Arguments>
std::unique_ptr<AnyClassifier> with_covariance(const std::string& covariance,
                                               Arguments... arguments) {
  if (parse<Covariance>("covariance", covariance) == Covariance::full) {
    return make_handle(OneVsRest(Learner<FullBelief>(arguments...)));
  }
  return make_handle(OneVsRest(Learner<DiagonalBelief>(arguments...)));
}

}  // namespace

void bind_second_order_learners(nb::module_& m) {
  classifier<struct AROWTag>(
      m, "AROW", {"regularization", "covariance", "variance", "initial_variance", "fit_intercept"},
      [](double regularization, const std::string& covariance, const std::string& variance,
         double initial_variance, bool fit_intercept) {
        return with_covariance<AROW>(covariance, regularization,
                                     parse<VarianceRule>("variance", variance), initial_variance,
                                     fit_intercept);
      });
  classifier<struct CWTag>(
      m, "CW", {"confidence", "form", "covariance", "initial_variance", "fit_intercept"},
      [](double confidence, const std::string& form, const std::string& covariance,
         double initial_variance, bool fit_intercept) {
        return with_covariance<CW>(covariance, confidence, parse<ConfidenceForm>("form", form),
                                   initial_variance, fit_intercept);
      });
  classifier<struct SCWTag>(
      m, "SCW", {"C", "confidence", "variant", "covariance", "initial_variance", "fit_intercept"},
      [](double C, double confidence, const std::string& variant, const std::string& covariance,
         double initial_variance, bool fit_intercept) {
        return with_covariance<SCW>(covariance, C, confidence,
                                    parse<SoftVariant>("variant", variant), initial_variance,
                                    fit_intercept);
      });
  classifier<struct NAROWTag>(
      m, "NAROW", {"confidence_bound", "covariance", "fit_intercept"},
      [](double confidence_bound, const std::string& covariance, bool fit_intercept) {
        return with_covariance<NAROW>(covariance, confidence_bound, fit_intercept);
      });
  classifier<struct SecondOrderPerceptronTag>(
      m, "SecondOrderPerceptron", {"initial_precision", "covariance", "fit_intercept"},
      [](double initial_precision, const std::string& covariance, bool fit_intercept) {
        return with_covariance<SecondOrderPerceptron>(covariance, initial_precision, fit_intercept);
      });
}

}  // namespace driftline::python

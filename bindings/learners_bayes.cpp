#include "driftline/learners/baselines.hpp"
#include "driftline/learners/bernoulli_nb.hpp"
#include "driftline/learners/complement_nb.hpp"
#include "driftline/learners/gaussian_nb.hpp"
#include "driftline/learners/multinomial_nb.hpp"
#include "families.hpp"

namespace driftline::python {

void bind_bayes_learners(nb::module_& m) {
  classifier<struct GaussianNBTag>(
      m, "GaussianNB", {"var_smoothing", "unstored"},
      [](double var_smoothing, const std::string& unstored) {
        return make_handle(GaussianNB(var_smoothing, parse<Unstored>("unstored", unstored)));
      });
  classifier<struct MultinomialNBTag>(m, "MultinomialNB", {"alpha"}, [](double alpha) {
    return make_handle(MultinomialNB(alpha));
  });
  classifier<struct ComplementNBTag>(m, "ComplementNB", {"alpha"},
                                     [](double alpha) { return make_handle(ComplementNB(alpha)); });
  classifier<struct BernoulliNBTag>(
      m, "BernoulliNB", {"alpha", "threshold"},
      [](double alpha, double threshold) { return make_handle(BernoulliNB(alpha, threshold)); });
}

void bind_baselines(nb::module_& m) {
  classifier<struct PriorClassifierTag>(m, "PriorClassifier", {},
                                        [] { return make_handle(PriorClassifier()); });
  classifier<struct NoChangeClassifierTag>(m, "NoChangeClassifier", {},
                                           [] { return make_handle(NoChangeClassifier()); });
  regressor<struct MeanRegressorTag>(m, "MeanRegressor", {},
                                     [] { return make_handle(MeanRegressor()); });
}

}  // namespace driftline::python

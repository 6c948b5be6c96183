// Every model of the core, by name, in front of the tests that claim something of all of them.
//
// A new learner is listed here and is then tested; nothing else in these tests names one.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "driftline/adaptation/unlearning.hpp"
#include "driftline/ensembles/bagging_regressor.hpp"
#include "driftline/ensembles/boosting.hpp"
#include "driftline/ensembles/forest.hpp"
#include "driftline/ensembles/leveraging_bagging.hpp"
#include "driftline/ensembles/member_detectors.hpp"
#include "driftline/ensembles/regression_forest.hpp"
#include "driftline/learners/any_learner.hpp"
#include "driftline/learners/arow.hpp"
#include "driftline/learners/baselines.hpp"
#include "driftline/learners/belief.hpp"
#include "driftline/learners/bernoulli_nb.hpp"
#include "driftline/learners/chain.hpp"
#include "driftline/learners/complement_nb.hpp"
#include "driftline/learners/cw.hpp"
#include "driftline/learners/gaussian_nb.hpp"
#include "driftline/learners/knn_classifier.hpp"
#include "driftline/learners/knn_regressor.hpp"
#include "driftline/learners/learner_handle.hpp"
#include "driftline/learners/lms.hpp"
#include "driftline/learners/multinomial_nb.hpp"
#include "driftline/learners/narow.hpp"
#include "driftline/learners/one_vs_rest.hpp"
#include "driftline/learners/passive_aggressive.hpp"
#include "driftline/learners/perceptron.hpp"
#include "driftline/learners/scw.hpp"
#include "driftline/learners/second_order_perceptron.hpp"
#include "driftline/learners/sgd.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "driftline/transforms/bias.hpp"
#include "driftline/transforms/date_parts.hpp"
#include "driftline/transforms/feature_hasher.hpp"
#include "driftline/transforms/imputer.hpp"
#include "driftline/transforms/lags.hpp"
#include "driftline/transforms/min_max_scaler.hpp"
#include "driftline/transforms/polynomial_features.hpp"
#include "driftline/transforms/random_fourier_features.hpp"
#include "driftline/transforms/robust_scaler.hpp"
#include "driftline/transforms/rolling_statistics.hpp"
#include "driftline/transforms/standard_scaler.hpp"
#include "driftline/trees/extremely_fast_decision_tree_classifier.hpp"
#include "driftline/trees/fimtdd_regressor.hpp"
#include "driftline/trees/hoeffding_adaptive_tree_classifier.hpp"
#include "driftline/trees/hoeffding_tree_classifier.hpp"
#include "driftline/trees/hoeffding_tree_regressor.hpp"
#include "driftline/trees/mondrian_tree_classifier.hpp"
#include "driftline/trees/mondrian_tree_regressor.hpp"

namespace driftline::testing {

template <class Any>
struct Named {
  std::string name;
  std::unique_ptr<Any> model;
  bool scales = false;  ///< counts only what a sparse row stores, so a zero is not a gap
};

using Classifiers = std::vector<Named<AnyClassifier>>;
using Regressors = std::vector<Named<AnyRegressor>>;
using Transforms = std::vector<Named<AnyTransform>>;

inline std::unique_ptr<AnyTransform> scaler(bool with_std = true) {
  return std::make_unique<ColumnTransformHandle<StandardScaler>>(StandardScaler(with_std));
}

inline TransformChain scalers(std::size_t count) {
  std::vector<std::unique_ptr<AnyTransform>> parts;
  for (std::size_t i = 0; i < count; ++i) parts.push_back(scaler());
  return TransformChain(std::move(parts));
}

/// Everything on that keeps something: both penalties, the mean of the iterates, a schedule.
inline GradientOptions every_option() {
  return {.learning_rate = Schedule::invscaling,
          .eta0 = 0.1,
          .power_t = 0.25,
          .l1 = 1e-3,
          .l2 = 1e-2,
          .average = true,
          .average_after = 10,
          .fit_intercept = true};
}

/// The learners with a Gaussian belief, in all their forms.
template <class Belief>
void add_second_order(Classifiers& all) {
  const auto add = [&](const std::string& name, auto binary) {
    all.push_back(
        {name + " (" + std::string(Belief::name) + ")", make_handle(OneVsRest(std::move(binary)))});
  };
  add("AROW", AROW<Belief>(1.0, VarianceRule::exact, 1.0, true));
  add("AROW, drop", AROW<Belief>(1.0, VarianceRule::drop, 1.0, false));
  add("CW, variance", CW<Belief>(1.0, ConfidenceForm::variance, 1.0, true));
  add("CW, stdev", CW<Belief>(1.0, ConfidenceForm::stdev, 1.0, true));
  add("SCW-I", SCW<Belief>(1.0, 1.0, SoftVariant::linear, 1.0, true));
  add("SCW-II", SCW<Belief>(1.0, 1.0, SoftVariant::squared, 1.0, true));
  add("NAROW", NAROW<Belief>(1.0, true));
  add("SecondOrderPerceptron", SecondOrderPerceptron<Belief>(1.0, true));
}

/// Linear classifiers, one-vs-rest.
inline Classifiers every_linear_classifier() {
  Classifiers all;
  const auto add = [&](const std::string& name, auto binary) {
    all.push_back({name, make_handle(OneVsRest(std::move(binary)))});
  };
  add("Perceptron", Perceptron(true));
  add("PA", PAClassifier(1.0, PassiveAggressiveVariant::hard, true));
  add("PA-I", PAClassifier(1.0, PassiveAggressiveVariant::linear, false));
  add("PA-II", PAClassifier(1.0, PassiveAggressiveVariant::squared, true));
  add("SGDClassifier", SGDClassifier(ClassificationLoss::hinge, GradientOptions{}));
  add("SGDClassifier, all on", SGDClassifier(ClassificationLoss::log_loss, every_option()));
  add_second_order<DiagonalBelief>(all);
  add_second_order<FullBelief>(all);
  add("Unlearning of PA-I", Unlearning(PAClassifier(1.0, PassiveAggressiveVariant::linear, true),
                                       UnlearningOptions{.max_records = 7}));
  add("Unlearning of AROW", Unlearning(AROW<DiagonalBelief>(1.0, VarianceRule::exact, 1.0, false),
                                       UnlearningOptions{.strategy = UnlearningStrategy::selecting,
                                                         .window = 0,
                                                         .max_tests = 2,
                                                         .max_records = 6}));
  add("Unlearning of AROW (full)",
      Unlearning(AROW<FullBelief>(1.0, VarianceRule::exact, 1.0, true),
                 UnlearningOptions{.strategy = UnlearningStrategy::forwarding,
                                   .window = 3,
                                   .sigma = UnlearningSigma::information,
                                   .max_records = 5}));
  return all;
}

inline ErrorWindow error_window(double delta) {
  return ErrorWindow(ADWIN(delta, 32, 5, 5, 10, Preset::moa));
}

/// Streaming random patches: watched, weighed, on some columns each.
inline ForestOptions patches() {
  ForestOptions options;
  options.rate = 6.0;
  options.weighs_votes = true;
  options.drift = std::make_unique<ErrorWindow>(error_window(1e-5));
  options.warning = std::make_unique<ErrorWindow>(error_window(1e-4));
  options.subspace.emplace(0.6);
  return options;
}

inline Classifiers every_ensemble() {
  const EnsembleOptions three{.n_models = 3, .seed = 1};
  const auto nb = [] { return make_handle(GaussianNB(1e-9)); };
  Classifiers all;
  all.push_back({"Bagging of GaussianNB", std::make_unique<Forest>(nb(), three, ForestOptions())});
  all.push_back(
      {"Bagging of Perceptron",
       std::make_unique<Forest>(make_handle(OneVsRest(Perceptron(true))), three, ForestOptions())});
  auto some_columns = std::make_unique<Forest>(nb(), three, patches());
  some_columns->meet(20, [](std::size_t column) { return std::to_string(column); });
  all.push_back({"random patches", std::move(some_columns)});
  all.push_back({"leveraging bagging", std::make_unique<LeveragingBagging>(
                                           nb(), three, LeveragingOptions(), error_window(0.002))});
  for (const Preset preset : {Preset::river, Preset::moa}) {
    const BoostingOptions own{.replaces_worst = true, .preset = preset};
    all.push_back({"boosting of " + name_of(preset),
                   std::make_unique<Boosting>(nb(), three, own, error_window(0.002))});
  }
  return all;
}

/// Looks for a split at every row and finds none, as no branch holds more than half: only a split
/// may cost an allocation.
inline TreeOptions doubtful_tree() {
  TreeOptions options;
  options.grace_period = 1e-3;
  options.min_branch_fraction = 0.5;
  options.tau = 0.0;
  return options;
}
/// Split at once, and never again.
inline TreeOptions tree_of_one_test() {
  TreeOptions options;
  options.grace_period = 1.0;
  options.delta = 0.9;
  options.tau = 10.0;
  options.max_depth = 1;
  return options;
}

inline Classifiers every_label_tree() {
  using HAT = HoeffdingAdaptiveTreeClassifier;
  Classifiers all;
  TreeOptions drawing = doubtful_tree();
  drawing.max_features = std::int64_t{2};
  const HAT::Watching calm{.drift_delta = 1e-9};
  all.push_back({"HoeffdingTree", make_handle(HoeffdingTreeClassifier(doubtful_tree()))});
  all.push_back({"HoeffdingTree that draws", make_handle(HoeffdingTreeClassifier(drawing))});
  all.push_back(
      {"HoeffdingTree of one test", make_handle(HoeffdingTreeClassifier(tree_of_one_test()))});
  all.push_back({"ExtremelyFastDecisionTree",
                 make_handle(ExtremelyFastDecisionTreeClassifier(doubtful_tree(), 1e-3))});
  all.push_back({"HoeffdingAdaptiveTree", make_handle(HAT(doubtful_tree(), calm))});
  all.push_back({"HoeffdingAdaptiveTree of one test", make_handle(HAT(tree_of_one_test(), calm))});
  all.push_back({"MondrianTree",
                 make_handle(MondrianTreeClassifier(MondrianOptions{.max_nodes = 9}, 0.5, false))});
  return all;
}

/// Forests of trees whose detectors stay calm.
inline Classifiers every_forest_of_trees() {
  const EnsembleOptions three{.n_models = 3, .seed = 1};
  const auto tree = [](TreeOptions options) {
    return make_handle(HoeffdingTreeClassifier(std::move(options)));
  };
  TreeOptions drawing = doubtful_tree();
  drawing.max_features = std::int64_t{2};
  ForestOptions adaptive;
  adaptive.rate = 6.0;
  adaptive.weighs_votes = true;
  adaptive.drift = std::make_unique<ErrorWindow>(error_window(1e-9));
  adaptive.warning = std::make_unique<ErrorWindow>(error_window(1e-9));
  ForestOptions plain;
  plain.rate = 0.0;
  Classifiers all;
  all.push_back({"adaptive random forest",
                 std::make_unique<Forest>(tree(drawing), three, std::move(adaptive))});
  all.push_back({"leveraging bagging of trees",
                 std::make_unique<LeveragingBagging>(tree(tree_of_one_test()), three,
                                                     LeveragingOptions(), error_window(1e-9))});
  all.push_back({"Mondrian forest",
                 std::make_unique<Forest>(make_handle(MondrianTreeClassifier(
                                              MondrianOptions{.max_nodes = 9}, 0.5, false)),
                                          three, std::move(plain))});
  return all;
}

inline Classifiers every_classifier() {
  Classifiers all = every_linear_classifier();
  for (auto& [name, model, scales] : every_linear_classifier()) {
    all.push_back({"one-vs-one " + name, model->one_vs_one(), scales});
    all.push_back(
        {"scaled " + name, std::make_unique<ClassifierChain>(scalers(1), model->copy()), true});
  }
  all.push_back({"GaussianNB", make_handle(GaussianNB(1e-9))});
  all.push_back({"GaussianNB, not smoothed", make_handle(GaussianNB(0.0))});
  all.push_back(
      {"GaussianNB of what is stored", make_handle(GaussianNB(0.0, Unstored::missing)), true});
  all.push_back({"MultinomialNB", make_handle(MultinomialNB(1.0))});
  all.push_back({"ComplementNB", make_handle(ComplementNB(1.0))});
  all.push_back({"BernoulliNB", make_handle(BernoulliNB(1.0, 0.5))});
  all.push_back({"KNNClassifier", make_handle(KNNClassifier(KNNSearch(3, KNNMetric::euclidean),
                                                            KNNWindow(20), true, false))});
  all.push_back({"KNNClassifier, farthest column",
                 make_handle(KNNClassifier(KNNSearch(40, KNNMetric::chebyshev), KNNWindow(33),
                                           false, true))});
  all.push_back({"PriorClassifier", make_handle(PriorClassifier())});
  all.push_back({"NoChangeClassifier", make_handle(NoChangeClassifier())});
  for (auto& tree : every_label_tree()) all.push_back(std::move(tree));
  all.push_back({"scaled GaussianNB",
                 std::make_unique<ClassifierChain>(scalers(1), make_handle(GaussianNB(1e-9))),
                 true});
  all.push_back(
      {"twice scaled Perceptron",
       std::make_unique<ClassifierChain>(scalers(2), make_handle(OneVsRest(Perceptron(true)))),
       true});
  all.push_back(
      {"chain of a Perceptron alone",
       std::make_unique<ClassifierChain>(scalers(0), make_handle(OneVsRest(Perceptron(true))))});
  for (auto& ensemble : every_ensemble()) all.push_back(std::move(ensemble));
  for (auto& forest : every_forest_of_trees()) all.push_back(std::move(forest));
  return all;
}

inline Regressors every_regressor() {
  Regressors all;
  const auto add = [&](const std::string& name, auto model) {
    all.push_back({name, make_handle(model)});
    all.push_back(
        {"scaled " + name, std::make_unique<RegressorChain>(scalers(1), make_handle(model)), true});
  };
  add("PARegressor", PARegressor(1.0, PassiveAggressiveVariant::linear, 0.1, true));
  add("LMS", LMS(0.01, false, true));
  add("LMS, implicit", LMS(0.01, true, false));
  add("SGDRegressor", SGDRegressor(RegressionLoss::absolute, 0.1, GradientOptions{}));
  add("SGDRegressor, all on", SGDRegressor(RegressionLoss::squared, 0.1, every_option()));
  add("MeanRegressor", MeanRegressor());
  RegressionTreeOptions unsplit;
  unsplit.grace_period = 1e9;
  // Not behind a scaler: a leaf makes room for values it has not met, and scaled ones never return.
  all.push_back({"HoeffdingTreeRegressor", make_handle(HoeffdingTreeRegressor(unsplit))});
  all.push_back({"FIMTDD", make_handle(FIMTDDRegressor(unsplit, {}))});
  all.push_back({"forest of regressors",
                 std::make_unique<RegressionForest>(make_handle(HoeffdingTreeRegressor(unsplit)),
                                                    EnsembleOptions{.n_models = 3, .seed = 1},
                                                    RegressionForestOptions(),
                                                    MemberDetectors(nullptr, nullptr))});
  add("KNNRegressor", KNNRegressor(KNNSearch(4, KNNMetric::manhattan), KNNWindow(20),
                                   KNNAggregation::weighted_mean));
  add("KNNRegressor, median",
      KNNRegressor(KNNSearch(4, KNNMetric::euclidean), KNNWindow(20), KNNAggregation::median));
  all.push_back({"Bagging of LMS", std::make_unique<BaggingRegressor>(
                                       make_handle(LMS(0.01, false, true)),
                                       EnsembleOptions{.n_models = 3, .seed = 1}, 1.0)});
  add("MondrianTreeRegressor", MondrianTreeRegressor(MondrianOptions{.max_nodes = 9}));
  all.push_back(
      {"Mondrian trees", std::make_unique<BaggingRegressor>(
                             make_handle(MondrianTreeRegressor(MondrianOptions{.max_nodes = 50})),
                             EnsembleOptions{.n_models = 3, .seed = 1}, 0.0)});
  return all;
}

/// A transform that makes columns, and has met more of them than any sample has.
template <RowTransform Model>
std::unique_ptr<AnyTransform> met(Model model) {
  auto handle = handle_of(std::move(model));
  handle->meet(20, [](std::size_t column) { return std::to_string(column); });
  return handle;
}

inline Transforms every_transform() {
  Transforms all;
  all.push_back({"Bias", met(Bias(0.5))});
  all.push_back({"DateParts", met(DateParts({{"year", "hour"}}, {{"month"}}))});
  all.push_back({"FeatureHasher", met(FeatureHasher(64, true, 0))});
  const ImputerParameters fills{
      .strategy = Strategy::mean, .fill_value = 0.0, .indicator = true, .max_categories = 5};
  all.push_back({"Imputer, mean", met(Imputer(fills, MeanFill())), true});
  all.push_back({"Imputer, median", met(Imputer(fills, MedianFill())), true});
  all.push_back({"Imputer, previous", met(Imputer(fills, PreviousFill())), true});
  all.push_back({"Lags", met(Lags({{3, 1}}))});
  all.push_back({"MinMaxScaler", handle_of(ByCell(MinMaxScaler(false))), true});
  all.push_back({"PolynomialFeatures", met(PolynomialFeatures(3, false, true))});
  all.push_back({"RandomFourierFeatures", met(RandomFourierFeatures(9, 0.5, 0))});
  all.push_back({"RobustScaler", handle_of(ByCell(RobustScaler(true, true, 0.25, 0.75))), true});
  all.push_back({"RollingStatistics", met(RollingStatistics(4, {{"mean", "std", "median"}}))});
  all.push_back({"StandardScaler", scaler(), true});
  all.push_back({"StandardScaler, centring only", scaler(false), true});
  all.push_back({"two StandardScalers", std::make_unique<TransformChain>(scalers(2)), true});
  return all;
}

}  // namespace driftline::testing

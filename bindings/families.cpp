#include "families.hpp"

#include <nanobind/stl/string.h>

namespace driftline::python {

using namespace nb::literals;

namespace {

void bind_model(nb::module_& m) {
  nb::class_<Model>(m, "Model", "What every native model offers.")
      .def_prop_ro("params", &Model::params, nb::sig("def params(self) -> dict[str, typing.Any]"),
                   "Constructor parameters by name.")
      .def_prop_ro("memory", &Model::memory, "Bytes the model holds now.")
      .def_prop_ro("columns", &Model::columns, nb::sig("def columns(self) -> list[typing.Any]"),
                   "Names of the features met so far; positions where rows had no names.")
      .def("_snapshot", &Model::snapshot,
           nb::sig("def _snapshot(self) -> tuple[dict[str, typing.Any], dict[str, typing.Any]]"))
      .def("_restore", &Model::restore, "arrays"_a, "schema"_a)
      .def("_same", &Model::equals, "other"_a);
}

void bind_learner(nb::module_& m) {
  nb::class_<Learner, Model>(m, "Learner", "What classifiers and regressors share.")
      .def_prop_ro("weights", &Learner::weights,
                   nb::sig("def weights(self) -> dict[typing.Any, typing.Any]"),
                   "Weight of each feature; by label first where there are more than two.")
      .def_prop_ro("intercept", &Learner::intercept, nb::sig("def intercept(self) -> typing.Any"),
                   "The constant; by label where there are more than two.")
      .def_prop_ro("variances", &Learner::variances,
                   nb::sig("def variances(self) -> dict[typing.Any, typing.Any]"),
                   "Variance of each weight, of learners that keep one.")
      .def_prop_ro("covariance_matrix", &Learner::covariance,
                   nb::sig("def covariance_matrix(self) -> typing.Any"),
                   "Covariance of the weights, of learners with covariance='full'.")
      .def("explain_one", &Learner::explain_one, "x"_a.none(),
           nb::sig("def explain_one(self, x: object) -> dict[typing.Any, typing.Any]"),
           "What each feature of the row adds to the margin, or to the prediction.");
}

void bind_classifier(nb::module_& m) {
  nb::class_<Classifier, Learner>(m, "Classifier", "What every native classifier offers.")
      .def_prop_ro("labels", &Classifier::labels, nb::sig("def labels(self) -> list[typing.Any]"),
                   "Labels met so far.")
      .def("learn_many", &Classifier::learn_many, "X"_a.none(), "y"_a.none(), "w"_a = nb::none(),
           nb::sig("def learn_many(self, X: object, y: object, w: object = None) -> None"),
           "Learn many rows, one after another.")
      .def("predict_many", &Classifier::predict_many, "X"_a.none(),
           nb::sig("def predict_many(self, X: object) -> typing.Any"), "The label of each row.")
      .def("predict_proba_many", &Classifier::predict_proba_many, "X"_a.none(),
           nb::sig("def predict_proba_many(self, X: object) -> typing.Any"),
           "A share for each row and label, in the order of `labels`.")
      .def("predict_learn_many", &Classifier::predict_learn_many, "X"_a.none(), "y"_a.none(),
           "w"_a = nb::none(),
           nb::sig("def predict_learn_many(self, X: object, y: object, w: object = None) -> "
                   "typing.Any"),
           "Test-then-train: predict each row, then learn it. Returns the predictions.")
      .def("_test_then_train", &Classifier::test_then_train, "X"_a.none(), "y"_a.none(),
           "w"_a.none(), "learned"_a.none(), "steps"_a.none(), "shares"_a,
           nb::sig("def _test_then_train(self, X: object, y: object, w: object, learned: object, "
                   "steps: object, shares: bool) -> tuple[typing.Any, list[typing.Any], "
                   "typing.Any]"));
}

void bind_regressor(nb::module_& m) {
  nb::class_<Regressor, Learner>(m, "Regressor", "What every native regressor offers.")
      .def("learn_many", &Regressor::learn_many, "X"_a.none(), "y"_a.none(), "w"_a = nb::none(),
           nb::sig("def learn_many(self, X: object, y: object, w: object = None) -> None"),
           "Learn many rows, one after another.")
      .def("predict_many", &Regressor::predict_many, "X"_a.none(),
           nb::sig("def predict_many(self, X: object) -> typing.Any"), "The number for each row.")
      .def("predict_learn_many", &Regressor::predict_learn_many, "X"_a.none(), "y"_a.none(),
           "w"_a = nb::none(),
           nb::sig("def predict_learn_many(self, X: object, y: object, w: object = None) -> "
                   "typing.Any"),
           "Test-then-train: predict each row, then learn it. Returns the predictions.")
      .def("_test_then_train", &Regressor::test_then_train, "X"_a.none(), "y"_a.none(),
           "w"_a.none(), "learned"_a.none(), "steps"_a.none(),
           nb::sig("def _test_then_train(self, X: object, y: object, w: object, learned: object, "
                   "steps: object) -> typing.Any"));
}

void bind_transform(nb::module_& m) {
  nb::class_<Transform, Model>(m, "Transform", "What every native transform offers.")
      .def_prop_ro("outputs", &Transform::outputs, nb::sig("def outputs(self) -> list[typing.Any]"),
                   "Names of the columns put out so far; positions where there are no names.")
      .def("learn_many", &Transform::learn_many, "X"_a.none(), "w"_a = nb::none(),
           nb::sig("def learn_many(self, X: object, w: object = None) -> None"), "Learn many rows.")
      .def("transform_many", &Transform::transform_many, "X"_a.none(),
           nb::sig("def transform_many(self, X: object) -> typing.Any"), "Each row transformed.");
}

}  // namespace

void bind_families(nb::module_& m) {
  bind_model(m);
  bind_learner(m);
  bind_classifier(m);
  bind_regressor(m);
  bind_transform(m);
}

}  // namespace driftline::python

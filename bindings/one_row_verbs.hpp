// The verbs for one row, bound on each class itself.
//
// Bound once on the family, nanobind would look up on every call whether the class derives from
// it: 10 ns, a tenth of what a row costs.
#pragma once

#include <nanobind/nanobind.h>

#include "model.hpp"

namespace driftline::python {

template <class Self>
void one_row_verbs(nb::class_<Self, Classifier>& cls) {
  using nb::literals::operator""_a;
  cls.def(
         "learn_one",
         [](Self& self, nb::handle x, nb::handle y, double w) { self.learn_one(x, y, w); },
         "x"_a.none(), "y"_a.none(), "w"_a = 1.0,
         nb::sig("def learn_one(self, x: object, y: object, w: float = 1.0) -> None"),
         "Learn one row. A null label teaches nothing.")
      .def(
          "predict_one", [](Self& self, nb::handle x) { return self.predict_one(x); }, "x"_a.none(),
          nb::sig("def predict_one(self, x: object) -> typing.Any"),
          "The label of a row; None before the first label is known.")
      .def(
          "predict_proba_one", [](Self& self, nb::handle x) { return self.predict_proba_one(x); },
          "x"_a.none(),
          nb::sig("def predict_proba_one(self, x: object) -> dict[typing.Any, float]"),
          "A share for each label known.")
      .def(
          "predict_learn_one",
          [](Self& self, nb::handle x, nb::handle y, double w) {
            return self.predict_learn_one(x, y, w);
          },
          "x"_a.none(), "y"_a.none(), "w"_a = 1.0,
          nb::sig("def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> "
                  "typing.Any"),
          "Predict a row, then learn it.");
}

template <class Self>
void one_row_verbs(nb::class_<Self, Regressor>& cls) {
  using nb::literals::operator""_a;
  cls.def(
         "learn_one",
         [](Self& self, nb::handle x, nb::handle y, double w) { self.learn_one(x, y, w); },
         "x"_a.none(), "y"_a.none(), "w"_a = 1.0,
         nb::sig("def learn_one(self, x: object, y: object, w: float = 1.0) -> None"),
         "Learn one row. A null number teaches nothing.")
      .def(
          "predict_one", [](Self& self, nb::handle x) { return self.predict_one(x); }, "x"_a.none(),
          nb::sig("def predict_one(self, x: object) -> float"), "The number for a row.")
      .def(
          "predict_learn_one",
          [](Self& self, nb::handle x, nb::handle y, double w) {
            return self.predict_learn_one(x, y, w);
          },
          "x"_a.none(), "y"_a.none(), "w"_a = 1.0,
          nb::sig("def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float"),
          "Predict a row, then learn it.");
}

template <class Self>
void one_row_verbs(nb::class_<Self, Transform>& cls) {
  using nb::literals::operator""_a;
  cls.def(
         "learn_one", [](Self& self, nb::handle x, double w) { self.learn_one(x, w); },
         "x"_a.none(), "w"_a = 1.0,
         nb::sig("def learn_one(self, x: object, w: float = 1.0) -> None"), "Learn one row.")
      .def(
          "transform_one", [](Self& self, nb::handle x) { return self.transform_one(x); },
          "x"_a.none(), nb::sig("def transform_one(self, x: object) -> typing.Any"),
          "The row transformed; nothing is learned.");
}

}  // namespace driftline::python

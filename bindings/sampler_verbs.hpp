// The verb for one item, bound on each sampler itself, as one_row_verbs.hpp does for models.
#pragma once

#include <nanobind/nanobind.h>

#include "sampler.hpp"

namespace driftline::python {

template <class Self>
void one_row_verbs(nb::class_<Self, PlainSampler>& cls) {
  using nb::literals::operator""_a;
  cls.def(
      "update", [](Self& self, nb::handle item) { self.update(item); }, "item"_a.none(),
      nb::sig("def update(self, item: object) -> None"), "Offer one item.");
}

template <class Self>
void one_row_verbs(nb::class_<Self, WeightedSampler>& cls) {
  using nb::literals::operator""_a;
  cls.def(
      "update", [](Self& self, nb::handle item, double w) { self.update(item, w); },
      "item"_a.none(), "w"_a = 1.0,
      nb::sig("def update(self, item: object, w: float = 1.0) -> None"),
      "Offer one item of weight w, above 0.");
}

template <class Self>
void one_row_verbs(nb::class_<Self, TimedSampler>& cls) {
  using nb::literals::operator""_a;
  cls.def(
      "update", [](Self& self, nb::handle item, nb::handle time) { self.update(item, time); },
      "item"_a.none(), "time"_a.none(),
      nb::sig("def update(self, item: object, time: object) -> None"),
      "Offer one item of a time, a number or a date, not before the last one's.");
}

template <class Self>
void one_row_verbs(nb::class_<Self, DecayedSampler>& cls) {
  using nb::literals::operator""_a;
  cls.def(
      "update",
      [](Self& self, nb::handle item, nb::handle time, double w) { self.update(item, time, w); },
      "item"_a.none(), "time"_a.none(), "w"_a = 1.0,
      nb::sig("def update(self, item: object, time: object, w: float = 1.0) -> None"),
      "Offer one item of a time, a number or a date, and a weight above 0.");
}

template <class Self>
void one_row_verbs(nb::class_<Self, KeyedSampler>& cls) {
  using nb::literals::operator""_a;
  cls.def(
         "update", [](Self& self, nb::handle item, nb::handle key) { self.update(item, key); },
         "item"_a.none(), "key"_a.none(),
         nb::sig("def update(self, item: object, key: object) -> None"),
         "Offer one item of a key: a str, bytes or an int. Without a key, None, it is not kept.")
      .def(
          "update", [](Self& self, nb::handle item) { self.update(item, item); }, "item"_a.none(),
          nb::sig("def update(self, item: object) -> None"), "Offer an item that is its own key.");
}

}  // namespace driftline::python

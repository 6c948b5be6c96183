// What makes a native detector a Python class: an entry with its parameters.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <string>
#include <utility>

#include "detector.hpp"

// After detector.hpp: its template looks for the verbs of each family.
#include "families.hpp"

namespace driftline::python {

template <class Tag, class Make>
void detector(nb::module_& m, const char* name, ParameterNames names, Make make) {
  detail::bind_as<Detector, Tag>(m, name, std::move(names), make, &Make::operator());
}

/// A read-only attribute that only this kind of detector has.
template <class Kind, class Answer>
void attribute(const nb::module_& m, const char* cls, const char* name,
               Answer (Kind::*question)() const, const char* meaning) {
  auto bound = nb::borrow<nb::class_<Detector>>(m.attr(cls));
  bound.def_prop_ro(name, [question](const Detector& self) { return self.ask(question); }, meaning);
}

template <class Kind>
std::unique_ptr<AnyDetector> handle(Kind kind) {
  return std::make_unique<DetectorHandle<Kind>>(std::move(kind));
}

inline Preset preset_of(const std::string& text) { return parse<Preset>("preset", text); }

}  // namespace driftline::python

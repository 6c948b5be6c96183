// One entry makes a native class a Python class with the whole verb set of its family.
//
//   classifier<struct PerceptronTag>(m, "Perceptron", {"fit_intercept"}, [](bool fit_intercept) {
//     return make_handle(OneVsRest(Perceptron(fit_intercept)));
//   });
//
// The names are the constructor's parameters and, read-only, the attributes. What an entry returns
// is nanobind's class, for those with more to offer than the verbs.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/learners/learner_handle.hpp"
#include "model.hpp"
#include "one_row_verbs.hpp"
#include "tuples.hpp"

namespace driftline::python {

/// Python classes need C++ types of their own; all that differs is the tag.
template <class Family, class Tag>
class Bound : public Family {
 public:
  using Family::Family;
};

namespace detail {

template <class T>
constexpr const char* python_type() {
  if constexpr (std::is_same_v<T, bool>) {
    return "bool";
  } else if constexpr (std::is_same_v<T, double>) {
    return "float";
  } else if constexpr (std::is_integral_v<T>) {
    return "int";
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return "list[str]";
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    return "float | None";
  } else if constexpr (std::is_same_v<T, std::optional<std::int64_t>>) {
    return "int | None";
  } else if constexpr (std::is_same_v<
                           T, std::optional<std::variant<std::int64_t, double, std::string>>>) {
    return "int | float | str | None";
  } else if constexpr (std::is_same_v<T, std::variant<double, std::string>>) {
    return "float | str";
  } else if constexpr (std::is_same_v<T, Tuple<std::string>>) {
    return "tuple[str, ...] | None";
  } else if constexpr (std::is_same_v<T, Tuple<std::int64_t>>) {
    return "tuple[int, ...] | None";
  } else {
    return "str";
  }
}

template <class Family, class Tag, class Make, class Result, class... Arguments>
auto bind_as(nb::module_& m, const char* name, ParameterNames names, Make make,
             Result (Make::*)(Arguments...) const) {
  static_assert(sizeof(Bound<Family, Tag>) == sizeof(Family));
  static ParameterNames order;  // constant after the module is made
  order = std::move(names);
  nb::class_<Bound<Family, Tag>, Family> cls(m, name);
  one_row_verbs(cls);
  const auto construct = [make](Bound<Family, Tag>* self, Arguments... arguments) {
    new (self) Bound<Family, Tag>(make(arguments...), &order);
  };
  std::size_t i = 0;
  const auto next = [&] { return nb::arg(order[i++].c_str()); };
  if constexpr (sizeof...(Arguments) == 0) {
    cls.def("__init__", construct);
  } else {
    // Braces fix the order of evaluation.
    const std::array<nb::arg, sizeof...(Arguments)> named{
        (static_cast<void>(sizeof(Arguments)), next())...};
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      cls.def("__init__", construct, named[k]...);
      (cls.def_prop_ro(
           order[k].c_str(), [](const Family& self) { return self.param(order[k]); },
           nb::sig(
               ("def " + order[k] + "(self) -> " + python_type<std::remove_cvref_t<Arguments>>())
                   .c_str())),
       ...);
    }(std::index_sequence_for<Arguments...>());
  }
  return cls;
}

}  // namespace detail

template <class Tag, class Make>
auto classifier(nb::module_& m, const char* name, ParameterNames names, Make make) {
  return detail::bind_as<Classifier, Tag>(m, name, std::move(names), make, &Make::operator());
}
template <class Tag, class Make>
auto regressor(nb::module_& m, const char* name, ParameterNames names, Make make) {
  return detail::bind_as<Regressor, Tag>(m, name, std::move(names), make, &Make::operator());
}
template <class Tag, class Make>
void transform(nb::module_& m, const char* name, ParameterNames names, Make make) {
  detail::bind_as<Transform, Tag>(m, name, std::move(names), make, &Make::operator());
}

}  // namespace driftline::python

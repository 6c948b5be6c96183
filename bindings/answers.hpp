// From C++ values to what Python gets back.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "tuples.hpp"

namespace driftline::python {

namespace nb = nanobind;

/// A function of the Python half, which knows the other libraries' tables.
inline nb::object tables(const char* function) {
  return nb::module_::import_("driftline.stream.tables").attr(function);
}

/// A NumPy array that owns the vector.
template <class T>
nb::object as_array(std::vector<T> values, std::vector<std::size_t> shape) {
  auto* owned = new std::vector<T>(std::move(values));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(owned->data(), shape.size(), shape.data(), owner));
}
template <class T>
nb::object as_array(std::vector<T> values) {
  const std::size_t length = values.size();
  return as_array(std::move(values), {length});
}

inline nb::object as_object(const Value& value) {
  return std::visit(
      []<class T>(const T& v) -> nb::object {
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nb::none();
        } else {
          return nb::cast(v);
        }
      },
      value);
}

inline const double* data_or_null(const std::vector<double>& weights) {
  return weights.empty() ? nullptr : weights.data();
}

}  // namespace driftline::python

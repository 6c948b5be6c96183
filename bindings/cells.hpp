// One value of a row: what is a number, what is missing, what is refused.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>

#include "driftline/stream/any_model.hpp"
#include "schema.hpp"
#include "texts.hpp"

namespace driftline::python {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A dict names few of many columns: below this many, or a quarter full, a dense row is cheaper.
inline constexpr std::size_t small_width = 64;

inline bool wants_dense(std::size_t entries, std::size_t width, const Reading& reading) {
  return must_be_dense(reading.sparse, false) || width <= small_width || width <= 4 * entries;
}

[[noreturn]] inline void refuse_value(nb::handle value, const std::string& column,
                                      std::ptrdiff_t row) {
  refuse_cell(column, row, shown(value) + " is not a number");
}

/// A text, where the model takes any.
inline double read_text(PyObject* value, TextPool& texts) {
  Py_ssize_t length = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(value, &length);
  if (bytes == nullptr) throw nb::python_error();  // half of a surrogate pair
  return texts.add({bytes, static_cast<std::size_t>(length)});
}

/// The rarer kinds of value: text, dates, subclasses, None, and whatever has __float__.
inline double read_rare(PyObject* value, const Reading& reading, TextPool& texts,
                        const auto& column, std::ptrdiff_t row) {
  if (value == Py_None) return nan;
  if (PyFloat_Check(value)) return PyFloat_AS_DOUBLE(value);
  if (reading.takes_text && PyUnicode_Check(value)) return read_text(value, texts);
  if (reading.takes_time) {
    const nb::object seconds =
        nb::module_::import_("driftline.stream.tables").attr("seconds")(nb::handle(value));
    if (!seconds.is_none()) return nb::cast<double>(seconds);
  }
  if (PyUnicode_Check(value) || PyBytes_Check(value) || PyComplex_Check(value)) {
    refuse_value(value, column(), row);
  }
  if (is_null(value)) return nan;
  if (only_looks_like_number(value)) refuse_value(value, column(), row);
  const double number = PyFloat_AsDouble(value);
  if (number == -1.0 && PyErr_Occurred() != nullptr) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_ValueError) ||
        PyErr_ExceptionMatches(PyExc_OverflowError)) {
      PyErr_Clear();
      refuse_value(value, column(), row);
    }
    throw nb::python_error();
  }
  return number;
}

[[noreturn]] inline void refuse_number(double value, const std::string& column,
                                       std::ptrdiff_t row) {
  refuse_cell(column, row,
              std::isinf(value) ? "the value is infinite"
                                : "Negative values in data passed to a model of counts");
}

/// NaN is missing: kept, or 0 to those who do not care. `column` makes the name, if it must.
inline double admit(double value, const Reading& reading, const auto& column, std::ptrdiff_t row) {
  if (reading.ignores_row) return 0.0;
  if (reading.takes_text && is_text(value)) return value;
  if (std::isfinite(value)) {
    if (reading.refuses_negative && value < 0.0) refuse_number(value, column(), row);
    return value;
  }
  if (std::isinf(value)) refuse_number(value, column(), row);
  return reading.keeps_missing ? nan : 0.0;
}

/// One Python value, by exact type first: the common ones must be quick. Text goes to `texts`.
inline double read_value(PyObject* value, const Reading& reading, TextPool& texts,
                         const auto& column, std::ptrdiff_t row) {
  if (reading.ignores_row) return 0.0;
  double number = 0.0;
  if (PyFloat_CheckExact(value)) {
    number = PyFloat_AS_DOUBLE(value);
  } else if (PyLong_CheckExact(value)) {
    number = PyLong_AsDouble(value);
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      refuse_cell(column(), row, "the number is too large");
    }
  } else if (PyBool_Check(value)) {
    number = value == Py_True ? 1.0 : 0.0;
  } else {
    const nb::object held = nb::borrow(value);  // what __float__ does may drop it
    number = read_rare(value, reading, texts, column, row);
  }
  return admit(number, reading, column, row);
}

/// Numbers behind the buffer protocol. A masked array's buffer would show what is masked, and
/// dates refuse theirs.
inline bool is_plain_array(nb::handle X) {
  if (PyObject_CheckBuffer(X.ptr()) == 0 || PyBytes_Check(X.ptr()) || nb::hasattr(X, "mask")) {
    return false;
  }
  return !nb::hasattr(X, "dtype") ||
         !std::strchr("mMOUSVT", nb::cast<std::string>(X.attr("dtype").attr("kind"))[0]);
}

inline bool has_negative(const double* values, std::size_t count) {
  return std::any_of(values, values + count, [](double value) { return value < 0.0; });
}

inline std::string position(std::size_t column) { return std::to_string(column); }

}  // namespace driftline::python

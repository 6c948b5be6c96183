#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <span>
#include <tuple>
#include <utility>

#include "cells.hpp"
#include "driftline/numeric/all_finite.hpp"
#include "driftline/numeric/lanes.hpp"
#include "rows.hpp"

namespace driftline::python {

namespace {

/// By name, because asking an array for its kind costs more than all the rest; but once.
bool is_numpy(const PyTypeObject* type) {
  static std::atomic<const PyTypeObject*> known = nullptr;
  if (type == known.load(std::memory_order_relaxed)) return true;
  if (std::strcmp(type->tp_name, "numpy.ndarray") != 0) return false;
  known.store(type, std::memory_order_relaxed);
  return true;
}

/// Up to Python 3.11 every change of any dict has a number of its own, that the dict keeps: what is
/// predicted and then learned is known again by it, and floats do not change. 0 where there is
/// none.
std::uint64_t version_of(PyObject* dict) {
#if PY_VERSION_HEX < 0x030C0000
  return reinterpret_cast<PyDictObject*>(dict)->ma_version_tag;
#else
  static_cast<void>(dict);
  return 0;
#endif
}

/// Fills `row` with what `next` reads, and says whether it read all and all are finite. Two numbers
/// are written at once, as they are read again at once when they are summed: a CPU that has to put
/// two of its last writes together waits for them.
template <class Next>
bool write_usual(std::span<double> row, Next next) {
  Lanes<2>::Doubles finite{};  // NaN as soon as one is not
  for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
    double first = 0.0;
    double second = 0.0;
    if (!next(first) || !next(second)) return false;
    const Lanes<2>::Doubles both{first, second};
    Lanes<2>::store(both, row.data() + i);
    finite += both * 0.0;
  }
  if (row.size() % 2 != 0) {
    if (!next(row.back())) return false;
    finite[0] += row.back() * 0.0;
  }
  return finite[0] + finite[1] == 0.0;
}

}  // namespace

double OneRow::read_cell(PyObject* value, const Reading& reading, const Columns& columns,
                         nb::handle name, std::size_t place) {
  const bool is_named = name.is_valid();
  const auto title = [&] { return is_named ? shown(name) : position(place); };
  const double cell = read_value(value, reading, texts_, title, row_);
  if (model_ == nullptr || !reading.takes_text || !is_text(cell)) return cell;
  const bool is_known = place < columns.width();
  if (is_known) takes_text_.resize(std::max(takes_text_.size(), columns.width()), 0);
  if (is_known && takes_text_[place] != 0) return cell;
  if (!model_->takes_text(is_named ? plain_name(name) : position(place))) {
    refuse_value(value, title(), row_);
  }
  if (is_known) takes_text_[place] = 1;
  return cell;
}

Rows OneRow::read(nb::handle x, Columns& columns, const Reading& reading, bool grows) {
  if (reading.takes_text) texts_.clear();
  PyObject* object = x.ptr();
  if (!reading.refuses_negative && !reading.ignores_row && read_usual(object, columns)) {
    return usual();
  }
  version_ = 0;
  if (PyDict_Check(object)) return read_dict(object, columns, reading, grows);
  if (PyList_Check(object) || PyTuple_Check(object)) {
    return read_sequence(object, columns, reading, grows);
  }
  if (PyObject_CheckBuffer(object) != 0 && !PyBytes_Check(object) && !PyByteArray_Check(object)) {
    return read_array(x, columns, reading, grows);
  }
  if (nb::hasattr(x, "to_dict")) {  // a pandas row, and other mappings that know how
    const nb::object dict = x.attr("to_dict")();
    if (PyDict_Check(dict.ptr())) return read_dict(dict.ptr(), columns, reading, grows);
  }
  if (PyMapping_Check(object) != 0 && nb::hasattr(x, "items")) {
    const nb::object dict =
        nb::dict(nb::borrow<nb::dict>(nb::borrow(reinterpret_cast<PyObject*>(&PyDict_Type))(x)));
    return read_dict(dict.ptr(), columns, reading, grows);
  }
  const std::string message =
      "a row is a dict, a list or a 1-D array, not " + nb::cast<std::string>(nb::str(x.type()));
  throw nb::type_error(message.c_str());
}

bool OneRow::read_usual(PyObject* x, const Columns& columns) {
  const std::uint64_t last = std::exchange(version_, 0);
  const auto is_as_wide = [&](Py_ssize_t count) {  // before there is room for so many
    if (!std::cmp_equal(count, columns.width())) return false;
    values_.resize(columns.width());
    return true;
  };
  if (columns.kind() == Columns::Kind::named) {
    if (!PyDict_CheckExact(x) || !is_as_wide(PyDict_GET_SIZE(x))) return false;
    const std::uint64_t version = version_of(x);
    const bool is_last = version != 0 && version == last;
    if (!is_last && !read_usual_dict(x, columns.known())) return false;
    version_ = version;
    return true;
  }
  if (columns.kind() == Columns::Kind::open) return false;
  if (PyList_CheckExact(x)) {
    return is_as_wide(PyList_GET_SIZE(x)) && read_usual_list(PySequence_Fast_ITEMS(x));
  }
  if (is_numpy(Py_TYPE(x))) {
    auto* array = reinterpret_cast<PyArrayObject*>(x);
    return PyArray_NDIM(array) == 1 && is_as_wide(PyArray_DIM(array, 0)) && read_usual_array(array);
  }
  return PyTuple_CheckExact(x) && is_as_wide(PyTuple_GET_SIZE(x)) &&
         read_usual_list(PySequence_Fast_ITEMS(x));
}

bool OneRow::read_usual_dict(PyObject* x, std::span<const nb::object> names) {
  Py_ssize_t at = 0;
  const nb::object* name = names.data();
  return write_usual(values_, [&](double& number) {
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    if (PyDict_Next(x, &at, &key, &value) == 0 || !PyFloat_CheckExact(value)) return false;
    if (key != name->ptr() && !same_text(key, name->ptr())) return false;
    ++name;
    number = PyFloat_AS_DOUBLE(value);
    return true;
  });
}

bool OneRow::read_usual_list(PyObject* const* items) {
  return write_usual(values_, [items](double& number) mutable {
    PyObject* item = *items++;
    if (!PyFloat_CheckExact(item)) return false;
    number = PyFloat_AS_DOUBLE(item);
    return true;
  });
}

/// The array's own fields, as its buffer takes five times as long to ask for.
bool OneRow::read_usual_array(const PyArrayObject* array) {
  if (PyArray_TYPE(array) != NPY_DOUBLE || !PyArray_ISNOTSWAPPED(array)) return false;
  const std::ptrdiff_t stride = PyArray_STRIDE(array, 0);
  return write_usual(values_, [data = PyArray_BYTES(array), stride](double& number) mutable {
    std::memcpy(&number, data, sizeof number);
    data += stride;
    return true;
  });
}

Rows OneRow::read_dict(PyObject* x, Columns& columns, const Reading& reading, bool grows) {
  columns.require_named();
  const bool is_plain = !reading.refuses_negative && !reading.ignores_row;
  values_.clear();
  places_.clear();
  std::vector<nb::object> fresh;  // names to append once every value has been read
  const Py_ssize_t size = PyDict_GET_SIZE(x);
  bool in_order = true;
  Py_ssize_t at = 0;
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  std::size_t i = 0;
  while (PyDict_Next(x, &at, &key, &value) != 0) {
    std::size_t place = columns.find(key, i++);
    double number = 0.0;
    if (is_plain && PyFloat_CheckExact(value) && std::isfinite(PyFloat_AS_DOUBLE(value))) {
      number = PyFloat_AS_DOUBLE(value);
    } else {  // here the value's own code may run, and change the dict
      const nb::object held = nb::borrow(key);
      number = read_cell(value, reading, columns, held, place);
      if (PyDict_GET_SIZE(x) != size) throw nb::value_error("the row changed while it was read");
    }
    if (place == Columns::unknown) {
      if (!grows) continue;
      place = columns.width() + fresh.size();
      fresh.push_back(nb::borrow(key));
    }
    values_.push_back(number);
    in_order = in_order && place == places_.size();
    places_.push_back(static_cast<std::uint32_t>(place));
  }
  for (const nb::object& name : fresh) columns.append(name);
  if (grows) columns.become_named();

  if (in_order && places_.size() == columns.width()) {
    return as_dense(values_.size(), false);
  }
  if (wants_dense(places_.size(), columns.width(), reading)) {
    dense_.assign(columns.width(), reading.keeps_missing ? nan : 0.0);
    for (std::size_t k = 0; k < places_.size(); ++k) dense_[places_[k]] = values_[k];
    return DenseRows{.values = dense_.data(),
                     .count = 1,
                     .width = dense_.size(),
                     .stride = dense_.size(),
                     .texts = texts_.texts()};
  }
  return as_sparse(columns.width());
}

Rows OneRow::as_sparse(std::size_t width) {
  if (!std::ranges::is_sorted(places_)) {
    sorting_.clear();
    for (std::size_t k = 0; k < places_.size(); ++k) sorting_.emplace_back(places_[k], values_[k]);
    std::ranges::sort(sorting_);
    for (std::size_t k = 0; k < places_.size(); ++k) std::tie(places_[k], values_[k]) = sorting_[k];
  }
  starts_[1] = places_.size();
  return SparseRows{.starts = starts_.data(),
                    .columns = places_.data(),
                    .values = values_.data(),
                    .count = 1,
                    .width = width,
                    .is_complete = false,
                    .texts = texts_.texts()};
}

Rows OneRow::read_sequence(PyObject* x, Columns& columns, const Reading& reading, bool grows) {
  const auto width = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(x));
  columns.require_width(width, false);
  values_.resize(width);
  for (std::size_t i = 0; i < width; ++i) {
    // Asked anew each time: a value's __float__ may have changed the list.
    if (!std::cmp_equal(PySequence_Fast_GET_SIZE(x), width)) {
      throw nb::value_error("the row changed while it was read");
    }
    values_[i] = read_cell(PySequence_Fast_GET_ITEM(x, i), reading, columns, nb::handle(), i);
  }
  if (grows) columns.fix_width(width);
  return as_dense(width, false);
}

Rows OneRow::read_array(nb::handle x, Columns& columns, const Reading& reading, bool grows) {
  if (!is_numpy(Py_TYPE(x.ptr())) && !is_plain_array(x)) {
    const nb::object list = x.attr("tolist")();  // objects; None where a value is masked
    if (!PyList_Check(list.ptr())) throw nb::type_error("a row is a dict, a list or a 1-D array");
    return read_sequence(list.ptr(), columns, reading, grows);
  }
  const NumberArray array(x);  // an array of dates has no buffer: ValueError
  if (array.dimensions() != 1)
    throw nb::value_error("a row is a 1-D array; use the _many verbs for 2-D");
  if (array.type() == 0) {
    const nb::object list = x.attr("tolist")();  // another byte order, half or long floats
    if (!PyList_Check(list.ptr())) throw nb::type_error("a row must hold numbers");
    return read_sequence(list.ptr(), columns, reading, grows);
  }
  const std::size_t width = array.length(0);
  columns.require_width(width, false);
  values_.resize(width);
  NumberArray::load(array.type(), array.data(), array.stride(0), width, values_.data());
  if (!all_finite(values_.data(), width) || reading.refuses_negative) {
    for (std::size_t i = 0; i < width; ++i) {
      values_[i] = admit(values_[i], reading, [&] { return position(i); }, row_);
    }
  }
  if (grows) columns.fix_width(width);
  return as_dense(width, false);
}

}  // namespace driftline::python

#include "schema.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace driftline::python {

std::string shown(nb::handle object) { return nb::cast<std::string>(nb::repr(object)); }

std::string plain_name(nb::handle name) {
  const nb::str text(name);
  // Half of a surrogate pair has no UTF-8; it is written out.
  PyObject* bytes = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace");
  if (bytes == nullptr) throw nb::python_error();
  const nb::object held = nb::steal(bytes);
  return {PyBytes_AS_STRING(bytes), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes))};
}

void refuse_cell(const std::string& column, std::ptrdiff_t row, const std::string& why) {
  std::string message = "column " + column;
  if (row >= 0) message += ", row " + std::to_string(row);
  message += ": " + why;
  throw nb::value_error(message.c_str());
}

bool is_null(PyObject* object) {
  if (object == Py_None) return true;
  if (PyFloat_CheckExact(object)) return std::isnan(PyFloat_AS_DOUBLE(object));
  if (PyUnicode_CheckExact(object) || PyLong_CheckExact(object) || PyBool_Check(object) ||
      PyTuple_CheckExact(object)) {
    return false;
  }
  const char* type = Py_TYPE(object)->tp_name;
  if (std::strcmp(type, "NAType") == 0 || std::strcmp(type, "MaskedConstant") == 0) return true;
  const nb::object held = nb::borrow(object);
  const nb::object answer = nb::steal(PyObject_RichCompare(object, object, Py_NE));
  if (answer.is_valid()) {
    const int truth = PyObject_IsTrue(answer.ptr());
    if (truth >= 0) return truth == 1;
  }
  PyErr_Clear();  // something that cannot say, such as an array
  return false;
}

bool only_looks_like_number(PyObject* object) {
  const char* type = Py_TYPE(object)->tp_name;
  if (std::strncmp(type, "numpy.", 6) != 0) return false;
  if (std::strcmp(type, "numpy.ndarray") != 0) {
    return std::strstr(type, "time") != nullptr || std::strstr(type, "complex") != nullptr ||
           std::strstr(type, "clong") != nullptr;
  }
  const auto kind = nb::cast<std::string>(nb::handle(object).attr("dtype").attr("kind"));
  return std::strchr("biufO", kind[0]) == nullptr;
}

namespace {

/// Dictionary look-up that tells "not there" (null) from "not hashable" (throws).
PyObject* look_up(const nb::dict& dict, PyObject* key) {
  PyObject* found = PyDict_GetItemWithError(dict.ptr(), key);
  if (found == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
  return found;
}

/// NumPy's scalars become Python's own, which can be saved and print plainly. Only where these are
/// found in their place: a datetime64 becomes an int or a date, which is not it or hashes
/// otherwise.
nb::object plain(nb::handle label) {
  if (!nb::hasattr(label, "dtype") || !nb::hasattr(label, "item")) return nb::borrow(label);
  try {
    const nb::object own = label.attr("item")();
    if (own.equal(label) && nb::hash(own) == nb::hash(label)) return own;
  } catch (const nb::python_error&) {  // NOLINT(bugprone-empty-catch): it has nothing plainer
  }
  return nb::borrow(label);
}

nb::dict copied(const nb::dict& dict) { return nb::steal<nb::dict>(PyDict_Copy(dict.ptr())); }

bool is_positive_by_nature(nb::handle label) {
  if (!PyLong_Check(label.ptr()) && !PyFloat_Check(label.ptr())) return false;
  return label.equal(nb::int_(1));
}

std::size_t bytes_of(const std::vector<nb::object>& objects) {
  std::size_t bytes = objects.capacity() * sizeof(nb::object);
  for (const nb::object& object : objects) {
    if (object.is_valid()) bytes += nb::cast<std::size_t>(object.attr("__sizeof__")());
  }
  return bytes;
}

}  // namespace

Columns::Columns(const Columns& other)
    : kind_(other.kind_),
      width_(other.width_),
      names_(other.names_),
      places_(copied(other.places_)) {}

Columns& Columns::operator=(const Columns& other) { return *this = Columns(other); }

nb::object Columns::name(std::size_t column) const {
  if (kind_ == Kind::named) return names_.at(column);
  return nb::int_(column);
}

nb::list Columns::names() const {
  nb::list out;
  for (std::size_t i = 0; i < width_; ++i) out.append(name(i));
  return out;
}

bool same_text(PyObject* a, PyObject* b) {
  if (!PyUnicode_CheckExact(a) || !PyUnicode_CheckExact(b)) return false;
  if (PyUnicode_GET_LENGTH(a) != PyUnicode_GET_LENGTH(b) ||
      PyUnicode_KIND(a) != PyUnicode_KIND(b)) {
    return false;
  }
  const auto bytes = static_cast<std::size_t>(PyUnicode_GET_LENGTH(a)) *
                     static_cast<std::size_t>(PyUnicode_KIND(a));
  return std::memcmp(PyUnicode_DATA(a), PyUnicode_DATA(b), bytes) == 0;
}

std::size_t Columns::search(PyObject* key) const {
  PyObject* place = look_up(places_, key);
  return place == nullptr ? unknown : PyLong_AsSize_t(place);
}

std::size_t Columns::append(nb::handle name) {
  const nb::object own = plain(name);
  places_[own] = nb::int_(width_);
  names_.push_back(own);
  return width_++;
}

void Columns::require_named() const {
  if (kind_ == Kind::positional) {
    throw nb::value_error(
        "this model has learned rows without names (arrays or lists); it cannot take named ones");
  }
}

void Columns::require_width(std::size_t width, bool may_grow) const {
  if (width > most) {
    const std::string message = "the row has " + std::to_string(width) + " columns; at most " +
                                std::to_string(most) + " are possible";
    throw nb::value_error(message.c_str());
  }
  if (kind_ == Kind::named) {
    throw nb::value_error(
        "this model has learned named rows (dicts or tables); it cannot take rows without names");
  }
  if (kind_ == Kind::positional && width != width_ && !may_grow) {
    const std::string message = "the row has " + std::to_string(width) + " columns, the model " +
                                std::to_string(width_) +
                                "; rows of changing width need names (dicts or tables)";
    throw nb::value_error(message.c_str());
  }
}

void Columns::fix_width(std::size_t width) {
  kind_ = Kind::positional;
  width_ = std::max(width_, width);
}

nb::dict Columns::state() const {
  nb::dict out;
  const char* kind = kind_ == Kind::named        ? "named"
                     : kind_ == Kind::positional ? "positional"
                                                 : "open";
  out["kind"] = kind;
  out["width"] = width_;
  nb::list names;
  for (const nb::object& name : names_) names.append(name);
  out["names"] = names;
  return out;
}

void Columns::restore(const nb::dict& state) {
  Columns fresh;
  const auto kind = nb::cast<std::string>(state["kind"]);
  const auto width = nb::cast<std::size_t>(state["width"]);
  const auto names = nb::cast<nb::list>(state["names"]);
  if (kind == "named") {
    fresh.kind_ = Kind::named;
    for (nb::handle name : names) {
      if (fresh.search(name.ptr()) != unknown) throw nb::value_error("a column is named twice");
      fresh.append(name);
    }
  } else if (kind == "positional") {
    if (width > most) throw nb::value_error("the schema has too many columns");
    fresh.kind_ = Kind::positional;
    fresh.width_ = width;
  } else if (kind != "open") {
    throw nb::value_error("the schema is neither named nor positional");
  }
  if (fresh.width_ != width || (kind != "named" && names.size() > 0)) {
    throw nb::value_error("the schema's width does not fit its names");
  }
  *this = std::move(fresh);
}

std::size_t Columns::memory() const { return bytes_of(names_); }

bool Columns::equals(const Columns& other) const { return state().equal(other.state()); }

Labels::Labels(const Labels& other) : labels_(other.labels_), codes_(copied(other.codes_)) {}

Labels& Labels::operator=(const Labels& other) { return *this = Labels(other); }

Code Labels::search(PyObject* label) const {
  if (is_null(label)) return no_label;
  PyObject* code = look_up(codes_, label);
  return code == nullptr ? unknown : static_cast<Code>(PyLong_AsLong(code));
}

Code Labels::seat(nb::handle label) {
  const nb::object own = plain(label);
  if (nb::hash(own) == -1) throw nb::python_error();
  std::size_t code = labels_.size();
  if (has_free_seat()) {
    code = 0;
  } else if (labels_.empty() && is_positive_by_nature(own)) {
    code = 1;
  }
  if (code >= labels_.size()) labels_.resize(code + 1);
  labels_[code] = own;
  codes_[own] = nb::int_(code);
  return static_cast<Code>(code);
}

nb::list Labels::known() const {
  nb::list out;
  for (const nb::object& label : labels_) {
    if (label.is_valid()) out.append(label);
  }
  return out;
}

nb::list Labels::state() const {
  nb::list out;
  for (const nb::object& label : labels_) out.append(label.is_valid() ? label : nb::none());
  return out;
}

void Labels::restore(const nb::list& state) {
  Labels fresh;
  for (std::size_t c = 0; c < state.size(); ++c) {
    const nb::object label = nb::borrow(state[c]);
    if (label.is_none()) {
      if (c != 0 || state.size() != 2) throw nb::value_error("a label is missing");
      fresh.labels_.emplace_back();
      continue;
    }
    if (fresh.search(label.ptr()) != unknown) throw nb::value_error("a label stands twice");
    fresh.codes_[label] = nb::int_(c);
    fresh.labels_.push_back(label);
  }
  *this = std::move(fresh);
}

std::size_t Labels::memory() const { return bytes_of(labels_); }

bool Labels::equals(const Labels& other) const { return state().equal(other.state()); }

}  // namespace driftline::python

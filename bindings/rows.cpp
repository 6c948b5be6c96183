#include "rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace driftline::python {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A dict names few of many columns: below this many, or a quarter full, a dense row is cheaper.
constexpr std::size_t small_width = 64;

bool wants_dense(std::size_t entries, std::size_t width, const Reading& reading) {
  return reading.sparse != Reading::Sparse::kept || width <= small_width || width <= 4 * entries;
}

[[noreturn]] void refuse_value(nb::handle value, const std::string& column, std::ptrdiff_t row) {
  refuse_cell(column, row, shown(value) + " is not a number");
}

/// The rarer kinds of value: subclasses, None, and whatever has __float__.
double read_rare(PyObject* value, const auto& column, std::ptrdiff_t row) {
  if (value == Py_None) return nan;
  if (PyFloat_Check(value)) return PyFloat_AS_DOUBLE(value);
  if (PyUnicode_Check(value) || PyBytes_Check(value) || PyComplex_Check(value)) {
    refuse_value(value, column(), row);
  }
  if (is_null(value)) return nan;
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

[[noreturn]] void refuse_number(double value, const std::string& column, std::ptrdiff_t row) {
  refuse_cell(column, row,
              std::isinf(value) ? "the value is infinite"
                                : "Negative values in data passed to a model of counts");
}

/// NaN is missing: kept, or 0 to those who do not care. `column` makes the name, if it must.
double admit(double value, const Reading& reading, const auto& column, std::ptrdiff_t row) {
  if (reading.ignores_row) return 0.0;
  if (std::isfinite(value)) {
    if (reading.refuses_negative && value < 0.0) refuse_number(value, column(), row);
    return value;
  }
  if (std::isinf(value)) refuse_number(value, column(), row);
  return reading.keeps_missing ? nan : 0.0;
}

/// One Python value, by exact type first: the common ones must be quick.
double read_value(PyObject* value, const Reading& reading, const auto& column, std::ptrdiff_t row) {
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
    number = read_rare(value, column, row);
  }
  return admit(number, reading, column, row);
}

/// The sum is NaN exactly if some number is not finite. Lanes, so that it vectorises.
bool all_finite(const double* values, std::size_t count) {
  std::array<double, 8> lane{};
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    for (std::size_t j = 0; j < 8; ++j) lane[j] += values[i + j] * 0.0;
  }
  for (; i < count; ++i) lane[0] += values[i] * 0.0;
  return std::accumulate(lane.begin(), lane.end(), 0.0) == 0.0;
}

/// Numbers behind the buffer protocol. A masked array's buffer would show what is masked, and
/// dates refuse theirs.
bool is_plain_array(nb::handle X) {
  if (PyObject_CheckBuffer(X.ptr()) == 0 || PyBytes_Check(X.ptr()) || nb::hasattr(X, "mask")) {
    return false;
  }
  return !nb::hasattr(X, "dtype") ||
         !std::strchr("mMOUSVT", nb::cast<std::string>(X.attr("dtype").attr("kind"))[0]);
}

bool has_negative(const double* values, std::size_t count) {
  return std::any_of(values, values + count, [](double value) { return value < 0.0; });
}

std::string position(std::size_t column) { return std::to_string(column); }

}  // namespace

// ---------------------------------------------------------------- one row

Rows OneRow::read(nb::handle x, Columns& columns, const Reading& reading, bool grows) {
  PyObject* object = x.ptr();
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

/// The row almost every stream repeats: all columns, in order, floats. False where it is not so.
bool OneRow::read_usual_dict(PyObject* x, const Columns& columns) {
  const std::size_t width = columns.width();
  if (!std::cmp_equal(PyDict_GET_SIZE(x), width)) return false;
  values_.resize(width);
  Py_ssize_t at = 0;
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  for (std::size_t i = 0; i < width && PyDict_Next(x, &at, &key, &value) != 0; ++i) {
    if (!columns.is_at(key, i) || !PyFloat_CheckExact(value)) return false;
    values_[i] = PyFloat_AS_DOUBLE(value);
    if (!std::isfinite(values_[i])) return false;
  }
  return true;
}

Rows OneRow::read_dict(PyObject* x, Columns& columns, const Reading& reading, bool grows) {
  columns.require_named();
  const bool is_plain = !reading.refuses_negative && !reading.ignores_row;
  if (is_plain && columns.kind() == Columns::Kind::named && read_usual_dict(x, columns)) {
    return as_dense(values_.size(), true);
  }
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
      number = read_value(
          value, reading, [&] { return shown(held); }, row_);
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
    return DenseRows{
        .values = values_.data(), .count = 1, .width = values_.size(), .stride = values_.size()};
  }
  if (wants_dense(places_.size(), columns.width(), reading)) {
    dense_.assign(columns.width(), reading.keeps_missing ? nan : 0.0);
    for (std::size_t k = 0; k < places_.size(); ++k) dense_[places_[k]] = values_[k];
    return DenseRows{
        .values = dense_.data(), .count = 1, .width = dense_.size(), .stride = dense_.size()};
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
                    .is_complete = false};
}

Rows OneRow::as_dense(std::size_t width, bool is_whole) {
  return DenseRows{.values = values_.data(),
                   .count = 1,
                   .width = width,
                   .stride = width,
                   .is_whole = is_whole};
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
    values_[i] =
        read_value(PySequence_Fast_GET_ITEM(x, i), reading, [&] { return position(i); }, row_);
  }
  if (grows) columns.fix_width(width);
  return as_dense(width, false);
}

Rows OneRow::read_array(nb::handle x, Columns& columns, const Reading& reading, bool grows) {
  // By name, because asking an array for its kind costs more than all the rest.
  if (std::strcmp(Py_TYPE(x.ptr())->tp_name, "numpy.ndarray") != 0 && !is_plain_array(x)) {
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

// ---------------------------------------------------------------- arrays of numbers

NumberArray::NumberArray(nb::handle array) {
  if (PyObject_GetBuffer(array.ptr(), &view_, PyBUF_STRIDED_RO | PyBUF_FORMAT) != 0) {
    throw nb::python_error();
  }
  // ctypes leaves the strides out, which means C order.
  std::ptrdiff_t step = view_.itemsize;
  for (std::size_t axis = std::min<std::size_t>(dimensions(), 2); axis-- > 0;) {
    strides_[axis] = view_.strides != nullptr ? view_.strides[axis] : step;
    step *= view_.shape[axis];
  }
  const char* format = view_.format == nullptr ? "B" : view_.format;
  if (format[0] == '@' || format[0] == '=' || format[0] == '<') ++format;
  if (std::strchr("?bBhHiIlLqQfd", format[0]) != nullptr && format[0] != 0 && format[1] == 0) {
    type_ = format[0];
  }
}

NumberArray::~NumberArray() { PyBuffer_Release(&view_); }

namespace {

template <class T, class Out>
void load_as(const char* data, std::ptrdiff_t stride, std::size_t count, Out* out) {
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, data + static_cast<std::ptrdiff_t>(i) * stride, sizeof(T));
    out[i] = static_cast<Out>(value);  // NOLINT(bugprone-signed-char-misuse): a sign is meant
  }
}

template <class Out>
void load_numbers(char type, const char* data, std::ptrdiff_t stride, std::size_t count, Out* out) {
  switch (type) {
    case 'd':
      return load_as<double>(data, stride, count, out);
    case 'f':
      return load_as<float>(data, stride, count, out);
    case '?':
    case 'B':
      return load_as<unsigned char>(data, stride, count, out);
    case 'b':
      return load_as<signed char>(data, stride, count, out);
    case 'h':
      return load_as<short>(data, stride, count, out);
    case 'H':
      return load_as<unsigned short>(data, stride, count, out);
    case 'i':
      return load_as<int>(data, stride, count, out);
    case 'I':
      return load_as<unsigned int>(data, stride, count, out);
    case 'l':
      return load_as<long>(data, stride, count, out);
    case 'L':
      return load_as<unsigned long>(data, stride, count, out);
    case 'q':
      return load_as<long long>(data, stride, count, out);
    default:
      return load_as<unsigned long long>(data, stride, count, out);
  }
}

}  // namespace

void NumberArray::load(char type, const char* data, std::ptrdiff_t stride, std::size_t count,
                       double* out) {
  load_numbers(type, data, stride, count, out);
}
void NumberArray::load_ints(char type, const char* data, std::ptrdiff_t stride, std::size_t count,
                            std::int64_t* out) {
  load_numbers(type, data, stride, count, out);
}

// ---------------------------------------------------------------- batches

namespace {

/// A 2-D array. C-ordered doubles without missing values are used where they lie.
class MatrixBatch final : public Batch {
 public:
  explicit MatrixBatch(nb::handle X) : array_(X) {
    if (array_.dimensions() != 2) throw nb::value_error("X must be 2-D: rows, columns");
    if (array_.type() == 0) throw nb::type_error("X must hold numbers");
  }
  [[nodiscard]] std::size_t count() const override { return array_.length(0); }

  void check(const Reading& reading) override {
    const std::size_t width = array_.length(1);
    const auto row_bytes = static_cast<std::ptrdiff_t>(width * sizeof(double));
    const bool rows_are_doubles =
        array_.type() == 'd' && (array_.stride(1) == sizeof(double) || width <= 1) &&
        array_.stride(0) >= 0 &&
        array_.stride(0) % static_cast<std::ptrdiff_t>(sizeof(double)) == 0 &&
        reinterpret_cast<std::uintptr_t>(array_.data()) % alignof(double) == 0;
    if (rows_are_doubles && !reading.refuses_negative &&
        (array_.stride(0) == row_bytes || count() <= 1)) {
      const auto* values = reinterpret_cast<const double*>(array_.data());
      is_direct_ = is_whole_ = all_finite(values, count() * width);
      if (is_direct_) return;
    }
    bool has_missing = false;
    std::vector<double> row(width);
    if (!array_.is_float() && !reading.refuses_negative) return;
    for (std::size_t r = 0; r < count(); ++r) {
      load_row(r, row.data());
      if (all_finite(row.data(), width) &&
          !(reading.refuses_negative && has_negative(row.data(), width))) {
        continue;
      }
      for (std::size_t c = 0; c < width; ++c) {
        admit(row[c], reading, [&] { return position(c); }, static_cast<std::ptrdiff_t>(r));
      }
      has_missing = true;
    }
    is_direct_ = rows_are_doubles && (!has_missing || reading.keeps_missing);
  }

  void bind(Columns& columns, bool grows) override {
    columns.require_width(array_.length(1), false);
    if (grows) columns.fix_width(array_.length(1));
  }

  Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
             const Reading& reading) const override {
    const std::size_t width = array_.length(1);
    if (is_direct_) {
      const auto stride = static_cast<std::size_t>(array_.stride(0)) / sizeof(double);
      return DenseRows{.values = reinterpret_cast<const double*>(array_.data()) + start * stride,
                       .count = count,
                       .width = width,
                       .stride = stride,
                       .is_whole = is_whole_};
    }
    double* out = buffer.dense(count, width);
    for (std::size_t r = 0; r < count; ++r) load_row(start + r, out + r * width);
    if (!reading.keeps_missing) {
      std::replace_if(out, out + count * width, [](double x) { return std::isnan(x); }, 0.0);
    }
    return buffer.rows();
  }

 private:
  void load_row(std::size_t row, double* out) const {
    NumberArray::load(array_.type(),
                      array_.data() + static_cast<std::ptrdiff_t>(row) * array_.stride(0),
                      array_.stride(1), array_.length(1), out);
  }

  NumberArray array_;
  bool is_direct_ = false;
  bool is_whole_ = false;
};

/// SciPy's CSR: what is not stored is 0. Entries out of order or doubled are put right.
/// Doubles in order are used where they lie; the rest is converted block by block.
class CsrBatch final : public Batch {
 public:
  explicit CsrBatch(nb::handle X)
      : starts_(X.attr("indptr")),
        places_(X.attr("indices")),
        values_(X.attr("data")),
        count_(nb::cast<std::size_t>(X.attr("shape")[nb::int_(0)])),
        width_(nb::cast<std::size_t>(X.attr("shape")[nb::int_(1)])) {
    if (values_.type() == 0) throw nb::type_error("X must hold numbers");
    if (starts_.length(0) != count_ + 1) throw nb::value_error("X.indptr does not fit X.shape");
    if (width_ >= std::numeric_limits<std::int32_t>::max()) throw nb::value_error("X is too wide");
  }
  [[nodiscard]] std::size_t count() const override { return count_; }

  void check(const Reading& reading) override {
    if (reading.sparse == Reading::Sparse::refused) {
      throw nb::value_error(
          "covariance='full' takes dense rows only; use covariance='diagonal' or X.toarray()");
    }
    const std::size_t stored = std::min(places_.length(0), values_.length(0));
    check_starts(stored);
    const bool simple = places_.type() == 'i' && places_.stride(0) == sizeof(std::int32_t) &&
                        values_.type() == 'd' && values_.stride(0) == sizeof(double);
    bool is_direct = simple && check_places(reinterpret_cast<const std::int32_t*>(places_.data()));
    if (is_direct) {
      const auto* values = reinterpret_cast<const double*>(values_.data());
      is_direct =
          all_finite(values, stored) && !(reading.refuses_negative && has_negative(values, stored));
      if (is_direct) {
        place_data_ = reinterpret_cast<const std::uint32_t*>(places_.data());
        value_data_ = values;
        return;
      }
    }
    copy(stored, reading);
  }

  void bind(Columns& columns, bool grows) override {
    columns.require_width(width_, grows);
    if (grows) columns.fix_width(width_);
  }

  Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
             const Reading& reading) const override {
    const SparseRows sparse{.starts = starts_64_.data() + start,
                            .columns = place_data_,
                            .values = value_data_,
                            .count = count,
                            .width = width_,
                            .is_complete = true};
    if (reading.sparse == Reading::Sparse::kept) return sparse;
    double* out = buffer.dense(count, width_);
    std::fill_n(out, count * width_, 0.0);
    for (std::size_t r = 0; r < count; ++r) {
      const SparseRow row = sparse.row(r, 0.0);
      for (std::size_t k = 0; k < row.count; ++k) out[r * width_ + row.columns[k]] = row.values[k];
    }
    return buffer.rows();
  }

 private:
  void check_starts(std::size_t stored) {
    std::vector<std::int64_t> starts(count_ + 1);
    NumberArray::load_ints(starts_.type(), starts_.data(), starts_.stride(0), count_ + 1,
                           starts.data());
    starts_64_.resize(count_ + 1);
    for (std::size_t r = 0; r <= count_; ++r) {
      if (starts[r] < 0 || std::cmp_greater(starts[r], stored) ||
          (r > 0 && starts[r] < starts[r - 1])) {
        throw nb::value_error("X.indptr does not fit X.data");
      }
      starts_64_[r] = static_cast<std::size_t>(starts[r]);
    }
  }

  /// True if every row's columns ascend; throws if one lies outside.
  bool check_places(const std::int32_t* places) const {
    const auto width = static_cast<std::int32_t>(width_);
    bool ascends = true;
    bool inside = true;
    for (std::size_t r = 0; r < count_; ++r) {
      std::int32_t last = -1;
      for (std::size_t k = starts_64_[r]; k < starts_64_[r + 1]; ++k) {
        inside &= places[k] >= 0 && places[k] < width;
        ascends &= places[k] > last;
        last = places[k];
      }
    }
    if (!inside) throw nb::value_error("X.indices holds a column outside X.shape");
    return ascends;
  }

  void copy(std::size_t stored, const Reading& reading) {
    std::vector<std::int64_t> places(stored);
    NumberArray::load_ints(places_.type(), places_.data(), places_.stride(0), stored,
                           places.data());
    own_places_.resize(stored);
    own_values_.resize(stored);
    NumberArray::load(values_.type(), values_.data(), values_.stride(0), stored,
                      own_values_.data());
    for (std::size_t r = 0; r < count_; ++r) {
      for (std::size_t k = starts_64_[r]; k < starts_64_[r + 1]; ++k) {
        if (places[k] < 0 || std::cmp_greater_equal(places[k], width_)) {
          throw nb::value_error("X.indices holds a column outside X.shape");
        }
        own_places_[k] = static_cast<std::uint32_t>(places[k]);
        own_values_[k] = admit(
            own_values_[k], reading, [&] { return position(own_places_[k]); },
            static_cast<std::ptrdiff_t>(r));
      }
    }
    put_right();
    place_data_ = own_places_.data();
    value_data_ = own_values_.data();
  }

  /// Sorts the entries of each row by column and adds up doubled ones, as SciPy means them.
  void put_right() {
    std::vector<std::pair<std::uint32_t, double>> row;
    std::size_t end = 0;  // never overtakes what is still to be read
    for (std::size_t r = 0; r < count_; ++r) {
      row.clear();
      for (std::size_t k = starts_64_[r]; k < starts_64_[r + 1]; ++k) {
        row.emplace_back(own_places_[k], own_values_[k]);
      }
      const auto by_place = [](const auto& a, const auto& b) { return a.first < b.first; };
      if (!std::ranges::is_sorted(row, by_place)) {
        std::ranges::stable_sort(row, by_place);
      }
      const std::size_t first = end;
      for (const auto& [place, value] : row) {
        if (end > first && own_places_[end - 1] == place) {
          own_values_[end - 1] += value;
        } else {
          own_places_[end] = place;
          own_values_[end++] = value;
        }
      }
      starts_64_[r] = first;
    }
    if (count_ > 0) starts_64_[count_] = end;
  }

  NumberArray starts_;
  NumberArray places_;
  NumberArray values_;
  std::size_t count_;
  std::size_t width_;
  std::vector<std::size_t> starts_64_;
  std::vector<std::uint32_t> own_places_;
  std::vector<double> own_values_;
  const std::uint32_t* place_data_ = nullptr;
  const double* value_data_ = nullptr;
};

/// Named columns, each an array of numbers or a list of whatever.
class TableBatch final : public Batch {
 public:
  TableBatch(const nb::list& names, const nb::list& columns, std::size_t count,
             const Reading& reading)
      : names_(names), count_(count) {
    nb::dict seen;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (seen.contains(names[c])) refuse_cell(shown(names[c]), -1, "the table has it twice");
      seen[names[c]] = nb::none();
      Column& column = columns_.emplace_back();
      const nb::object values = nb::borrow(columns[c]);
      if (PyList_Check(values.ptr())) {
        read_list(values.ptr(), shown(names[c]), column, reading);
      } else {
        column.array = std::make_unique<NumberArray>(values);
        if (column.array->dimensions() != 1 || column.array->type() == 0) {
          throw nb::type_error("a column must be a 1-D array of numbers");
        }
      }
      titles_.push_back(shown(names[c]));
      if (column.length() != count_) {
        refuse_cell(titles_.back(), -1, "it is not as long as the other columns");
      }
    }
  }
  [[nodiscard]] std::size_t count() const override { return count_; }

  void check(const Reading& reading) override {
    std::vector<double> values(256);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column& column = columns_[c];
      if (column.array == nullptr || (!column.array->is_float() && !reading.refuses_negative))
        continue;
      for (std::size_t start = 0; start < count_; start += values.size()) {
        const std::size_t n = std::min(values.size(), count_ - start);
        column.load(start, n, values.data());
        if (all_finite(values.data(), n) &&
            !(reading.refuses_negative && has_negative(values.data(), n))) {
          continue;
        }
        for (std::size_t i = 0; i < n; ++i) {
          admit(
              values[i], reading, [&] { return titles_[c]; },
              static_cast<std::ptrdiff_t>(start + i));
        }
      }
    }
  }

  void bind(Columns& columns, bool grows) override {
    columns.require_named();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const nb::object name = nb::borrow(names_[c]);
      columns_[c].place = columns.find(name.ptr(), c);
      if (columns_[c].place == Columns::unknown && grows) columns_[c].place = columns.append(name);
    }
    if (grows) columns.become_named();
    width_ = columns.width();
    const auto known = std::count_if(columns_.begin(), columns_.end(), [](const Column& column) {
      return column.place != Columns::unknown;
    });
    is_whole_ = std::cmp_equal(known, width_);
  }

  Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
             const Reading& reading) const override {
    const double missing = reading.keeps_missing ? nan : 0.0;
    double* out = buffer.dense(count, width_);
    if (!is_whole_) std::fill_n(out, count * width_, missing);
    std::vector<double> values(count);
    for (const Column& column : columns_) {
      if (column.place == Columns::unknown) continue;
      column.load(start, count, values.data());
      for (std::size_t r = 0; r < count; ++r) {
        out[r * width_ + column.place] = std::isnan(values[r]) ? missing : values[r];
      }
    }
    return buffer.rows();
  }

 private:
  struct Column {
    std::unique_ptr<NumberArray> array;  ///< null: the values stand in `list`
    std::vector<double> list;
    std::size_t place = Columns::unknown;

    [[nodiscard]] std::size_t length() const {
      return array == nullptr ? list.size() : array->length(0);
    }
    void load(std::size_t start, std::size_t count, double* out) const {
      if (array == nullptr) {
        std::copy_n(list.data() + start, count, out);
      } else {
        NumberArray::load(array->type(),
                          array->data() + static_cast<std::ptrdiff_t>(start) * array->stride(0),
                          array->stride(0), count, out);
      }
    }
  };

  static void read_list(PyObject* values, const std::string& title, Column& column,
                        const Reading& reading) {
    const auto count = static_cast<std::size_t>(PyList_GET_SIZE(values));
    column.list.resize(count);
    for (std::size_t r = 0; r < count; ++r) {
      PyObject* value = PyList_GET_ITEM(values, static_cast<Py_ssize_t>(r));
      column.list[r] =
          read_value(value, reading, [&] { return title; }, static_cast<std::ptrdiff_t>(r));
    }
  }

  nb::list names_;
  std::size_t count_;
  std::vector<Column> columns_;
  std::vector<std::string> titles_;
  std::size_t width_ = 0;
  bool is_whole_ = false;
};

/// A list of dicts. Names new to the model get their columns in `bind`.
class DictBatch final : public Batch {
 public:
  DictBatch(nb::handle X, const Reading& reading) {
    keys_.become_named();
    for (nb::handle x : X) {
      if (!PyDict_Check(x.ptr())) throw nb::type_error("rows must be all dicts or all lists");
      Py_ssize_t at = 0;
      PyObject* key = nullptr;
      PyObject* value = nullptr;
      std::size_t i = 0;
      const auto row = static_cast<std::ptrdiff_t>(starts_.size()) - 1;
      while (PyDict_Next(x.ptr(), &at, &key, &value) != 0) {
        std::size_t place = keys_.find(key, i++);
        if (place == Columns::unknown) place = keys_.append(key);
        places_.push_back(static_cast<std::uint32_t>(place));
        const nb::object held = nb::borrow(key);
        values_.push_back(read_value(value, reading, [&] { return shown(held); }, row));
      }
      starts_.push_back(places_.size());
    }
  }
  [[nodiscard]] std::size_t count() const override { return starts_.size() - 1; }
  void check(const Reading& /*reading*/) override {}

  void bind(Columns& columns, bool grows) override {
    columns.require_named();
    columns_.clear();
    for (std::size_t i = 0; i < keys_.width(); ++i) {
      const nb::object key = keys_.name(i);
      std::size_t place = columns.find(key.ptr(), i);
      if (place == Columns::unknown && grows) place = columns.append(key);
      columns_.push_back(place);
    }
    if (grows) columns.become_named();
    width_ = columns.width();
  }

  Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
             const Reading& reading) const override {
    if (wants_dense(starts_[start + count] - starts_[start], width_ * count, reading) ||
        width_ <= small_width) {
      double* out = buffer.dense(count, width_);
      std::fill_n(out, count * width_, reading.keeps_missing ? nan : 0.0);
      for (std::size_t r = 0; r < count; ++r) {
        for (std::size_t k = starts_[start + r]; k < starts_[start + r + 1]; ++k) {
          if (columns_[places_[k]] != Columns::unknown) {
            out[r * width_ + columns_[places_[k]]] = values_[k];
          }
        }
      }
      return buffer.rows();
    }
    buffer.start_sparse(width_, false);
    std::vector<std::pair<std::uint32_t, double>> row;
    for (std::size_t r = 0; r < count; ++r) {
      row.clear();
      for (std::size_t k = starts_[start + r]; k < starts_[start + r + 1]; ++k) {
        if (columns_[places_[k]] != Columns::unknown) {
          row.emplace_back(static_cast<std::uint32_t>(columns_[places_[k]]), values_[k]);
        }
      }
      std::ranges::sort(row, [](auto& a, auto& b) { return a.first < b.first; });
      for (const auto& [place, value] : row) buffer.push(place, value);
      buffer.end_row();
    }
    buffer.finish_sparse();
    return buffer.rows();
  }

 private:
  Columns keys_;  ///< the batch's own numbering of the names it met
  std::vector<std::size_t> starts_{0};
  std::vector<std::uint32_t> places_;
  std::vector<double> values_;
  std::vector<std::size_t> columns_;  ///< the batch's numbering -> the model's
  std::size_t width_ = 0;
};

/// A list of lists.
class ListBatch final : public Batch {
 public:
  ListBatch(nb::handle X, const Reading& reading) {
    for (nb::handle x : X) {
      OneRow reader;
      reader.at_row(static_cast<std::ptrdiff_t>(count_));
      Columns width;
      const Rows row = reader.read(x, width, with_missing(reading), true);
      const auto& dense = std::get<DenseRows>(row);
      if (width.kind() != Columns::Kind::positional) {
        throw nb::type_error("rows must be all dicts or all lists");
      }
      if (count_ > 0 && dense.width != width_) {
        const std::string message = "row " + std::to_string(count_) + " has " +
                                    std::to_string(dense.width) + " columns, the rows before " +
                                    std::to_string(width_);
        throw nb::value_error(message.c_str());
      }
      width_ = dense.width;
      values_.insert(values_.end(), dense.values, dense.values + width_);
      ++count_;
    }
  }
  [[nodiscard]] std::size_t count() const override { return count_; }
  void check(const Reading& reading) override {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      values_[k] = admit(
          values_[k], reading, [&] { return position(k % width_); },
          static_cast<std::ptrdiff_t>(k / width_));
    }
  }
  void bind(Columns& columns, bool grows) override {
    if (count_ == 0) return;
    columns.require_width(width_, false);
    if (grows) columns.fix_width(width_);
  }
  Rows block(std::size_t start, std::size_t count, RowBuffer& /*buffer*/,
             const Reading& /*reading*/) const override {
    return DenseRows{.values = values_.data() + start * width_,
                     .count = count,
                     .width = width_,
                     .stride = width_};
  }

 private:
  /// Reads anything that is a number; `check` then judges it, and knows the row.
  static Reading with_missing(Reading reading) {
    reading.keeps_missing = true;
    reading.refuses_negative = false;
    return reading;
  }

  std::vector<double> values_;
  std::size_t width_ = 0;
  std::size_t count_ = 0;
};

std::unique_ptr<Batch> read_list(nb::handle X, const Reading& reading) {
  const bool named = nb::len(X) > 0 && PyDict_Check(X[nb::int_(0)].ptr());
  if (named) return std::make_unique<DictBatch>(X, reading);
  return std::make_unique<ListBatch>(X, reading);
}

}  // namespace

std::unique_ptr<Batch> read_batch(nb::handle X, const Reading& reading) {
  if (PyList_Check(X.ptr()) || PyTuple_Check(X.ptr())) return read_list(X, reading);
  if (is_plain_array(X)) {
    const char type = NumberArray(X).type();
    if (type != 0) return std::make_unique<MatrixBatch>(X);
  }
  if (nb::hasattr(X, "indptr") && nb::hasattr(X, "format") &&
      X.attr("format").equal(nb::str("csr"))) {
    return std::make_unique<CsrBatch>(X);
  }
  // The rarer kinds are sorted out in Python, once a batch.
  const nb::object read = nb::module_::import_("driftline.stream.tables").attr("read")(X);
  if (!nb::hasattr(read, "column_values")) return read_batch(read, reading);
  return std::make_unique<TableBatch>(nb::cast<nb::list>(read.attr("names")),
                                      nb::cast<nb::list>(read.attr("column_values")),
                                      nb::cast<std::size_t>(read.attr("rows")), reading);
}

}  // namespace driftline::python

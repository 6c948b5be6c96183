#include "targets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>

#include "rows.hpp"

namespace driftline::python {

namespace {

[[noreturn]] void refuse_length(const char* what, std::size_t length, std::size_t count) {
  const std::string message = std::string(what) + " has " + std::to_string(length) +
                              " entries, X has " + std::to_string(count) + " rows";
  throw nb::value_error(message.c_str());
}

[[noreturn]] void refuse_entry(const char* what, std::size_t row, const std::string& why) {
  const std::string message = std::string(what) + ", row " + std::to_string(row) + ": " + why;
  throw nb::value_error(message.c_str());
}

bool is_array(nb::handle y) {
  if (PyObject_CheckBuffer(y.ptr()) == 0 || PyBytes_Check(y.ptr())) return false;
  return !nb::hasattr(y, "dtype") ||
         (!nb::hasattr(y, "mask") &&
          !std::strchr("mMOUSVT", nb::cast<std::string>(y.attr("dtype").attr("kind"))[0]));
}

nb::object tables(const char* function) {
  return nb::module_::import_("driftline.stream.tables").attr(function);
}

std::vector<double> read_doubles(const char* what, nb::handle values, std::size_t count) {
  std::vector<double> out(count);
  if (is_array(values)) {
    const NumberArray array(values);
    if (array.type() != 0) {
      if (array.dimensions() != 1)
        throw nb::value_error((std::string(what) + " must be 1-D").c_str());
      if (array.length(0) != count) refuse_length(what, array.length(0), count);
      NumberArray::load(array.type(), array.data(), array.stride(0), count, out.data());
      return out;
    }
  }
  const nb::object list =
      PyList_Check(values.ptr()) ? nb::borrow(values) : tables("listed")(values);
  if (nb::len(list) != count) refuse_length(what, nb::len(list), count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::cmp_equal(PyList_GET_SIZE(list.ptr()), count)) {
      throw nb::value_error((std::string(what) + " changed while it was read").c_str());
    }
    const nb::object held = nb::borrow(PyList_GET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i)));
    PyObject* value = held.ptr();
    if (is_null(value)) {
      out[i] = std::nan("");
    } else if (PyUnicode_Check(value) || only_looks_like_number(value)) {
      refuse_entry(what, i, shown(value) + " is not a number");
    } else {
      out[i] = PyFloat_AsDouble(value);
      if (out[i] == -1.0 && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        refuse_entry(what, i, shown(value) + " is not a number");
      }
    }
  }
  return out;
}

/// out[i] becomes what `table` holds for number i, the first place being that of `lowest`. Where it
/// holds nothing, `find(number, row)` is asked. A few numbers are read at a time, so that they stay
/// in the cache.
template <class Find>
void look_up(const NumberArray& array, std::int64_t lowest, const std::vector<Code>& table,
             Code* out, Find&& find) {
  std::array<std::int64_t, 512> values;  // NOLINT(*-member-init): written before read
  const std::size_t count = array.length(0);
  for (std::size_t start = 0; start < count; start += values.size(), out += values.size()) {
    const std::size_t length = std::min(values.size(), count - start);
    NumberArray::load_ints(array.type(),
                           array.data() + static_cast<std::ptrdiff_t>(start) * array.stride(0),
                           array.stride(0), length, values.data());
    bool is_found = true;
    for (std::size_t i = 0; i < length; ++i) {
      // A number below the lowest wraps round to one beyond the table.
      const auto place = static_cast<std::size_t>(values[i]) - static_cast<std::size_t>(lowest);
      out[i] = place < table.size() ? table[place] : Labels::unknown;
      is_found = is_found && out[i] != Labels::unknown;
    }
    for (std::size_t i = 0; i < length && !is_found; ++i) {
      if (out[i] == Labels::unknown) out[i] = find(values[i], start + i);
    }
  }
}

/// Copies places in a list, -1 for none, if they are of the same type and all lie in the list.
bool copy_places(const NumberArray& array, std::size_t length, Code* out) {
  if (array.type() != 'i' || array.stride(0) != sizeof(Code)) return false;
  const std::size_t count = array.length(0);
  std::memcpy(out, array.data(), count * sizeof(Code));
  std::uint32_t misfits = 0;  // without a branch, so that several rows are taken at once
  for (std::size_t i = 0; i < count; ++i) {
    misfits |= std::uint32_t{std::cmp_greater(static_cast<std::uint32_t>(out[i]) + 1, length)};
  }
  return misfits == 0;
}

/// What the second list holds for the entries of the first; both begin with the one for -1.
std::vector<Code> composed(std::vector<Code> first, const std::vector<Code>& second) {
  for (Code& entry : first) {
    if (entry != Labels::unknown) entry = second[static_cast<std::size_t>(entry) + 1];
  }
  return first;
}

}  // namespace

LabelBatch::LabelBatch(nb::handle y, std::size_t count) {
  nb::object indexed;  // (labels, an index for each row): Arrow dictionaries and strings
  if (!is_array(y) && !PyList_Check(y.ptr()) && !PyTuple_Check(y.ptr())) {
    indexed = tables("labels")(y);
    if (!PyTuple_Check(indexed.ptr())) y = indexed;
  }
  if (indexed.is_valid() && PyTuple_Check(indexed.ptr())) {
    read_places(nb::cast<nb::list>(indexed[0]), NumberArray(indexed[1]));
  } else if (is_array(y)) {
    const NumberArray array(y);
    if (array.dimensions() != 1) throw nb::value_error("y must be 1-D");
    if (array.type() == 0) {
      read_objects(tables("listed")(y));
    } else if (array.is_float()) {
      read_floats(y);
    } else {
      read_ints(y);
    }
  } else {
    read_objects(y);
  }
  if (numbers_.size() != count) refuse_length("y", numbers_.size(), count);
}

void LabelBatch::read_places(const nb::list& labels, const NumberArray& places) {
  std::vector<Code> own(labels.size() + 1, Labels::unknown);
  own.front() = no_label;  // the place before the first label's
  const auto find = [&](std::int64_t place, std::size_t row) {
    if (place < 0) return no_label;
    Code& seen = own.at(static_cast<std::size_t>(place) + 1);
    if (seen == Labels::unknown) seen = number(labels[static_cast<std::size_t>(place)], row);
    return seen;
  };
  numbers_.resize(places.length(0));
  if (!copy_places(places, labels.size(), numbers_.data())) {
    look_up(places, -1, own, numbers_.data(), find);
    return;
  }
  // Most batches hold every label, and all have come within a few rows.
  std::size_t to_come = labels.size();
  for (std::size_t row = 0; row < numbers_.size() && to_come > 0; ++row) {
    if (own[static_cast<std::size_t>(numbers_[row]) + 1] != Labels::unknown) continue;
    find(numbers_[row], row);
    --to_come;
  }
  number_at_ = std::move(own);
}

Code LabelBatch::number(nb::handle label, std::size_t row) {
  if (is_null(label.ptr())) return no_label;
  PyObject* known = PyDict_GetItemWithError(known_.ptr(), label.ptr());
  if (known != nullptr) return static_cast<std::int32_t>(PyLong_AsLong(known));
  if (PyErr_Occurred() != nullptr) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    const std::string message =
        "y, row " + std::to_string(row) + ": the label " + shown(label) + " cannot be hashed";
    throw nb::type_error(message.c_str());
  }
  const auto next = static_cast<std::int32_t>(labels_.size());
  known_[label] = next;
  labels_.push_back(nb::borrow(label));
  return next;
}

void LabelBatch::read_ints(nb::handle y) {
  const NumberArray array(y);
  const bool is_bool = array.type() == '?';
  const bool is_unsigned = array.type() == 'Q' || array.type() == 'L';
  // Most labels are small numbers, found by their place; the others by hash.
  constexpr std::int64_t small = 256;
  std::vector<Code> near(2 * small, Labels::unknown);
  std::unordered_map<std::int64_t, Code> far;
  const auto make = [&](std::int64_t value, std::size_t row) {
    if (is_bool) return number(nb::bool_(value != 0), row);
    if (is_unsigned) return number(nb::int_(static_cast<std::uint64_t>(value)), row);
    return number(nb::int_(value), row);
  };
  numbers_.resize(array.length(0));
  look_up(array, -small, near, numbers_.data(), [&](std::int64_t value, std::size_t row) {
    if (value >= -small && value < small) {
      Code& seen = near[static_cast<std::size_t>(value + small)];
      if (seen == Labels::unknown) seen = make(value, row);
      return seen;
    }
    const auto [entry, is_new] = far.try_emplace(value, 0);
    if (is_new) entry->second = make(value, row);
    return entry->second;
  });
}

void LabelBatch::read_floats(nb::handle y) {
  const NumberArray array(y);
  const std::size_t count = array.length(0);
  std::vector<double> values(count);
  NumberArray::load(array.type(), array.data(), array.stride(0), count, values.data());
  std::unordered_map<double, std::int32_t> seen;
  numbers_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isnan(values[i])) {
      numbers_[i] = -1;
      continue;
    }
    const auto [entry, is_new] = seen.try_emplace(values[i], 0);
    if (is_new) entry->second = number(nb::float_(values[i]), i);
    numbers_[i] = entry->second;
  }
}

void LabelBatch::read_objects(nb::handle y) {
  const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(y.ptr()));
  numbers_.reserve(count);
  nb::object last;
  std::int32_t last_number = -1;
  for (std::size_t i = 0; i < count; ++i) {
    // Asked anew each time: a label's __hash__ may have changed the list.
    if (!std::cmp_equal(PySequence_Fast_GET_SIZE(y.ptr()), count)) {
      throw nb::value_error("y changed while it was read");
    }
    PyObject* label = PySequence_Fast_GET_ITEM(y.ptr(), i);
    if (label != last.ptr()) {
      last = nb::borrow(label);
      last_number = number(last, i);
    }
    numbers_.push_back(last_number);
  }
}

std::vector<Code> LabelBatch::seat(Labels& table, const double* weights) && {
  std::vector<Code> codes(labels_.size(), Labels::unknown);
  for (std::size_t k = 0; k < labels_.size(); ++k) codes[k] = table.find(labels_[k].ptr());
  if (weights == nullptr) {  // every labelled row is learned, so numbers are in order of learning
    for (std::size_t k = 0; k < codes.size(); ++k) {
      if (codes[k] == Labels::unknown) codes[k] = table.seat(labels_[k]);
    }
    codes.insert(codes.begin(), no_label);
    if (!number_at_.empty()) codes = composed(number_at_, codes);
    replace(codes);
    return std::move(numbers_);
  }
  if (!number_at_.empty()) replace(number_at_);
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (numbers_[i] < 0) continue;
    const auto k = static_cast<std::size_t>(numbers_[i]);
    const bool teaches = weights[i] != 0.0;
    if (codes[k] == Labels::unknown && teaches) codes[k] = table.seat(labels_[k]);
    numbers_[i] = teaches ? codes[k] : no_label;
  }
  return std::move(numbers_);
}

void LabelBatch::replace(const std::vector<Code>& by) {
  bool is_same = true;
  for (std::size_t k = 0; k < by.size(); ++k) {
    is_same = is_same && (by[k] == Labels::unknown || std::cmp_equal(by[k] + 1, k));
  }
  if (is_same) return;
  for (Code& number : numbers_) number = by[static_cast<std::size_t>(number) + 1];
}

std::vector<double> read_numbers(nb::handle y, std::size_t count) {
  std::vector<double> out = read_doubles("y", y, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isinf(out[i])) refuse_entry("y", i, "the value is infinite");
  }
  return out;
}

// Sums of weights must stay finite, or a model could not be loaded again.
constexpr double most_weight = 1e100;

double read_weight(double w) {
  if (w >= 0.0 && w <= most_weight) return w;
  throw nb::value_error("w must be at least 0 and at most 1e100");
}

std::vector<double> read_weights(nb::handle w, std::size_t count) {
  if (w.is_none()) return {};
  if (PyFloat_Check(w.ptr()) || PyLong_Check(w.ptr())) {
    const double weight = PyFloat_AsDouble(w.ptr());
    if (weight == -1.0 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw nb::value_error("w must be at least 0 and at most 1e100");
    }
    return std::vector<double>(count, read_weight(weight));
  }
  if (is_array(w)) {
    const NumberArray one(w);
    if (one.dimensions() == 0 && one.type() != 0) {
      double weight = 0.0;
      NumberArray::load(one.type(), one.data(), 0, 1, &weight);
      return std::vector<double>(count, read_weight(weight));
    }
  }
  std::vector<double> out = read_doubles("w", w, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!(out[i] >= 0.0 && out[i] <= most_weight)) {
      refuse_entry("w", i, "a weight must be at least 0 and at most 1e100");
    }
  }
  return out;
}

Interleaving read_order(nb::handle steps, std::size_t rows, std::size_t count) {
  if (steps.is_none()) {
    if (count != rows) refuse_length("learned", count, rows);
    return Interleaving(rows);
  }
  const NumberArray array(steps);
  if (array.dimensions() != 1 || array.type() == 0 || array.is_float()) {
    throw nb::type_error("steps must be a 1-D array of integers");
  }
  if (array.length(0) != count) refuse_length("steps", array.length(0), count);
  std::vector<std::int64_t> out(count);
  NumberArray::load_ints(array.type(), array.data(), array.stride(0), count, out.data());
  return {rows, std::move(out)};
}

}  // namespace driftline::python

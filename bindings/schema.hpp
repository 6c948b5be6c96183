// The names of a model's columns and labels, as Python objects.
//
// All of it is touched only with the GIL and the model's lock held. Names and labels a batch
// brings along are first collected, and committed once nothing in the batch can fail any more.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>  // every file must cast texts alike

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "driftline/stream/labels.hpp"

namespace driftline::python {

namespace nb = nanobind;

/// "'age'" for a name, "3" for a position.
std::string shown(nb::handle object);
/// A name as plain text: "age", "3".
std::string plain_name(nb::handle name);
/// "column 'age', row 812: " in front of what is wrong; without the row for a single one.
[[noreturn]] void refuse_cell(const std::string& column, std::ptrdiff_t row,
                              const std::string& why);

/// Whether both are plain texts, and the same. Runs nobody's code.
bool same_text(PyObject* a, PyObject* b);

/// None, NaN of any kind, and what pandas calls NA and NaT: what does not equal itself.
bool is_null(PyObject* object);
/// NumPy's dates, spans of time, complex numbers and texts, of which float() makes something all
/// the same.
bool only_looks_like_number(PyObject* object);

class Columns {
 public:
  enum class Kind : std::uint8_t { open, named, positional };
  static constexpr std::size_t unknown = SIZE_MAX;
  /// More columns than this are refused: a mistaken shape should not cost all memory.
  static constexpr std::size_t most = std::size_t{1} << 24;

  Columns() = default;
  /// A copy has dictionaries of its own; the default would share them.
  Columns(const Columns& other);
  Columns& operator=(const Columns& other);
  Columns(Columns&&) = default;
  Columns& operator=(Columns&&) = default;
  ~Columns() = default;

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] nb::object name(std::size_t column) const;
  [[nodiscard]] nb::list names() const;
  [[nodiscard]] std::span<const nb::object> known() const { return names_; }  // if named

  /// The column of `key`, tried first at the position where it stood last time: by identity,
  /// then by text. The dictionary is asked only where the order has changed.
  [[nodiscard]] std::size_t find(PyObject* key, std::size_t guess) const {
    return guess < names_.size() && is_at(key, guess) ? guess : search(key);
  }
  /// Whether a name stands at this column: by identity, then by text.
  [[nodiscard]] bool is_at(PyObject* key, std::size_t column) const {
    PyObject* known = names_[column].ptr();
    return known == key || same_text(known, key);
  }
  std::size_t append(nb::handle name);

  /// Throw ValueError where named and positional rows, or two widths, would mix.
  void require_named() const;
  void require_width(std::size_t width, bool may_grow) const;
  void fix_width(std::size_t width);
  void become_named() { kind_ = Kind::named; }

  [[nodiscard]] nb::dict state() const;
  void restore(const nb::dict& state);
  [[nodiscard]] std::size_t memory() const;
  [[nodiscard]] bool equals(const Columns& other) const;

 private:
  [[nodiscard]] std::size_t search(PyObject* key) const;

  Kind kind_ = Kind::open;
  std::size_t width_ = 0;
  std::vector<nb::object> names_;
  nb::dict places_;
};

class Labels {
 public:
  static constexpr Code unknown = -2;

  Labels() = default;
  /// A copy has a dictionary of its own; the default would share it.
  Labels(const Labels& other);
  Labels& operator=(const Labels& other);
  Labels(Labels&&) = default;
  Labels& operator=(Labels&&) = default;
  ~Labels() = default;

  /// no_label for a null, `unknown` for one never seen.
  [[nodiscard]] Code find(PyObject* label) const {
    const Code code = spot(label);
    return code == unknown ? search(label) : code;
  }
  /// The same by a look at the first labels alone: the very object, or the same text. Runs nobody's
  /// code.
  [[nodiscard]] Code spot(PyObject* label) const {
    const std::size_t count = std::min<std::size_t>(labels_.size(), 4);
    for (std::size_t c = 0; c < count; ++c) {
      if (labels_[c].ptr() == label) return static_cast<Code>(c);
    }
    if (!PyUnicode_CheckExact(label)) return unknown;
    for (std::size_t c = 0; c < count; ++c) {
      if (labels_[c].is_valid() && same_text(labels_[c].ptr(), label)) return static_cast<Code>(c);
    }
    return unknown;
  }
  /// Gives a new label its code: the next one, except that a first label equal to 1 (or True)
  /// takes code 1, the positive seat, and leaves code 0 to the next.
  Code seat(nb::handle label);
  /// Takes back labels at the end, as long as `is_learned(code)` is false.
  template <class IsLearned>
  void take_back(IsLearned is_learned) {
    while (!labels_.empty() && !is_learned(labels_.size() - 1)) {
      if (labels_.back().is_valid()) PyDict_DelItem(codes_.ptr(), labels_.back().ptr());
      labels_.pop_back();
    }
  }

  [[nodiscard]] std::size_t size() const { return labels_.size(); }
  [[nodiscard]] nb::object at(Code code) const { return nb::borrow(seen(code)); }
  /// The same without a reference of its own.
  [[nodiscard, gnu::always_inline]] nb::handle seen(Code code) const {
    const auto place = static_cast<std::size_t>(code);  // one below 0 lies behind the last label
    return {place < labels_.size() ? labels_[place].ptr() : Py_None};
  }
  /// In the order of their codes, the free seat left out.
  [[nodiscard]] nb::list known() const;
  [[nodiscard]] bool has_free_seat() const { return !labels_.empty() && !labels_[0].is_valid(); }

  [[nodiscard]] nb::list state() const;
  void restore(const nb::list& state);
  [[nodiscard]] std::size_t memory() const;
  [[nodiscard]] bool equals(const Labels& other) const;

 private:
  [[nodiscard]] Code search(PyObject* label) const;

  std::vector<nb::object> labels_;
  nb::dict codes_;
};

}  // namespace driftline::python

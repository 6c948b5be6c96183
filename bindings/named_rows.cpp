#include "named_rows.hpp"

#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cells.hpp"
#include "driftline/numeric/all_finite.hpp"
#include "driftline/numeric/lay_rows.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

/// Rows that are asked for at once, usually, and some more.
constexpr std::size_t spare_rows = 512;

}  // namespace

RowRoom::Values RowRoom::take(std::size_t size) {
  const std::scoped_lock hold(lock_);
  const auto fits = std::ranges::find_if(
      free_, [&](const Place& place) { return place.size >= size && place.size <= 2 * size; });
  if (fits == free_.end()) {
    return std::make_unique_for_overwrite<double[]>(size);  // NOLINT(modernize-avoid-c-arrays)
  }
  Values values = std::move(fits->values);
  free_.erase(fits);
  return values;
}

void RowRoom::give_back(Values values, std::size_t size) {
  if (values == nullptr) return;
  const std::scoped_lock hold(lock_);
  if (free_.size() == most) free_.erase(free_.begin());
  free_.push_back({.values = std::move(values), .size = size});
}

NamedRows::NamedRows(nb::list names, const nb::list& columns, std::size_t history,
                     std::shared_ptr<RowRoom> room)
    : names_(std::move(names)), store_(std::make_shared<Store>(std::move(room))) {
  if (names_.size() != columns.size()) throw nb::value_error("a name is wanted for each column");
  for (nb::handle column : columns) {
    const auto& array = store_->arrays.emplace_back(std::make_unique<NumberArray>(column));
    if (array->dimensions() != 1 || array->type() != 'd' ||
        array->stride(0) != static_cast<std::ptrdiff_t>(sizeof(double))) {
      throw nb::type_error("a column must be a 1-D array of doubles, side by side");
    }
    if (array->length(0) != store_->arrays[0]->length(0)) {
      throw nb::value_error("columns must be of one length");
    }
    store_->columns.push_back(reinterpret_cast<const double*>(array->data()));
  }
  count_ = columns.size() == 0 ? 0 : store_->arrays[0]->length(0);
  const nb::gil_scoped_release release;
  store_->is_whole = std::ranges::all_of(
      store_->columns, [&](const double* column) { return all_finite(column, count_); });
  store_->history = std::min(history, count_);
  if (store_->is_whole) store_->make_room(store_->history + spare_rows);
}

const double* NamedRows::Store::rows(std::size_t begin, std::size_t count, RowBuffer& buffer) {
  const std::scoped_lock hold(lock);
  const std::size_t end = begin + count;
  if (count + history > room) make_room(count + history);
  const bool is_gone = begin < first || begin + room < done;
  if (is_gone || end > done + room) first = done = begin;
  lay_out(end);
  const std::size_t width = columns.size();
  const std::size_t straight = std::min(count, stretch(begin));
  if (straight == count) return place(begin);
  double* out = buffer.dense(count, width);
  std::copy_n(place(begin), straight * width, out);
  std::copy_n(place(begin + straight), (count - straight) * width, out + straight * width);
  return out;
}

void NamedRows::Store::make_room(std::size_t rows) {
  owner->give_back(std::move(values), room * columns.size());
  room = rows;
  values = owner->take(room * columns.size());
  first = done = 0;  // what is asked for again is laid out again
}

void NamedRows::Store::lay_out(std::size_t end) {
  while (done < end) {
    const std::size_t count = std::min(end - done, stretch(done));
    lay_rows(columns, done, count, place(done));
    done += count;
  }
}

NamedRows NamedRows::slice(std::size_t begin, std::size_t length) const {
  NamedRows part(*this);
  begin = std::min(begin, count_);
  part.begin_ += begin;
  part.count_ = std::min(length, count_ - begin);
  return part;
}

namespace {

class NamedRowsBatch final : public Batch {
 public:
  explicit NamedRowsBatch(const NamedRows& rows) : rows_(rows), places_(rows.width()) {
    if (!rows.is_whole()) throw nb::value_error("the rows hold values that are missing");
    for (nb::handle name : rows.names()) titles_.push_back(shown(name));
  }
  [[nodiscard]] std::size_t count() const override { return rows_.count(); }

  void check(const Reading& reading) override {
    if (!reading.refuses_negative) return;
    for (std::size_t c = 0; c < rows_.width(); ++c) {
      for (std::size_t r = 0; r < rows_.count(); ++r) {
        admit(
            rows_.cell(r, c), reading, [&] { return titles_[c]; }, static_cast<std::ptrdiff_t>(r));
      }
    }
  }
  void bind(Columns& columns, bool grows) override {
    columns.require_named();
    is_direct_ = true;
    for (std::size_t c = 0; c < places_.size(); ++c) {
      const nb::object name = nb::borrow(rows_.names()[c]);
      places_[c] = columns.find(name.ptr(), c);
      if (places_[c] == Columns::unknown && grows) places_[c] = columns.append(name);
      is_direct_ = is_direct_ && places_[c] == c;
    }
    if (grows) columns.become_named();
    width_ = columns.width();
    is_direct_ = is_direct_ && width_ == places_.size();
  }
  Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
             const Reading& reading) const override {
    if (is_direct_) {
      return DenseRows{.values = rows_.rows(start, count, buffer),
                       .count = count,
                       .width = width_,
                       .stride = width_,
                       .is_whole = true};
    }
    RowBuffer apart;
    const double* first = rows_.rows(start, count, apart);
    double* out = buffer.dense(count, width_);
    std::fill_n(out, count * width_, reading.keeps_missing ? nan : 0.0);
    for (std::size_t r = 0; r < count; ++r) {
      for (std::size_t c = 0; c < places_.size(); ++c) {
        if (places_[c] != Columns::unknown) {
          out[r * width_ + places_[c]] = first[r * places_.size() + c];
        }
      }
    }
    return buffer.rows();
  }

 private:
  NamedRows rows_;
  std::vector<std::string> titles_;
  std::vector<std::size_t> places_;
  std::size_t width_ = 0;
  bool is_direct_ = false;
};

}  // namespace

std::unique_ptr<Batch> named_rows_batch(const NamedRows& rows) {
  return std::make_unique<NamedRowsBatch>(rows);
}

void bind_named_rows(nb::module_& m) {
  nb::class_<RowRoom>(m, "RowRoom", "Memory for rows that goes from one batch to the next.")
      .def(nb::init<>());
  nb::class_<NamedRows>(m, "NamedRows", "A table of doubles, kept row by row.")
      .def(nb::init<nb::list, const nb::list&, std::size_t, std::shared_ptr<RowRoom>>(), "names"_a,
           "columns"_a, "history"_a, "room"_a,
           nb::sig("def __init__(self, names: list[typing.Any], columns: list[typing.Any], "
                   "history: int, room: RowRoom) -> None"))
      .def("slice", &NamedRows::slice, "begin"_a, "length"_a,
           "Some of the rows; nothing is copied.")
      .def_prop_ro("is_whole", &NamedRows::is_whole,
                   "Whether every value is finite; only then models take the rows.")
      .def("__len__", &NamedRows::count);
}

}  // namespace driftline::python

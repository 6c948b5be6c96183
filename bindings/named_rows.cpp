#include "named_rows.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "cells.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

/// Rows laid out before older ones are dropped, all at once.
constexpr std::size_t spare_rows = 4096;

/// A vector would be set to 0 first, which takes as long as laying the rows out.
auto uninitialised(std::size_t size) {
  return std::make_unique_for_overwrite<double[]>(size);  // NOLINT(modernize-avoid-c-arrays)
}

}  // namespace

NamedRows::NamedRows(nb::list names, const nb::list& columns, std::size_t history)
    : names_(std::move(names)), store_(std::make_shared<Store>()) {
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
  store_->room = std::min(count_, store_->history + spare_rows);
  if (store_->is_whole) store_->values = uninitialised(store_->room * columns.size());
}

const double* NamedRows::Store::rows(std::size_t begin, std::size_t count) {
  const std::scoped_lock hold(lock);
  const std::size_t end = begin + count;
  if (begin < first) first = done = begin;
  if (end - first > room) make_room(begin, end);
  double* out = values.get() + (done - first) * columns.size();
  for (; done < end; ++done) {
    for (const double* column : columns) *out++ = column[done];
  }
  return values.get() + (begin - first) * columns.size();
}

void NamedRows::Store::make_room(std::size_t begin, std::size_t end) {
  const std::size_t oldest = done > history ? done - history : 0;
  const std::size_t kept = std::min(std::max(first, oldest), begin);
  const std::size_t width = columns.size();
  const double* from = values.get() + (kept - first) * width;
  if (end - kept > room) {  // somebody asks for more at once than is usual
    room = end - kept;
    auto wider = uninitialised(room * width);
    std::copy_n(from, (done - kept) * width, wider.get());
    values = std::move(wider);
  } else {
    std::memmove(values.get(), from, (done - kept) * width * sizeof(double));
  }
  first = kept;
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
    const double* first = rows_.rows(start, count);
    if (is_direct_) {
      return DenseRows{
          .values = first, .count = count, .width = width_, .stride = width_, .is_whole = true};
    }
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
  nb::class_<NamedRows>(m, "NamedRows", "A table of doubles, kept row by row.")
      .def(nb::init<nb::list, const nb::list&, std::size_t>(), "names"_a, "columns"_a, "history"_a,
           nb::sig("def __init__(self, names: list[typing.Any], columns: list[typing.Any], "
                   "history: int) -> None"))
      .def("slice", &NamedRows::slice, "begin"_a, "length"_a,
           "Some of the rows; nothing is copied.")
      .def_prop_ro("is_whole", &NamedRows::is_whole,
                   "Whether every value is finite; only then models take the rows.")
      .def("__len__", &NamedRows::count);
}

}  // namespace driftline::python

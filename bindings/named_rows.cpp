#include "named_rows.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cells.hpp"

namespace driftline::python {

using namespace nb::literals;

NamedRows::NamedRows(nb::list names, const nb::list& columns)
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
  count_ = store_->count = columns.size() == 0 ? 0 : store_->arrays[0]->length(0);
  const nb::gil_scoped_release release;
  store_->is_whole = std::ranges::all_of(
      store_->columns, [&](const double* column) { return all_finite(column, count_); });
  if (store_->is_whole) store_->values.reset(new double[count_ * columns.size()]);
}

const double* NamedRows::Store::rows(std::size_t begin, std::size_t rows) {
  const std::scoped_lock hold(lock);
  double* out = values.get() + done * columns.size();
  for (; done < begin + rows; ++done) {
    for (const double* column : columns) *out++ = column[done];
  }
  return values.get() + begin * columns.size();
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
  }
  [[nodiscard]] std::size_t count() const override { return rows_.count(); }

  void check(const Reading& reading) override {
    if (!reading.refuses_negative) return;
    const std::size_t cells = rows_.count() * rows_.width();
    const double* values = rows_.rows(0, rows_.count());
    if (!has_negative(values, cells)) return;
    for (std::size_t k = 0; k < cells; ++k) {
      admit(
          values[k], reading,
          [&] {
            const nb::gil_scoped_acquire acquire;
            return shown(rows_.names()[k % rows_.width()]);
          },
          static_cast<std::ptrdiff_t>(k / rows_.width()));
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
      .def(nb::init<nb::list, const nb::list&>(), "names"_a, "columns"_a,
           nb::sig("def __init__(self, names: list[typing.Any], columns: list[typing.Any]) -> "
                   "None"))
      .def("slice", &NamedRows::slice, "begin"_a, "length"_a,
           "Some of the rows; nothing is copied.")
      .def_prop_ro("is_whole", &NamedRows::is_whole,
                   "Whether every value is finite; only then models take the rows.")
      .def("__len__", &NamedRows::count);
}

}  // namespace driftline::python

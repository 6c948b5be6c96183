#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "batches.hpp"
#include "cells.hpp"
#include "driftline/numeric/all_finite.hpp"
#include "driftline/numeric/lay_rows.hpp"

namespace driftline::python {

namespace {

/// Where text stands in a column of a batch: its first row, and what it is.
struct FirstText {
  std::ptrdiff_t row = -1;
  std::string shown;

  void note(std::ptrdiff_t at, const std::string& text) {
    if (row >= 0) return;
    row = at;
    shown = text;
  }
  void refuse_unless_taken(const AnyModel& model, const std::string& name,
                           const std::string& title) const {
    if (row >= 0 && !model.takes_text(name)) refuse_cell(title, row, shown + " is not a number");
  }
};

/// Named columns, each an array of numbers, a list of whatever, or texts with their numbers.
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
      } else if (PyTuple_Check(values.ptr())) {
        read_coded(values, column);
      } else {
        column.array = std::make_unique<NumberArray>(values);
        if (column.array->dimensions() != 1 || column.array->type() == 0) {
          throw nb::type_error("a column must be a 1-D array of numbers");
        }
      }
      titles_.push_back(shown(names[c]));
      plain_names_.push_back(plain_name(names[c]));
      if (column.length() != count_) {
        refuse_cell(titles_.back(), -1, "it is not as long as the other columns");
      }
    }
  }
  [[nodiscard]] std::size_t count() const override { return count_; }

  void check(const Reading& reading) override {
    std::vector<double> values(256);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      Column& column = columns_[c];
      if (column.array == nullptr || !column.coded.empty() ||
          (!column.array->is_float() && !reading.refuses_negative))
        continue;
      if (const double* doubles = column.doubles(); doubles != nullptr) {
        column.is_finite = all_finite(doubles, count_);
        if (column.is_finite && !reading.refuses_negative) continue;
      }
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

  void refuse_text(const AnyModel& model) const override {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      columns_[c].text.refuse_unless_taken(model, plain_names_[c], titles_[c]);
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
    find_direct();
  }

  Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
             const Reading& reading) const override {
    if (!direct_.empty()) return direct_block(start, count, buffer);
    const double missing = reading.keeps_missing ? nan : 0.0;
    double* out = buffer.dense(count, width_);
    if (!is_whole_) std::fill_n(out, count * width_, missing);
    std::vector<double> values(count);
    for (const Column& column : columns_) {
      if (column.place == Columns::unknown) continue;
      column.load(start, count, values.data());
      for (std::size_t r = 0; r < count; ++r) {
        out[r * width_ + column.place] = is_missing(values[r]) ? missing : values[r];
      }
    }
    buffer.set_texts(texts());
    return buffer.rows();
  }

 private:
  struct Column {
    std::unique_ptr<NumberArray> array;  ///< null: the values stand in `list`
    std::vector<double> list;
    std::vector<double> coded;  ///< the cell of each number in `array`, where those are codes
    FirstText text;
    std::size_t place = Columns::unknown;
    bool is_finite = false;  ///< doubles side by side, none of them missing

    [[nodiscard]] std::size_t length() const {
      return array == nullptr ? list.size() : array->length(0);
    }
    /// Where the doubles lie side by side, or null.
    [[nodiscard]] const double* doubles() const {
      const bool are_doubles =
          array != nullptr && array->type() == 'd' && array->stride(0) == sizeof(double) &&
          reinterpret_cast<std::uintptr_t>(array->data()) % alignof(double) == 0;
      return are_doubles ? reinterpret_cast<const double*>(array->data()) : nullptr;
    }
    void load(std::size_t start, std::size_t count, double* out) const {
      if (array == nullptr) {
        std::copy_n(list.data() + start, count, out);
        return;
      }
      if (!coded.empty()) {
        const auto* codes = reinterpret_cast<const std::int64_t*>(array->data()) + start;
        for (std::size_t i = 0; i < count; ++i) {
          out[i] = codes[i] < 0 ? nan : coded[static_cast<std::size_t>(codes[i])];
        }
      } else {
        NumberArray::load(array->type(),
                          array->data() + static_cast<std::ptrdiff_t>(start) * array->stride(0),
                          array->stride(0), count, out);
      }
    }
  };

  /// The columns in the model's order, if they are all there and can be copied without a look.
  void find_direct() {
    direct_.assign(is_whole_ ? width_ : 0, nullptr);
    for (const Column& column : columns_) {
      if (direct_.empty()) return;
      if (!column.is_finite) {
        if (column.place != Columns::unknown) direct_.clear();
      } else if (column.place != Columns::unknown) {
        direct_[column.place] = column.doubles();
      }
    }
  }
  Rows direct_block(std::size_t start, std::size_t count, RowBuffer& buffer) const {
    lay_rows(direct_, start, count, buffer.dense(count, width_, true));
    buffer.set_texts(texts());
    return buffer.rows();
  }

  void read_list(PyObject* values, const std::string& title, Column& column,
                 const Reading& reading) {
    const auto count = static_cast<std::size_t>(PyList_GET_SIZE(values));
    column.list.resize(count);
    for (std::size_t r = 0; r < count; ++r) {
      PyObject* value = PyList_GET_ITEM(values, static_cast<Py_ssize_t>(r));
      const auto row = static_cast<std::ptrdiff_t>(r);
      column.list[r] = read_value(value, reading, texts_, [&] { return title; }, row);
      if (is_text(column.list[r]) && column.text.row < 0) column.text.note(row, shown(value));
    }
  }
  /// (texts, an int64 code for each row, -1 for none), as driftline.stream.tables made it.
  void read_coded(nb::handle values, Column& column) {
    for (nb::handle text : values[nb::int_(0)]) {
      column.coded.push_back(read_text(text.ptr(), texts_));
    }
    column.array = std::make_unique<NumberArray>(values[nb::int_(1)]);
    if ((column.array->type() != 'l' && column.array->type() != 'q') ||
        column.array->stride(0) != sizeof(std::int64_t)) {
      throw nb::type_error("codes of texts must be 64-bit integers, side by side");
    }
    const auto* codes = reinterpret_cast<const std::int64_t*>(column.array->data());
    const std::size_t count = column.array->length(0);
    for (std::size_t r = 0; r < count; ++r) {
      if (std::cmp_greater_equal(codes[r], column.coded.size())) {
        throw nb::value_error("a code stands for no text");
      }
      if (codes[r] < 0) continue;
      column.text.note(static_cast<std::ptrdiff_t>(r),
                       shown(values[nb::int_(0)][nb::int_(codes[r])]));
      break;
    }
    if (column.coded.empty()) column.coded.push_back(nan);  // no text at all: all rows miss it
  }

  nb::list names_;
  std::size_t count_;
  std::vector<Column> columns_;
  std::vector<const double*> direct_;
  std::vector<std::string> titles_;
  std::vector<std::string> plain_names_;
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
        if (place == Columns::unknown) {
          place = keys_.append(key);
          first_rows_.push_back(starts_.size() - 1);
          first_texts_.emplace_back();
        }
        places_.push_back(static_cast<std::uint32_t>(place));
        const nb::object held = nb::borrow(key);
        const nb::object own = nb::borrow(value);
        values_.push_back(read_value(own.ptr(), reading, texts_, [&] { return shown(held); }, row));
        if (is_text(values_.back()) && first_texts_[place].row < 0) {
          first_texts_[place].note(row, shown(own));
        }
      }
      starts_.push_back(places_.size());
    }
  }
  [[nodiscard]] std::size_t count() const override { return starts_.size() - 1; }
  void check(const Reading& /*reading*/) override {}
  void refuse_text(const AnyModel& model) const override {
    for (std::size_t i = 0; i < keys_.width(); ++i) {
      const nb::object key = keys_.name(i);
      first_texts_[i].refuse_unless_taken(model, plain_name(key), shown(key));
    }
  }

  void bind(Columns& columns, bool grows) override {
    columns.require_named();
    columns_.clear();
    growth_.clear();
    known_ = columns.width();
    for (std::size_t i = 0; i < keys_.width(); ++i) {
      const nb::object key = keys_.name(i);
      std::size_t place = columns.find(key.ptr(), i);
      if (place == Columns::unknown && grows) {
        place = columns.append(key);
        growth_.emplace_back(first_rows_[i], columns.width());
      }
      columns_.push_back(place);
    }
    if (grows) columns.become_named();
    width_ = columns.width();
  }
  [[nodiscard]] std::size_t known_at(std::size_t row) const override {
    const auto after = std::ranges::upper_bound(growth_, row, {}, &Growth::first);
    return after == growth_.begin() ? known_ : std::prev(after)->second;
  }
  [[nodiscard]] std::size_t next_growth(std::size_t row) const override {
    const auto after = std::ranges::upper_bound(growth_, row, {}, &Growth::first);
    return after == growth_.end() ? SIZE_MAX : after->first;
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
      buffer.set_texts(texts());
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
    buffer.set_texts(texts());
    return buffer.rows();
  }

 private:
  using Growth = std::pair<std::size_t, std::size_t>;  ///< a row, the columns known from it on

  Columns keys_;  ///< the batch's own numbering of the names it met
  std::vector<std::size_t> first_rows_;
  std::vector<FirstText> first_texts_;
  std::vector<Growth> growth_;
  std::size_t known_ = 0;
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
      first_texts_.resize(width_);
      for (std::size_t c = 0; c < width_; ++c) {
        values_.push_back(own_text(dense.values[c], dense.texts, c));
      }
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
  void refuse_text(const AnyModel& model) const override {
    for (std::size_t c = 0; c < first_texts_.size(); ++c) {
      first_texts_[c].refuse_unless_taken(model, position(c), position(c));
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
                     .stride = width_,
                     .texts = texts()};
  }

 private:
  double own_text(double cell, const Texts* texts, std::size_t column) {
    if (texts == nullptr || !is_text(cell)) return cell;
    const std::string text(text_of(cell, texts));
    first_texts_[column].note(static_cast<std::ptrdiff_t>(count_), "'" + text + "'");
    return texts_.add(text);
  }
  /// Reads anything that is a number; `check` then judges it, and knows the row.
  static Reading with_missing(Reading reading) {
    reading.keeps_missing = true;
    reading.refuses_negative = false;
    return reading;
  }

  std::vector<FirstText> first_texts_;
  std::vector<double> values_;
  std::size_t width_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<Batch> table_batch(nb::handle table, const Reading& reading) {
  return std::make_unique<TableBatch>(nb::cast<nb::list>(table.attr("names")),
                                      nb::cast<nb::list>(table.attr("column_values")),
                                      nb::cast<std::size_t>(table.attr("rows")), reading);
}

std::unique_ptr<Batch> list_batch(nb::handle X, const Reading& reading) {
  const bool named = nb::len(X) > 0 && PyDict_Check(X[nb::int_(0)].ptr());
  if (named) return std::make_unique<DictBatch>(X, reading);
  return std::make_unique<ListBatch>(X, reading);
}

}  // namespace driftline::python

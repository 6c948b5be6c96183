// A table of numbers with a row for each node or bin, and a column for each label.
//
// Up to `most_dense` columns stand side by side. Where there are more, a row lists those that are
// not 0, in order: ten thousand labels then cost what has come, and not rows x labels. Which of the
// two it is depends on the number of columns alone, and no result on which it is.
//
// On file the numbers stand side by side, or as lists (of each row a count, then column and number)
// where that is shorter.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/trees/room.hpp"
#include "driftline/trees/tree_form.hpp"

namespace driftline {

class CountTable {
 public:
  static constexpr std::size_t most_dense = 64;

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }

  /// To be changed: it is there from now on.
  [[nodiscard, gnu::always_inline]] double& at(std::size_t row, std::size_t column) {
    if (is_dense()) return dense_[row * columns_ + column];
    return listed(row, column);
  }
  [[nodiscard]] double get(std::size_t row, std::size_t column) const {
    if (column >= columns_) return 0.0;
    if (is_dense()) return dense_[row * columns_ + column];
    const auto found = std::ranges::lower_bound(lists_[row], column, {}, &Entry::column);
    return found != lists_[row].end() && found->column == column ? found->value : 0.0;
  }
  /// Calls take(column, number) for the first `wanted` of a row, in order.
  [[gnu::always_inline]] void each(std::size_t row, std::size_t wanted, const auto& take) const {
    std::size_t column = 0;
    if (is_dense()) {
      const double* own = dense_.data() + row * columns_;
      for (const std::size_t end = std::min(wanted, columns_); column < end; ++column) {
        take(column, own[column]);
      }
    } else {
      for (const Entry& entry : lists_[row]) {
        if (entry.column >= wanted) break;
        for (; column < entry.column; ++column) take(column, 0.0);
        take(column++, entry.value);
      }
    }
    for (; column < wanted; ++column) take(column, 0.0);
  }
  /// The same with columns left out that are 0.
  [[gnu::always_inline]] void each_met(std::size_t row, const auto& take) const {
    if (is_dense()) {
      const double* own = dense_.data() + row * columns_;
      for (std::size_t column = 0; column < columns_; ++column) take(column, own[column]);
    } else {
      for (const Entry& entry : lists_[row]) take(entry.column, entry.value);
    }
  }

  /// A row of zeros, the last one or in front of another.
  void add_row() { insert_row(rows_); }
  void insert_row(std::size_t row) {
    ++rows_;
    if (is_dense()) {
      dense_.reserve(room_for(rows_) * columns_);
      const auto at = static_cast<std::ptrdiff_t>(row * columns_);
      dense_.insert(dense_.begin() + at, columns_, 0.0);
    } else {
      lists_.reserve(room_for(rows_));
      lists_.emplace(lists_.begin() + static_cast<std::ptrdiff_t>(row));
    }
  }
  void copy_row(std::size_t from, std::size_t to) {
    if (is_dense()) {
      std::copy_n(dense_.data() + from * columns_, columns_, dense_.data() + to * columns_);
    } else {
      entry_room_ += room_for(lists_[from].size());
      entry_room_ -= room_for(lists_[to].size());
      lists_[to] = lists_[from];
    }
  }
  /// So many columns from now on, the new ones 0.
  [[gnu::noinline]] void widen(std::size_t columns) {
    if (is_dense() && columns > most_dense) list_all();
    if (is_dense() && columns <= most_dense) {
      std::vector<double> wider;
      wider.reserve(room_for(rows_) * columns);
      wider.resize(rows_ * columns, 0.0);
      for (std::size_t row = 0; row < rows_; ++row) {
        std::copy_n(dense_.data() + row * columns_, columns_, wider.data() + row * columns);
      }
      dense_ = std::move(wider);
    }
    columns_ = columns;
  }

  [[nodiscard]] std::size_t heap_bytes() const {
    if (is_dense()) return room_for(rows_) * columns_ * sizeof(double);
    return room_for(rows_) * sizeof(std::vector<Entry>) + entry_room_ * sizeof(Entry);
  }

  /// Whether the file has lists.
  [[nodiscard]] bool is_listed() const { return !is_dense() && listed_length() < rows_ * columns_; }
  void put(std::vector<double>& out) const {
    if (!is_listed()) {
      out.reserve(out.size() + rows_ * columns_);
      for (std::size_t row = 0; row < rows_; ++row) {
        each(row, columns_, [&](std::size_t, double value) { out.push_back(value); });
      }
      return;
    }
    out.reserve(out.size() + listed_length());
    for (const auto& list : lists_) {
      out.push_back(static_cast<double>(list.size()));
      for (const Entry& entry : list) {
        out.insert(out.end(), {static_cast<double>(entry.column), entry.value});
      }
    }
  }
  /// Throws std::invalid_argument unless fits(row, number) holds for each.
  void take(FormReader<double>& in, std::size_t rows, std::size_t columns, bool is_listed,
            const auto& fits) {
    if (is_listed && columns <= most_dense) {
      throw std::invalid_argument("so few labels are not listed");
    }
    *this = CountTable();
    columns_ = columns;
    for (std::size_t row = 0; row < rows; ++row) {
      add_row();
      const std::size_t count = is_listed ? whole(in.next(), in.left() / 2) : columns;
      std::size_t least = 0;
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t column = is_listed ? whole(in.next(), columns - 1) : k;
        const double value = in.next();
        if (column < least || !fits(row, value)) {
          throw std::invalid_argument("the counts of labels contradict themselves");
        }
        least = column + 1;
        if (value != 0.0) at(row, column) = value;
      }
    }
  }

 private:
  struct Entry {
    std::size_t column;
    double value;
  };

  [[nodiscard, gnu::always_inline]] bool is_dense() const { return columns_ <= most_dense; }
  [[nodiscard]] std::size_t listed_length() const {
    std::size_t length = rows_;
    for (const auto& list : lists_) length += 2 * list.size();
    return length;
  }

  [[gnu::noinline]] double& listed(std::size_t row, std::size_t column) {
    std::vector<Entry>& own = lists_[row];
    auto found = std::ranges::lower_bound(own, column, {}, &Entry::column);
    if (found == own.end() || found->column != column) {
      const auto offset = found - own.begin();
      const std::size_t room = room_for(own.size() + 1);
      entry_room_ += room - room_for(own.size());
      own.reserve(room);
      found = own.insert(own.begin() + offset, {.column = column, .value = 0.0});
    }
    return found->value;
  }
  void list_all() {
    lists_.reserve(room_for(rows_));
    lists_.resize(rows_);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t column = 0; column < columns_; ++column) {
        const double value = dense_[row * columns_ + column];
        if (value != 0.0) listed(row, column) = value;
      }
    }
    std::vector<double>().swap(dense_);
  }
  static std::size_t whole(double value, std::size_t most) {
    if (!(value >= 0.0 && value <= static_cast<double>(most)) || std::floor(value) != value) {
      throw std::invalid_argument("a count of the tree on file is out of range");
    }
    return static_cast<std::size_t>(value);
  }

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> dense_;
  std::vector<std::vector<Entry>> lists_;
  std::size_t entry_room_ = 0;  // of all lists
};

}  // namespace driftline

// Rows of a table, laid out row by row when they are first asked for, and kept for those who come
// back to them: several models, or labels that come late. Who comes back to the latest rows only
// says how many: then these stay in the cache, and the others need no memory.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "rows.hpp"

namespace driftline::python {

/// Memory that goes from one batch to the next: new memory is cleared first, page by page.
class RowRoom {
 public:
  using Values = std::unique_ptr<double[]>;  // NOLINT(modernize-avoid-c-arrays)

  /// Room for so many values, which are whatever they are.
  Values take(std::size_t size);
  void give_back(Values values, std::size_t size);

 private:
  static constexpr std::size_t most = 2;  ///< one batch comes while rows of another wait
  struct Place {
    Values values;
    std::size_t size;
  };

  std::mutex lock_;
  std::vector<Place> free_;
};

class NamedRows {
 public:
  /// Columns of doubles, all of one length, side by side in memory. At least the last `history`
  /// rows asked for are kept; older ones are laid out anew.
  NamedRows(nb::list names, const nb::list& columns, std::size_t history,
            std::shared_ptr<RowRoom> room);

  [[nodiscard]] NamedRows slice(std::size_t begin, std::size_t length) const;
  /// Whether every value is a finite number; only then can models take the rows.
  [[nodiscard]] bool is_whole() const { return store_->is_whole; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t width() const { return store_->columns.size(); }
  [[nodiscard]] double cell(std::size_t row, std::size_t column) const {
    return store_->columns[column][begin_ + row];
  }
  [[nodiscard]] const nb::list& names() const { return names_; }
  /// Where these rows lie, one after another: in the store, or in `buffer`. Needs no GIL.
  [[nodiscard]] const double* rows(std::size_t begin, std::size_t count, RowBuffer& buffer) const {
    return store_->rows(begin_ + begin, count, buffer);
  }

 private:
  struct Store {
    std::vector<std::unique_ptr<NumberArray>> arrays;  ///< they keep the columns alive
    std::vector<const double*> columns;
    bool is_whole = false;
    std::shared_ptr<RowRoom> owner;  ///< of `values`
    RowRoom::Values values;          ///< a ring: row n lies at n mod `room`
    std::size_t room = 0;            ///< rows that fit
    std::size_t history = 0;
    std::size_t first = 0;  ///< row laid out, if it is not too old
    std::size_t done = 0;   ///< row to lay out next
    std::mutex lock;

    explicit Store(std::shared_ptr<RowRoom> of) : owner(std::move(of)) {}
    ~Store() { owner->give_back(std::move(values), room * columns.size()); }
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    Store(Store&&) = delete;
    Store& operator=(Store&&) = delete;

    const double* rows(std::size_t begin, std::size_t count, RowBuffer& buffer);
    void make_room(std::size_t rows);
    void lay_out(std::size_t end);
    [[nodiscard]] double* place(std::size_t row) const {
      return values.get() + row % room * columns.size();
    }
    /// Of the rows from `row` on, how many lie one after another.
    [[nodiscard]] std::size_t stretch(std::size_t row) const { return room - row % room; }
  };

  nb::list names_;
  std::shared_ptr<Store> store_;
  std::size_t begin_ = 0;
  std::size_t count_ = 0;
};

std::unique_ptr<Batch> named_rows_batch(const NamedRows& rows);

}  // namespace driftline::python

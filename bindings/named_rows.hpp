// Rows of a table, laid out row by row when they are first asked for, and kept for those who come
// back to them: several models, or labels that come late. Who comes back to the latest rows only
// says how many: then these stay in the cache, and the others need no memory.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "rows.hpp"

namespace driftline::python {

class NamedRows {
 public:
  /// Columns of doubles, all of one length, side by side in memory. At least the last `history`
  /// rows asked for are kept; older ones are laid out anew.
  NamedRows(nb::list names, const nb::list& columns, std::size_t history);

  [[nodiscard]] NamedRows slice(std::size_t begin, std::size_t length) const;
  /// Whether every value is a finite number; only then can models take the rows.
  [[nodiscard]] bool is_whole() const { return store_->is_whole; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t width() const { return store_->columns.size(); }
  [[nodiscard]] double cell(std::size_t row, std::size_t column) const {
    return store_->columns[column][begin_ + row];
  }
  [[nodiscard]] const nb::list& names() const { return names_; }
  /// Where these rows lie, one after another. Needs no GIL.
  [[nodiscard]] const double* rows(std::size_t begin, std::size_t count) const {
    return store_->rows(begin_ + begin, count);
  }

 private:
  struct Store {
    std::vector<std::unique_ptr<NumberArray>> arrays;  ///< they keep the columns alive
    std::vector<const double*> columns;
    bool is_whole = false;
    std::unique_ptr<double[]> values;  ///< rows `first` to `done`; not set to 0, as all is written
    std::size_t room = 0;              ///< rows that fit
    std::size_t history = 0;
    std::size_t first = 0;
    std::size_t done = 0;
    std::mutex lock;

    const double* rows(std::size_t begin, std::size_t count);
    void make_room(std::size_t begin, std::size_t end);
  };

  nb::list names_;
  std::shared_ptr<Store> store_;
  std::size_t begin_ = 0;
  std::size_t count_ = 0;
};

std::unique_ptr<Batch> named_rows_batch(const NamedRows& rows);

}  // namespace driftline::python

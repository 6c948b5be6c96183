// Rows of a table, read once and kept row by row, for those who come back to them: several models,
// or labels that come late.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>

#include "rows.hpp"

namespace driftline::python {

class NamedRows {
 public:
  /// Columns of doubles, all of one length, side by side in memory.
  NamedRows(nb::list names, const nb::list& columns);

  [[nodiscard]] NamedRows slice(std::size_t begin, std::size_t length) const;
  /// Whether every value is a finite number; only then can models take the rows.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] const nb::list& names() const { return names_; }
  [[nodiscard]] const double* data() const { return values_.get() + begin_ * width_; }

 private:
  nb::list names_;
  std::shared_ptr<double[]> values_;
  std::size_t width_;
  std::size_t begin_ = 0;
  std::size_t count_ = 0;
  bool is_whole_ = false;
};

std::unique_ptr<Batch> named_rows_batch(const NamedRows& rows);

}  // namespace driftline::python

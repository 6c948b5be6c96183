// One row of a stream, and a block of rows, seen without copying.
//
// A dense row is a span of doubles, NaN where a value is missing; a sparse row is a list of
// columns, ascending and without repeats, with a value each. Both kinds carry `constant`, the value
// of the intercept's feature: 1 for a learner with an intercept, 0 for one without, so that no
// learner has to treat the intercept apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

namespace driftline {

struct DenseRow {
  const double* values;
  std::size_t width;
  double constant = 0.0;
  bool is_whole = false;  ///< known to miss nothing: no need to look
};

struct SparseRow {
  const std::uint32_t* columns;
  const double* values;
  std::size_t count;  ///< stored entries
  std::size_t width;
  bool is_complete;  ///< what is not stored is 0 (CSR), not missing (a dict)
  double constant = 0.0;
};

struct DenseRows {
  const double* values;
  std::size_t count;
  std::size_t width;
  std::size_t stride;  ///< doubles from one row to the next
  bool is_whole = false;

  [[nodiscard]] DenseRow row(std::size_t i, double constant) const {
    return {
        .values = values + i * stride, .width = width, .constant = constant, .is_whole = is_whole};
  }
};

struct SparseRows {
  const std::size_t* starts;  ///< count + 1 positions in columns and values
  const std::uint32_t* columns;
  const double* values;
  std::size_t count;
  std::size_t width;
  bool is_complete = false;

  [[nodiscard]] SparseRow row(std::size_t i, double constant) const {
    return {.columns = columns + starts[i],
            .values = values + starts[i],
            .count = starts[i + 1] - starts[i],
            .width = width,
            .is_complete = is_complete,
            .constant = constant};
  }
};

using Rows = std::variant<DenseRows, SparseRows>;

inline std::size_t count_of(const Rows& rows) {
  return std::visit([](const auto& block) { return block.count; }, rows);
}

inline std::size_t width_of(const Rows& rows) {
  return std::visit([](const auto& block) { return block.width; }, rows);
}

/// Storage for a block somebody had to build: read from Python, or put out by a transform.
class RowBuffer {
 public:
  /// Room for `count` dense rows; what it holds is left over from before.
  double* dense(std::size_t count, std::size_t width, bool is_whole = false) {
    values_.resize(count * width);
    rows_ = DenseRows{.values = values_.data(),
                      .count = count,
                      .width = width,
                      .stride = width,
                      .is_whole = is_whole};
    return values_.data();
  }

  void start_sparse(std::size_t width, bool is_complete) {
    values_.clear();
    columns_.clear();
    starts_.assign(1, 0);
    width_ = width;
    is_complete_ = is_complete;
  }
  void push(std::uint32_t column, double value) {
    columns_.push_back(column);
    values_.push_back(value);
  }
  void end_row() { starts_.push_back(values_.size()); }
  void finish_sparse() {
    rows_ = SparseRows{.starts = starts_.data(),
                       .columns = columns_.data(),
                       .values = values_.data(),
                       .count = starts_.size() - 1,
                       .width = width_,
                       .is_complete = is_complete_};
  }

  /// A sparse block of the same shape as `other`, its values still to be written.
  double* like(const SparseRows& other) {
    const std::size_t first = other.starts[0];
    starts_.resize(other.count + 1);
    for (std::size_t i = 0; i <= other.count; ++i) starts_[i] = other.starts[i] - first;
    values_.resize(starts_.back());
    rows_ = SparseRows{.starts = starts_.data(),
                       .columns = other.columns + first,
                       .values = values_.data(),
                       .count = other.count,
                       .width = other.width,
                       .is_complete = other.is_complete};
    return values_.data();
  }

  [[nodiscard]] const Rows& rows() const { return rows_; }

 private:
  std::vector<double> values_;
  std::vector<std::uint32_t> columns_;
  std::vector<std::size_t> starts_;
  std::size_t width_ = 0;
  bool is_complete_ = false;
  Rows rows_ = DenseRows{.values = nullptr, .count = 0, .width = 0, .stride = 0};
};

}  // namespace driftline

// Rows as a transform puts them out: cell by cell, in any order.
//
// Columns may be added while a block is under way, so the cells are kept as a list until the block
// is done; `finish` then lays them out dense or sparse.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/stream/row.hpp"
#include "driftline/transforms/any_transform.hpp"

namespace driftline {

class RowWriter {
 public:
  /// `is_complete`: a cell not put is 0, not missing.
  RowWriter(RowBuffer& out, Wanted wanted, bool is_complete, const Texts* texts)
      : out_(&out),
        unmet_(wanted.unmet),
        is_dense_(must_be_dense(wanted.sparse, is_complete)),
        texts_(texts),
        row_(out.cells()) {
    out_->start_sparse(0, is_complete);
    row_.clear();
  }

  /// A second value for the same cell is added to the first.
  void put(std::size_t column, double value) {
    row_.emplace_back(static_cast<std::uint32_t>(column), value);
  }
  /// A text that the row does not hold; it is copied.
  void put_text(std::size_t column, std::string_view text) {
    put(column, out_->add_text(text, texts_));
  }
  /// `width`: the columns known by now. Cells beyond it are dropped.
  void end_row(std::size_t width) {
    sort_row();
    for (std::size_t k = 0; k < row_.size();) {
      auto [column, value] = row_[k++];
      if (column >= width) break;
      while (k < row_.size() && row_[k].first == column) value += row_[k++].second;
      // To a step that does not keep track a missing value is 0, which need not be stored.
      if (is_missing(value) && !is_dense_ && unmet_ == 0.0) continue;
      out_->push(column, value);
    }
    out_->end_row(width);
    row_.clear();
  }
  void finish() {
    out_->finish_sparse();
    if (is_dense_) out_->fill(unmet_);
    out_->set_texts(out_->with_added(texts_));
  }

 private:
  /// Stable, so that what is put twice is added in the order it came.
  void sort_row() {
    const auto by_column = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (std::ranges::is_sorted(row_, by_column)) return;
    constexpr std::size_t few = 48;  // up to here insertion beats a sort that allocates
    if (row_.size() > few) {
      std::ranges::stable_sort(row_, by_column);
      return;
    }
    for (auto it = row_.begin(); it != row_.end(); ++it) {
      std::rotate(std::upper_bound(row_.begin(), it, *it, by_column), it, it + 1);
    }
  }

  RowBuffer* out_;
  double unmet_;
  bool is_dense_;
  const Texts* texts_;
  std::vector<std::pair<std::uint32_t, double>>& row_;
};

/// Whether what a row does not store is 0.
inline bool is_complete(const DenseRow& /*row*/) { return false; }
inline bool is_complete(const SparseRow& row) { return row.is_complete; }

/// What stands in a column of which the row stores nothing.
inline double unstored(const auto& row, std::size_t column) {
  return is_complete(row) && column < row.width ? 0.0 : std::numeric_limits<double>::quiet_NaN();
}

/// Calls use(column, cell) for each cell that is not missing.
template <class Use>
void each_cell(const DenseRow& row, Use use) {
  for (std::size_t i = 0; i < row.width; ++i) {
    if (!is_missing(row.values[i])) use(i, row.values[i]);
  }
}
template <class Use>
void each_cell(const SparseRow& row, Use use) {
  for (std::size_t k = 0; k < row.count; ++k) {
    if (!is_missing(row.values[k])) use(std::size_t{row.columns[k]}, row.values[k]);
  }
}

/// The same with the missing ones a row stores.
template <class Use>
void each_stored(const DenseRow& row, Use use) {
  for (std::size_t i = 0; i < row.width; ++i) use(i, row.values[i]);
}
template <class Use>
void each_stored(const SparseRow& row, Use use) {
  for (std::size_t k = 0; k < row.count; ++k) use(std::size_t{row.columns[k]}, row.values[k]);
}

}  // namespace driftline

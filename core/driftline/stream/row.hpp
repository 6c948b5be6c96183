// One row of a stream, and a block of rows, seen without copying.
//
// A dense row is a span of doubles, NaN where a value is missing; a sparse row is a list of
// columns, ascending and without repeats, with a value each. Both kinds carry `constant`, the value
// of the intercept's feature: 1 for a learner with an intercept, 0 for one without, so that no
// learner has to treat the intercept apart.
//
// A cell with text is a NaN that carries a number: the place of the text among the texts of its
// block. To whoever looks for numbers it is a missing value; who takes text asks `text_of`.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/numeric/all_finite.hpp"

namespace driftline {

/// The texts of a block by place: first those of the block it was made of, then its own.
class Texts {
 public:
  Texts() = default;
  explicit Texts(const Texts* below)
      : below_(below), first_(below == nullptr ? 0 : below->size()) {}

  [[nodiscard]] std::size_t size() const { return first_ + own_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::string_view operator[](std::size_t place) const {
    return place < first_ ? (*below_)[place] : own_[place - first_];
  }
  void push_back(std::string_view text) { own_.push_back(text); }
  void clear() { *this = Texts(); }

 private:
  const Texts* below_ = nullptr;
  std::size_t first_ = 0;
  std::vector<std::string_view> own_;
};

inline constexpr std::uint64_t text_mark = 0x7FFC'0000'0000'0000U;

/// The cell of text number `place`.
inline double text_cell(std::uint32_t place) { return std::bit_cast<double>(text_mark | place); }
inline bool is_text(double cell) {
  return (std::bit_cast<std::uint64_t>(cell) >> 32U) == (text_mark >> 32U);
}
inline bool is_missing(double cell) { return std::isnan(cell) && !is_text(cell); }
/// Empty where the block has no such text.
inline std::string_view text_of(double cell, const Texts* texts) {
  const auto place = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(cell));
  return texts != nullptr && place < texts->size() ? (*texts)[place] : std::string_view();
}

struct DenseRow {
  const double* values;
  std::size_t width;
  double constant = 0.0;
  bool is_whole = false;  ///< known to miss nothing: no need to look
  const Texts* texts = nullptr;
};

struct SparseRow {
  const std::uint32_t* columns;
  const double* values;
  std::size_t count;  ///< stored entries
  std::size_t width;
  bool is_complete;  ///< what is not stored is 0 (CSR), not missing (a dict)
  double constant = 0.0;
  const Texts* texts = nullptr;
  bool holds_ones = false;  ///< every value stored is 1: no need to read any
};

struct DenseRows {
  const double* values;
  std::size_t count;
  std::size_t width;
  std::size_t stride;  ///< doubles from one row to the next
  bool is_whole = false;
  const Texts* texts = nullptr;
  const std::size_t* widths = nullptr;  ///< of each row, where they differ: columns known by then

  [[nodiscard]] DenseRow row(std::size_t i, double constant) const {
    return {.values = values + i * stride,
            .width = widths == nullptr ? width : widths[i],
            .constant = constant,
            .is_whole = is_whole,
            .texts = texts};
  }
};

struct SparseRows {
  const std::size_t* starts;  ///< count + 1 positions in columns and values
  const std::uint32_t* columns;
  const double* values;
  std::size_t count;
  std::size_t width;
  bool is_complete = false;
  const Texts* texts = nullptr;
  const std::size_t* widths = nullptr;  ///< of each row, where they differ: columns known by then
  bool holds_ones = false;

  [[nodiscard]] SparseRow row(std::size_t i, double constant) const {
    return {.columns = columns + starts[i],
            .values = values + starts[i],
            .count = starts[i + 1] - starts[i],
            .width = widths == nullptr ? width : widths[i],
            .is_complete = is_complete,
            .constant = constant,
            .texts = texts,
            .holds_ones = holds_ones};
  }
};

using Rows = std::variant<DenseRows, SparseRows>;

/// A block of one row that misses nothing.
inline Rows block_of(std::span<const double> row) {
  return DenseRows{.values = row.data(),
                   .count = 1,
                   .width = row.size(),
                   .stride = row.size(),
                   .is_whole = true};
}

inline std::size_t count_of(const Rows& rows) {
  return std::visit([](const auto& block) { return block.count; }, rows);
}

inline std::size_t width_of(const Rows& rows) {
  return std::visit([](const auto& block) { return block.width; }, rows);
}

inline const Texts* texts_of(const Rows& rows) {
  return std::visit([](const auto& block) { return block.texts; }, rows);
}

/// Rows `first` and after, `count` of them, as a block.
inline Rows rows_of(const Rows& rows, std::size_t first, std::size_t count) {
  if (const auto* dense = std::get_if<DenseRows>(&rows)) {
    DenseRows part = *dense;
    part.values += first * part.stride;
    part.count = count;
    if (part.widths != nullptr) part.widths += first;
    return part;
  }
  SparseRows part = std::get<SparseRows>(rows);
  part.starts += first;
  part.count = count;
  if (part.widths != nullptr) part.widths += first;
  return part;
}

/// Row i alone, as a block.
inline Rows one_of(const Rows& rows, std::size_t i) { return rows_of(rows, i, 1); }

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

  /// Looks whether the dense rows just written miss nothing.
  [[gnu::always_inline]] void find_whole() {
    std::get<DenseRows>(rows_).is_whole = all_finite(values_.data(), values_.size());
  }

  void start_sparse(std::size_t width, bool is_complete) {
    values_.clear();
    columns_.clear();
    starts_.assign(1, 0);
    widths_.clear();
    width_ = width;
    is_complete_ = is_complete;
    own_texts_.clear();
  }
  void push(std::uint32_t column, double value) {
    columns_.push_back(column);
    values_.push_back(value);
  }
  void end_row() { starts_.push_back(values_.size()); }
  /// The row knows `width` columns, perhaps fewer than the rows after it.
  void end_row(std::size_t width) {
    end_row();
    widths_.push_back(width);
    width_ = std::max(width_, width);
  }
  void finish_sparse() {
    rows_ = SparseRows{.starts = starts_.data(),
                       .columns = columns_.data(),
                       .values = values_.data(),
                       .count = starts_.size() - 1,
                       .width = width_,
                       .is_complete = is_complete_,
                       .widths = differing_widths()};
  }
  /// The finished sparse block as a dense one: 0 where a complete row stores nothing, `unmet`
  /// where a value is missing or a column is not known to the row.
  void fill(double unmet) {
    const SparseRows sparse = std::get<SparseRows>(rows_);
    filled_.assign(sparse.count * sparse.width, unmet);
    for (std::size_t i = 0; i < sparse.count; ++i) {
      double* out = filled_.data() + i * sparse.width;
      const SparseRow row = sparse.row(i, 0.0);
      if (row.is_complete) std::fill_n(out, row.width, 0.0);
      for (std::size_t k = 0; k < row.count; ++k) {
        out[row.columns[k]] = is_missing(row.values[k]) ? unmet : row.values[k];
      }
    }
    rows_ = DenseRows{.values = filled_.data(),
                      .count = sparse.count,
                      .width = sparse.width,
                      .stride = sparse.width,
                      .is_whole = unmet == 0.0,
                      .widths = sparse.widths};
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
                       .is_complete = other.is_complete,
                       .texts = other.texts,
                       .widths = other.widths};
    return values_.data();
  }

  /// The cell of a text that is not among `below`, those of the block this one is made of.
  double add_text(std::string_view text, const Texts* below) {
    if (own_texts_.empty()) texts_ = Texts(below);
    texts_.push_back(own_texts_.emplace_front(text));
    return text_cell(static_cast<std::uint32_t>(texts_.size() - 1));
  }
  /// Those of the block this one is made of, with the texts added to them.
  [[nodiscard]] const Texts* with_added(const Texts* below) const {
    return own_texts_.empty() ? below : &texts_;
  }
  void set_widths(const std::size_t* widths) {
    std::visit([=](auto& block) { block.widths = widths; }, rows_);
  }
  void set_texts(const Texts* texts) {
    std::visit([=](auto& block) { block.texts = texts; }, rows_);
  }
  [[nodiscard]] const Rows& rows() const { return rows_; }
  /// Cells of a row under way, kept here so that the next row need not allocate.
  std::vector<std::pair<std::uint32_t, double>>& cells() { return cells_; }

 private:
  [[nodiscard]] const std::size_t* differing_widths() const {
    const bool differ = std::ranges::any_of(widths_, [&](std::size_t own) { return own < width_; });
    return differ ? widths_.data() : nullptr;
  }

  std::vector<double> values_;
  std::vector<std::uint32_t> columns_;
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> widths_;
  std::vector<double> filled_;
  std::vector<std::pair<std::uint32_t, double>> cells_;
  std::forward_list<std::string> own_texts_;  // they must not move, as texts_ points at them
  Texts texts_;
  std::size_t width_ = 0;
  bool is_complete_ = false;
  Rows rows_ = DenseRows{.values = nullptr, .count = 0, .width = 0, .stride = 0};
};

}  // namespace driftline

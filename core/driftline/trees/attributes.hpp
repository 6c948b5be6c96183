// What the columns of a tree's rows are, numeric or nominal, and rows as the tree reads them.
//
// The first value learned decides: a text makes its column nominal, a number makes it numeric
// unless the column was named nominal beforehand. Text in a numeric column counts as missing; a
// number in a nominal one is a value like any other.
//
// A tree reads a row as numbers and, where there are nominal columns, the places of their values. A
// nominal column's number is 0: a constant, of which no statistic of numbers takes notice. A value
// never learned, or beyond `max_categories` of its column, is missing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/categories.hpp"

namespace driftline {

/// A row as a tree sees it: columns of which nothing was learned are not there. What it points at
/// lasts until the next row is read.
struct TreeRow {
  const double* values = nullptr;
  const std::int32_t* places = nullptr;  ///< of nominal values, -1 elsewhere; null without any
  std::size_t width = 0;
  bool is_whole = true;  ///< no number is missing
};

class Attributes {
 public:
  explicit Attributes(std::size_t max_categories) : categories_(max_categories) {}

  [[nodiscard]] std::size_t width() const { return kinds_.size(); }
  [[nodiscard]] bool has_nominal() const { return has_nominal_; }
  [[nodiscard]] bool is_nominal(std::size_t column) const {
    return column < kinds_.size() && kinds_[column] == nominal;
  }
  [[nodiscard]] const Categories& categories() const { return categories_; }

  /// Columns up to `width`; those in `names` are nominal whatever comes.
  void meet(std::size_t width, const NameOf& name_of, const std::vector<std::string>& names) {
    while (is_named_.size() < width) {
      const bool is_named = std::ranges::find(names, name_of(is_named_.size())) != names.end();
      is_named_.push_back(is_named ? 1 : 0);
    }
  }

  [[gnu::always_inline]] TreeRow read(const DenseRow& row) const {
    if (has_nominal_) return read_mixed(row);
    DenseRow known = row;
    known.width = std::min(row.width, width());
    return {.values = row.values,
            .width = known.width,
            .is_whole = known.width == width() && !has_missing(known)};
  }

  /// Takes note of new columns and values. `may_grow`: there is memory for values. True if rows
  /// read differently now.
  [[gnu::always_inline]] bool learn(const DenseRow& row, bool may_grow) {
    const bool is_settled = row.width <= width() && open_ == 0 && !has_nominal_;
    return !is_settled && learn_columns(row, may_grow);
  }

  void check() {
    if (!std::cmp_equal(columns_, kinds_.size())) {
      throw std::invalid_argument("the columns of the tree are not as many as it says");
    }
    for (const std::int64_t kind : kinds_) {
      if (kind < open || kind > nominal) throw std::invalid_argument("a column is of no kind");
    }
    categories_.check();
    count_kinds();
  }
  [[nodiscard]] std::size_t extra_memory() const {
    return categories_.index_memory() + is_named_.capacity() +
           numbers_.capacity() * sizeof(double) + places_.capacity() * sizeof(std::int32_t);
  }

  static void fields(auto& self, auto&& visit) {
    visit("columns", self.columns_);
    visit("kinds", self.kinds_);
    visit.group("categories", self.categories_);
  }

 private:
  static constexpr std::int64_t open = 0;  // nothing but missing values so far
  static constexpr std::int64_t numeric = 1;
  static constexpr std::int64_t nominal = 2;

  [[gnu::noinline]] TreeRow read_mixed(const DenseRow& row) const {
    const std::size_t known = std::min(row.width, width());
    numbers_.resize(known);
    places_.assign(width(), -1);
    bool is_whole = known == width();
    for (std::size_t i = 0; i < known; ++i) {
      numbers_[i] = row.values[i];
      if (is_nominal(i)) {
        numbers_[i] = 0.0;
        if (!is_missing(row.values[i])) places_[i] = place_of(i, row);
      }
      is_whole = is_whole && !std::isnan(numbers_[i]);
    }
    return {
        .values = numbers_.data(), .places = places_.data(), .width = known, .is_whole = is_whole};
  }
  [[nodiscard]] std::int32_t place_of(std::size_t column, const DenseRow& row) const {
    const std::uint32_t value = categories_.find(column, row.values[column], row.texts);
    return value == Categories::unknown ? -1 : static_cast<std::int32_t>(categories_.place(value));
  }

  [[gnu::noinline]] bool learn_columns(DenseRow row, bool may_grow) {
    bool has_changed = false;
    // A batch knows columns before the rows that bring them do.
    while (row.width > 0 && is_missing(row.values[row.width - 1])) --row.width;
    if (row.width > width()) {
      kinds_.resize(row.width, open);
      columns_ = static_cast<std::int64_t>(row.width);
      has_changed = true;
    }
    for (std::size_t i = 0; i < row.width; ++i) {
      if (is_missing(row.values[i])) continue;
      if (kinds_[i] == open) {
        const bool is_named = i < is_named_.size() && is_named_[i] != 0;
        kinds_[i] = is_named || is_text(row.values[i]) ? nominal : numeric;
        has_changed = true;
      }
      if (kinds_[i] != nominal || !may_grow) continue;
      const std::size_t known = categories_.size();
      categories_.add(i, row.values[i], row.texts);
      has_changed = has_changed || categories_.size() != known;
    }
    if (has_changed) count_kinds();
    return has_changed;
  }

  void count_kinds() {
    open_ = static_cast<std::size_t>(std::ranges::count(kinds_, open));
    has_nominal_ = std::ranges::find(kinds_, nominal) != kinds_.end();
  }

  std::int64_t columns_ = 0;         // as many as kinds: a file that lacks one is found out
  std::vector<std::int64_t> kinds_;  // one for each column of which a value was learned
  Categories categories_;
  // The rest is derived, or told anew.
  std::size_t open_ = 0;
  bool has_nominal_ = false;
  std::vector<std::uint8_t> is_named_;
  mutable std::vector<double> numbers_;  // scratch; the caller's lock guards it
  mutable std::vector<std::int32_t> places_;
};

}  // namespace driftline

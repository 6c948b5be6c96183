// Drift marks: the rows at which a stream turns to its next concept, at once or little by little.
//
// With a width W the turn takes W rows. In row j of them, j = 0 .. W-1, the new concept is in force
// with probability 1 / (1 + exp(-4 (j - W/2) / W)), the old one otherwise: 12 % at the mark,
// half in the middle, 88 % at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class Marks {
 public:
  /// `coin` decides the rows in which two concepts compete.
  Marks(const std::vector<std::int64_t>& rows, std::int64_t width, Lane coin)
      : width_(checked_count("width", width, 0, std::int64_t{1} << 53)), coin_(coin) {
    for (const std::int64_t row : rows) {
      if (row < 1) refuse("drifts", "rows from 1 on", std::to_string(row));
      add(static_cast<std::uint64_t>(row));
    }
  }

  /// Number of the concept in force at `row`. `passed` belongs to the pass and begins at 0; it
  /// remembers the marks left behind, for rows that only go forward.
  [[nodiscard]] std::size_t concept_at(std::uint64_t row, std::size_t& passed) const {
    while (passed < rows_.size() && row >= rows_[passed]) ++passed;
    if (width_ == 0 || passed == 0) return passed;
    const std::uint64_t j = row - rows_[passed - 1];
    return j < width_ && !coin_.is_true(chance_of_new(j), row) ? passed - 1 : passed;
  }

  /// How many rows from `row` on have its concept for certain, the marks before it being passed.
  [[nodiscard]] std::uint64_t rows_alike(std::uint64_t row, std::size_t passed) const {
    if (passed > 0 && row - rows_[passed - 1] < width_) return 0;
    return (passed < rows_.size() ? rows_[passed] : ~std::uint64_t{0}) - row;
  }

  [[nodiscard]] const std::vector<std::uint64_t>& rows() const { return rows_; }

 private:
  void add(std::uint64_t row) {
    if (!rows_.empty() && row <= rows_.back()) {
      refuse("drifts", "ascending", std::to_string(row) + " after " + std::to_string(rows_.back()));
    }
    if (!rows_.empty() && row - rows_.back() < width_) {
      refuse("drifts", "at least width=" + std::to_string(width_) + " rows apart",
             std::to_string(row) + " after " + std::to_string(rows_.back()));
    }
    rows_.push_back(row);
  }
  [[nodiscard]] double chance_of_new(std::uint64_t j) const {
    const auto width = static_cast<double>(width_);
    return sigmoid(4.0 * (static_cast<double>(j) - width / 2.0) / width);
  }

  std::vector<std::uint64_t> rows_;
  std::uint64_t width_;
  Lane coin_;
};

}  // namespace driftline

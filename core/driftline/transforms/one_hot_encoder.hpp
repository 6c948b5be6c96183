// One-hot encoding: a column for each value met, 1 where the row has it, 0 elsewhere.
//
// A value gets its column when it is first learned. Until then, and beyond `max_categories` of a
// column, a row with it has 0 in all of them. Rows stay sparse: a row costs as many cells as it
// holds, however many values there are. Memory grows with the values met, never with the rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/categories.hpp"
#include "driftline/transforms/column_names.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class OneHotEncoder {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = true};
  static constexpr bool puts_sparse = true;

  /// `max_categories` bounds the values known of each column.
  explicit OneHotEncoder(std::int64_t max_categories)
      : max_categories_(at_least_one("max_categories", max_categories)),
        values_(static_cast<std::size_t>(max_categories_)) {}

  void transform(const auto& row, RowWriter& out) const {
    each_cell(row, [&](std::size_t column, double cell) {
      const std::uint32_t value = values_.find(column, cell, row.texts);
      if (value != Categories::unknown) out.put(value, 1.0);
    });
  }
  void learn(const auto& row, double /*weight*/) {
    each_cell(row, [&](std::size_t column, double cell) { values_.add(column, cell, row.texts); });
  }

  void meet(std::size_t width, const NameOf& name_of) { names_.meet(width, name_of); }
  [[nodiscard]] std::size_t inputs() const { return names_.size(); }
  [[nodiscard]] std::size_t outputs() const { return values_.size(); }
  [[nodiscard]] Output output(std::size_t i) const {
    return {.source = Output::none, .name = names_.at(values_.column(i)) + "_" + values_.shown(i)};
  }
  [[nodiscard]] bool is_never_negative() const { return true; }
  [[nodiscard]] std::size_t extra_memory() const {
    return names_.memory() + values_.index_memory();
  }
  void check() { values_.check(); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("max_categories", self.max_categories_);
    visit.group("values", self.values_);
  }

 private:
  std::int64_t max_categories_;
  Categories values_;
  ColumnNames names_;
};
static_assert(RowTransform<OneHotEncoder>);

}  // namespace driftline

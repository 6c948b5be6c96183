// Ordinal encoding: the values of a column become 0, 1, 2, ... in the order they came.
//
// A value gets its number when it is first learned. Until then, and beyond `max_categories` of a
// column, it is `unknown_value`, or missing where that is NaN. Memory grows with the values met.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <variant>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/categories.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class OrdinalEncoder {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = true};

  OrdinalEncoder(double unknown_value, std::int64_t max_categories)
      : unknown_value_(unknown_value),
        max_categories_(at_least_one("max_categories", max_categories)),
        values_(static_cast<std::size_t>(max_categories_)) {
    if (std::isinf(unknown_value)) {
      throw std::invalid_argument("unknown_value must be finite, not " + as_text(unknown_value));
    }
  }

  void transform(const auto& row, RowWriter& out) const {
    each_cell(row, [&](std::size_t column, double cell) {
      const std::uint32_t value = values_.find(column, cell, row.texts);
      if (value != Categories::unknown) {
        out.put(column, static_cast<double>(values_.place(value)));
      } else if (!std::isnan(unknown_value_)) {
        out.put(column, unknown_value_);
      }
    });
  }
  void learn(const auto& row, double /*weight*/) {
    each_cell(row, [&](std::size_t column, double cell) { values_.add(column, cell, row.texts); });
  }

  void meet(std::size_t width, const NameOf& /*name_of*/) { width_ = std::max(width_, width); }
  [[nodiscard]] std::size_t inputs() const { return width_; }
  [[nodiscard]] std::size_t outputs() const { return width_; }
  [[nodiscard]] std::size_t outputs_of(std::size_t width) const { return width; }
  [[nodiscard]] Output output(std::size_t i) const { return {.source = i, .name = {}}; }
  [[nodiscard]] bool is_never_negative() const { return !(unknown_value_ < 0.0); }
  [[nodiscard]] std::size_t extra_memory() const { return values_.index_memory(); }
  void check() { values_.check(); }

  static void fields(auto& self, auto&& visit) {
    const bool is_open = std::isnan(self.unknown_value_);
    visit.parameter("unknown_value",
                    is_open ? Value(std::monostate()) : Value(self.unknown_value_));
    visit.parameter("max_categories", self.max_categories_);
    visit.group("values", self.values_);
  }

 private:
  double unknown_value_;  // NaN: missing
  std::int64_t max_categories_;
  Categories values_;
  std::size_t width_ = 0;  // columns met; told anew after a restore
};
static_assert(RowTransform<OrdinalEncoder>);

}  // namespace driftline

// A constant column, "bias", beside all the others.
//
// For steps that have no intercept of their own. The constant stands first, so that it keeps its
// place when columns are added.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class Bias {
 public:
  static constexpr Reading reading{.keeps_missing = true};
  static constexpr bool passes = true;

  explicit Bias(double value) : value_(value) {
    if (!std::isfinite(value)) {
      throw std::invalid_argument("value must be finite, not " + as_text(value));
    }
  }

  void transform(const auto& row, RowWriter& out) const {
    out.put(0, value_);
    each_cell(row, [&](std::size_t column, double cell) { out.put(column + 1, cell); });
  }
  void learn(const auto& /*row*/, double /*weight*/) {}

  void meet(std::size_t width, const NameOf& /*name_of*/) { width_ = std::max(width_, width); }
  [[nodiscard]] std::size_t inputs() const { return width_; }
  [[nodiscard]] std::size_t outputs() const { return width_ + 1; }
  [[nodiscard]] std::size_t outputs_of(std::size_t width) const { return width + 1; }
  [[nodiscard]] Output output(std::size_t i) const {
    if (i == 0) return {.source = Output::none, .name = "bias"};
    return {.source = i - 1, .name = {}};
  }
  [[nodiscard]] bool takes_text_before(const std::string& column, const TextRule& next) const {
    return next(column);
  }
  [[nodiscard]] bool is_never_negative() const { return value_ >= 0.0; }

  static void fields(auto& self, auto&& visit) { visit.parameter("value", self.value_); }

 private:
  double value_;
  std::size_t width_ = 0;  // columns met; told anew after a restore
};
static_assert(RowTransform<Bias>);

}  // namespace driftline

// Imputation: a missing value is replaced by what its column has had so far.
//
// Absent and None are the same, so a row gets all columns met, but for those of which no value has
// come yet: these stay missing. A sparse row whose absent cells are zeros (CSR) has only its stored
// NaN replaced. With `indicator` each column is followed by one that says 1 where a value was
// filled in, 0 where it was there; it begins with the first value of its column as well.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/column_names.hpp"
#include "driftline/transforms/fills.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

enum class Strategy : std::uint8_t { mean, median, most_frequent, previous, constant };

template <>
struct Names<Strategy> {
  static constexpr std::array<std::string_view, 5> values{"mean", "median", "most_frequent",
                                                          "previous", "constant"};
};

struct ImputerParameters {
  Strategy strategy;
  std::variant<double, std::string> fill_value;
  bool indicator;
  std::int64_t max_categories;

  void check() const {
    at_least_one("max_categories", max_categories);
    const double* number = std::get_if<double>(&fill_value);
    if (number != nullptr && !std::isfinite(*number)) {
      throw std::invalid_argument("fill_value must be a text or finite, not " + as_text(*number));
    }
  }
};

template <class Fill>
class Imputer {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = Fill::takes_text};
  static constexpr bool passes = true;

  Imputer(ImputerParameters parameters, Fill fill)
      : parameters_(std::move(parameters)), fill_(std::move(fill)) {}

  void transform(const DenseRow& row, RowWriter& out) const {
    const std::size_t width = std::min(row.width, inputs());
    for (std::size_t i = 0; i < width; ++i) put(i, row.values[i], out);
  }
  void transform(const SparseRow& row, RowWriter& out) const {
    if (row.is_complete) {
      each_stored(row, [&](std::size_t column, double cell) { put(column, cell, out); });
      return;
    }
    const std::size_t width = std::min(row.width, inputs());
    for (std::size_t i = 0, k = 0; i < width; ++i) {
      const bool is_stored = k < row.count && row.columns[k] == i;
      put(i, is_stored ? row.values[k++] : std::numeric_limits<double>::quiet_NaN(), out);
    }
  }
  void learn(const auto& row, double weight) {
    std::size_t width = 0;
    each_cell(row, [&](std::size_t column, double /*cell*/) { width = column + 1; });
    fill_.widen(width);
    each_cell(row, [&](std::size_t column, double cell) {
      fill_.learn(column, cell, weight, row.texts);
    });
  }

  void meet(std::size_t width, const NameOf& name_of) { names_.meet(width, name_of); }
  [[nodiscard]] std::size_t inputs() const { return names_.size(); }
  [[nodiscard]] std::size_t outputs() const { return outputs_of(inputs()); }
  [[nodiscard]] std::size_t outputs_of(std::size_t width) const { return width * per_column(); }
  [[nodiscard]] Output output(std::size_t i) const {
    const std::size_t source = i / per_column();
    if (i % per_column() == 0) return {.source = source, .name = {}, .fills = true};
    return {.source = source, .name = names_.at(source) + "_missing", .fills = true};
  }
  [[nodiscard]] bool takes_text_before(const std::string& column, const TextRule& next) const {
    return Fill::takes_text && next(column);
  }
  [[nodiscard]] bool is_never_negative() const { return fill_.is_never_negative(); }
  [[nodiscard]] std::size_t extra_memory() const {
    if constexpr (requires { fill_.extra_memory(); }) {
      return names_.memory() + fill_.extra_memory();
    } else {
      return names_.memory();
    }
  }
  void check() { fill_.check(); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("strategy", self.parameters_.strategy);
    visit.parameter("fill_value", std::visit([](const auto& value) { return Value(value); },
                                             self.parameters_.fill_value));
    visit.parameter("indicator", self.parameters_.indicator);
    visit.parameter("max_categories", self.parameters_.max_categories);
    visit.group("fill", self.fill_);
  }

 private:
  [[nodiscard]] std::size_t per_column() const { return parameters_.indicator ? 2 : 1; }
  void put(std::size_t column, double cell, RowWriter& out) const {
    const std::size_t place = column * per_column();
    const bool is_absent = is_missing(cell);
    const bool is_known = fill_.knows(column);
    if (!is_absent) out.put(place, cell);
    if (is_absent && is_known) fill_.put(column, place, out);
    if (parameters_.indicator && is_known) out.put(place + 1, is_absent ? 1.0 : 0.0);
  }

  ImputerParameters parameters_;
  Fill fill_;
  ColumnNames names_;
};
static_assert(RowTransform<Imputer<MeanFill>>);
static_assert(RowTransform<Imputer<ConstantFill>>);

}  // namespace driftline

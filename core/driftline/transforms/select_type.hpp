// A choice of cells by what they hold: numbers only, or text only.
//
// A column goes out from the first such cell that is learned. Cells of the other kind are dropped,
// in the same column too. So a table of any make can be split in two, without naming a column.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

enum class CellKind : std::uint8_t { number, text };

template <>
struct Names<CellKind> {
  static constexpr std::array<std::string_view, 2> values{"number", "text"};
};

class SelectType {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = true};
  static constexpr bool passes = true;

  explicit SelectType(CellKind kind) : kind_(kind) {}

  void transform(const auto& row, RowWriter& out) const {
    each_chosen(row, [&](std::size_t column, double cell) {
      if (column < places_.size() && places_[column] != none) out.put(places_[column], cell);
    });
  }
  void learn(const auto& row, double /*weight*/) {
    each_chosen(row, [&](std::size_t column, double /*cell*/) {
      if (column < places_.size() && places_[column] != none) return;
      place(column);
      columns_.push_back(static_cast<std::int64_t>(column));
    });
  }

  void meet(std::size_t width, const NameOf& /*name_of*/) { width_ = std::max(width_, width); }
  [[nodiscard]] std::size_t inputs() const { return width_; }
  [[nodiscard]] std::size_t outputs() const { return columns_.size(); }
  [[nodiscard]] Output output(std::size_t i) const {
    return {.source = static_cast<std::size_t>(columns_[i]), .name = {}};
  }
  /// Text that is dropped is nobody's concern.
  [[nodiscard]] bool takes_text_before(const std::string& column, const TextRule& next) const {
    return kind_ == CellKind::number || next(column);
  }
  [[nodiscard]] std::size_t extra_memory() const {
    return places_.capacity() * sizeof(std::uint32_t);
  }
  void check() {
    places_.clear();
    const std::vector<std::int64_t> restored = columns_;
    columns_.clear();
    for (const std::int64_t column : restored) {
      const auto own = static_cast<std::size_t>(column);
      if (column < 0 || own >= most || (own < places_.size() && places_[own] != none)) {
        throw std::invalid_argument("the chosen columns contradict each other");
      }
      place(own);
      columns_.push_back(column);
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("kind", self.kind_);
    visit("columns", self.columns_);
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::size_t most = std::size_t{1} << 24U;  // columns that a model can have

  void each_chosen(const auto& row, auto use) const {
    each_cell(row, [&](std::size_t column, double cell) {
      if (is_text(cell) == (kind_ == CellKind::text)) use(column, cell);
    });
  }
  void place(std::size_t column) {
    if (column >= places_.size()) places_.resize(std::max(column + 1, width_), none);
    places_[column] = static_cast<std::uint32_t>(columns_.size());
  }

  CellKind kind_;
  std::vector<std::int64_t> columns_;  // chosen, in the order they appeared
  std::vector<std::uint32_t> places_;  // derived: of each column among those chosen
  std::size_t width_ = 0;              // columns met; told anew after a restore
};
static_assert(RowTransform<SelectType>);

}  // namespace driftline

// A choice of columns by name: those listed, or all but those.
//
// What is chosen passes as it is, text and missing values included. A column that never comes is
// no error: a stream may bring it later.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class Select {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = true};
  static constexpr bool passes = true;

  /// `keeps`: the names are those to keep; otherwise those to leave out.
  Select(std::vector<std::string> names, bool keeps) : names_(std::move(names)), keeps_(keeps) {}

  void transform(const auto& row, RowWriter& out) const {
    each_cell(row, [&](std::size_t column, double cell) {
      if (column < places_.size() && places_[column] != dropped) out.put(places_[column], cell);
    });
  }
  void learn(const auto& /*row*/, double /*weight*/) {}

  void meet(std::size_t width, const NameOf& name_of) {
    while (places_.size() < width) {
      const bool is_chosen = chooses(name_of(places_.size()));
      if (is_chosen) sources_.push_back(places_.size());
      places_.push_back(is_chosen ? sources_.size() - 1 : dropped);
    }
  }
  [[nodiscard]] std::size_t inputs() const { return places_.size(); }
  [[nodiscard]] std::size_t outputs() const { return sources_.size(); }
  [[nodiscard]] std::size_t outputs_of(std::size_t width) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(sources_, width) - sources_.begin());
  }
  [[nodiscard]] Output output(std::size_t i) const { return {.source = sources_[i], .name = {}}; }
  /// Text in a column that is left out is nobody's concern.
  [[nodiscard]] bool takes_text_before(const std::string& column, const TextRule& next) const {
    return !chooses(column) || next(column);
  }
  [[nodiscard]] std::size_t extra_memory() const {
    return (places_.capacity() + sources_.capacity()) * sizeof(std::size_t);
  }

  static void fields(auto& self, auto&& visit) { visit.parameter("features", self.names_); }

 private:
  static constexpr std::size_t dropped = SIZE_MAX;
  [[nodiscard]] bool chooses(const std::string& name) const {
    return (std::ranges::find(names_, name) != names_.end()) == keeps_;
  }

  std::vector<std::string> names_;
  bool keeps_;
  std::vector<std::size_t> places_;   // of each column met, among those chosen
  std::vector<std::size_t> sources_;  // the columns chosen
};
static_assert(RowTransform<Select>);

}  // namespace driftline

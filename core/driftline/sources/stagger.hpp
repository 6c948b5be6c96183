// STAGGER: things with a size, a colour and a shape, and three concepts that follow each other.
//
//   0   small and red
//   1   green or a circle
//   2   medium or large
//
// Each feature is uniform over its values. As numbers, each value is a column of 0 and 1; else the
// three columns are categories. Some programs have but two colours and two shapes.
//
// Schlimmer, Granger. Incremental Learning from Noisy Data. 1986.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class StaggerRule {
 public:
  struct State {
    std::size_t rule = 0;
  };

  /// `variant`: "3x3" or "2x2", the number of colours and of shapes.
  StaggerRule(const std::string& variant, bool one_hot) : one_hot_(one_hot) {
    if (variant != "3x3" && variant != "2x2") {
      refuse("variant", "'3x3' or '2x2'", "'" + variant + "'");
    }
    const std::size_t kinds = variant == "3x3" ? 3 : 2;
    kinds_ = {3, kinds, kinds};
    features_ = {{{.name = "size", .categories = {"small", "medium", "large"}},
                  {.name = "color", .categories = {"red", "green", "blue"}},
                  {.name = "shape", .categories = {"square", "circle", "triangle"}}}};
    features_[1].categories.resize(kinds);
    features_[2].categories.resize(kinds);
  }

  [[nodiscard]] static constexpr std::size_t width() { return 3; }
  [[nodiscard]] static constexpr std::size_t slots() { return 3; }
  [[nodiscard]] std::vector<Column> columns() const {
    std::vector<Column> columns;
    for (const Column& feature : features_) {
      if (!one_hot_) columns.push_back(feature);
      for (const std::string& category : feature.categories) {
        if (one_hot_) columns.push_back({.name = feature.name + "_" + category});
      }
    }
    return columns;
  }
  [[nodiscard]] static State start() { return {}; }
  static void enter(State& state, std::size_t number, std::uint64_t /*row*/) {
    state.rule = number % 3;
  }
  void draw(const State& /*state*/, const Lane* lanes, std::uint64_t row, double* x) const {
    for (std::size_t i = 0; i < 3; ++i) {
      x[i] = static_cast<double>(lanes[i].below(kinds_[i], row));
    }
  }
  [[nodiscard]] static bool label(const State& state, const double* x) {
    switch (state.rule) {
      case 0:
        return x[0] == 0.0 && x[1] == 0.0;
      case 1:
        return x[1] == 1.0 || x[2] == 1.0;
      default:
        return x[0] != 0.0;
    }
  }
  static void describe(const State& state, Truth& truth) {
    truth.emplace_back("rule", static_cast<std::int64_t>(state.rule));
  }

  void write(const double* x, std::size_t i, const Cells& cells) const {
    std::size_t column = 0;
    for (std::size_t f = 0; f < 3; ++f) {
      if (!one_hot_) cells.code(f, i, static_cast<std::uint64_t>(x[f]));
      for (std::size_t k = 0; one_hot_ && k < kinds_[f]; ++k) {
        cells.number(column++, i, x[f] == static_cast<double>(k) ? 1.0 : 0.0);
      }
    }
  }
  /// The three codes, from the columns as they were written.
  void read(const double* columns, double* x) const {
    std::size_t column = 0;
    for (std::size_t f = 0; f < 3; ++f) {
      if (!one_hot_) x[f] = columns[f];
      for (std::size_t k = 0; one_hot_ && k < kinds_[f]; ++k) {
        if (columns[column++] != 0.0) x[f] = static_cast<double>(k);
      }
    }
  }

 private:
  bool one_hot_;
  std::array<Column, 3> features_;
  std::array<std::size_t, 3> kinds_{};
};

using STAGGER = ConceptStream<StaggerRule>;
inline STAGGER make_stagger(const ConceptOptions& options, const std::string& variant = "3x3",
                            bool one_hot = true) {
  return {options, StaggerRule(variant, one_hot)};
}

}  // namespace driftline

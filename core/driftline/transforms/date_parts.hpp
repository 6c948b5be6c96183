// Dates taken apart: year, month, day, weekday, hour, minute, day of the year.
//
// A cell is a number, the seconds since 1970 in UTC, as dates are read; or ISO 8601 text. What is
// neither, or lies outside the years 1 to 9999, is missing: a stream cannot stop for one bad date.
// `cyclic` adds sine and cosine of a part, so that 23 h lies next to 0 h for a linear learner.
// Nothing is learned.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/numeric/trigonometry.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/civil_time.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/column_names.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class DateParts {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = true, .takes_time = true};

  DateParts(Tuple<std::string> parts, Tuple<std::string> cyclic)
      : parts_(std::move(parts)), cyclic_(std::move(cyclic)) {
    for (const std::string& part : parts_.values) {
      outputs_.push_back({.part = found("parts", part, all_parts), .turn = Turn::none});
    }
    for (const std::string& part : cyclic_.values) {
      const std::size_t own = found("cyclic", part, cyclic_parts);
      outputs_.push_back({.part = own, .turn = Turn::sine});
      outputs_.push_back({.part = own, .turn = Turn::cosine});
    }
    if (outputs_.empty()) throw std::invalid_argument("parts and cyclic are both empty");
  }

  void transform(const auto& row, RowWriter& out) const {
    each_cell(row, [&](std::size_t column, double cell) {
      const double seconds = is_text(cell) ? IsoTime::seconds(text_of(cell, row.texts)) : cell;
      if (!(seconds >= first_second && seconds < end_of_seconds)) return;
      const CivilTime time = civil_time(seconds);
      for (std::size_t k = 0; k < outputs_.size(); ++k) {
        out.put(column * outputs_.size() + k, outputs_[k].of(time));
      }
    });
  }
  void learn(const auto& /*row*/, double /*weight*/) {}

  void meet(std::size_t width, const NameOf& name_of) { names_.meet(width, name_of); }
  [[nodiscard]] std::size_t inputs() const { return names_.size(); }
  [[nodiscard]] std::size_t outputs() const { return outputs_of(inputs()); }
  [[nodiscard]] std::size_t outputs_of(std::size_t width) const { return width * outputs_.size(); }
  [[nodiscard]] Output output(std::size_t i) const {
    const std::size_t source = i / outputs_.size();
    return {.source = source, .name = names_.at(source) + outputs_[i % outputs_.size()].suffix()};
  }
  [[nodiscard]] bool is_never_negative() const { return cyclic_.values.empty(); }
  [[nodiscard]] std::size_t extra_memory() const { return names_.memory(); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("parts", self.parts_);
    visit.parameter("cyclic", self.cyclic_);
  }

 private:
  struct Part {
    std::string_view name;
    std::int64_t CivilTime::* value;
    double least;   // where a cycle begins
    double period;  // 0: the part does not come round
  };
  static constexpr std::array<Part, 7> known{{
      {.name = "hour", .value = &CivilTime::hour, .least = 0.0, .period = 24.0},
      {.name = "weekday", .value = &CivilTime::weekday, .least = 0.0, .period = 7.0},
      {.name = "month", .value = &CivilTime::month, .least = 1.0, .period = 12.0},
      {.name = "year", .value = &CivilTime::year, .least = 0.0, .period = 0.0},
      {.name = "day", .value = &CivilTime::day, .least = 0.0, .period = 0.0},
      {.name = "minute", .value = &CivilTime::minute, .least = 0.0, .period = 0.0},
      {.name = "day_of_year", .value = &CivilTime::day_of_year, .least = 0.0, .period = 0.0},
  }};
  static constexpr std::size_t all_parts = known.size();
  static constexpr std::size_t cyclic_parts = 3;  // they stand first

  enum class Turn : std::uint8_t { none, sine, cosine };
  struct OnePart {
    std::size_t part;
    Turn turn;

    [[nodiscard]] double of(const CivilTime& time) const {
      const auto value = static_cast<double>(time.*known[part].value);
      if (turn == Turn::none) return value;
      const double angle =
          2.0 * std::numbers::pi * (value - known[part].least) / known[part].period;
      return turn == Turn::sine ? sin(angle) : cos(angle);
    }
    [[nodiscard]] std::string suffix() const {
      const char* end = turn == Turn::none ? "" : turn == Turn::sine ? "_sin" : "_cos";
      return "_" + std::string(known[part].name) + end;
    }
  };

  static std::size_t found(const char* parameter, const std::string& name, std::size_t among) {
    std::string wanted;
    for (std::size_t i = 0; i < among; ++i) {
      if (known[i].name == name) return i;
      wanted += (i == 0 ? "'" : ", '") + std::string(known[i].name) + "'";
    }
    throw std::invalid_argument(std::string(parameter) + " must be among " + wanted + ", not '" +
                                name + "'");
  }

  Tuple<std::string> parts_;
  Tuple<std::string> cyclic_;
  std::vector<OnePart> outputs_;  // of one column
  ColumnNames names_;
};
static_assert(RowTransform<DateParts>);

}  // namespace driftline

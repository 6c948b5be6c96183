// What may stand in for a missing value: one class for each way of choosing it.
//
// Each has `takes_text`, `widen(width)`, `learn(column, cell, weight, texts)`, `knows(column)`,
// `put(column, place, out)` for a column it knows, `is_never_negative()`, `fields` and `check()`.
// A column is known from its first value on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/categories.hpp"
#include "driftline/transforms/column_quantiles.hpp"
#include "driftline/transforms/row_writer.hpp"

namespace driftline {

/// The mean so far, weighted.
class MeanFill {
 public:
  static constexpr bool takes_text = false;

  void widen(std::size_t width) {
    if (width <= counts_.size()) return;
    counts_.resize(width, 0.0);
    means_.resize(width, 0.0);
  }
  void learn(std::size_t column, double x, double weight, const Texts* /*texts*/) {
    counts_[column] += weight;
    means_[column] += (x - means_[column]) * (weight / counts_[column]);
  }
  [[nodiscard]] bool knows(std::size_t column) const {
    return column < counts_.size() && counts_[column] > 0.0;
  }
  void put(std::size_t column, std::size_t place, RowWriter& out) const {
    out.put(place, means_[column]);
  }
  [[nodiscard]] static bool is_never_negative() { return true; }
  void check() const {
    if (means_.size() != counts_.size()) {
      throw std::invalid_argument("the means of the columns contradict each other");
    }
  }
  static void fields(auto& self, auto&& visit) {
    visit("counts", self.counts_);
    visit("means", self.means_);
  }

 private:
  std::vector<double> counts_;
  std::vector<double> means_;
};

/// The median so far: exact for 64 values, then an estimate. Every value counts once.
class MedianFill {
 public:
  static constexpr bool takes_text = false;

  void widen(std::size_t width) { quantiles_.widen(width); }
  void learn(std::size_t column, double x, double /*weight*/, const Texts* /*texts*/) {
    quantiles_.learn(column, x);
  }
  [[nodiscard]] bool knows(std::size_t column) const { return quantiles_.knows(column); }
  void put(std::size_t column, std::size_t place, RowWriter& out) const {
    out.put(place, quantiles_.quantile(column, 0.5));
  }
  [[nodiscard]] static bool is_never_negative() { return true; }
  void check() const { quantiles_.check(); }
  static void fields(auto& self, auto&& visit) { visit.group("quantiles", self.quantiles_); }

 private:
  ColumnQuantiles quantiles_;
};

/// The value of the greatest weight so far; of several, the one that was met first.
class MostFrequentFill {
 public:
  static constexpr bool takes_text = true;

  /// `most` bounds the values counted of each column.
  explicit MostFrequentFill(std::size_t most) : values_(most) {}

  void widen(std::size_t /*width*/) {}
  void learn(std::size_t column, double cell, double weight, const Texts* texts) {
    const std::uint32_t value = values_.add(column, cell, texts);
    if (value == Categories::unknown) return;
    if (value == weights_.size()) weights_.push_back(0.0);
    weights_[value] += weight;
    prefer(value);
  }
  [[nodiscard]] bool knows(std::size_t column) const { return best_.contains(column); }
  void put(std::size_t column, std::size_t place, RowWriter& out) const {
    const std::uint32_t value = best_.at(column);
    if (values_.is_text_at(value)) {
      out.put_text(place, values_.text(value));
    } else {
      out.put(place, values_.number(value));
    }
  }
  [[nodiscard]] static bool is_never_negative() { return true; }
  void check() {
    values_.check();
    if (weights_.size() != values_.size()) {
      throw std::invalid_argument("the weights of the values contradict each other");
    }
    best_.clear();
    for (std::size_t i = 0; i < values_.size(); ++i) prefer(static_cast<std::uint32_t>(i));
  }
  [[nodiscard]] std::size_t extra_memory() const {
    constexpr std::size_t node = 32;  // of a hash table of numbers, about
    return values_.index_memory() + best_.size() * node;
  }
  static void fields(auto& self, auto&& visit) {
    visit.group("values", self.values_);
    visit("weights", self.weights_);
  }

 private:
  void prefer(std::uint32_t value) {
    const auto [best, is_new] = best_.try_emplace(values_.column(value), value);
    const double lead = weights_[value] - weights_[best->second];
    if (lead > 0.0 || (lead == 0.0 && value < best->second)) best->second = value;
  }

  Categories values_;
  std::vector<double> weights_;
  std::unordered_map<std::size_t, std::uint32_t> best_;  // derived
};

/// What kind of value a column last held.
enum class Held : std::uint8_t { nothing, number, text };

inline void check_kinds(const std::vector<std::int64_t>& kinds) {
  for (const std::int64_t kind : kinds) {
    if (kind < 0 || kind > 2) throw std::invalid_argument("a column holds what does not exist");
  }
}

/// The last value that was there.
class PreviousFill {
 public:
  static constexpr bool takes_text = true;

  void widen(std::size_t width) {
    if (width <= kinds_.size()) return;
    kinds_.resize(width, 0);
    numbers_.resize(width, 0.0);
    texts_.resize(width);
  }
  void learn(std::size_t column, double cell, double /*weight*/, const Texts* texts) {
    const bool holds_text = is_text(cell);
    kinds_[column] = static_cast<std::int64_t>(holds_text ? Held::text : Held::number);
    numbers_[column] = holds_text ? 0.0 : cell;
    texts_[column] = holds_text ? text_of(cell, texts) : std::string_view();
  }
  [[nodiscard]] bool knows(std::size_t column) const {
    return column < kinds_.size() && kinds_[column] != static_cast<std::int64_t>(Held::nothing);
  }
  void put(std::size_t column, std::size_t place, RowWriter& out) const {
    if (kinds_[column] == static_cast<std::int64_t>(Held::text)) {
      out.put_text(place, texts_[column]);
    } else {
      out.put(place, numbers_[column]);
    }
  }
  [[nodiscard]] static bool is_never_negative() { return true; }
  void check() const {
    check_kinds(kinds_);
    if (numbers_.size() != kinds_.size() || texts_.size() != kinds_.size()) {
      throw std::invalid_argument("the last values of the columns contradict each other");
    }
  }
  static void fields(auto& self, auto&& visit) {
    visit("kinds", self.kinds_);
    visit("numbers", self.numbers_);
    visit("texts", self.texts_);
  }

 private:
  std::vector<std::int64_t> kinds_;
  std::vector<double> numbers_;
  std::vector<std::string> texts_;
};

/// A number in columns of numbers, or a text in columns of text: by what a column held first.
class ConstantFill {
 public:
  static constexpr bool takes_text = true;

  explicit ConstantFill(std::variant<double, std::string> value) : value_(std::move(value)) {}

  void widen(std::size_t width) {
    if (width > kinds_.size()) kinds_.resize(width, 0);
  }
  void learn(std::size_t column, double cell, double /*weight*/, const Texts* /*texts*/) {
    if (kinds_[column] != 0) return;
    kinds_[column] = static_cast<std::int64_t>(is_text(cell) ? Held::text : Held::number);
  }
  [[nodiscard]] bool knows(std::size_t column) const {
    const Held wanted = std::holds_alternative<double>(value_) ? Held::number : Held::text;
    return column < kinds_.size() && kinds_[column] == static_cast<std::int64_t>(wanted);
  }
  void put(std::size_t /*column*/, std::size_t place, RowWriter& out) const {
    if (const double* number = std::get_if<double>(&value_)) {
      out.put(place, *number);
    } else {
      out.put_text(place, std::get<std::string>(value_));
    }
  }
  [[nodiscard]] bool is_never_negative() const {
    const double* number = std::get_if<double>(&value_);
    return number == nullptr || *number >= 0.0;
  }
  void check() const { check_kinds(kinds_); }
  static void fields(auto& self, auto&& visit) { visit("kinds", self.kinds_); }

 private:
  std::variant<double, std::string> value_;
  std::vector<std::int64_t> kinds_;
};

}  // namespace driftline

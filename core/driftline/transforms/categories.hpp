// The values a column has taken, numbered in the order they came.
//
// A value is a number or a text; 3 and "3" are two values. Growth: one entry for each value of each
// column, up to `most` in a column; values beyond are never known.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class Categories {
 public:
  static constexpr std::uint32_t unknown = UINT32_MAX;

  explicit Categories(std::size_t most) : most_(most) {}

  [[nodiscard]] std::size_t size() const { return columns_.size(); }
  /// The number of a value among all values of all columns, or `unknown`.
  [[nodiscard]] std::uint32_t find(std::size_t column, double cell, const Texts* texts) const {
    if (is_text(cell)) {
      const auto it =
          by_text_.find(TextKey<std::string_view>{.column = column, .text = text_of(cell, texts)});
      return it == by_text_.end() ? unknown : it->second;
    }
    const auto it = by_number_.find({column, bits_of(cell)});
    return it == by_number_.end() ? unknown : it->second;
  }
  /// The same; a new value is added if its column has room.
  std::uint32_t add(std::size_t column, double cell, const Texts* texts) {
    const std::uint32_t known = find(column, cell, texts);
    if (known != unknown) return known;
    if (const auto it = counts_.find(column); it != counts_.end() && it->second >= most_) {
      return unknown;
    }
    columns_.push_back(static_cast<std::int64_t>(column));
    are_texts_.push_back(is_text(cell) ? 1 : 0);
    numbers_.push_back(is_text(cell) ? 0.0 : cell + 0.0);  // -0 is 0
    texts_.emplace_back(is_text(cell) ? text_of(cell, texts) : std::string_view());
    index(size() - 1);
    return static_cast<std::uint32_t>(size() - 1);
  }

  [[nodiscard]] std::size_t column(std::size_t value) const {
    return static_cast<std::size_t>(columns_[value]);
  }
  /// The place of the value among those of its own column: 0, 1, 2, ...
  [[nodiscard]] std::size_t place(std::size_t value) const { return places_[value]; }
  [[nodiscard]] std::string shown(std::size_t value) const {
    return is_text_at(value) ? texts_[value] : as_text(numbers_[value]);
  }
  [[nodiscard]] bool is_text_at(std::size_t value) const { return are_texts_[value] != 0; }
  [[nodiscard]] double number(std::size_t value) const { return numbers_[value]; }
  [[nodiscard]] const std::string& text(std::size_t value) const { return texts_[value]; }

  /// What was restored is judged, and the tables to find values by are built anew.
  void check() {
    const std::size_t n = columns_.size();
    if (are_texts_.size() != n || numbers_.size() != n || texts_.size() != n) {
      throw std::invalid_argument("the categories contradict each other");
    }
    by_text_.clear();
    by_number_.clear();
    counts_.clear();
    places_.clear();
    for (std::size_t i = 0; i < n; ++i) {
      if (columns_[i] < 0) throw std::invalid_argument("a category belongs to no column");
      index(i);
    }
  }
  [[nodiscard]] std::size_t index_memory() const {
    constexpr std::size_t node = 64;  // of a hash table with a short key, about
    return places_.capacity() * sizeof(std::size_t) + (size() + counts_.size()) * node;
  }

  static void fields(auto& self, auto&& visit) {
    visit("columns", self.columns_);
    visit("are_texts", self.are_texts_);
    visit("numbers", self.numbers_);
    visit("texts", self.texts_);
  }

 private:
  template <class Text>
  struct TextKey {
    std::size_t column;
    Text text;
  };
  using NumberKey = std::pair<std::size_t, std::uint64_t>;

  static std::size_t mixed(std::size_t column, std::size_t hash) {
    return hash ^ (column * 0x9E37'79B9'7F4A'7C15U);
  }
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const auto& key) const {
      return mixed(key.column, std::hash<std::string_view>()(key.text));
    }
    std::size_t operator()(const NumberKey& key) const {
      return mixed(key.first, std::hash<std::uint64_t>()(key.second));
    }
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const auto& a, const auto& b) const {
      return a.column == b.column && a.text == b.text;
    }
  };

  static std::uint64_t bits_of(double number) { return std::bit_cast<std::uint64_t>(number + 0.0); }

  void index(std::size_t value) {
    const auto number = static_cast<std::uint32_t>(value);
    if (are_texts_[value] != 0) {
      by_text_.emplace(TextKey<std::string>{.column = column(value), .text = texts_[value]},
                       number);
    } else {
      by_number_.emplace(NumberKey{column(value), bits_of(numbers_[value])}, number);
    }
    places_.push_back(counts_[column(value)]++);
  }

  std::size_t most_;
  std::vector<std::int64_t> columns_;
  std::vector<std::int64_t> are_texts_;
  std::vector<double> numbers_;
  std::vector<std::string> texts_;
  // The rest is derived.
  std::vector<std::size_t> places_;
  std::unordered_map<TextKey<std::string>, std::uint32_t, Hash, Equal> by_text_;
  std::unordered_map<NumberKey, std::uint32_t, Hash> by_number_;
  std::unordered_map<std::size_t, std::size_t> counts_;
};

}  // namespace driftline

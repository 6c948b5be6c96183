// The terms met in texts, numbered in the order they came, up to a bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace driftline {

class Vocabulary {
 public:
  static constexpr std::uint32_t unknown = UINT32_MAX;

  explicit Vocabulary(std::size_t most) : most_(most) {}

  [[nodiscard]] std::size_t size() const { return terms_.size(); }
  [[nodiscard]] const std::string& term(std::size_t i) const { return terms_[i]; }
  /// The number of a term, or `unknown`.
  [[nodiscard]] std::uint32_t find(std::string_view term) const {
    const auto it = numbers_.find(term);
    return it == numbers_.end() ? unknown : it->second;
  }
  /// The same; a new term is added if there is room.
  std::uint32_t add(std::string_view term) {
    const std::uint32_t known = find(term);
    if (known != unknown || terms_.size() >= most_) return known;
    terms_.emplace_back(term);
    numbers_.emplace(terms_.back(), static_cast<std::uint32_t>(terms_.size() - 1));
    return static_cast<std::uint32_t>(terms_.size() - 1);
  }

  /// What was restored is judged, and the table to find terms by is built anew.
  void check() {
    if (terms_.size() > most_) throw std::invalid_argument("there are more terms than allowed");
    numbers_.clear();
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      numbers_.emplace(terms_[i], static_cast<std::uint32_t>(i));
    }
  }
  [[nodiscard]] std::size_t index_memory() const {
    constexpr std::size_t node = 80;  // of a hash table with a short text, about
    return terms_.size() * node;
  }

  static void fields(auto& self, auto&& visit) { visit("terms", self.terms_); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view term) const {
      return std::hash<std::string_view>()(term);
    }
  };

  std::size_t most_;
  std::vector<std::string> terms_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;  // derived
};

}  // namespace driftline

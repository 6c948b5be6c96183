// The texts of a batch or a row: each once, numbered, for as long as the rows are in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "driftline/stream/row.hpp"

namespace driftline::python {

class TextPool {
 public:
  TextPool() = default;
  TextPool(const TextPool&) = delete;  // the views point into it
  TextPool& operator=(const TextPool&) = delete;
  TextPool(TextPool&&) = delete;
  TextPool& operator=(TextPool&&) = delete;
  ~TextPool() = default;

  /// The cell that stands for this text.
  double add(std::string_view text) {
    if (const auto known = places_.find(text); known != places_.end()) {
      return text_cell(known->second);
    }
    const std::string_view own = owned_.emplace_back(text);
    const auto place = static_cast<std::uint32_t>(views_.size());
    places_.emplace(own, place);
    views_.push_back(own);
    return text_cell(place);
  }
  void clear() {
    if (views_.empty()) return;
    views_.clear();
    places_.clear();
    owned_.clear();
  }
  /// Null where there is none, so that no NaN is ever taken for a text.
  [[nodiscard]] const Texts* texts() const { return views_.empty() ? nullptr : &views_; }

 private:
  std::deque<std::string> owned_;
  std::unordered_map<std::string_view, std::uint32_t> places_;
  Texts views_;
};

}  // namespace driftline::python

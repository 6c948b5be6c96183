// Bag of words: how often each term stands in the texts of a row.
//
// What a term is, tokens.hpp says; which terms have a column, terms.hpp. Rows stay sparse: a row
// costs what its text costs, however large the vocabulary. Memory grows with the vocabulary,
// never with the rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/transforms/row_transform.hpp"
#include "driftline/transforms/terms.hpp"

namespace driftline {

class BagOfWords {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = true};
  static constexpr bool puts_sparse = true;

  explicit BagOfWords(TextOptions options) : terms_(std::move(options)) {}

  void transform(const auto& row, RowWriter& out) const {
    found_.clear();
    terms_.each(row, [&](std::uint32_t term) { add_found(term); });
    put_found(out);
  }
  void learn(const auto& row, double /*weight*/) {
    terms_.each_added(row, [](std::uint32_t) {});
  }
  void learn_transform(const auto& row, double /*weight*/, RowWriter& out) {
    found_.clear();
    terms_.each_added(row, [&](std::uint32_t term) { add_found(term); });
    put_found(out);
  }

  void meet(std::size_t width, const NameOf& name_of) { terms_.meet(width, name_of); }
  [[nodiscard]] std::size_t inputs() const { return terms_.inputs(); }
  [[nodiscard]] std::size_t outputs() const { return terms_.size(); }
  [[nodiscard]] Output output(std::size_t i) const { return terms_.output(i); }
  [[nodiscard]] bool is_never_negative() const { return true; }
  [[nodiscard]] std::size_t extra_memory() const { return terms_.extra_memory(); }
  void check() { terms_.check(); }

  static void fields(auto& self, auto&& visit) { visit.group("terms", self.terms_); }

 private:
  void add_found(std::uint32_t term) const {
    if (term != Vocabulary::unknown) found_.push_back(term);
  }
  void put_found(RowWriter& out) const {
    std::ranges::sort(found_);  // else the writer would, with twice the bytes to move
    for (const std::uint32_t term : found_) out.put(term, 1.0);
  }

  Terms terms_;
  mutable std::vector<std::uint32_t> found_;  // of the row at hand; the caller's lock guards it
};
static_assert(RowTransform<BagOfWords>);

}  // namespace driftline

// The terms of a row: of which columns the text is read, how it is cut, and the number of each
// term.
//
// A row is one document: the texts of all its columns are counted together. Numbers are not read.
// The vocabulary grows while rows are learned, up to `max_features`; terms beyond are never known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/row_writer.hpp"
#include "driftline/transforms/tokens.hpp"
#include "driftline/transforms/vocabulary.hpp"

namespace driftline {

/// The parameters that all who read text have in common.
struct TextOptions {
  bool lowercase = true;
  Tuple<std::int64_t> ngram_range{{1, 1}};
  std::int64_t max_features = 100'000;
  Tuple<std::string> on;  ///< names of columns; empty: all
  std::string prefix;     ///< in front of every term's name
};

class Terms {
 public:
  static constexpr std::int64_t most_features = std::int64_t{1} << 31;

  explicit Terms(TextOptions options)
      : options_(std::move(options)),
        tokens_(options_.lowercase, options_.ngram_range.values),
        vocabulary_(static_cast<std::size_t>(
            at_least_one("max_features", std::min(options_.max_features, most_features)))) {}

  /// Calls use(number) for each term of the row, `Vocabulary::unknown` for one not known.
  /// Returns whether the row holds text.
  template <class Use>
  bool each(const auto& row, Use use) const {
    return each_text(row, [&](std::string_view text) {
      tokens_.each(text, [&](std::string_view term) { use(vocabulary_.find(term)); });
    });
  }
  /// The same; new terms are added if there is room.
  template <class Use>
  bool each_added(const auto& row, Use use) {
    return each_text(row, [&](std::string_view text) {
      tokens_.each(text, [&](std::string_view term) { use(vocabulary_.add(term)); });
    });
  }

  void meet(std::size_t width, const NameOf& name_of) {
    const auto& on = options_.on.values;
    while (is_read_.size() < width) {
      const bool is_chosen = std::ranges::find(on, name_of(is_read_.size())) != on.end();
      is_read_.push_back(on.empty() || is_chosen ? 1 : 0);
    }
  }
  [[nodiscard]] std::size_t inputs() const { return is_read_.size(); }
  [[nodiscard]] std::size_t size() const { return vocabulary_.size(); }
  [[nodiscard]] Output output(std::size_t i) const {
    return {.source = Output::none, .name = options_.prefix + vocabulary_.term(i)};
  }
  /// The buffers of the text read last are not counted: they are as long as the longest text.
  [[nodiscard]] std::size_t extra_memory() const {
    return is_read_.capacity() + vocabulary_.index_memory();
  }
  void check() { vocabulary_.check(); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("lowercase", self.options_.lowercase);
    visit.parameter("ngram_range", self.options_.ngram_range);
    visit.parameter("max_features", self.options_.max_features);
    visit.parameter("on", self.options_.on);
    visit.parameter("prefix", self.options_.prefix);
    visit.group("vocabulary", self.vocabulary_);
  }

 private:
  template <class Use>
  bool each_text(const auto& row, Use use) const {
    bool has_text = false;
    each_cell(row, [&](std::size_t column, double cell) {
      if (!is_text(cell) || column >= is_read_.size() || is_read_[column] == 0) return;
      has_text = true;
      use(text_of(cell, row.texts));
    });
    return has_text;
  }

  TextOptions options_;
  mutable Tokens tokens_;  // its buffers; the caller's lock guards them
  Vocabulary vocabulary_;
  std::vector<char> is_read_;  // of each column met
};

}  // namespace driftline

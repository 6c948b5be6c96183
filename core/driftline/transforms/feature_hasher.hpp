// The hashing trick: as many columns as one likes, into a fixed number of them.
//
// A number stands in the column its name hashes to; a text counts as 1 where "name=text" hashes to.
// What meets in one column is added; with `alternate_sign` a bit of the hash is the sign, so that
// strangers who meet cancel out on average. Nothing is learned, and nothing is kept but two numbers
// for each column met. Rows stay sparse, so 2^20 columns cost a row nothing.
//
// Weinberger, Dasgupta, Langford, Smola, Attenberg. Feature Hashing for Large Scale Multitask
// Learning. 2009.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "driftline/random/text_hash.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class FeatureHasher {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = true};
  static constexpr bool puts_sparse = true;
  static constexpr std::int64_t most_features = std::int64_t{1} << 31;

  /// `n_features` is at most 2^31.
  FeatureHasher(std::int64_t n_features, bool alternate_sign, std::int64_t seed)
      : n_features_(at_least_one("n_features", n_features)),
        alternate_sign_(alternate_sign),
        seed_(seed),
        untouched_(static_cast<std::uint64_t>(seed)) {
    if (n_features > most_features) {
      throw std::invalid_argument("n_features must be at most " + std::to_string(most_features) +
                                  ", not " + std::to_string(n_features));
    }
  }

  void transform(const auto& row, RowWriter& out) const {
    each_cell(row, [&](std::size_t column, double cell) {
      if (column >= columns_.size()) return;
      if (is_text(cell)) {
        put(columns_[column].text.with(text_of(cell, row.texts)).bits(), 1.0, out);
      } else if (cell != 0.0) {
        put(columns_[column].number, cell, out);
      }
    });
  }
  void learn(const auto& /*row*/, double /*weight*/) {}

  void meet(std::size_t width, const NameOf& name_of) {
    while (columns_.size() < width) {
      const TextHash name = untouched_.with(name_of(columns_.size()));
      columns_.push_back({.number = name.bits(), .text = name.with("=")});
    }
  }
  [[nodiscard]] std::size_t inputs() const { return columns_.size(); }
  [[nodiscard]] std::size_t outputs() const { return static_cast<std::size_t>(n_features_); }
  [[nodiscard]] Output output(std::size_t i) const {
    return {.source = Output::none, .name = std::to_string(i)};
  }
  [[nodiscard]] bool is_never_negative() const { return !alternate_sign_; }
  [[nodiscard]] std::size_t extra_memory() const { return columns_.capacity() * sizeof(Column); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("n_features", self.n_features_);
    visit.parameter("alternate_sign", self.alternate_sign_);
    visit.parameter("seed", self.seed_);
  }

 private:
  struct Column {
    std::uint64_t number;  // the hash of its name
    TextHash text;         // the hash of "name=", to go on from
  };

  void put(std::uint64_t bits, double value, RowWriter& out) const {
    const bool is_negative = alternate_sign_ && (bits >> 63U) != 0;
    out.put(bits % static_cast<std::uint64_t>(n_features_), is_negative ? -value : value);
  }

  std::int64_t n_features_;
  bool alternate_sign_;
  std::int64_t seed_;
  TextHash untouched_;
  std::vector<Column> columns_;
};
static_assert(RowTransform<FeatureHasher>);

}  // namespace driftline

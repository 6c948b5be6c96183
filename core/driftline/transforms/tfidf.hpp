// TF-IDF: how often a term stands in a row, weighed by how few rows it stands in.
//
//   tf  = times the term stands in the row / terms of the row
//   idf = log((1 + n) / (1 + df)) + 1,   n rows learned, df of them with the term
//
// and the row divided by its length (its L2 norm) if `normalize`. n and df count the rows learned
// so far by their weights; a row without text is not counted. A term not known yet has no column,
// and adds nothing to the length. Memory grows with the vocabulary, never with the rows.
//
// Sparck Jones. A statistical interpretation of term specificity and its application in retrieval.
// 1972.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/transforms/row_transform.hpp"
#include "driftline/transforms/terms.hpp"

namespace driftline {

class TFIDF {
 public:
  static constexpr Reading reading{.keeps_missing = true, .takes_text = true};
  static constexpr bool puts_sparse = true;

  TFIDF(bool normalize, TextOptions options) : normalize_(normalize), terms_(std::move(options)) {}

  void transform(const auto& row, RowWriter& out) const {
    double count = 0.0;
    found_.clear();
    terms_.each(row, [&](std::uint32_t term) { count += add_found(term); });
    std::ranges::sort(found_);
    put_found(count, out);
  }
  void learn(const auto& row, double weight) { learn_terms(row, weight); }
  void learn_transform(const auto& row, double weight, RowWriter& out) {
    put_found(learn_terms(row, weight), out);
  }

  void meet(std::size_t width, const NameOf& name_of) { terms_.meet(width, name_of); }
  [[nodiscard]] std::size_t inputs() const { return terms_.inputs(); }
  [[nodiscard]] std::size_t outputs() const { return terms_.size(); }
  [[nodiscard]] Output output(std::size_t i) const { return terms_.output(i); }
  [[nodiscard]] bool is_never_negative() const { return true; }
  [[nodiscard]] std::size_t extra_memory() const { return terms_.extra_memory(); }
  void check() {
    terms_.check();
    const auto is_possible = [&](double count) { return count >= 0.0 && count <= rows_; };
    if (rows_with_.size() != terms_.size() || !std::isfinite(rows_) ||
        !std::ranges::all_of(rows_with_, is_possible)) {
      throw std::invalid_argument("the counts of the terms contradict each other");
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("normalize", self.normalize_);
    visit.group("terms", self.terms_);
    visit("rows", self.rows_);
    visit("rows_with", self.rows_with_);
  }

 private:
  /// Returns 1, the term itself: one that is not known counts too.
  double add_found(std::uint32_t term) const {
    if (term != Vocabulary::unknown) found_.push_back(term);
    return 1.0;
  }
  /// Returns how many terms the row has.
  double learn_terms(const auto& row, double weight) {
    double count = 0.0;
    found_.clear();
    if (!terms_.each_added(row, [&](std::uint32_t term) { count += add_found(term); })) return 0.0;
    rows_ += weight;
    rows_with_.resize(terms_.size(), 0.0);
    std::ranges::sort(found_);
    for (std::size_t k = 0; k < found_.size(); ++k) {
      if (k == 0 || found_[k] != found_[k - 1]) rows_with_[found_[k]] += weight;
    }
    return count;
  }
  void put_found(double count, RowWriter& out) const {
    weigh_found(count);
    const double length = normalize_ ? length_of_weighed() : 1.0;
    for (const auto& [term, weight] : weighed_) out.put(term, weight / length);
  }
  /// From the sorted terms to each with its weight.
  void weigh_found(double count) const {
    weighed_.clear();
    for (std::size_t k = 0; k < found_.size();) {
      const std::uint32_t term = found_[k];
      double times = 0.0;
      for (; k < found_.size() && found_[k] == term; ++k) times += 1.0;
      const double idf = log((1.0 + rows_) / (1.0 + rows_with_[term])) + 1.0;
      weighed_.emplace_back(term, times / count * idf);
    }
  }
  [[nodiscard]] double length_of_weighed() const {
    double squares = 0.0;  // in the order of the terms, whatever kind of row they came in
    for (const auto& [term, weight] : weighed_) squares += weight * weight;
    return std::sqrt(squares);
  }

  bool normalize_;
  Terms terms_;
  double rows_ = 0.0;                         // n
  std::vector<double> rows_with_;             // df
  mutable std::vector<std::uint32_t> found_;  // of the row at hand; the caller's lock guards them
  mutable std::vector<std::pair<std::uint32_t, double>> weighed_;
};
static_assert(RowTransform<TFIDF>);

}  // namespace driftline

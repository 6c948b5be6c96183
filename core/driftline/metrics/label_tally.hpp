// What classification metrics are computed from: how often each label was true, predicted and hit.
//
// Errors are counted rather than hits: a kappa is 1 minus a ratio of errors, and where errors are
// rare the difference of two hit rates would lose its digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/metrics/outcome.hpp"

namespace driftline {

/// What the metrics at hand need: errors only, also how often each label is true and predicted,
/// also how often each is hit.
enum class Detail : std::uint8_t { errors, labels, hits };

/// `Number` is std::int64_t where rows are counted and double where they are weighed.
template <class Number>
struct LabelTally {
  std::vector<Number> truth;      ///< by label
  std::vector<Number> predicted;  ///< by label + 1; the first entry is for rows without an answer
  std::vector<Number> hits;       ///< by label
  Number rows = 0;
  Number wrong = 0;
  Number majority_wrong = 0;   ///< errors of a predictor that says the most frequent label so far
  Number no_change_wrong = 0;  ///< errors of a predictor that repeats the last label

  [[nodiscard]] std::size_t labels() const { return truth.size(); }

  void widen(std::size_t labels) {
    truth.resize(labels);
    predicted.resize(labels + 1);
    hits.resize(labels);
  }
  /// Calls work(number) for each of them.
  static void each(auto& self, auto&& work) {
    for (auto* numbers : {&self.truth, &self.predicted, &self.hits}) {
      for (auto& number : *numbers) work(number);
    }
    for (auto* number : {&self.rows, &self.wrong, &self.majority_wrong, &self.no_change_wrong}) {
      work(*number);
    }
  }
  void add(const Outcome& outcome, Detail detail) {
    ++rows;
    wrong += outcome.is_wrong() ? 1 : 0;
    majority_wrong += outcome.is_majority_wrong() ? 1 : 0;
    no_change_wrong += outcome.is_no_change_wrong() ? 1 : 0;
    if (detail == Detail::errors) return;
    ++truth[outcome.truth()];
    ++predicted[outcome.answer()];
    if (detail == Detail::hits && !outcome.is_wrong()) ++hits[outcome.truth()];
  }
  static void fields(auto& self, auto&& visit) {
    visit("truth", self.truth);
    visit("predicted", self.predicted);
    visit("hits", self.hits);
    visit("rows", self.rows);
    visit("wrong", self.wrong);
    visit("majority_wrong", self.majority_wrong);
    visit("no_change_wrong", self.no_change_wrong);
  }
};

using Counts = LabelTally<std::int64_t>;
using Weights = LabelTally<double>;

/// out = whole - part, all of the same number of labels.
template <class Number>
void subtract(const Counts& whole, const Counts& part, LabelTally<Number>& out) {
  const auto each = [](const auto& a, const auto& b, auto& c) {
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = static_cast<Number>(a[i] - b[i]);
  };
  each(whole.truth, part.truth, out.truth);
  each(whole.predicted, part.predicted, out.predicted);
  each(whole.hits, part.hits, out.hits);
  out.rows = static_cast<Number>(whole.rows - part.rows);
  out.wrong = static_cast<Number>(whole.wrong - part.wrong);
  out.majority_wrong = static_cast<Number>(whole.majority_wrong - part.majority_wrong);
  out.no_change_wrong = static_cast<Number>(whole.no_change_wrong - part.no_change_wrong);
}

}  // namespace driftline

// How often each label was true, predicted and hit, and who erred: counted, weighed, summed up.
//
// Errors are counted rather than hits: a kappa is 1 minus a ratio of errors, and where errors are
// rare the difference of two hit rates would lose its digits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/metrics/outcome.hpp"

namespace driftline {

/// `Number` is std::int64_t where rows are counted and double where they are weighed. A row adds to
/// two numbers, whatever is computed from them in the end.
template <class Number>
struct LabelTally {
  std::vector<Number> outcomes;   ///< by Outcome::place()
  std::vector<Number> predicted;  ///< by answer: a label + 1, or 0 without one

  void widen(std::size_t labels) {
    outcomes.resize(labels * Outcome::places);
    predicted.resize(labels + 1);
  }
  static void fields(auto& self, auto&& visit) {
    visit("outcomes", self.outcomes);
    visit("predicted", self.predicted);
  }
};

using Counts = LabelTally<std::int64_t>;
using Weights = LabelTally<double>;

/// What metrics are computed from.
struct LabelSums {
  std::vector<double> truth;      ///< by label
  std::vector<double> hits;       ///< by label
  std::vector<double> predicted;  ///< by answer
  double rows = 0.0;
  double wrong = 0.0;
  double majority_wrong = 0.0;   ///< errors of a predictor that says the majority label so far
  double no_change_wrong = 0.0;  ///< errors of a predictor that repeats the last label

  [[nodiscard]] std::size_t labels() const { return truth.size(); }

  void widen(std::size_t labels) {
    truth.resize(labels);
    hits.resize(labels);
    predicted.resize(labels + 1);
  }

  void read(const Weights& tally) {
    read<double>([&](std::size_t i) { return tally.outcomes[i]; },
                 [&](std::size_t i) { return tally.predicted[i]; });
  }
  /// Of the rows that are in `whole` and not in `part`.
  void read(const Counts& whole, const Counts& part) {
    read<std::int64_t>([&](std::size_t i) { return whole.outcomes[i] - part.outcomes[i]; },
                       [&](std::size_t i) { return whole.predicted[i] - part.predicted[i]; });
  }

 private:
  /// Sums within a label first: a label that is always hit has exactly as many hits as rows.
  template <class Number>
  void read(auto&& outcome, auto&& answer) {
    static_assert(Outcome::wrong == 1 && Outcome::majority_wrong == 2 &&
                  Outcome::no_change_wrong == 4);
    Number all = 0;
    Number all_wrong = 0;
    Number all_majority_wrong = 0;
    Number all_no_change_wrong = 0;
    for (std::size_t c = 0; c < labels(); ++c) {
      std::array<Number, Outcome::places> n;
      for (std::size_t i = 0; i < n.size(); ++i) n[i] = outcome(c * n.size() + i);
      const Number right_here = (n[0] + n[2]) + (n[4] + n[6]);
      const Number wrong_here = (n[1] + n[3]) + (n[5] + n[7]);
      hits[c] = static_cast<double>(right_here);
      truth[c] = static_cast<double>(right_here + wrong_here);
      all += right_here + wrong_here;
      all_wrong += wrong_here;
      all_majority_wrong += (n[2] + n[3]) + (n[6] + n[7]);
      all_no_change_wrong += (n[4] + n[5]) + (n[6] + n[7]);
    }
    rows = static_cast<double>(all);
    wrong = static_cast<double>(all_wrong);
    majority_wrong = static_cast<double>(all_majority_wrong);
    no_change_wrong = static_cast<double>(all_no_change_wrong);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      predicted[i] = static_cast<double>(answer(i));
    }
  }
};

}  // namespace driftline

// Multinomial naive Bayes: a row is a bag of words, each drawn by its label's own frequencies.
//
// Keeps one count a label and column; a row costs O(nonzeros) for each label. Values are
// counts, so none may be negative.
//
// McCallum, Nigam. A Comparison of Event Models for Naive Bayes Text Classification. 1998.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "driftline/learners/counts.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class MultinomialNB {
 public:
  static constexpr Reading reading{.keeps_missing = true, .refuses_negative = true};

  /// `alpha` is added to every count.
  explicit MultinomialNB(double alpha) : alpha_(positive("alpha", alpha)) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}

  void vote(const auto& row, std::span<double> votes) const {
    for (std::size_t c = 0; c < votes.size(); ++c) {
      const LabelCounts& own = counts_[c];
      const double all = log(own.total + alpha_ * counts_.known_columns());
      votes[c] = log(own.weight) + sum_columns(row, counts_.width(), [&](std::size_t i, double x) {
                   if (std::isnan(x) || x == 0.0 || !counts_.knows(i)) return 0.0;
                   return x * (log(own[i] + alpha_) - all);
                 });
    }
  }

  void learn(const auto& row, Code label, double weight, std::span<const double> /*votes*/) {
    counts_.add(row, label, weight, [](double x) { return x; });
  }

  static void probabilities(std::span<double> votes) { softmax(votes); }
  void check(std::size_t labels) const { counts_.check(labels); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("alpha", self.alpha_);
    visit.group("counts", self.counts_);
  }

 private:
  double alpha_;
  ColumnCounts counts_;
};
static_assert(Classifier<MultinomialNB>);

}  // namespace driftline

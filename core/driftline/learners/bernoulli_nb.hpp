// Bernoulli naive Bayes: each feature is on or off, and being off is evidence too.
//
// On means above `threshold`; missing is off. A vote looks at every known column, on or not, so
// a row costs O(columns) for each label even where few are on.
//
// McCallum, Nigam. A Comparison of Event Models for Naive Bayes Text Classification. 1998.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "driftline/learners/counts.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class BernoulliNB {
 public:
  static constexpr Reading reading{.keeps_missing = true, .sparse = Reading::Sparse::filled};

  /// `threshold` is at least 0, so that what a sparse row leaves out is off.
  BernoulliNB(double alpha, double threshold)
      : alpha_(positive("alpha", alpha)), threshold_(not_negative("threshold", threshold)) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}

  void vote(const DenseRow& row, std::span<double> votes) const {
    for (std::size_t c = 0; c < votes.size(); ++c) {
      const LabelCounts& own = counts_[c];
      const double all = log(own.weight + 2.0 * alpha_);
      votes[c] = log(own.weight) + sum_columns(row, counts_.width(), [&](std::size_t i, double x) {
                   if (!counts_.knows(i)) return 0.0;
                   const double off = std::max(0.0, own.weight - own[i]);  // may round below 0
                   return log((x > threshold_ ? own[i] : off) + alpha_) - all;
                 });
    }
  }

  void learn(const DenseRow& row, Code label, double weight, std::span<const double> /*votes*/) {
    const double threshold = threshold_;
    counts_.add(row, label, weight, [=](double x) { return x > threshold ? 1.0 : 0.0; });
  }

  static void probabilities(std::span<double> votes) { softmax(votes); }
  void check(std::size_t labels) const { counts_.check(labels); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("alpha", self.alpha_);
    visit.parameter("threshold", self.threshold_);
    visit.group("counts", self.counts_);
  }

 private:
  double alpha_;
  double threshold_;
  ColumnCounts counts_;
};
static_assert(Classifier<BernoulliNB>);

}  // namespace driftline

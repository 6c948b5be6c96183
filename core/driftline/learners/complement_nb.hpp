// Complement naive Bayes: a label is what the words of all other labels fit worst.
//
// Where one label is rare its own frequencies are poor estimates; those of its complement are
// not. The rest is as in multinomial naive Bayes, without a prior and without the paper's
// normalisation of the weights.
//
// Rennie, Shih, Teevan, Karger. Tackling the Poor Assumptions of Naive Bayes. 2003.
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

class ComplementNB {
 public:
  static constexpr Reading reading{.keeps_missing = true, .refuses_negative = true};

  /// `alpha` is added to every count.
  explicit ComplementNB(double alpha) : alpha_(positive("alpha", alpha)) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}

  void vote(const auto& row, std::span<double> votes) const {
    double total = 0.0;
    for (std::size_t c = 0; c < votes.size(); ++c) total += counts_[c].total;
    for (std::size_t c = 0; c < votes.size(); ++c) {
      const double others = std::max(0.0, total - counts_[c].total);  // may round below 0
      const double all = log(others + alpha_ * counts_.known_columns());
      votes[c] = -sum_columns(row, counts_.width(), [&](std::size_t i, double x) {
        if (std::isnan(x) || x == 0.0 || !counts_.knows(i)) return 0.0;
        double everywhere = 0.0;
        for (std::size_t other = 0; other < votes.size(); ++other) everywhere += counts_[other][i];
        return x * (log(std::max(0.0, everywhere - counts_[c][i]) + alpha_) - all);
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
static_assert(Classifier<ComplementNB>);

}  // namespace driftline

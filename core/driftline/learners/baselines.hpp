// What a learner must beat: answers that never look at the row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// The label seen most often; its probabilities are the frequencies so far.
class PriorClassifier {
 public:
  static constexpr Reading reading{.ignores_row = true};

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}
  void vote(const auto& /*row*/, std::span<double> votes) const {
    std::copy_n(counts_.begin(), votes.size(), votes.begin());
  }
  void learn(const auto& /*row*/, Code label, double weight, std::span<const double> /*votes*/) {
    const auto code = static_cast<std::size_t>(label);
    counts_.resize(std::max(counts_.size(), code + 1), 0.0);
    counts_[code] += weight;
  }
  static void probabilities(std::span<double> votes) { normalize(votes); }
  void check(std::size_t labels) const {
    if (counts_.size() != labels) throw std::invalid_argument("the counts do not fit the labels");
  }
  static void fields(auto& self, auto&& visit) { visit("counts", self.counts_); }

 private:
  std::vector<double> counts_;
};
static_assert(Classifier<PriorClassifier>);

/// The label of the row before. On a stream whose labels come in runs it is hard to beat.
class NoChangeClassifier {
 public:
  static constexpr Reading reading{.ignores_row = true};

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}
  void vote(const auto& /*row*/, std::span<double> votes) const {
    std::ranges::fill(votes, 0.0);
    if (last_ >= 0) votes[static_cast<std::size_t>(last_)] = 1.0;
  }
  void learn(const auto& /*row*/, Code label, double /*weight*/,
             std::span<const double> /*votes*/) {
    last_ = label;
  }
  static void probabilities(std::span<double> /*votes*/) {}
  void check(std::size_t labels) const {
    if (last_ < -1 || std::cmp_greater_equal(last_, labels) || (last_ < 0 && labels > 0)) {
      throw std::invalid_argument("the last label is none of the labels");
    }
  }
  static void fields(auto& self, auto&& visit) { visit("last", self.last_); }

 private:
  std::int64_t last_ = -1;
};
static_assert(Classifier<NoChangeClassifier>);

/// The mean of the numbers so far.
class MeanRegressor {
 public:
  static constexpr Reading reading{.ignores_row = true};

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}
  [[nodiscard]] double predict(const auto& /*row*/) const { return mean_; }
  void learn(const auto& /*row*/, double target, double /*prediction*/, double weight) {
    weight_ += weight;
    mean_ += (target - mean_) * (weight / weight_);
  }
  static void fields(auto& self, auto&& visit) {
    visit("weight", self.weight_);
    visit("mean", self.mean_);
  }

 private:
  double weight_ = 0.0;
  double mean_ = 0.0;
};
static_assert(Regressor<MeanRegressor>);

}  // namespace driftline

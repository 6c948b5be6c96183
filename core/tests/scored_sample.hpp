// Scored rows for the tests of scorers, and one function that hands them to either kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "driftline/metrics/classification_scorer.hpp"
#include "driftline/metrics/points.hpp"
#include "driftline/metrics/regression_scorer.hpp"
#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/random/sampler_draws.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline::testing {

struct ScoredSample {
  std::size_t labels;
  std::vector<Code> truth, predicted;
  std::vector<double> numbers, guesses, shares;

  ScoredSample(std::size_t label_count, std::size_t rows) : labels(label_count) {
    const SamplerDraws draws(5);
    const auto code = [&](std::int64_t row, std::uint64_t draw) {
      return static_cast<Code>(draws.bits(row, draw) % labels);
    };
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = static_cast<std::int64_t>(i);
      truth.push_back(code(row, 0));
      predicted.push_back(draws.uniform(row, 1) < 0.5 ? truth.back() : code(row, 2) - 1);
      numbers.push_back(draws.uniform(row, 3));
      guesses.push_back(draws.uniform(row, 4));
      for (std::size_t c = 0; c < labels; ++c) {
        shares.push_back(static_cast<double>(draws.bits(row, 5 + c) % 5) / 8.0);
      }
    }
  }
  [[nodiscard]] std::size_t rows() const { return truth.size(); }
};

/// Scores rows [first, last) of the sample, that arrive from `begin` on.
inline void score(ClassificationScorer& scorer, const ScoredSample& sample, std::size_t first,
                  std::size_t last, std::int64_t begin) {
  const auto count = static_cast<std::int64_t>(last - first);
  scorer.update({.begin = begin, .end = begin + count, .count = last - first},
                {.truth = sample.truth.data() + first,
                 .predicted = sample.predicted.data() + first,
                 .shares = sample.shares.data() + first * sample.labels});
}
inline void score(RegressionScorer& scorer, const ScoredSample& sample, std::size_t first,
                  std::size_t last, std::int64_t begin) {
  const auto count = static_cast<std::int64_t>(last - first);
  scorer.update(
      {.begin = begin, .end = begin + count, .count = last - first},
      {.truth = sample.numbers.data() + first, .predicted = sample.guesses.data() + first});
}

inline ClassificationScorer label_scorer(std::size_t labels, std::int64_t window,
                                         std::int64_t every) {
  ClassificationScorer scorer({.metrics = {"accuracy", "kappa", "kappa_m", "kappa_t", "g_mean",
                                           "f1", "log_loss", "brier", "auc"},
                               .window = window,
                               .every = every,
                               .fading = 0.99});
  std::vector<Code> ranks;
  for (std::size_t c = labels; c-- > 0;) ranks.push_back(static_cast<Code>(c));
  scorer.meet(ranks, no_label);
  return scorer;
}
inline RegressionScorer number_scorer(std::int64_t window, std::int64_t every) {
  return RegressionScorer({.metrics = {"mae", "rmse", "r2", "pinball(0.9)"},
                           .window = window,
                           .every = every,
                           .fading = 0.99});
}

}  // namespace driftline::testing

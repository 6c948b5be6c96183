// How good a split is: what it says about the labels.
//
// Information gain: entropy before less the mean entropy of the branches, in bits. Gini: the same
// with the chance that two rows drawn at random differ. Hellinger: how far apart a label and the
// rest lie over the branches; insensitive to rare labels. With more than two labels it is the
// largest over one label against the rest.
//
// A split of which fewer than two branches hold a real part of the weight is worth nothing at all:
// minus infinity. So is no split, which has a single branch.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

#include "driftline/numeric/elementary.hpp"
#include "driftline/trees/split.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

/// x log x, 0 at 0, without a branch.
[[gnu::always_inline]] inline double times_log(double x) {
  const double safe = x < 1e-300 ? 1e-300 : x;
  return x * log_within(safe);
}

/// The largest difference between two merits.
inline double range_of_merit(SplitCriterion criterion, std::size_t labels) {
  switch (criterion) {
    case SplitCriterion::info_gain:
      return log(static_cast<double>(std::max<std::size_t>(labels, 2))) / std::numbers::ln2;
    case SplitCriterion::gini:
      return 1.0;
    default:
      return std::numbers::sqrt2;
  }
}

/// Entropy in bits, or Gini's index; 0 for Hellinger, which has no "before".
inline double impurity(SplitCriterion criterion, std::span<const double> weights) {
  double total = 0.0;
  double sum = 0.0;
  for (const double weight : weights) {
    total += weight;
    sum += criterion == SplitCriterion::gini ? weight * weight : times_log(weight);
  }
  if (!(total > 0.0) || criterion == SplitCriterion::hellinger) return 0.0;
  if (criterion == SplitCriterion::gini) return 1.0 - sum / (total * total);
  return (times_log(total) - sum) / (total * std::numbers::ln2);
}

/// sqrt(sum over branches of (sqrt(share of a label) - sqrt(share of the rest))^2) for one label,
/// squared; the table as in `merit_of`.
inline double hellinger_squared(std::span<const double> table, std::size_t labels,
                                std::size_t label, double own, double rest) {
  double sum = 0.0;
  for (std::size_t row = 0; row < table.size(); row += labels) {
    double others = 0.0;
    for (std::size_t c = 0; c < labels; ++c) others += c == label ? 0.0 : table[row + c];
    const double d = std::sqrt(table[row + label] / own) - std::sqrt(others / rest);
    sum += d * d;
  }
  return sum;
}

inline double hellinger_merit(std::span<const double> table, std::size_t labels) {
  double best = 0.0;
  double total = 0.0;
  for (const double weight : table) total += weight;
  for (std::size_t label = 0; label < labels; ++label) {
    double own = 0.0;
    for (std::size_t k = label; k < table.size(); k += labels) own += table[k];
    if (own > 0.0 && total - own > 0.0) {
      best = std::max(best, hellinger_squared(table, labels, label, own, total - own));
    }
  }
  return std::sqrt(best);
}

/// The merit of a split: `table` has a row of label weights for each branch, `before` is the
/// impurity of the leaf.
inline double merit_of(SplitCriterion criterion, double before, std::span<const double> table,
                       std::size_t labels, double min_branch_fraction) {
  double total = 0.0;
  for (const double weight : table) total += weight;
  std::size_t real = 0;
  double after = 0.0;
  for (std::size_t row = 0; row < table.size(); row += labels) {
    const auto branch = table.subspan(row, labels);
    double own = 0.0;
    for (const double weight : branch) own += weight;
    real += own > total * min_branch_fraction ? 1 : 0;
    if (own > 0.0) after += own / total * impurity(criterion, branch);
  }
  if (real < 2) return no_merit;
  return criterion == SplitCriterion::hellinger ? hellinger_merit(table, labels) : before - after;
}

}  // namespace driftline

// Metrics of predicted labels, each a function of the sums of one estimate.
//
// Accuracy p0, and three ways to correct it for chance, (p0 - pc) / (1 - pc): Cohen's kappa, where
// pc comes from the shares of labels; kappa_m, where pc is the accuracy of the majority label so
// far; kappa_t, where it is that of repeating the last label. All three are 1 - wrong / expected
// wrong, and 0 where pc is 1.
//
// Cohen. A coefficient of agreement for nominal scales. 1960.
// Bifet, de Francisci Morales, Read, Holmes, Pfahringer. Efficient online evaluation of big data
// stream classifiers. 2015 (kappa_m).
// Zliobaite, Bifet, Read, Pfahringer, Holmes. Evaluation methods and decision theory for
// classification of streaming data with temporal dependence. 2015 (kappa_t).
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "driftline/metrics/label_tally.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline::label_metrics {

inline double ratio(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

inline double accuracy(const LabelSums& sums) { return (sums.rows - sums.wrong) / sums.rows; }

/// Errors expected of somebody who predicts as often, but by chance. Sums of products only: with
/// n - predicted[c] in their place a label that has nearly faded away would leave noise.
inline double wrong_by_chance(const LabelSums& sums) {
  double truth_before = 0.0;
  double predicted_before = sums.predicted[0];
  double sum = 0.0;
  for (std::size_t c = 0; c < sums.labels(); ++c) {
    sum += sums.predicted[c + 1] * truth_before + sums.truth[c] * predicted_before;
    truth_before += sums.truth[c];
    predicted_before += sums.predicted[c + 1];
  }
  return sum / sums.rows;
}

inline double corrected(double wrong, double expected_wrong) {
  return expected_wrong > 0.0 ? (expected_wrong - wrong) / expected_wrong : 0.0;
}

inline double recall_of(const LabelSums& sums, std::size_t c) {
  return ratio(sums.hits[c], sums.truth[c]);
}
inline double precision_of(const LabelSums& sums, std::size_t c) {
  return ratio(sums.hits[c], sums.predicted[c + 1]);
}
inline double f1_of(const LabelSums& sums, std::size_t c) {
  return ratio(2.0 * sums.hits[c], sums.truth[c] + sums.predicted[c + 1]);
}

/// Mean of of(label) over the labels that `counts` says are there.
inline double mean_over(const LabelSums& sums, auto&& counts, auto&& of) {
  double sum = 0.0;
  double labels = 0.0;
  for (std::size_t c = 0; c < sums.labels(); ++c) {
    if (!counts(c)) continue;
    sum += of(c);
    labels += 1.0;
  }
  return sum / labels;
}

inline double balanced_accuracy(const LabelSums& sums) {
  return mean_over(
      sums, [&](std::size_t c) { return sums.truth[c] > 0.0; },
      [&](std::size_t c) { return recall_of(sums, c); });
}

/// Geometric mean of the recalls: 0 as soon as one label is never hit.
inline double g_mean(const LabelSums& sums) {
  return exp(mean_over(
      sums, [&](std::size_t c) { return sums.truth[c] > 0.0; },
      [&](std::size_t c) { return log(recall_of(sums, c)); }));
}

/// `of(sums, label)` of the positive label, or the mean over the labels true or predicted.
inline double averaged(const LabelSums& sums, Code positive, auto&& of) {
  if (positive >= 0) return of(sums, static_cast<std::size_t>(positive));
  return mean_over(
      sums, [&](std::size_t c) { return sums.truth[c] + sums.predicted[c + 1] > 0.0; },
      [&](std::size_t c) { return of(sums, c); });
}

}  // namespace driftline::label_metrics

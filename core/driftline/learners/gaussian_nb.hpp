// Gaussian naive Bayes: each feature a normal distribution under each label, all independent.
//
// What is kept of a label stands in `gaussian_label.hpp`: mean and spread per column.
//
// A value can be impossible under a label: the label has seen the feature only at one other
// number, or never, while another label has. The label with the fewest impossible values wins,
// and among equals the usual score decides. So a constant column neither divides by zero nor
// silences the rest of the row.
//
// A row is compared in one of three ways, the quickest that will do:
//   whole, of few columns   one score a label; the next way if all find some value impossible
//   whole, of many          the same, with the impossible values counted on the way
//   with values missing     by the values that are there, column by column; also whole rows, where
//                           a label has missed values
// The last takes sparse rows as they are: a dict costs what it names, however wide the model,
// unless variances are smoothed, by the largest of all. What a CSR row does not store is 0, a
// value like any other, so such rows are filled up, unless the user says that it is missing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "driftline/learners/gaussian_label.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/normal_lanes.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

/// What a CSR row does not store.
enum class Unstored : std::uint8_t { zero, missing };
template <>
struct Names<Unstored> {
  static constexpr std::array<std::string_view, 2> values{"zero", "missing"};
};

class GaussianNB {
 public:
  static constexpr Reading reading{.keeps_missing = true, .sparse = Reading::Sparse::partial};

  /// `var_smoothing` times the largest variance of any column is added to every variance.
  explicit GaussianNB(double var_smoothing, Unstored unstored = Unstored::zero)
      : var_smoothing_(not_negative("var_smoothing", var_smoothing)), unstored_(unstored) {}

  [[nodiscard]] Reading own_reading() const {
    Reading own = reading;
    if (unstored_ == Unstored::missing) own.sparse = Reading::Sparse::kept;
    return own;
  }
  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}  // a column counts for a label once the label has met it

  void vote(const DenseRow& row, std::span<double> votes) const {
    if (has_missing(row)) {
      vote_column_by_column(row, votes);
      return;
    }
    refresh();
    if (row.width >= wide && vote_by_tally(row, votes)) return;
    bool is_plain = true;
    double best = -std::numeric_limits<double>::infinity();
    const GaussianLabel* label = labels_.data();
    for (std::size_t c = 0; c < votes.size() && is_plain; ++c) {
      const double vote = label[c].score(row);
      votes[c] = vote;
      best = std::max(best, vote);
      is_plain = !std::isnan(vote);  // 0 times a square that overflowed
    }
    // Something is impossible under every label.
    if ((!is_plain || best < doubtful) && !vote_by_tally(row, votes)) {
      vote_column_by_column(row, votes);
    }
  }
  void vote(const SparseRow& row, std::span<double> votes) const {
    if (is_full(row)) {
      vote(as_dense(row), votes);
    } else {
      vote_column_by_column(row, votes);
    }
  }

  void learn(const DenseRow& row, Code label, double weight, std::span<const double> /*votes*/) {
    take(trimmed(row), label, weight);
  }
  void learn(SparseRow row, Code label, double weight, std::span<const double> /*votes*/) {
    row.is_complete = false;  // of whatever kind: what is not stored is missing here
    take(trimmed(row), label, weight);
  }

  static void probabilities(std::span<double> votes) { softmax(votes); }

  void check(std::size_t labels) {
    stale_ = everybody;
    bool fits = labels_.size() == labels;
    for (GaussianLabel& label : labels_) {
      const std::size_t width = label.mean.size();
      width_ = std::max(width_, width);
      fits = fits && label.weight >= 0.0 && label.M2.size() == width &&
             (label.counts.empty() || label.counts.size() == width);
      label.widen(width);
    }
    if (!fits) throw std::invalid_argument("the statistics of the labels contradict each other");
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("var_smoothing", self.var_smoothing_);
    visit.parameter("unstored", self.unstored_);
    visit.parts("labels", self.labels_, GaussianLabel{});
  }

 private:
  static constexpr std::size_t nobody = SIZE_MAX;
  static constexpr std::size_t everybody = SIZE_MAX - 1;
  static constexpr double impossible = GaussianLabel::impossible;
  static constexpr std::size_t wide = 1024;  // to come from memory twice costs more than to count
  /// No logarithms go down so far: below it stand squares, and perhaps impossible values. Only one
  /// that differs from the other number by less than 1e-142 stands above.
  static constexpr double doubtful = -1e15;

  [[gnu::always_inline]] void take(const auto& row, Code label, double weight) {
    const auto code = static_cast<std::size_t>(label);
    if (code >= labels_.size()) grow(code + 1);
    const bool meets_new = labels_[code].take(row, weight);
    width_ = std::max(width_, row.width);
    // What one label learns changes the votes of others by the columns met, and by smoothing.
    const bool is_alone = (stale_ == nobody || stale_ == code) && !meets_new;
    stale_ = is_alone && var_smoothing_ == 0.0 ? code : everybody;
  }

  // What seldom runs is kept out of line, so that the loop over rows keeps its registers.

  [[gnu::noinline]] void grow(std::size_t labels) { labels_.resize(labels); }

  void refresh() const {
    if (stale_ == nobody) return;
    if (stale_ == everybody) {
      refresh_all();
    } else {
      derive(labels_[stale_], 0.0);
    }
    stale_ = nobody;
  }
  [[gnu::noinline]] void refresh_all() const {
    const double floor = smoothing();
    for (GaussianLabel& label : labels_) derive(label, floor);
  }

  /// Fills in what votes need of a label, over the columns any label has met.
  void derive(GaussianLabel& label, double floor) const {
    label.derive(floor);
    if (!label.counts.empty() || label.width < width_) derive_unmet(label);
  }

  /// For each column that another label has met and this one has not.
  [[gnu::noinline]] void derive_unmet(GaussianLabel& label) const {
    double unmet = 0.0;
    for (std::size_t i = 0; i < width_; ++i) {
      if (label.count(i) > 0.0) continue;
      if (i < label.width) label.half_precision[i] = 0.0;
      if (is_met(i)) unmet += impossible;
    }
    label.term -= unmet;
  }

  [[nodiscard]] bool is_met(std::size_t i) const {
    return std::ranges::any_of(labels_,
                               [i](const GaussianLabel& label) { return label.count(i) > 0.0; });
  }

  /// Makes the score of labels with more impossible values than others the lowest of all.
  void silence(std::size_t fewest, std::span<double> votes) const {
    for (std::size_t c = 0; c < votes.size(); ++c) {
      if (impossibles_[c] > fewest) votes[c] = -impossible;
    }
  }

  /// Impossible values counted, where nothing is missing and no label has missed a value so far.
  /// False where it is not so, or where a number left its range.
  [[gnu::noinline]] bool vote_by_tally(const DenseRow& row, std::span<double> votes) const {
    impossibles_.assign(votes.size(), 0);
    std::size_t fewest = row.width + 1;
    for (std::size_t c = 0; c < votes.size(); ++c) {
      const GaussianLabel& label = labels_[c];
      if (!label.counts.empty() || label.width != row.width || width_ != row.width ||
          !(label.term > doubtful)) {
        return false;
      }
      const auto [vote, impossibles] = label.tally(row);
      if (!(vote > doubtful)) return false;
      votes[c] = vote;
      impossibles_[c] = impossibles;
      fewest = std::min(fewest, impossibles);
    }
    silence(fewest, votes);
    return true;
  }

  /// The most careful comparison: impossible values counted, missing ones left out.
  [[gnu::noinline]] void vote_column_by_column(const auto& row, std::span<double> votes) const {
    const double floor = smoothing();
    impossibles_.assign(votes.size(), 0);
    std::size_t fewest = row.width + 1;
    for (std::size_t c = 0; c < votes.size(); ++c) {
      const auto [vote, impossibles] =
          labels_[c].tally_there(row, floor, [this](std::size_t i) { return is_met(i); });
      votes[c] = vote;
      impossibles_[c] = impossibles;
      if (labels_[c].weight > 0.0) fewest = std::min(fewest, impossibles);
    }
    silence(fewest, votes);
  }

  /// var_smoothing times the largest variance of a column over all labels together.
  [[nodiscard]] double smoothing() const {
    if (var_smoothing_ == 0.0) return 0.0;
    double largest = 0.0;
    for (std::size_t i = 0; i < width_; ++i) {
      double n = 0.0;
      double sum = 0.0;
      for (const GaussianLabel& label : labels_) {
        if (label.count(i) == 0.0) continue;
        n += label.count(i);
        sum += label.count(i) * label.mean[i];
      }
      double spread = 0.0;
      for (const GaussianLabel& label : labels_) {
        if (label.count(i) == 0.0) continue;
        const double d = label.mean[i] - sum / n;
        spread += label.M2[i] + label.count(i) * d * d;
      }
      if (n > 0.0) largest = std::max(largest, spread / n);
    }
    return var_smoothing_ * largest;
  }

  double var_smoothing_;
  Unstored unstored_;
  std::size_t width_ = 0;               // columns any label has met
  mutable std::size_t stale_ = nobody;  // the label to `derive` before a vote
  // What `derive` fills in is a cache, under the caller's lock.
  mutable std::vector<GaussianLabel> labels_;
  mutable std::vector<std::size_t> impossibles_;  // scratch
};
static_assert(Classifier<GaussianNB>);

}  // namespace driftline

// Tallies of predicted labels over four estimates: cumulative, sliding, tumbling, fading.
//
// A row is counted once as it comes and once as it leaves the window; the sliding tally is the
// difference, and so is the tumbling one, with the counts at the start of its window. Counts are
// integers: nothing drifts, however long the stream. The fading tally weighs each row.
//
// Memory: one number for each row of the window, O(labels) for the tallies, and the confusion
// matrix while there are few labels. A row costs the same for two labels and for thousands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/metrics/fading_weights.hpp"
#include "driftline/metrics/label_tally.hpp"
#include "driftline/metrics/majority.hpp"
#include "driftline/metrics/outcome.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline {

class LabelScores {
 public:
  /// Above this many labels there is no confusion matrix.
  static constexpr std::size_t most_confused = 256;

  LabelScores(std::int64_t window, double fading, Detail detail)
      : window_(window), fading_(fading), detail_(detail) {
    widen(0, 0);
  }

  [[nodiscard]] std::size_t labels() const { return majority_.labels(); }
  [[nodiscard]] std::int64_t rows() const { return all_.rows; }
  /// How often a label was true.
  [[nodiscard]] std::int64_t count(std::size_t label) const { return majority_.count(label); }

  /// Throws std::invalid_argument and changes nothing if these are no ranks.
  void meet(std::span<const Code> ranks) {
    const std::size_t before = labels();
    majority_.rank(ranks);
    widen(before, ranks.size());
  }

  /// Codes are in range: the caller has looked.
  void update(const Code* truth, const Code* predicted, std::size_t count) {
    if (detail_ == Detail::errors) return run<Detail::errors>(truth, predicted, count);
    if (detail_ == Detail::labels) return run<Detail::labels>(truth, predicted, count);
    run<Detail::hits>(truth, predicted, count);
  }

  /// Calls take(estimate, tally) for the four of them.
  void each_estimate(auto&& take) {
    read_truth();
    subtract(all_, nothing_, shown_);
    take(0, std::as_const(shown_));
    subtract(all_, gone_, shown_);
    take(1, std::as_const(shown_));
    subtract(all_, block_start_, shown_);
    take(2, std::as_const(shown_));
    take(3, std::as_const(faded_));
  }

  [[nodiscard]] bool has_confusion() const { return labels() <= most_confused; }
  /// Counts by true and predicted label; the last column is for rows without an answer.
  [[nodiscard]] std::vector<std::int64_t> confusion() const {
    std::vector<std::int64_t> out = confusion_;
    const auto width = static_cast<std::ptrdiff_t>(labels() + 1);
    for (auto row = out.begin(); row != out.end(); row += width) {
      std::rotate(row, row + 1, row + width);
    }
    return out;
  }

  static void fields(auto& self, auto&& visit) {
    visit.group("majority", self.majority_);
    visit("confusion", self.confusion_);
    visit("previous", self.previous_);
    visit("ring", self.ring_);
    visit("predicted", self.all_.predicted);
    visit("hits", self.all_.hits);
    visit("wrong", self.all_.wrong);
    visit("majority_wrong", self.all_.majority_wrong);
    visit("no_change_wrong", self.all_.no_change_wrong);
    visit.group("faded", self.faded_);
  }
  /// After a restore: what is derived, and whether the rest agrees. Throws std::invalid_argument.
  void check() {
    all_.rows = majority_.recount();
    const std::size_t k = labels();
    const auto full = static_cast<std::size_t>(std::min(all_.rows, window_));
    expect(all_.predicted.size() == k + 1 && all_.hits.size() == k && ring_.size() == full);
    expect(faded_.truth.size() == k && faded_.predicted.size() == k + 1 && faded_.hits.size() == k);
    expect(confusion_.size() == (has_confusion() ? k * (k + 1) : 0));
    expect(previous_ >= no_label && std::cmp_less(previous_, k));
    all_.truth.resize(k);
    read_truth();
    Weights::each(faded_, [](double x) { expect(x >= 0.0 && x <= 0x1p300); });
    Counts::each(all_, [&](std::int64_t x) { expect(x >= 0 && x <= all_.rows); });
    for (const std::int64_t x : confusion_) expect(x >= 0 && x <= all_.rows);
    count_again();
  }

 private:
  static void expect(bool holds) {
    if (!holds) throw std::invalid_argument("the counts of a scorer contradict each other");
  }

  template <Detail detail>
  void run(const Code* truth, const Code* predicted, std::size_t count) {
    while (count > 0) {
      const auto slot = static_cast<std::size_t>(all_.rows % window_);
      const auto place = static_cast<std::size_t>(all_.rows) % fading_.length();
      if (slot == 0) start_block();
      if (place == 0) Weights::each(faded_, [&](double& x) { x *= fading_.rescaling(); });
      const std::size_t n =
          std::min({count, static_cast<std::size_t>(window_) - slot, fading_.length() - place});
      const bool is_full = all_.rows >= window_;
      if (!is_full) ring_.resize(slot + n);
      is_full ? run_chunk<detail, true>(truth, predicted, n, slot, place)
              : run_chunk<detail, false>(truth, predicted, n, slot, place);
      truth += n;
      predicted += n;
      count -= n;
    }
  }

  template <Detail detail, bool is_full>
  void run_chunk(const Code* truth, const Code* predicted, std::size_t count, std::size_t slot,
                 std::size_t place);

  void start_block() {
    read_truth();
    block_start_ = all_;
  }
  /// True labels are counted by the majority alone.
  void read_truth() {
    if (detail_ == Detail::errors) return;
    for (std::size_t c = 0; c < all_.truth.size(); ++c) all_.truth[c] = majority_.count(c);
  }

  void widen(std::size_t before, std::size_t labels) {
    for (Counts* counts : {&all_, &gone_, &block_start_, &nothing_}) counts->widen(labels);
    for (Weights* weights : {&faded_, &shown_}) weights->widen(labels);
    if (!has_confusion()) return confusion_.clear();
    std::vector<std::int64_t> wider(labels * (labels + 1));
    for (std::size_t row = 0; row < before; ++row) {
      std::copy_n(confusion_.begin() + static_cast<std::ptrdiff_t>(row * (before + 1)), before + 1,
                  wider.begin() + static_cast<std::ptrdiff_t>(row * (labels + 1)));
    }
    confusion_ = std::move(wider);
  }

  void count_again();

  std::int64_t window_;
  FadingWeights fading_;
  Detail detail_;
  Majority majority_;
  std::vector<std::int64_t> confusion_;  // by true label and answer
  std::int64_t previous_ = no_label;     // the last true label
  std::vector<std::int64_t> ring_;       // outcomes of the window; row n at n mod window
  Counts all_;
  Weights faded_;
  // The rest is derived.
  Counts gone_;         // rows that have left the window
  Counts block_start_;  // all rows, at the start of the tumbling window
  Counts nothing_;
  Weights shown_;  // the estimate at hand
};

template <Detail detail, bool is_full>
void LabelScores::run_chunk(const Code* truth, const Code* predicted, std::size_t count,
                            std::size_t slot, std::size_t place) {
  Majority::Counter majority(majority_);
  std::int64_t previous = previous_;
  std::int64_t* const ring = ring_.data() + slot;
  std::int64_t* const confusion = confusion_.empty() ? nullptr : confusion_.data();
  const std::size_t width = labels() + 1;
  const double* const weights = fading_.data() + place;
  std::int64_t wrong = 0;
  std::int64_t majority_wrong = 0;
  std::int64_t no_change_wrong = 0;
  std::int64_t gone_wrong = 0;
  std::int64_t gone_majority_wrong = 0;
  std::int64_t gone_no_change_wrong = 0;
  double faded_rows = faded_.rows;
  double faded_wrong = faded_.wrong;
  double faded_majority_wrong = faded_.majority_wrong;
  double faded_no_change_wrong = faded_.no_change_wrong;

  for (std::size_t i = 0; i < count; ++i) {
    const auto label = static_cast<std::size_t>(truth[i]);
    const auto answer = static_cast<std::size_t>(std::int64_t{predicted[i]} + 1);
    const double weight = weights[i];
    const Outcome now(truth[i], predicted[i], majority.misses(label), truth[i] != previous);
    previous = truth[i];
    if constexpr (is_full) {
      const Outcome old(ring[i]);
      gone_wrong += old.is_wrong() ? 1 : 0;
      gone_majority_wrong += old.is_majority_wrong() ? 1 : 0;
      gone_no_change_wrong += old.is_no_change_wrong() ? 1 : 0;
      if constexpr (detail != Detail::errors) {
        ++gone_.truth[old.truth()];
        ++gone_.predicted[old.answer()];
      }
      if constexpr (detail == Detail::hits) gone_.hits[old.truth()] += old.is_wrong() ? 0 : 1;
    }
    ring[i] = now.packed();
    if (confusion != nullptr) ++confusion[label * width + answer];
    wrong += now.is_wrong() ? 1 : 0;
    majority_wrong += now.is_majority_wrong() ? 1 : 0;
    no_change_wrong += now.is_no_change_wrong() ? 1 : 0;
    faded_rows += weight;
    faded_wrong += now.is_wrong() ? weight : 0.0;
    faded_majority_wrong += now.is_majority_wrong() ? weight : 0.0;
    faded_no_change_wrong += now.is_no_change_wrong() ? weight : 0.0;
    if constexpr (detail != Detail::errors) {
      ++all_.predicted[answer];
      faded_.truth[label] += weight;
      faded_.predicted[answer] += weight;
    }
    if constexpr (detail == Detail::hits) {
      all_.hits[label] += now.is_wrong() ? 0 : 1;
      faded_.hits[label] += now.is_wrong() ? 0.0 : weight;
    }
  }

  previous_ = previous;
  all_.rows += static_cast<std::int64_t>(count);
  all_.wrong += wrong;
  all_.majority_wrong += majority_wrong;
  all_.no_change_wrong += no_change_wrong;
  if constexpr (is_full) {
    gone_.rows += static_cast<std::int64_t>(count);
    gone_.wrong += gone_wrong;
    gone_.majority_wrong += gone_majority_wrong;
    gone_.no_change_wrong += gone_no_change_wrong;
  }
  faded_.rows = faded_rows;
  faded_.wrong = faded_wrong;
  faded_.majority_wrong = faded_majority_wrong;
  faded_.no_change_wrong = faded_no_change_wrong;
}

inline void LabelScores::count_again() {
  const std::size_t k = labels();
  Counts window;
  Counts block;
  for (Counts* counts : {&gone_, &block_start_, &nothing_, &window, &block}) counts->widen(k);
  shown_.widen(k);
  // Rows of the tumbling window: all of it where it has just been completed.
  const std::int64_t in_block = all_.rows == 0 ? 0 : (all_.rows - 1) % window_ + 1;
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    const Outcome outcome(ring_[i]);
    expect(outcome.fits(k));
    window.add(outcome, detail_);
    if (std::cmp_less(i, in_block)) block.add(outcome, detail_);
  }
  subtract(all_, window, gone_);
  subtract(all_, block, block_start_);
  Counts::each(gone_, [](std::int64_t x) { expect(x >= 0); });
}

}  // namespace driftline

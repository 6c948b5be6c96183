// Tallies of predicted labels over four estimates: cumulative, sliding, tumbling, fading.
//
// A row is counted once as it comes and once as it leaves the window; the sliding tally is the
// difference, and so is the tumbling one, with the counts at the start of its window. Counts are
// integers: nothing drifts, however long the stream. The fading tally weighs each row.
//
// Memory: one number for each row of the window, O(labels) for the tallies, and the confusion
// matrix while there are few labels. A row costs the same for four labels and for thousands, and
// less for two or three.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/metrics/fading_weights.hpp"
#include "driftline/metrics/few_outcomes.hpp"
#include "driftline/metrics/label_tally.hpp"
#include "driftline/metrics/majority.hpp"
#include "driftline/metrics/outcome.hpp"
#include "driftline/numeric/cpu.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline {

class LabelScores {
 public:
  /// Above this many labels there is no confusion matrix.
  static constexpr std::size_t most_confused = 256;

  /// `wants_answers`: whether to count how often each label was predicted.
  LabelScores(std::int64_t window, double fading, bool wants_answers)
      : window_(window), fading_(fading), wants_answers_(wants_answers) {
    widen(0, 0);
  }

  [[nodiscard]] std::size_t labels() const { return majority_.labels(); }
  [[nodiscard]] std::int64_t rows() const { return rows_; }

  /// Throws std::invalid_argument and changes nothing if these are no ranks.
  void meet(std::span<const Code> ranks) {
    const std::size_t before = labels();
    majority_.rank(ranks);
    widen(before, ranks.size());
  }

  /// Codes are in range: the caller has looked.
  void update(const Code* truth, const Code* predicted, std::size_t count) {
    while (count > 0) {
      const auto slot = static_cast<std::size_t>(rows_ % window_);
      const auto age = static_cast<std::size_t>(rows_) % fading_.length();
      if (slot == 0) block_start_ = all_;
      if (age == 0) fade();
      const std::size_t n =
          std::min({count, static_cast<std::size_t>(window_) - slot, fading_.length() - age});
      if (rows_ < window_) ring_.resize(slot + n);
      const Chunk chunk{
          .truth = truth, .predicted = predicted, .count = n, .slot = slot, .age = age};
      wants_answers_ ? run<true>(chunk) : run<false>(chunk);
      truth += n;
      predicted += n;
      count -= n;
    }
  }

  /// Calls take(estimate, sums) for the four of them.
  void each_estimate(auto&& take) {
    const auto show = [&](std::size_t estimate, const auto&... tallies) {
      sums_.read(tallies...);
      take(estimate, std::as_const(sums_));
    };
    show(0, all_, nothing_);
    show(1, all_, gone_);
    show(2, all_, block_start_);
    show(3, faded_);
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
    visit.group("all", self.all_);
    visit.group("faded", self.faded_);
  }
  /// After a restore: what is derived, and whether the rest agrees. Throws std::invalid_argument.
  void check();

 private:
  static constexpr std::size_t few_at_once = 256;  // rows, so that they stay in the cache

  /// Rows without the start of a window or a fading of all sums between them.
  struct Chunk {
    const Code* truth;
    const Code* predicted;
    std::size_t count;
    std::size_t slot;  ///< of the first row in the ring
    std::size_t age;   ///< its place among the weights
  };

  template <bool wants_answers>
  void run(const Chunk& chunk) {
    const bool is_full = rows_ >= window_;
    const bool is_confused = has_confusion();
    if (labels() <= FewOutcomes::most_labels) {
      on_this_cpu([&] {
        is_full ? run_few<wants_answers, true>(chunk) : run_few<wants_answers, false>(chunk);
      });
    } else if (is_full) {
      is_confused ? run<wants_answers, true, true>(chunk) : run<wants_answers, true, false>(chunk);
    } else {
      is_confused ? run<wants_answers, false, true>(chunk)
                  : run<wants_answers, false, false>(chunk);
    }
    rows_ += static_cast<std::int64_t>(chunk.count);
  }
  template <bool wants_answers, bool is_full, bool is_confused>
  void run(const Chunk& chunk);
  /// The same for few labels.
  template <bool wants_answers, bool is_full>
  void run_few(const Chunk& chunk);
  /// Puts the outcomes of some rows into the ring, and their cells into `cells`.
  void enter(std::span<const Code> truth, const Code* predicted, std::int64_t* ring,
             std::uint32_t* cells);
  template <bool wants_answers>
  void take_in(const FewOutcomes& came, const FewOutcomes& left);

  void fade() {
    for (auto* sums : {&faded_.outcomes, &faded_.predicted}) {
      for (double& sum : *sums) sum *= fading_.rescaling();
    }
  }
  void widen(std::size_t before, std::size_t labels) {
    for (Counts* counts : {&all_, &gone_, &block_start_, &nothing_}) counts->widen(labels);
    faded_.widen(labels);
    sums_.widen(labels);
    if (!has_confusion()) return confusion_.clear();
    std::vector<std::int64_t> wider(labels * (labels + 1));
    for (std::size_t row = 0; row < before; ++row) {
      std::copy_n(confusion_.begin() + static_cast<std::ptrdiff_t>(row * (before + 1)), before + 1,
                  wider.begin() + static_cast<std::ptrdiff_t>(row * (labels + 1)));
    }
    confusion_ = std::move(wider);
  }

  static void expect(bool holds) {
    if (!holds) throw std::invalid_argument("the counts of a scorer contradict each other");
  }
  static bool add_up_to(std::int64_t total, std::span<const std::int64_t> counts);
  void count_again();

  std::int64_t window_;
  FadingWeights fading_;
  bool wants_answers_;
  Majority majority_;
  std::vector<std::int64_t> confusion_;  // by true label and answer
  std::int64_t previous_ = no_label;     // the last true label
  std::vector<std::int64_t> ring_;       // outcomes of the window; row n at n mod window
  Counts all_;
  Weights faded_;
  // The rest is derived.
  std::int64_t rows_ = 0;
  Counts gone_;         // rows that have left the window
  Counts block_start_;  // all rows, at the start of the tumbling window
  Counts nothing_;
  LabelSums sums_;  // of the estimate at hand
};

/// Without a branch: an error that comes by chance would be mispredicted, at the cost of a row.
template <bool wants_answers, bool is_full, bool is_confused>
void LabelScores::run(const Chunk& chunk) {
  // In locals, as any write to a tally could change a member for all the compiler knows.
  Majority::Counter majority(majority_);
  auto previous = static_cast<std::size_t>(previous_);
  const std::size_t width = labels() + 1;
  const double* const weights = fading_.data() + chunk.age;
  std::int64_t* const ring = ring_.data() + chunk.slot;
  std::int64_t* const confusion = confusion_.data();
  std::int64_t* const all = all_.outcomes.data();
  std::int64_t* const gone = gone_.outcomes.data();
  double* const faded = faded_.outcomes.data();
  std::int64_t* const all_predicted = all_.predicted.data();
  std::int64_t* const gone_predicted = gone_.predicted.data();
  double* const faded_predicted = faded_.predicted.data();

  for (std::size_t i = 0; i < chunk.count; ++i) {
    const auto label = static_cast<std::size_t>(chunk.truth[i]);
    const auto answer = static_cast<std::size_t>(std::int64_t{chunk.predicted[i]} + 1);
    const std::size_t errors = std::size_t{answer != label + 1} +
                               Outcome::majority_wrong * std::size_t{majority.misses(label)} +
                               Outcome::no_change_wrong * std::size_t{label != previous};
    const Outcome now(label, errors, answer);
    const Outcome old(ring[i]);
    previous = label;
    ring[i] = now.packed();
    ++all[now.place()];
    faded[now.place()] += weights[i];
    if constexpr (is_full) ++gone[old.place()];
    if constexpr (is_confused) ++confusion[label * width + answer];
    if constexpr (wants_answers) {
      ++all_predicted[answer];
      faded_predicted[answer] += weights[i];
      if constexpr (is_full) ++gone_predicted[old.answer()];
    }
  }
  previous_ = static_cast<std::int64_t>(previous);
}

template <bool wants_answers, bool is_full>
void LabelScores::run_few(const Chunk& chunk) {
  std::array<std::uint32_t, few_at_once> cells;  // NOLINT(*-member-init): written before read
  std::array<std::int64_t, few_at_once> old;     // NOLINT(*-member-init): written before read
  FewOutcomes came;
  FewOutcomes left;
  AnswerWeights answered(faded_.predicted);
  double* const faded = faded_.outcomes.data();
  for (std::size_t done = 0; done < chunk.count; done += few_at_once) {
    const std::size_t n = std::min(few_at_once, chunk.count - done);
    const double* const weights = fading_.data() + chunk.age + done;
    std::int64_t* const ring = ring_.data() + chunk.slot + done;
    if constexpr (is_full) std::copy_n(ring, n, old.data());
    enter({chunk.truth + done, n}, chunk.predicted + done, ring, cells.data());
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t cell = cells[i];
      came.count(cell);
      faded[FewOutcomes::place_of(cell)] += weights[i];
      if constexpr (is_full) left.count(FewOutcomes::cell_of(Outcome(old[i])));
      if constexpr (wants_answers) answered.add(FewOutcomes::answer_of(cell), weights[i]);
    }
  }
  answered.write(faded_.predicted);
  take_in<wants_answers>(came, left);
}

inline void LabelScores::enter(std::span<const Code> truth, const Code* predicted,
                               std::int64_t* ring, std::uint32_t* cells) {
  std::array<std::uint32_t, few_at_once> misses;  // NOLINT(*-member-init): written before read
  majority_.count(truth, misses.data());
  // In 32 bits, twice as many rows at once as in 64.
  constexpr auto places = static_cast<std::uint32_t>(Outcome::places);
  constexpr auto majority_wrong = static_cast<std::uint32_t>(Outcome::majority_wrong);
  constexpr auto no_change_wrong = static_cast<std::uint32_t>(Outcome::no_change_wrong);
  const auto put = [&](std::size_t i, Code previous) {
    const auto label = static_cast<std::uint32_t>(truth[i]);
    const auto answer = static_cast<std::uint32_t>(predicted[i]) + 1;
    const std::uint32_t place = label * places + std::uint32_t{answer != label + 1} +
                                majority_wrong * misses[i] +
                                no_change_wrong * std::uint32_t{truth[i] != previous};
    ring[i] = Outcome::packed(place, answer);
    cells[i] = place | answer << FewOutcomes::place_bits;
  };
  put(0, static_cast<Code>(previous_));
  for (std::size_t i = 1; i < truth.size(); ++i) put(i, truth[i - 1]);
  previous_ = truth.back();
}

template <bool wants_answers>
void LabelScores::take_in(const FewOutcomes& came, const FewOutcomes& left) {
  const std::size_t width = labels() + 1;
  came.add_to(all_.outcomes, labels(),
              [&](std::size_t label, std::size_t answer, std::int64_t count) {
                confusion_[label * width + answer] += count;
                if constexpr (wants_answers) all_.predicted[answer] += count;
              });
  left.add_to(gone_.outcomes, labels(), [&](std::size_t, std::size_t answer, std::int64_t count) {
    if constexpr (wants_answers) gone_.predicted[answer] += count;
  });
}

inline void LabelScores::check() {
  rows_ = majority_.recount();
  const std::size_t k = labels();
  expect(ring_.size() == static_cast<std::size_t>(std::min(rows_, window_)));
  expect(confusion_.size() == (has_confusion() ? k * (k + 1) : 0));
  expect(previous_ >= no_label && std::cmp_less(previous_, k));
  expect(all_.outcomes.size() == k * Outcome::places && all_.predicted.size() == k + 1);
  expect(faded_.outcomes.size() == k * Outcome::places && faded_.predicted.size() == k + 1);
  for (std::size_t c = 0; c < k; ++c) {
    const auto outcomes = std::span(all_.outcomes).subspan(c * Outcome::places, Outcome::places);
    expect(add_up_to(majority_.count(c), outcomes));
    if (!has_confusion()) continue;
    expect(add_up_to(majority_.count(c), std::span(confusion_).subspan(c * (k + 1), k + 1)));
  }
  expect(add_up_to(wants_answers_ ? rows_ : 0, all_.predicted));
  for (const auto* sums : {&faded_.outcomes, &faded_.predicted}) {
    for (const double sum : *sums) expect(sum >= 0.0 && sum <= 0x1p300);
  }
  count_again();
}

inline bool LabelScores::add_up_to(std::int64_t total, std::span<const std::int64_t> counts) {
  for (const std::int64_t n : counts) {
    if (n < 0 || n > total) return false;
    total -= n;
  }
  return total == 0;
}

inline void LabelScores::count_again() {
  gone_ = block_start_ = all_;
  nothing_ = {};
  nothing_.widen(labels());
  sums_.widen(labels());
  const auto take_out = [&](const Outcome& outcome, Counts& counts) {
    expect(--counts.outcomes[outcome.place()] >= 0);
    if (wants_answers_) expect(--counts.predicted[outcome.answer()] >= 0);
  };
  // Rows of the tumbling window: all of it where it has just been completed.
  const std::int64_t in_block = rows_ == 0 ? 0 : (rows_ - 1) % window_ + 1;
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    const Outcome outcome(ring_[i]);
    expect(outcome.fits(labels()));
    take_out(outcome, gone_);
    if (std::cmp_less(i, in_block)) take_out(outcome, block_start_);
  }
}

}  // namespace driftline

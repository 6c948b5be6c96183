// Prequential AUC: the area under the ROC curve of the last rows, as shares of labels come in.
//
// With a positive label, or while only two labels have come (then the later code is the positive
// one), rows are ranked by the share of that label, and trees keep the sliding and the tumbling
// window up to date in O(log window) a row. With more labels the value is the mean over all labels
// of the area of one against the rest; windows are sorted only when somebody asks.
//
// There is no cumulative area in bounded memory: the cumulative estimate is the mean over complete
// tumbling windows, the fading one does not exist. A window with one kind of rows has no area.
//
// Brzezinski, Stefanowski. Prequential AUC: properties of the area under the ROC curve for data
// streams with concept drift. 2017.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/metrics/points.hpp"
#include "driftline/metrics/rank_tree.hpp"
#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline {

/// From 0 to 1. A sum of shares may be a bit above 1, and so may the largest of them.
inline bool is_share(double x) { return x >= 0.0 && x <= 1.0 + 1e-6; }

class PrequentialAUC {
 public:
  explicit PrequentialAUC(const ScorerSettings& settings)
      : window_(static_cast<std::size_t>(settings.window)) {}

  /// Shares of the labels that are new were 0.
  void meet(std::size_t labels, Code positive) {
    const std::size_t before = std::exchange(labels_, labels);
    std::vector<double> wider(truth_.size() * labels);
    for (std::size_t row = 0; row < truth_.size(); ++row) {
      std::copy_n(shares_.data() + row * before, before, wider.data() + row * labels);
    }
    shares_ = std::move(wider);
    has_come_.resize(labels, 0);
    positive_ = positive;
    choose_target();
  }

  /// `shares` has an entry for each item and label.
  void update(const Code* truth, const double* shares, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) add(truth[i], shares + i * labels_);
  }

  [[nodiscard]] std::array<double, estimate_count> values() {
    const double tumbling = target_ >= 0 ? block_.area() : mean_area(in_block());
    const double sliding = target_ >= 0 ? sliding_.area() : mean_area(truth_.size());
    const double mean = areas_ > 0 ? sum_ / static_cast<double>(areas_) : nothing;
    return {truth_.size() < window_ ? tumbling : mean, sliding, tumbling, nothing};
  }

  static void fields(auto& self, auto&& visit) {
    visit("truth", self.truth_);
    visit("shares", self.shares_);
    visit("has_come", self.has_come_);
    visit("areas", self.areas_);
    visit("sum", self.sum_);
  }
  /// After a restore. Throws std::invalid_argument.
  void check(std::int64_t rows, std::size_t labels, Code positive);

 private:
  static constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

  [[nodiscard]] std::size_t in_block() const {
    return rows_ == 0 ? 0 : (static_cast<std::size_t>(rows_) - 1) % window_ + 1;
  }
  [[nodiscard]] double share(std::size_t slot, std::size_t label) const {
    return shares_[slot * labels_ + label];
  }

  void add(Code truth, const double* shares) {
    const std::size_t slot = static_cast<std::size_t>(rows_) % window_;
    const bool is_full = truth_.size() == window_;
    if (slot == 0) block_.clear();
    if (is_full && target_ >= 0) sliding_.erase(slot);
    if (!is_full) {
      truth_.push_back(truth);
      shares_.resize(shares_.size() + labels_);
    }
    truth_[slot] = truth;
    std::copy_n(shares, labels_, shares_.data() + slot * labels_);
    ++rows_;
    if (target_ >= 0) rank(slot);
    if (has_come_[static_cast<std::size_t>(truth)] == 0) {
      has_come_[static_cast<std::size_t>(truth)] = 1;
      choose_target();
    }
    if (slot + 1 == window_) close_block();
  }
  void close_block() {
    const double area = target_ >= 0 ? block_.area() : mean_area(window_);
    if (std::isnan(area)) return;
    sum_ += area;
    ++areas_;
  }

  void choose_target() {
    const Code before = std::exchange(target_, positive_);
    if (target_ < 0 && std::ranges::count(has_come_, 1) == 2) {
      const auto later = std::ranges::find(has_come_.rbegin(), has_come_.rend(), 1);
      target_ = static_cast<Code>(has_come_.rend() - later - 1);
    }
    if (target_ != before) rank_all();
  }
  void rank_all() {
    sliding_.clear();
    block_.clear();
    if (target_ < 0) return;
    for (std::size_t slot = 0; slot < truth_.size(); ++slot) {
      rank(slot, slot < in_block());
    }
  }
  void rank(std::size_t slot, bool is_in_block = true) {
    const double score = share(slot, static_cast<std::size_t>(target_));
    const bool is_positive = truth_[slot] == target_;
    sliding_.reserve(slot + 1);
    sliding_.insert(slot, score, is_positive);
    if (!is_in_block) return;
    block_.reserve(slot + 1);
    block_.insert(slot, score, is_positive);
  }

  /// Over the labels that have an area in the first `rows` slots.
  double mean_area(std::size_t rows) {
    double sum = 0.0;
    double labels = 0.0;
    for (std::size_t label = 0; label < labels_; ++label) {
      if (has_come_[label] == 0) continue;
      const double area = area_of(label, rows);
      if (std::isnan(area)) continue;
      sum += area;
      labels += 1.0;
    }
    return labels > 0.0 ? sum / labels : nothing;
  }
  double area_of(std::size_t label, std::size_t rows);

  std::size_t window_;
  std::vector<std::int64_t> truth_;     // of the rows of the window; row n at n mod window
  std::vector<double> shares_;          // of the same, by label
  std::vector<std::int64_t> has_come_;  // 1 for each label that was true once
  std::int64_t areas_ = 0;              // complete windows that had one
  double sum_ = 0.0;                    // of these areas
  // The rest is derived, or told.
  std::size_t labels_ = 0;
  Code positive_ = no_label;
  Code target_ = no_label;  // the label whose shares rank the rows of the trees
  std::int64_t rows_ = 0;
  RankTree sliding_, block_;
  std::vector<std::uint64_t> sorted_;
};

/// Rows in the order of their scores; a positive one makes a pair with each negative below it.
inline double PrequentialAUC::area_of(std::size_t label, std::size_t rows) {
  // The bits of numbers from 0 to below 2 sort as the numbers do, and leave room for one more bit.
  sorted_.resize(rows);
  for (std::size_t slot = 0; slot < rows; ++slot) {
    const double score = share(slot, label) + 0.0;  // no negative zero
    const bool is_positive = std::cmp_equal(truth_[slot], label);
    sorted_[slot] = std::bit_cast<std::uint64_t>(score) << 1 | std::uint64_t{is_positive};
  }
  std::ranges::sort(sorted_);
  std::int64_t half_pairs = 0;
  std::int64_t negatives = 0;
  for (std::size_t begin = 0, end = 0; begin < rows; begin = end) {
    std::int64_t positives = 0;
    for (; end < rows && sorted_[end] >> 1 == sorted_[begin] >> 1; ++end) {
      positives += static_cast<std::int64_t>(sorted_[end] & 1);
    }
    const std::int64_t tied = static_cast<std::int64_t>(end - begin) - positives;
    half_pairs += positives * (2 * negatives + tied);
    negatives += tied;
  }
  const double pairs =
      static_cast<double>(negatives) * (static_cast<double>(rows) - static_cast<double>(negatives));
  return pairs > 0.0 ? static_cast<double>(half_pairs) / (2.0 * pairs) : nothing;
}

inline void PrequentialAUC::check(std::int64_t rows, std::size_t labels, Code positive) {
  const std::size_t held = std::min(static_cast<std::size_t>(rows), window_);
  const auto is_code = [&](std::int64_t code) {
    return code >= 0 && std::cmp_less(code, labels) &&
           has_come_[static_cast<std::size_t>(code)] == 1;
  };
  const bool fits =
      truth_.size() == held && shares_.size() == held * labels && has_come_.size() == labels &&
      std::ranges::all_of(truth_, is_code) &&
      std::ranges::all_of(has_come_, [](std::int64_t x) { return x == 0 || x == 1; }) &&
      std::ranges::all_of(shares_, is_share) && areas_ >= 0 &&
      areas_ <= rows / static_cast<std::int64_t>(window_) && sum_ >= 0.0 &&
      sum_ <= static_cast<double>(areas_);
  if (!fits) throw std::invalid_argument("the shares of a scorer contradict each other");
  labels_ = labels;
  positive_ = positive;
  rows_ = rows;
  target_ = no_label;
  choose_target();
}

}  // namespace driftline

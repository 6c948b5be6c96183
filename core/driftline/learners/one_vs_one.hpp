// One-vs-one: a binary learner for every pair of labels, each taught by its own two only.
//
// k labels keep k (k - 1) / 2 learners; a row teaches the k - 1 that hold its label. Every
// pair gives one vote to its winner. Equal votes are settled by the sum of the margins, squashed
// into (-1/3, 1/3) so that it can never outweigh a vote. The pair of the first two labels
// exists from the start, so with two labels this is the plain learner.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

template <BinaryLearner Binary>
class OneVsOne {
 public:
  static constexpr Reading reading = reading_of<Binary>();

  explicit OneVsOne(Binary untaught) : untaught_(std::move(untaught)), pairs_{untaught_} {}

  [[nodiscard]] double constant() const { return untaught_.constant(); }

  void widen(std::size_t width) {
    width_ = std::max(width_, width);
    for (Binary& pair : pairs_) pair.widen(width_);
  }

  /// The number of the row that is learned next.
  void at_row(std::int64_t row)
    requires CountsRows<Binary>
  {
    row_ = row;
  }

  void vote(const auto& row, std::span<double> votes) const {
    sums_.assign(votes.size(), 0.0);
    std::ranges::fill(votes, 0.0);
    for (std::size_t b = 1; b < votes.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        const double margin = pairs_[place(a, b)].margin(row);
        votes[margin >= 0.0 ? b : a] += 1.0;
        sums_[a] -= margin;
        sums_[b] += margin;
      }
    }
    for (std::size_t c = 0; c < votes.size(); ++c) {
      votes[c] += sums_[c] / (3.0 * (std::abs(sums_[c]) + 1.0));
    }
  }

  void learn(const auto& row, Code label, double weight, std::span<const double> /*votes*/) {
    const auto own = static_cast<std::size_t>(label);
    grow(own + 1);
    for (std::size_t other = 0; other < labels(); ++other) {
      if (other == own) continue;
      Binary& pair = pairs_[place(std::min(own, other), std::max(own, other))];
      if constexpr (CountsRows<Binary>) pair.at_row(row_);
      pair.learn(row, own > other ? 1.0 : -1.0, pair.margin(row), weight);
    }
  }

  /// Every pair that remembers the example forgets it. False where none does.
  bool unlearn(const auto& row, Code label)
    requires requires(Binary& binary) { binary.unlearn(row, 1.0); }
  {
    const auto own = static_cast<std::size_t>(label);
    if (own >= labels()) return false;
    bool is_done = false;
    for (std::size_t other = 0; other < labels(); ++other) {
      if (other == own) continue;
      Binary& pair = pairs_[place(std::min(own, other), std::max(own, other))];
      is_done |= pair.unlearn(row, own > other ? 1.0 : -1.0);
    }
    return is_done;
  }

  /// What the learner of labels `first` < `second` tells of itself.
  [[nodiscard]] std::vector<double> inspect_pair(std::string_view what, std::size_t first,
                                                 std::size_t second) const {
    return pairs_.at(place(first, second)).inspect(what);
  }

  /// The share of votes; a label that wins no pair keeps a little.
  void probabilities(std::span<double> votes) const {
    double total = 0.0;
    for (double& vote : votes) total += vote += 1.0 / 3.0;
    for (double& vote : votes) vote = total > 0.0 ? vote / total : 1.0;
  }

  void check(std::size_t known) {
    if (pairs_.size() != place(0, std::max<std::size_t>(known, 2))) {
      throw std::invalid_argument("the number of pairs does not fit the labels");
    }
    for (Binary& pair : pairs_) {
      if constexpr (requires { pair.check(); }) pair.check();
    }
    width_ = pairs_.front().inspect("weights").size() - 1;
    for (const Binary& pair : pairs_) {
      if (pair.inspect("weights").size() != width_ + 1) {
        throw std::invalid_argument("the rows of weights differ in width");
      }
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.prototype(self.untaught_);
    visit.parts("pairs", self.pairs_, self.untaught_);
  }

 private:
  /// Pairs (a, b), a < b, stand in the order a new label b appends its own.
  static std::size_t place(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

  [[nodiscard]] std::size_t labels() const {
    std::size_t k = 2;
    while (place(0, k) < pairs_.size()) ++k;
    return k;
  }

  void grow(std::size_t known) {
    while (pairs_.size() < place(0, known)) {
      pairs_.push_back(untaught_);
      pairs_.back().widen(width_);
    }
  }

  Binary untaught_;
  std::vector<Binary> pairs_;
  std::size_t width_ = 0;
  std::int64_t row_ = 0;
  mutable std::vector<double> sums_;  // scratch; the caller's lock guards it
};

}  // namespace driftline

// One-vs-rest: any number of labels from a learner that tells two apart.
//
// Each label has a binary learner that says "this one" against "any other"; the largest
// margin wins. With two labels the two learners would mirror each other exactly, so only the
// second label's is kept. A third label makes the mirror image real, and starts fresh itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/one_vs_one.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

template <BinaryLearner Binary>
class OneVsRest {
 public:
  static constexpr Reading reading = reading_of<Binary>();
  static constexpr bool learns_from_votes = true;

  explicit OneVsRest(Binary untaught) : untaught_(std::move(untaught)), rows_{untaught_} {}

  [[nodiscard]] double constant() const { return untaught_.constant(); }
  [[nodiscard]] const Binary& untaught() const { return untaught_; }
  [[nodiscard]] OneVsOne<Binary> one_vs_one() const { return OneVsOne<Binary>(untaught_); }

  /// The one learner of two labels; positive margins mean code 1.
  [[nodiscard]] Binary& binary() { return rows_.front(); }
  [[nodiscard]] const Binary& binary() const { return rows_.front(); }

  void widen(std::size_t width) {
    width_ = std::max(width_, width);
    for (Binary& row : rows_) row.widen(width_);
  }

  /// The number of the row that is learned next.
  void at_row(std::int64_t row)
    requires CountsRows<Binary>
  {
    for (Binary& own : rows_) own.at_row(row);
    row_ = row;
  }

  void vote(const auto& row, std::span<double> votes) const {
    if (rows_.size() > 1) {
      for (std::size_t c = 0; c < votes.size(); ++c) votes[c] = rows_[c].margin(row);
      return;
    }
    if (votes.empty()) return;
    const double margin = rows_.front().margin(row);
    votes[0] = -margin;
    if (votes.size() == 2) votes[1] = margin;
  }

  void learn(const auto& row, Code label, double weight, std::span<const double> votes) {
    grow(static_cast<std::size_t>(label) + 1);
    if (rows_.size() == 1) {
      const double margin = votes.empty() ? 0.0 : -votes[0];
      rows_.front().learn(row, label == 1 ? 1.0 : -1.0, margin, weight);
      return;
    }
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      const double margin = c < votes.size() ? votes[c] : 0.0;  // a fresh learner's is 0
      rows_[c].learn(row, std::cmp_equal(c, label) ? 1.0 : -1.0, margin, weight);
    }
  }

  /// Every learner that remembers the example forgets it. False where none does.
  bool unlearn(const auto& row, Code label)
    requires requires(Binary& binary) { binary.unlearn(row, 1.0); }
  {
    if (rows_.size() == 1) return rows_.front().unlearn(row, label == 1 ? 1.0 : -1.0);
    bool is_done = false;
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      is_done |= rows_[c].unlearn(row, std::cmp_equal(c, label) ? 1.0 : -1.0);
    }
    return is_done;
  }

  /// Two labels: the sigmoid of the margin. More: their sigmoids, scaled to sum to 1. Only a
  /// learner of logistic loss makes these true probabilities; for the others they rank.
  void probabilities(std::span<double> votes) const {
    if (votes.size() == 2) {
      votes[1] = sigmoid(votes[1]);
      votes[0] = 1.0 - votes[1];
      return;
    }
    double total = 0.0;
    for (double& vote : votes) total += vote = sigmoid(vote);
    for (double& vote : votes) {
      vote = total > 0.0 ? vote / total : 1.0 / static_cast<double>(votes.size());
    }
  }

  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t label) const {
    if (rows_.size() == 1) {
      if (label != 0) return rows_.front().inspect(what);
      Binary row = rows_.front();
      row.negate();
      return row.inspect(what);
    }
    return rows_.at(label).inspect(what);
  }

  /// Only where the binary learner's margin is not weights times values.
  [[nodiscard]] std::vector<double> explain(const auto& row, std::size_t label) const
    requires requires(const Binary& binary) { binary.explain(row); }
  {
    if (rows_.size() > 1) return rows_.at(label).explain(row);
    Binary only = rows_.front();
    if (label == 0) only.negate();
    return only.explain(row);
  }

  void check(std::size_t labels) {
    if (rows_.size() != (labels <= 2 ? 1 : labels)) {
      throw std::invalid_argument("the number of weight rows does not fit the labels");
    }
    for (Binary& row : rows_) {
      if constexpr (requires { row.check(); }) row.check();
    }
    width_ = rows_.front().inspect("weights").size() - 1;
    for (const Binary& row : rows_) {
      if (row.inspect("weights").size() != width_ + 1) {
        throw std::invalid_argument("the rows of weights differ in width");
      }
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.prototype(self.untaught_);
    visit.parts("rows", self.rows_, self.untaught_);
  }

 private:
  void grow(std::size_t labels) {
    if (labels > 2 && rows_.size() == 1) {
      rows_.insert(rows_.begin(), rows_.front());
      rows_.front().negate();
    }
    while (labels > 2 && rows_.size() < labels) {
      rows_.push_back(untaught_);
      rows_.back().widen(width_);
      if constexpr (CountsRows<Binary>) rows_.back().at_row(row_);
    }
  }

  Binary untaught_;
  std::vector<Binary> rows_;
  std::size_t width_ = 0;
  std::int64_t row_ = 0;  // the last row told; every learner of a label keeps it too
};

}  // namespace driftline

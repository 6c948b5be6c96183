// Which examples were forgotten, when and why: the newest, up to a limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"

namespace driftline {

/// What decided: the score with the example and without it. Negative where it was asked for.
struct ForgottenWhy {
  double with = -1.0;
  double without = -1.0;
};

class ForgottenRows {
 public:
  explicit ForgottenRows(std::size_t limit) : limit_(limit) {}

  /// Room for the first few, so that they cost nothing when they come.
  void make_room() {
    if (rows_.capacity() < std::min(limit_, least_room)) grow(least_room);
  }

  void add(std::int64_t row, std::int64_t at, const ForgottenWhy& why) {
    if (rows_.size() < limit_) {
      if (rows_.size() == rows_.capacity()) grow(2 * rows_.size());
      rows_.push_back(row);
      at_.push_back(at);
      with_.push_back(why.with);
      without_.push_back(why.without);
    } else {
      rows_[next_] = row;
      at_[next_] = at;
      with_[next_] = why.with;
      without_[next_] = why.without;
    }
    ++count_;
    if (++next_ == limit_) next_ = 0;
  }

  /// Pairs of (row, when), the oldest first. Exact up to 2^53 rows.
  [[nodiscard]] std::vector<double> list() const { return pairs(rows_, at_); }
  /// Pairs of scores, with the example and without it, in the same order.
  [[nodiscard]] std::vector<double> scores() const { return pairs(with_, without_); }

  /// After a restore.
  [[nodiscard]] bool is_sound() {
    if (!is_count(count_)) return false;
    next_ = static_cast<std::size_t>(count_) % limit_;
    return rows_.size() == at_.size() && rows_.size() == with_.size() &&
           rows_.size() == without_.size() &&
           rows_.size() == std::min(limit_, static_cast<std::size_t>(count_));
  }

  static void fields(auto& self, auto&& visit) {
    visit("rows", self.rows_);
    visit("at", self.at_);
    visit("with", self.with_);
    visit("without", self.without_);
    visit("count", self.count_);
  }

 private:
  static constexpr std::size_t least_room = 16;

  void grow(std::size_t room) {
    rows_.reserve(std::min(limit_, std::max(room, least_room)));
    at_.reserve(rows_.capacity());
    with_.reserve(rows_.capacity());
    without_.reserve(rows_.capacity());
  }

  [[nodiscard]] std::vector<double> pairs(const auto& one, const auto& other) const {
    std::vector<double> out;
    out.reserve(2 * rows_.size());
    const std::size_t first = rows_.size() < limit_ ? 0 : next_;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::size_t place = (first + i) % rows_.size();
      out.push_back(static_cast<double>(one[place]));
      out.push_back(static_cast<double>(other[place]));
    }
    return out;
  }

  std::size_t limit_;
  std::vector<std::int64_t> rows_;
  std::vector<std::int64_t> at_;
  std::vector<double> with_, without_;
  std::int64_t count_ = 0;
  std::size_t next_ = 0;  // the place of the oldest, once all are taken
};

}  // namespace driftline

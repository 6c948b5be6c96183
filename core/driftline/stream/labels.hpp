// Which labels a classifier has learned so far, and which one its votes elect.
//
// Labels are codes 0, 1, 2, ... The caller hands them out, by and large in the order of their
// first appearance. But code 1 may come first (a label that is by its nature the positive one of
// a pair leaves code 0 to its partner), and batches learned at the same time may bring theirs in
// any order. So a code below size() is not yet a label that was learned.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace driftline {

using Code = std::int32_t;
inline constexpr Code no_label = -1;

class LabelSet {
 public:
  /// Votes and probabilities have this many entries: the highest code learned, plus one.
  [[nodiscard]] std::size_t size() const { return learned_.size(); }
  [[nodiscard]] bool knows(std::size_t code) const {
    return code < learned_.size() && learned_[code] != 0;
  }
  [[nodiscard]] bool is_pair() const { return known_ == 2 && learned_.size() == 2; }
  [[nodiscard]] bool is_complete() const { return known_ == learned_.size(); }

  void add(Code code) {
    const auto place = static_cast<std::size_t>(code);
    if (place >= learned_.size()) {
      learned_.reserve(std::bit_ceil(place + 1));  // the same room whichever label comes first
      learned_.resize(place + 1, 0);
    }
    known_ += learned_[place] == 0 ? 1 : 0;
    learned_[place] = 1;
  }

  /// A tie goes to the positive label of two, to the first of more.
  [[nodiscard]] Code elect(std::span<const double> votes) const {
    if (is_pair()) return votes[1] >= votes[0] ? 1 : 0;
    Code best = no_label;
    for (std::size_t c = 0; c < votes.size(); ++c) {
      if (knows(c) && (best < 0 || votes[c] > votes[static_cast<std::size_t>(best)])) {
        best = static_cast<Code>(c);
      }
    }
    return best;
  }

  /// After a restore: counts what was learned; false if that is no state `add` could reach.
  bool recount() {
    known_ = static_cast<std::size_t>(std::count(learned_.begin(), learned_.end(), 1));
    const auto unknown = static_cast<std::size_t>(std::count(learned_.begin(), learned_.end(), 0));
    return known_ + unknown == learned_.size() && (learned_.empty() || learned_.back() == 1);
  }

  static void fields(auto& self, auto&& visit) { visit("learned", self.learned_); }

 private:
  std::vector<std::int64_t> learned_;  // 1 for each code that was learned
  std::size_t known_ = 0;
};

}  // namespace driftline

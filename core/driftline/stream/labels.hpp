// Which labels a classifier has learned so far, and which one its votes elect.
//
// Labels are codes 0, 1, 2, ... The caller hands them out by first appearance, with one
// exception: a first label that is by its nature the positive one of a pair (1, True) gets
// code 1, and code 0 stays free for its partner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace driftline {

using Code = std::int32_t;
inline constexpr Code no_label = -1;

class LabelSet {
 public:
  /// Votes and probabilities have this many entries: the highest code learned, plus one.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(size_); }
  [[nodiscard]] bool knows(Code code) const {
    return code >= 0 && code < size_ && (known_ == size_ || code == size_ - 1);
  }

  void add(Code code) {
    if (code >= size_) {
      size_ = std::int64_t{code} + 1;
      ++known_;
    } else if (known_ < size_ && code == 0) {
      known_ = size_;
    }
  }

  /// A tie goes to the positive label of two, to the first of more.
  [[nodiscard]] Code elect(std::span<const double> votes) const {
    if (known_ < 2) return static_cast<Code>(size_ - 1);  // none, or the only one
    if (size_ == 2) return votes[1] >= votes[0] ? 1 : 0;
    std::size_t best = 0;
    for (std::size_t c = 1; c < votes.size(); ++c) {
      if (votes[c] > votes[best]) best = c;
    }
    return static_cast<Code>(best);
  }

  /// A state that was not reached by `add` is refused.
  [[nodiscard]] bool is_sound() const {
    return size_ >= 0 && size_ <= INT32_MAX && (known_ == size_ || (known_ == 1 && size_ == 2));
  }

  static void fields(auto& self, auto&& visit) {
    visit("size", self.size_);
    visit("known", self.known_);
  }

 private:
  std::int64_t size_ = 0;
  std::int64_t known_ = 0;
};

}  // namespace driftline

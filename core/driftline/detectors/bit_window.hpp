// The last n bits of a stream, 64 to a word, and how many of them are 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"

namespace driftline {

class BitWindow {
 public:
  explicit BitWindow(std::int64_t capacity)
      : capacity_(capacity), words_(static_cast<std::size_t>((capacity + 63) / 64)) {}

  /// Returns the bit that had to leave, false while there is room.
  bool push(bool bit) {
    bool out = false;
    if (is_full()) {
      out = raw(head_);
      head_ = head_ + 1 == capacity_ ? 0 : head_ + 1;
    } else {
      ++size_;
    }
    ones_ += (bit ? 1 : 0) - (out ? 1 : 0);
    set(place(size_ - 1), bit);
    return out;
  }
  /// Forgets all but the last `count`.
  void keep_last(std::int64_t count) {
    while (size_ > count) {
      const bool out = raw(head_);
      ones_ -= out ? 1 : 0;
      set(head_, false);
      head_ = head_ + 1 == capacity_ ? 0 : head_ + 1;
      --size_;
    }
  }
  void clear() { *this = BitWindow(capacity_); }

  /// The i-th bit, from the oldest on.
  [[nodiscard]] bool operator[](std::int64_t i) const { return raw(place(i)); }
  [[nodiscard]] bool is_full() const { return size_ == capacity_; }
  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] std::int64_t ones() const { return ones_; }

  static void fields(auto& self, auto&& visit) {
    visit("head", self.head_);
    visit("size", self.size_);
    visit("words", self.words_);
  }
  /// To be called once the fields are read; counts the ones.
  void check() {
    require_state(std::cmp_equal(words_.size(), (capacity_ + 63) / 64), "the window's length");
    require_state(size_ >= 0 && size_ <= capacity_ && head_ >= 0 && head_ < capacity_,
                  "the window's place");
    ones_ = 0;
    for (std::int64_t i = 0; i < size_; ++i) ones_ += (*this)[i] ? 1 : 0;
  }

 private:
  [[nodiscard]] std::int64_t place(std::int64_t i) const {
    return head_ + i < capacity_ ? head_ + i : head_ + i - capacity_;
  }
  [[nodiscard]] bool raw(std::int64_t place) const {
    const auto at = static_cast<std::uint64_t>(place);
    return (static_cast<std::uint64_t>(words_[at / 64]) >> (at % 64) & 1U) != 0;
  }
  void set(std::int64_t place, bool bit) {
    const auto at = static_cast<std::uint64_t>(place);
    auto word = static_cast<std::uint64_t>(words_[at / 64]);
    const std::uint64_t mask = std::uint64_t{1} << (at % 64);
    word = bit ? word | mask : word & ~mask;
    words_[at / 64] = static_cast<std::int64_t>(word);
  }

  std::int64_t capacity_;
  std::int64_t head_ = 0;
  std::int64_t size_ = 0;
  std::int64_t ones_ = 0;
  std::vector<std::int64_t> words_;
};

}  // namespace driftline

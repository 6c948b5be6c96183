// Slots for a sampler whose number of items changes: those given back are used again first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/samplers/sampler.hpp"

namespace driftline {

class SlotPool {
 public:
  std::int64_t take() {
    if (free_.empty()) return made_++;
    const std::int64_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void give_back(std::int64_t slot) { free_.push_back(slot); }
  /// Slots 0 .. count-1 are in use, no other.
  void reset(std::size_t count) {
    free_.clear();
    made_ = static_cast<std::int64_t>(count);
  }
  [[nodiscard]] std::size_t made() const { return static_cast<std::size_t>(made_); }

  /// Throws std::invalid_argument unless the slots in use and the free ones are all there are.
  void check(const std::vector<std::int64_t>& in_use) const {
    check_state(made_ >= 0 && made() == in_use.size() + free_.size(), "slots are missing");
    std::vector<bool> met(made());
    for (const auto* list : {&in_use, &free_}) {
      for (const std::int64_t slot : *list) {
        check_state(slot >= 0 && slot < made_, "a slot is out of range");
        check_state(!met[static_cast<std::size_t>(slot)], "a slot is used twice");
        met[static_cast<std::size_t>(slot)] = true;
      }
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit("free", self.free_);
    visit("made", self.made_);
  }

 private:
  std::vector<std::int64_t> free_;
  std::int64_t made_ = 0;
};

}  // namespace driftline

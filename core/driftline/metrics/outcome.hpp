// A scored row in one number: the true label, the answer, and whether the two references erred.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driftline/metrics/majority.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline {

class Outcome {
 public:
  Outcome(Code truth, Code predicted, bool majority_wrong, bool no_change_wrong)
      : packed_(std::int64_t{truth} << truth_at | (std::int64_t{predicted} + 1) << answer_at |
                static_cast<std::int64_t>(no_change_wrong) << 1 |
                static_cast<std::int64_t>(majority_wrong)) {}
  explicit Outcome(std::int64_t packed) : packed_(packed) {}

  [[nodiscard]] std::int64_t packed() const { return packed_; }
  [[nodiscard]] std::size_t truth() const { return static_cast<std::size_t>(packed_ >> truth_at); }
  /// The label predicted + 1; 0 without an answer.
  [[nodiscard]] std::size_t answer() const {
    return static_cast<std::size_t>(packed_ >> answer_at & answers);
  }
  [[nodiscard]] bool is_wrong() const { return answer() != truth() + 1; }
  [[nodiscard]] bool is_majority_wrong() const { return (packed_ & 1) != 0; }
  [[nodiscard]] bool is_no_change_wrong() const { return (packed_ & 2) != 0; }

  /// Whether a number from a file is an outcome of this many labels.
  [[nodiscard]] bool fits(std::size_t labels) const {
    return packed_ >= 0 && truth() < labels && answer() <= labels;
  }

 private:
  static constexpr int answer_at = 2;
  static constexpr int truth_at = answer_at + Majority::rank_bits + 1;
  static constexpr std::int64_t answers = (std::int64_t{1} << (truth_at - answer_at)) - 1;
  std::int64_t packed_;
};

}  // namespace driftline

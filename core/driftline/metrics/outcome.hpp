// A scored row in one number: the true label, who erred, and the answer.
//
// Three predictors are compared: the model, the majority label so far, and the last label. The true
// label and the three errors together are the row's `place` in a tally: eight places for a label.
#pragma once

#include <cstddef>
#include <cstdint>

namespace driftline {

class Outcome {
 public:
  static constexpr std::size_t wrong = 1;
  static constexpr std::size_t majority_wrong = 2;
  static constexpr std::size_t no_change_wrong = 4;
  static constexpr std::size_t places = 8;  ///< of one label
  static constexpr int label_bits = 20;

  /// `errors` is a sum of the three above; `answer` is the label predicted + 1, or 0 without one.
  Outcome(std::size_t truth, std::size_t errors, std::size_t answer)
      : packed_(packed<std::uint64_t>(truth * places + errors, answer)) {}
  explicit Outcome(std::int64_t packed) : packed_(static_cast<std::uint64_t>(packed)) {}

  /// In a type that has room for it: the fewer bits, the more rows a loop takes at once.
  template <class Bits>
  static Bits packed(Bits place, Bits answer) {
    return place | answer << answer_at;
  }

  [[nodiscard]] std::int64_t packed() const { return static_cast<std::int64_t>(packed_); }
  [[nodiscard]] std::size_t place() const {
    return packed_ & ((std::uint64_t{1} << answer_at) - 1);
  }
  [[nodiscard]] std::size_t answer() const { return packed_ >> answer_at; }

  /// The answer right behind a place of so many bits.
  [[nodiscard]] std::size_t squeezed(int place_bits) const {
    return (packed_ & ((std::uint64_t{1} << place_bits) - 1)) | packed_ >> (answer_at - place_bits);
  }

  /// Whether a number from a file is an outcome of this many labels.
  [[nodiscard]] bool fits(std::size_t labels) const {
    const std::size_t truth = place() / places;
    const bool is_wrong = (place() & wrong) != 0;
    return truth < labels && answer() <= labels && is_wrong == (answer() != truth + 1);
  }

 private:
  static constexpr int answer_at = label_bits + 3;
  std::uint64_t packed_;
};

}  // namespace driftline

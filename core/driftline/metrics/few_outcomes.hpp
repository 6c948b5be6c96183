// Outcomes where labels are few: counted together, in one write a row.
//
// A row belongs to six tallies of counts, and writing to all of them is most of what a row costs.
// Few labels have few outcomes, so the rows of a chunk are counted by outcome, and the tallies take
// these counts in when the chunk is done.
//
// Sums of weights depend on the order of the rows to the last bit, so a row adds to them one by
// one. But the sums by answer stay in registers: a row adds to all of them, and what it adds to
// those of other answers is 0, which changes no bit of a sum.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "driftline/metrics/outcome.hpp"

namespace driftline {

/// An outcome in 7 bits: its place in 5, its answer in 2.
class FewOutcomes {
 public:
  static constexpr std::size_t most_labels = 3;
  static constexpr std::size_t answers = most_labels + 1;
  static constexpr int place_bits = 5;
  static_assert(most_labels * Outcome::places <= std::size_t{1} << place_bits);

  static std::size_t cell_of(const Outcome& outcome) { return outcome.squeezed(place_bits); }
  static std::size_t place_of(std::size_t cell) {
    return cell & ((std::size_t{1} << place_bits) - 1);
  }
  static std::size_t answer_of(std::size_t cell) { return cell >> place_bits; }

  void count(std::size_t cell) { ++counts_[cell]; }
  /// Adds the counts to those by place; calls take(label, answer, count) for those by answer.
  void add_to(std::vector<std::int64_t>& outcomes, std::size_t labels, auto&& take) const {
    static_assert(Outcome::wrong == 1);
    for (std::size_t answer = 0; answer <= labels; ++answer) {
      for (std::size_t label = 0; label < labels; ++label) {
        // Every other place: an answer is wrong, or it is not.
        const std::size_t first = label * Outcome::places + std::size_t{answer != label + 1};
        const std::uint32_t* const from = counts_.data() + (first | answer << place_bits);
        std::int64_t* const to = outcomes.data() + first;
        std::int64_t count = 0;
        for (std::size_t i = 0; i < Outcome::places; i += 2) {
          to[i] += from[i];
          count += from[i];
        }
        take(label, answer, count);
      }
    }
  }

 private:
  std::array<std::uint32_t, answers << place_bits> counts_{};
};

/// A sum of weights for each answer.
class AnswerWeights {
 public:
  explicit AnswerWeights(std::span<const double> sums) { std::ranges::copy(sums, sums_.begin()); }

  [[gnu::always_inline]] void add(std::size_t answer, double weight) {
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += weight * is_one[answer][i];
  }
  void write(std::span<double> sums) const {
    std::copy_n(sums_.begin(), sums.size(), sums.begin());
  }

 private:
  using Sums = std::array<double, FewOutcomes::answers>;
  static constexpr std::array<Sums, FewOutcomes::answers> is_one{
      {{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}}};
  Sums sums_{};
};

}  // namespace driftline

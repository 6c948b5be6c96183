// In which order rows are predicted and learned when labels come late.
//
// Two lists: the rows to predict, and the rows to learn, each of these with a step: it is learned
// right after the row of that number was predicted. Without steps one is learned after each, which
// is what a fixed delay comes to. Cut into pieces a model can take as a block: some rows to
// predict, some to learn, or as many of both in step (predict one, learn one, predict the next).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace driftline {

class Interleaving {
 public:
  enum class Kind : std::uint8_t { predict, learn, in_step };
  struct Piece {
    Kind kind;
    std::size_t predicts;  ///< first row to predict
    std::size_t learns;    ///< first row to learn
    std::size_t count;     ///< of each that takes part
  };

  /// One row is learned after each.
  explicit Interleaving(std::size_t rows) : rows_(rows), lessons_(rows) {}
  /// Throws std::invalid_argument unless the steps ascend and lie among the rows to predict.
  Interleaving(std::size_t rows, std::vector<std::int64_t> steps)
      : rows_(rows), lessons_(steps.size()), steps_(std::move(steps)) {
    std::int64_t last = 0;
    for (const std::int64_t step : steps_) {
      if (step < last || std::cmp_greater_equal(step, rows)) {
        throw std::invalid_argument("steps must ascend, from 0 to below the number of rows");
      }
      last = step;
    }
  }

  [[nodiscard]] bool is_done() const { return predicts_ == rows_ && learns_ == lessons_; }

  /// The next rows in the order of time, at most `largest` and at least one of a kind.
  Piece next(std::size_t largest) {
    Piece piece{.kind = Kind::predict, .predicts = predicts_, .learns = learns_, .count = 0};
    const std::size_t step = next_step();
    if (step < predicts_) {
      piece.kind = Kind::learn;
      while (piece.count < largest && next_step() < predicts_) {
        ++learns_;
        ++piece.count;
      }
    } else if (step == predicts_) {
      piece.kind = Kind::in_step;
      piece.count = in_step(largest);
      predicts_ += piece.count;
      learns_ += piece.count;
    } else {
      piece.count = std::min(largest, std::min(step, rows_) - predicts_);
      predicts_ += piece.count;
    }
    return piece;
  }
  /// The same for the rows up to the first one that is learned, that one predicted as well.
  Piece next_before_learning(std::size_t largest) {
    const std::size_t end = std::min(rows_, next_step() == SIZE_MAX ? rows_ : next_step() + 1);
    const Piece piece{.kind = Kind::predict,
                      .predicts = predicts_,
                      .learns = 0,
                      .count = std::min(largest, end - predicts_)};
    predicts_ += piece.count;
    return piece;
  }
  /// The next row to learn.
  [[nodiscard]] std::size_t learns() const { return learns_; }

 private:
  [[nodiscard]] std::size_t next_step() const {
    if (learns_ == lessons_) return SIZE_MAX;
    return steps_.empty() ? learns_ : static_cast<std::size_t>(steps_[learns_]);
  }
  /// How many rows are learned, each right after the one that is predicted next.
  [[nodiscard]] std::size_t in_step(std::size_t largest) const {
    const std::size_t most = std::min({largest, rows_ - predicts_, lessons_ - learns_});
    if (steps_.empty()) return most;
    std::size_t count = 0;
    while (count < most && std::cmp_equal(steps_[learns_ + count], predicts_ + count)) ++count;
    return count;
  }

  std::size_t rows_;
  std::size_t lessons_;
  std::vector<std::int64_t> steps_;  // of the rows to learn; empty also where one comes after each
  std::size_t predicts_ = 0;
  std::size_t learns_ = 0;
};

}  // namespace driftline

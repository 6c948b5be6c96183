// In which order rows are predicted and learned when labels come late.
//
// Two lists: the rows to predict, and the rows to learn, each of these with a step: it is learned
// right after the row of that number was predicted. Cut into pieces a model can take as a block:
// some rows to predict, some to learn, or as many of both in step (predict one, learn one, predict
// the next), which is what a fixed delay comes to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>

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

  /// Throws std::invalid_argument unless the steps ascend and lie among the rows to predict.
  Interleaving(std::size_t rows, std::span<const std::int64_t> steps) : rows_(rows), steps_(steps) {
    std::int64_t last = 0;
    for (const std::int64_t step : steps) {
      if (step < last || std::cmp_greater_equal(step, rows)) {
        throw std::invalid_argument("steps must ascend, from 0 to below the number of rows");
      }
      last = step;
    }
  }

  [[nodiscard]] bool is_done() const { return predicts_ == rows_ && learns_ == steps_.size(); }

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
      while (piece.count < largest && predicts_ < rows_ && next_step() == predicts_) {
        ++learns_;
        ++predicts_;
        ++piece.count;
      }
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
    return learns_ == steps_.size() ? SIZE_MAX : static_cast<std::size_t>(steps_[learns_]);
  }

  std::size_t rows_;
  std::span<const std::int64_t> steps_;
  std::size_t predicts_ = 0;
  std::size_t learns_ = 0;
};

}  // namespace driftline

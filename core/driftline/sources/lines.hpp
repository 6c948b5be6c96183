// LINES: a line through the square [-1, 1]^2 that turns and shifts.
//
// Positive iff cos(a) x1 + sin(a) x2 >= c. At each mark a new line is drawn: the angle a within pi
// of the old one, the offset c in [-0.4, 0.4]. Angle and offset move to it by equal steps and
// arrive `width` rows later; with width 0 at the next mark, and behind the last mark after as many
// rows as lie before it since the mark (or the beginning) ahead of it. Until the first mark, and
// after an arrival, the line rests.
//
// The paper names this stream without a formula; this one is ours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "driftline/numeric/trigonometry.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/generator.hpp"

namespace driftline {

class LinesRule {
 public:
  struct State {
    double angle = 0.0, offset = 0.0, cosine = 0.0, sine = 0.0;
    std::size_t settled = unsettled;  // the concept whose line it has reached
  };

  LinesRule(std::uint64_t seed, const std::vector<std::int64_t>& drifts, std::int64_t width) {
    const Draws draws = draws_for(Purpose::model, seed);
    const Lane turn = draws.lane(0);
    const Lane shift = draws.lane(1);
    std::int64_t before = 0;
    for (std::size_t i = 0; i <= drifts.size(); ++i) {
      const double from = i == 0 ? 0.0 : lines_.back().angle;
      lines_.push_back({.angle = from + turn.between(-std::numbers::pi, std::numbers::pi, i),
                        .offset = shift.between(-0.4, 0.4, i)});
      if (i == 0) continue;
      const std::int64_t mark = drifts[i - 1];
      const std::int64_t gap = i < drifts.size() ? drifts[i] - mark : mark - before;
      lines_.back().mark = static_cast<std::uint64_t>(mark);
      lines_.back().rows = static_cast<std::uint64_t>(width > 0 ? width : gap);
      before = mark;
    }
  }

  [[nodiscard]] static constexpr std::size_t width() { return 2; }
  [[nodiscard]] static constexpr std::size_t slots() { return 2; }
  [[nodiscard]] static std::vector<Column> columns() { return numbered_columns(2); }
  [[nodiscard]] static State start() { return {}; }

  void enter(State& state, std::size_t number, std::uint64_t row) const {
    if (state.settled == number) return;
    const Line& to = lines_[number];
    const std::uint64_t moved = row - to.mark;
    state.angle = to.angle;
    state.offset = to.offset;
    if (moved < to.rows) {
      const Line& from = lines_[number - 1];
      const double part = static_cast<double>(moved) / static_cast<double>(to.rows);
      state.angle = from.angle + part * (to.angle - from.angle);
      state.offset = from.offset + part * (to.offset - from.offset);
    } else {
      state.settled = number;
    }
    state.cosine = cos(state.angle);
    state.sine = sin(state.angle);
  }
  static void draw(const State& /*state*/, const Lane* lanes, std::uint64_t row, double* x) {
    x[0] = lanes[0].between(-1.0, 1.0, row);
    x[1] = lanes[1].between(-1.0, 1.0, row);
  }
  [[nodiscard]] static bool label(const State& state, const double* x) {
    return state.cosine * x[0] + state.sine * x[1] >= state.offset;
  }
  static void describe(const State& state, Truth& truth) {
    truth.emplace_back("angle", state.angle);
    truth.emplace_back("offset", state.offset);
  }

 private:
  static constexpr std::size_t unsettled = static_cast<std::size_t>(-1);
  /// A line, and from which mark on and in how many rows it is reached.
  struct Line {
    double angle = 0.0, offset = 0.0;
    std::uint64_t mark = 0, rows = 0;
  };
  std::vector<Line> lines_;
};

using LINES = ConceptStream<LinesRule>;
inline LINES make_lines(const ConceptOptions& options) {
  // The marks are checked before the rule reads them.
  static_cast<void>(Marks(options.drifts, options.width, Lane()));
  return {options, LinesRule(options.seed, options.drifts, options.width), true};
}

}  // namespace driftline

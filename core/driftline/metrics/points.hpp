// When a scorer writes its values down: at every `every`-th row of the stream.
//
// Rows arrive, and some of them are scored, maybe long after they arrived. A point belongs to a
// row: it shows everything scored once that row has arrived, and nothing later. So a curve does not
// depend on how the stream was cut into batches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "driftline/metrics/scorer_settings.hpp"

namespace driftline {

/// Cumulative, sliding, tumbling, fading: the order of all values.
inline constexpr std::size_t estimate_count = 4;

/// Throws std::invalid_argument that names the item.
[[noreturn]] inline void refuse_item(std::size_t item, const std::string& what) {
  throw std::invalid_argument("item " + std::to_string(item) + ": " + what);
}

/// Rows [begin, end) arrive, and `count` items are scored meanwhile: item i right after row
/// steps[i], or row begin + i if there are no steps. Without any row, after all of them.
struct Arrivals {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::size_t count = 0;
  const std::int64_t* steps = nullptr;

  /// Throws std::invalid_argument.
  void check() const {
    if (begin < 0 || end < begin || end > most_rows) {
      throw std::invalid_argument("rows [" + std::to_string(begin) + ", " + std::to_string(end) +
                                  ") are no part of a stream");
    }
    if (steps != nullptr) {
      check_steps();
    } else if (begin<end&& static_cast<std::int64_t>(count)> end - begin) {
      throw std::invalid_argument(std::to_string(count) + " items are more than the rows [" +
                                  std::to_string(begin) + ", " + std::to_string(end) + ")");
    }
  }
  /// Items scored before row `row` arrives; the first `done` are known to be.
  [[nodiscard]] std::size_t scored_before(std::int64_t row, std::size_t done) const {
    if (steps == nullptr) return std::min(count, static_cast<std::size_t>(row - begin));
    return static_cast<std::size_t>(std::lower_bound(steps + done, steps + count, row) - steps);
  }

 private:
  void check_steps() const {
    std::int64_t latest = begin;
    for (std::size_t i = 0; i < count; ++i) {
      if (steps[i] < latest || steps[i] >= end) {
        refuse_item(i, "step " + std::to_string(steps[i]) + " is not in [" +
                           std::to_string(latest) + ", " + std::to_string(end) + ")");
      }
      latest = steps[i];
    }
  }
};

/// The points of a curve, until somebody takes them.
struct Points {
  std::vector<std::int64_t> rows;    ///< that had arrived
  std::vector<std::int64_t> scored;  ///< items scored by then
  std::vector<double> values;        ///< by point, estimate and metric

  /// Throws std::invalid_argument on lengths that contradict each other.
  void check(std::size_t width) const {
    if (scored.size() != rows.size() || values.size() != rows.size() * width) {
      throw std::invalid_argument("the points contradict each other");
    }
  }
  static void fields(auto& self, auto&& visit) {
    visit("rows", self.rows);
    visit("scored", self.scored);
    visit("values", self.values);
  }
};

/// Calls score(first, last) for the items between two points, and take(rows) at each point.
template <class Score, class Take>
void walk(const Arrivals& arrivals, std::int64_t every, Score&& score, Take&& take) {
  std::size_t done = 0;
  for (std::int64_t point = (arrivals.begin / every + 1) * every; point <= arrivals.end;
       point += every) {
    const std::size_t last = arrivals.scored_before(point, done);
    score(done, last);
    take(point);
    done = last;
  }
  score(done, arrivals.count);
}

}  // namespace driftline

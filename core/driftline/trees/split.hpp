// A split of a leaf: what is tested, and what it is worth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace driftline {

inline constexpr double no_merit = -std::numeric_limits<double>::infinity();

enum class SplitKind : std::uint8_t {
  none,
  at_most,    ///< x <= threshold, or not
  value,      ///< one value of a nominal attribute, or another
  each_value  ///< a branch for each value
};

struct Split {
  double merit = no_merit;
  double threshold = 0.0;  ///< the place of the value where one is set apart
  std::int32_t column = -1;
  std::int32_t attribute = -1;  ///< among the leaf's numeric or nominal ones
  std::int32_t bin = -1;        ///< the last one on the left, where numbers are binned
  SplitKind kind = SplitKind::none;
};

/// The best split of a leaf and the runner-up's merit.
struct BestSplit {
  Split best;
  double second = no_merit;

  /// Among equals the later attribute is the better one.
  void take(const Split& split) {
    if (split.merit >= best.merit) {
      second = best.merit;
      best = split;
    } else {
      second = std::max(second, split.merit);
    }
  }
};

}  // namespace driftline

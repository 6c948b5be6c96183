// Which columns a member's learner sees.
//
// Members that each drew for themselves would leave some columns to very few of them. So the first
// learners are dealt theirs: the columns lie in a circle, shuffled, and each takes those that
// follow the last one's, until all columns have been taken equally often; then the circle is
// shuffled anew. Learners that come later draw for themselves. Either way a learner's columns are
// any of that many with the same chance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "driftline/ensembles/ensemble.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"

namespace driftline {

/// 0, ..., `width` - 1 in the order of their numbers in a lane.
inline std::vector<std::int64_t> shuffled(std::size_t width, const Lane& lane) {
  std::vector<std::pair<std::uint64_t, std::int64_t>> keys(width);
  for (std::size_t i = 0; i < width; ++i) keys[i] = {lane.bits(i), static_cast<std::int64_t>(i)};
  std::ranges::sort(keys);
  std::vector<std::int64_t> order(width);
  std::ranges::transform(keys, order.begin(), [](const auto& key) { return key.second; });
  return order;
}

/// `count` of `width` columns for the learner that a member made under this number, ascending.
inline std::vector<std::int64_t> chosen_columns(std::int64_t seed, std::size_t member,
                                                std::int64_t generation, std::size_t width,
                                                std::size_t count) {
  std::vector<std::int64_t> columns;
  if (generation == 0 && width > 0) {
    const std::size_t turns = width / std::gcd(width, count);
    columns = shuffled(width, draws_for(Purpose::circles, seed).lane(member / turns));
    const std::size_t first = member % turns * count % width;
    std::ranges::rotate(columns, columns.begin() + static_cast<std::ptrdiff_t>(first));
  } else {
    columns = shuffled(width, column_lane(seed, member, generation));
  }
  columns.resize(count);
  std::ranges::sort(columns);
  return columns;
}

}  // namespace driftline

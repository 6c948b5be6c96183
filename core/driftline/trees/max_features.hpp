// Some of the attributes: how many a leaf looks at, and which.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// A number, a share, the root of all ("sqrt"), or the root and one ("paper"); nothing for all.
using MaxFeatures = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Throws std::invalid_argument unless it is one of these.
inline void check_max_features(const MaxFeatures& max_features) {
  if (const auto* number = std::get_if<std::int64_t>(&max_features)) {
    at_least_one("max_features", *number);
  } else if (const auto* part = std::get_if<double>(&max_features)) {
    if (!(*part > 0.0 && *part <= 1.0)) {
      throw std::invalid_argument("max_features as a share must be above 0 and at most 1");
    }
  } else if (const auto* rule = std::get_if<std::string>(&max_features)) {
    if (*rule != "sqrt" && *rule != "paper") {
      throw std::invalid_argument("max_features must be a number, a share, 'sqrt' or 'paper'");
    }
  }
}

/// How many of `width` attributes a leaf draws: at least one, at most all.
inline std::size_t features_of(const MaxFeatures& max_features, std::size_t width) {
  const auto all = static_cast<double>(width);
  double wanted = all;
  if (const auto* number = std::get_if<std::int64_t>(&max_features)) {
    wanted = static_cast<double>(*number);
  } else if (const auto* part = std::get_if<double>(&max_features)) {
    wanted = std::floor(*part * all + 0.5);
  } else if (const auto* rule = std::get_if<std::string>(&max_features)) {
    wanted = std::floor(std::sqrt(all) + 0.5) + (*rule == "paper" ? 1.0 : 0.0);
  }
  return static_cast<std::size_t>(std::clamp(wanted, 1.0, std::max(all, 1.0)));
}

/// Drawn without replacement, by the seed and the leaf's number alone; ascending. Empty for all.
inline std::vector<std::int32_t> drawn_columns(const MaxFeatures& max_features, std::size_t width,
                                               std::int64_t seed, std::int64_t leaf) {
  const std::size_t count = features_of(max_features, width);
  if (count >= width) return {};
  const Lane lane = Draws(static_cast<std::uint64_t>(seed)).lane(static_cast<std::uint64_t>(leaf));
  std::vector<std::int32_t> all(width);
  std::iota(all.begin(), all.end(), 0);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(all[i], all[i + lane.below(width - i, i)]);
  }
  all.resize(count);
  all.shrink_to_fit();
  std::ranges::sort(all);
  return all;
}

}  // namespace driftline

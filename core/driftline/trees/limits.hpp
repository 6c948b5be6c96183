// Parameters of trees that are numbers with a limit, or none.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "driftline/stream/fields.hpp"

namespace driftline {

/// In place of None.
inline constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

inline Value or_none(std::int64_t limit) {
  return limit == unlimited ? Value(std::monostate()) : Value(limit);
}
inline Value or_none(const std::optional<double>& value) {
  return value.has_value() ? Value(*value) : Value(std::monostate());
}

/// Both throw std::invalid_argument naming the parameter.
inline void at_most(std::string_view parameter, std::int64_t value, std::int64_t most) {
  if (value <= most) return;
  throw std::invalid_argument(std::string(parameter) + " must be at most " + std::to_string(most) +
                              ", not " + std::to_string(value));
}
inline void check_max_bytes(std::int64_t max_bytes) {
  constexpr std::int64_t least = 16'384;  // a root, and what is needed to learn a row
  if (max_bytes >= least) return;
  throw std::invalid_argument("max_bytes must be at least " + std::to_string(least));
}

}  // namespace driftline

// Checks of a generator's parameters. Each error names the parameter and what was found.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace driftline {

/// As short as it can be read back.
inline std::string shown(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// "noise must be between 0 and 1, not 1.5"
[[noreturn]] inline void refuse(std::string_view parameter, std::string_view wanted,
                                std::string_view found) {
  throw std::invalid_argument(std::string(parameter) + " must be " + std::string(wanted) +
                              ", not " + std::string(found));
}

/// A probability.
inline double checked_share(std::string_view parameter, double value) {
  if (!(value >= 0.0 && value <= 1.0)) refuse(parameter, "between 0 and 1", shown(value));
  return value;
}

/// A finite number above 0.
inline double checked_positive(std::string_view parameter, double value) {
  if (!(value > 0.0 && value <= std::numeric_limits<double>::max())) {
    refuse(parameter, "above 0", shown(value));
  }
  return value;
}

/// A finite number, at least 0.
inline double checked_size(std::string_view parameter, double value) {
  if (!(value >= 0.0 && value <= std::numeric_limits<double>::max())) {
    refuse(parameter, "at least 0", shown(value));
  }
  return value;
}

/// A whole number from `least` to `most`.
inline std::size_t checked_count(std::string_view parameter, std::int64_t value, std::int64_t least,
                                 std::int64_t most = 1'000'000) {
  if (value < least || value > most) {
    refuse(parameter, "from " + std::to_string(least) + " to " + std::to_string(most),
           std::to_string(value));
  }
  return static_cast<std::size_t>(value);
}

}  // namespace driftline

// What a test of the core is made of: claims, each a sentence, printed where it fails.
#pragma once

#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace driftline::testing {

class Claims {
 public:
  void expect(bool holds, std::string_view sentence) {
    if (holds) return;
    has_failed_ = true;
    std::cerr << "FAILED: " << sentence << '\n';
  }

  /// The sentence is about `subject`: "AROW: a copy shares nothing".
  void expect(bool holds, std::string_view subject, std::string_view sentence) {
    if (!holds) expect(false, std::string(subject) + ": " + std::string(sentence));
  }

  [[nodiscard]] int exit_code() const { return has_failed_ ? 1 : 0; }

 private:
  bool has_failed_ = false;
};

/// Whether `act` throws std::invalid_argument; any other exception goes on.
template <class Act>
bool is_refused(Act act) {
  try {
    act();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

}  // namespace driftline::testing

// The state of a part inside the state of the whole, under the part's own name.
#pragma once

#include <string>
#include <utility>

#include "driftline/stream/fields.hpp"

namespace driftline {

inline void put_state(State& all, const std::string& part, State own) {
  const std::string prefix = part + ".";
  for (auto& [name, value] : own) all[prefix + name] = std::move(value);
}

/// Moves what `put_state` put there out of `all`.
inline State take_state(State& all, const std::string& part) {
  const std::string prefix = part + ".";
  State own;
  for (auto it = all.lower_bound(prefix); it != all.end() && it->first.starts_with(prefix);) {
    own[it->first.substr(prefix.size())] = std::move(it->second);
    it = all.erase(it);
  }
  return own;
}

inline void put_parameters(Parameters& all, const std::string& part, const Parameters& own) {
  const std::string prefix = part + ".";
  for (const auto& [name, value] : own) all.emplace_back(prefix + name, value);
}

}  // namespace driftline

// A model made of several transforms: its parts, and their state under "steps.<place>.".
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/transforms/any_transform.hpp"

namespace driftline {

using TransformParts = std::vector<std::unique_ptr<AnyTransform>>;

inline TransformParts copies_of(const TransformParts& parts) {
  TransformParts out;
  out.reserve(parts.size());
  for (const auto& part : parts) out.push_back(part->copy());
  return out;
}

inline TransformParts untaught_parts(const TransformParts& parts) {
  TransformParts out;
  out.reserve(parts.size());
  for (const auto& part : parts) out.push_back(part->untaught());
  return out;
}

class PartStates {
 public:
  static void put(State& all, std::size_t part, const State& own) {
    for (const auto& [name, value] : own) all[prefix(part) + name] = value;
  }
  static State take(const State& all, std::size_t part) {
    State own;
    for (const auto& [name, value] : all) {
      if (name.starts_with(prefix(part))) own[name.substr(prefix(part).size())] = value;
    }
    return own;
  }
  static std::string prefix(std::size_t part) { return "steps." + std::to_string(part) + "."; }

  static State of(const TransformParts& parts) {
    State all;
    for (std::size_t i = 0; i < parts.size(); ++i) put(all, i, parts[i]->state());
    return all;
  }
  /// Throws std::invalid_argument and changes nothing if the state is not that of these parts.
  static void restore(TransformParts& parts, const State& state) {
    TransformParts fresh = copies_of(parts);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      const State own = take(state, i);
      fresh[i]->restore(own);
      taken += own.size();
    }
    if (taken != state.size())
      throw std::invalid_argument("the state holds names of another model");
    parts = std::move(fresh);
  }
};

}  // namespace driftline

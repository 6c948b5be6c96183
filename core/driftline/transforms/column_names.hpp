// The names of the columns a transform has met, for those who put out names made of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "driftline/stream/any_model.hpp"

namespace driftline {

class ColumnNames {
 public:
  void meet(std::size_t width, const NameOf& name_of) {
    while (names_.size() < width) names_.push_back(name_of(names_.size()));
  }
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  /// Empty for a column not met: a file may name more columns than its schema has.
  [[nodiscard]] std::string at(std::size_t column) const {
    return column < names_.size() ? names_[column] : std::string();
  }
  [[nodiscard]] std::size_t memory() const {
    std::size_t bytes = names_.capacity() * sizeof(std::string);
    for (const std::string& name : names_) bytes += name.capacity();
    return bytes;
  }

 private:
  std::vector<std::string> names_;  // told anew after a restore, so not part of the state
};

}  // namespace driftline

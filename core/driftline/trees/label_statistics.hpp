// What a leaf of a tree knows of one label, but for its arrays over attributes.
#pragma once

#include <cstdint>

#include "driftline/numeric/log_product.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline {

/// What a leaf knows of one label.
struct LabelStatistics {
  double weight = 0.0;        ///< with what the split that made the leaf estimated
  double seen = 0.0;          ///< learned in this leaf
  mutable double term = 0.0;  ///< of the vote: log weight - sum of log(2 pi variance) / 2
  Code code = no_label;
  std::int32_t block = -1;  ///< the place of its arrays; -1 before its first row
};

/// A term whose logarithm is not taken yet: it takes long, and the leaf's next vote may be far.
struct LateTerm {
  std::int32_t label = -1;  ///< its place; -1 for none
  LogProduct::Rest rest{};
};

}  // namespace driftline

// What every learner with one weight a column shares.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "driftline/stream/kernels.hpp"

namespace driftline {

inline void negate(Coefficients& weights) {
  // 0 - w, not -w: a zero must stay +0, for a dense row adds +0 to it and a sparse one does not.
  for (double& weight : weights.columns) weight = 0.0 - weight;
  weights.intercept = 0.0 - weights.intercept;
}

/// The columns, then the intercept.
inline std::vector<double> flatten(const Coefficients& c) {
  std::vector<double> out = c.columns;
  out.push_back(c.intercept);
  return out;
}

inline std::vector<double> inspect_weights(const Coefficients& weights, std::string_view what) {
  if (what == "weights") return flatten(weights);
  throw std::invalid_argument("this model has no " + std::string(what));
}

}  // namespace driftline

// What a model tells of itself: its numbers, and what each column of a row adds to a vote.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline::detail {

template <class Model>
std::vector<double> inspect(const Model& model, std::string_view what, std::size_t label) {
  if constexpr (requires { model.inspect(what, label); }) {
    return model.inspect(what, label);
  } else {
    throw std::invalid_argument("this model has no " + std::string(what));
  }
}

/// weight times value, unless the model's margin is made of something else.
template <class Model>
std::vector<double> explain(const Model& model, const Rows& rows, std::size_t label) {
  std::vector<double> out = inspect(model, "weights", label);
  out.back() *= model.constant();
  with_block<Model>(rows, [&](const auto& block) {
    const auto row = block.row(0, model.constant());
    std::vector<double> values(out.size() - 1, 0.0);
    each_column(row, [&](std::size_t i, double x) {
      if (i < values.size()) values[i] = x;
    });
    for (std::size_t i = 0; i < values.size(); ++i) out[i] *= values[i];
    if constexpr (requires { model.explain(row, label); }) out = model.explain(row, label);
  });
  return out;
}

}  // namespace driftline::detail

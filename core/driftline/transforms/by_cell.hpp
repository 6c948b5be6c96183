// A transform of columns, made of what it does to a single cell.
//
// The rule keeps something for each column: `widen(width)`, `size()`, `knows(column)`,
// `learn(column, x, weight)`, and `scaled(column, x)` for a column it knows. Of a sparse row only
// what it stores is learned and scaled, so a sparse row stays sparse. Missing values pass by.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

template <class Rule>
class ByCell {
 public:
  static constexpr Reading reading{.keeps_missing = true};
  static constexpr bool keeps_sign = requires { requires Rule::keeps_sign; };

  explicit ByCell(Rule rule) : rule_(std::move(rule)) {}

  void transform(const DenseRow& row, double* out, double unmet) const {
    for (std::size_t i = 0; i < row.width; ++i) out[i] = scaled(i, row.values[i], unmet);
  }
  void transform(const SparseRow& row, double* out, double unmet) const {
    for (std::size_t k = 0; k < row.count; ++k) {
      out[k] = scaled(row.columns[k], row.values[k], unmet);
    }
  }
  void learn(const auto& whole, double weight) {
    const auto row = trimmed(whole);
    rule_.widen(row.width);
    each_column(row, [&](std::size_t i, double x) {
      if (!std::isnan(x)) rule_.learn(i, x, weight);
    });
  }
  void learn_transform(const auto& row, double weight, double* out, double unmet) {
    learn(row, weight);
    transform(row, out, unmet);
  }

  [[nodiscard]] bool is_never_negative() const {
    if constexpr (requires { rule_.is_never_negative(); }) {
      return rule_.is_never_negative();
    } else {
      return keeps_sign;
    }
  }
  void check() { rule_.check(); }
  [[nodiscard]] std::size_t extra_memory() const {
    if constexpr (requires { rule_.extra_memory(); }) {
      return rule_.extra_memory();
    } else {
      return 0;
    }
  }
  static void fields(auto& self, auto&& visit) { Rule::fields(self.rule_, visit); }

 private:
  [[nodiscard]] double scaled(std::size_t column, double x, double unmet) const {
    return std::isnan(x) || !rule_.knows(column) ? unmet : rule_.scaled(column, x);
  }

  Rule rule_;
};

}  // namespace driftline

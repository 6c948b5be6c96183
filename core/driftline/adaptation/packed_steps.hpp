// Steps in the form they have on file: vectors without their zeros, one after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace driftline {

struct PackedSteps {
  std::vector<std::int64_t> rows, rounds, ends, columns;
  std::vector<double> signs, factors, betas, precisions, intercepts, intercept_drops;
  std::vector<double> x, direction, drop;

  /// Throws std::invalid_argument where the parts do not fit each other, or there are more than
  /// `limit` records, or `width` columns.
  void check(std::size_t limit, std::size_t vectors, std::size_t width) const {
    const std::size_t n = rows.size();
    const std::size_t entries = columns.size();
    bool fits = n <= limit && x.size() == entries;
    for (const auto* marks :
         {&signs, &factors, &betas, &precisions, &intercepts, &intercept_drops}) {
      fits &= marks->size() == n;
    }
    fits &= rounds.size() == n && ends.size() == n;
    fits &= direction.size() == (vectors > 1 ? entries : 0);
    fits &= drop.size() == (vectors > 2 ? entries : 0);
    fits = fits && std::ranges::is_sorted(ends) && (n == 0 ? entries == 0 : true);
    fits = fits && (n == 0 || (ends.front() >= 0 && std::cmp_equal(ends.back(), entries)));
    for (std::size_t k = 0; fits && k < n; ++k) {
      fits = signs[k] == 1.0 || signs[k] == -1.0;
      for (auto i = k == 0 ? 0 : ends[k - 1]; fits && i < ends[k]; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool is_first = i == (k == 0 ? 0 : ends[k - 1]);
        fits = columns[at] >= (is_first ? 0 : columns[at - 1] + 1) &&
               std::cmp_less(columns[at], width);
      }
    }
    if (!fits) throw std::invalid_argument("the records of past steps do not fit each other");
  }

  static void fields(auto& self, auto&& visit) {
    visit("rows", self.rows);
    visit("rounds", self.rounds);
    visit("signs", self.signs);
    visit("factors", self.factors);
    visit("betas", self.betas);
    visit("precisions", self.precisions);
    visit("intercepts", self.intercepts);
    visit("intercept_drops", self.intercept_drops);
    visit("ends", self.ends);
    visit("columns", self.columns);
    visit("x", self.x);
    visit("direction", self.direction);
    visit("drop", self.drop);
  }
};

}  // namespace driftline

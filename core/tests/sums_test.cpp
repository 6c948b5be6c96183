// Sums over columns: two at once beside each alone, and what a sparse row stores beside the row in
// full.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"
#include "expect.hpp"

namespace {

using namespace driftline;

std::vector<double> drawn(std::size_t count, std::uint64_t seed) {
  const Lane lane = Draws(seed).lane(0);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = lane.normal(i);
  return values;
}

DenseRow dense(const std::vector<double>& values) {
  return {.values = values.data(), .width = values.size(), .constant = 1.0};
}

bool are_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void two_at_once(testing::Claims& claims) {
  for (std::size_t known = 0; known < 20; ++known) {
    for (std::size_t width = 0; width < 20; ++width) {
      for (const std::size_t other : {width, std::size_t{5}}) {
        const Coefficients c{.columns = drawn(known, 1), .intercept = 0.3};
        const std::vector<double> x = drawn(width, 2);
        const std::vector<double> y = drawn(other, 3);
        const std::pair<double, double> both = dots(c, dense(x), dense(y));
        claims.expect(
            are_same(both.first, dot(c, dense(x))) && are_same(both.second, dot(c, dense(y))),
            std::to_string(width) + " and " + std::to_string(other) + " columns, " +
                std::to_string(known) + " of them known");
      }
    }
  }
}

/// One column in `step` is stored; some weights and values are 0 or -0, and some products cancel.
void sparse(testing::Claims& claims, std::size_t width, std::size_t known, std::size_t step) {
  Coefficients c{.columns = drawn(known, 4), .intercept = -0.2};
  std::vector<double> full(width);
  std::vector<std::uint32_t> columns;
  std::vector<double> values;
  const std::vector<double> numbers = drawn(width, 5);
  for (std::size_t i = 0; i < width; i += step) {
    const double value = i % 5 == 0 ? -0.0 : numbers[i];
    if (i % 7 == 0 && i < known) c.columns[i] = -0.0;
    full[i] = value;
    columns.push_back(static_cast<std::uint32_t>(i));
    values.push_back(value);
  }
  const SparseRow row{.columns = columns.data(),
                      .values = values.data(),
                      .count = columns.size(),
                      .width = width,
                      .is_complete = true,
                      .constant = 1.0};
  claims.expect(are_same(dot(c, row), dot(c, dense(full))),
                std::to_string(width) + " columns, one in " + std::to_string(step) + " stored, " +
                    std::to_string(known) + " known");
}

}  // namespace

int main() {
  testing::Claims claims;
  two_at_once(claims);
  for (std::size_t width = 0; width < 40; ++width) {
    for (const std::size_t known : {std::size_t{0}, width / 2, width, width + 3}) {
      for (const std::size_t step : {1U, 2U, 3U, 4U, 8U}) sparse(claims, width, known, step);
    }
  }
  return claims.exit_code();
}

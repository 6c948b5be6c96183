// Two sums at once beside each alone.
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

bool are_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

int main() {
  testing::Claims claims;
  for (std::size_t known = 0; known < 20; ++known) {
    for (std::size_t width = 0; width < 20; ++width) {
      for (const std::size_t other : {width, std::size_t{5}}) {
        const Coefficients c{.columns = drawn(known, 1), .intercept = 0.3};
        const std::vector<double> x = drawn(width, 2);
        const std::vector<double> y = drawn(other, 3);
        const DenseRow a{.values = x.data(), .width = width, .constant = 1.0};
        const DenseRow b{.values = y.data(), .width = other, .constant = 1.0};
        const std::pair<double, double> both = dots(c, a, b);
        claims.expect(are_same(both.first, dot(c, a)) && are_same(both.second, dot(c, b)),
                      std::to_string(width) + " and " + std::to_string(other) + " columns, " +
                          std::to_string(known) + " of them known");
      }
    }
  }
  return claims.exit_code();
}

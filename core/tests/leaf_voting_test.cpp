// Shares of two labels beside those of three of which one has no vote.
#include "driftline/trees/leaf_voting.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "driftline/random/draws.hpp"
#include "expect.hpp"

namespace {

using namespace driftline;

constexpr double inf = std::numeric_limits<double>::infinity();

void expect_same(testing::Claims& claims, double one, double other, double nothing) {
  std::array<double, 2> pair{one, other};
  std::array<double, 3> more{one, other, nothing};
  leaf_shares(pair);
  leaf_shares(more);
  claims.expect(
      pair[0] == more[0] && pair[1] == more[1],
      "two labels share " + std::to_string(one) + " and " + std::to_string(other) + " as three do");
}

void expect_same_both_ways(testing::Claims& claims, double one, double other, double nothing) {
  expect_same(claims, one, other, nothing);
  expect_same(claims, other, one, nothing);
}

}  // namespace

int main() {
  testing::Claims claims;
  const Lane lane = Draws(1).lane(0);
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    const double x = lane.normal(i);
    expect_same_both_ways(claims, 0.0, -x * x * 50.0, -inf);
    expect_same_both_ways(claims, x * x, 3.0, 0.0);
  }
  for (const double log : {0.0, -1e-300, -707.9, -708.0, -708.1, -1e300, -inf}) {
    expect_same_both_ways(claims, 0.0, log, -inf);
  }
  for (const double weight : {0.0, 1e-300, 1.0, 1e300}) {
    expect_same_both_ways(claims, 5.0, weight, 0.0);
  }
  std::array<double, 2> unclear{0.0, std::numeric_limits<double>::quiet_NaN()};
  leaf_shares(unclear);
  claims.expect(unclear[0] == 0.5 && unclear[1] == 0.5, "what is no number decides nothing");
  return claims.exit_code();
}

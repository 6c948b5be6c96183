// The normal tail beside the C library's long double, and its inverse.
#include "driftline/numeric/normal.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "expect.hpp"

int main() {
  driftline::testing::Claims claims;
  double worst = 0.0;
  double relative = 0.0;
  for (int i = 0; i <= 37'000; ++i) {
    const double x = 0.001 * i;
    const long double exact =
        0.5L * std::erfc(static_cast<long double>(x) / std::numbers::sqrt2_v<long double>);
    const double error = std::abs(driftline::normal_tail(x) - static_cast<double>(exact));
    worst = std::max(worst, error);
    if (x < 6.0) relative = std::max(relative, error / static_cast<double>(exact));
  }
  claims.expect(worst < 3e-16,
                "the tail is right to 3e-16, not " + std::to_string(worst * 1e16) + "e-16");
  claims.expect(relative < 1e-9, "the tail keeps nine digits up to six deviations");
  for (const double tail : {0.5, 0.025, 0.0015, 1e-9}) {
    const double x = driftline::normal_quantile(tail);
    claims.expect(std::abs(driftline::normal_tail(x) / tail - 1.0) < 1e-9,
                  "the quantile is the inverse of the tail");
  }
  return claims.exit_code();
}

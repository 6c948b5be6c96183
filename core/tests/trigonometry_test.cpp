// sin and cos beside long double, as far as their header promises.
#include "driftline/numeric/trigonometry.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <string>

#include "expect.hpp"

namespace {

using driftline::testing::Claims;

constexpr double stated_error = 2e-16;

/// The larger of the two errors at x.
long double error_at(double x) {
  const long double exact = x;
  return std::fmax(std::fabs(driftline::sin(x) - std::sin(exact)),
                   std::fabs(driftline::cos(x) - std::cos(exact)));
}

void both_are_close(Claims& claims, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  for (const double size : {1e-3, 1.0, 10.0, 1e3, 1e6}) {
    long double worst = 0.0L;
    for (int i = 0; i < 200'000; ++i) worst = std::fmax(worst, error_at(size * share(random)));
    claims.expect(worst <= stated_error,
                  "sin and cos are within 2e-16 up to " + std::to_string(size));
  }
}

void multiples_of_a_right_angle_are_close(Claims& claims) {
  long double worst = 0.0L;
  for (int k = -4000; k <= 4000; ++k) {
    const double x = k * (0.25 * std::numbers::pi);
    worst = std::fmax(worst, error_at(x));
    worst = std::fmax(worst, error_at(std::nextafter(x, 1e9)));
  }
  claims.expect(worst <= stated_error, "sin and cos are within 2e-16 where they turn");
}

void ends_are_as_stated(Claims& claims) {
  claims.expect(driftline::sin(0.0) == 0.0 && driftline::cos(0.0) == 1.0, "sin 0 is 0, cos 0 is 1");
  for (const double x : {1e7, -1e7, std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN()}) {
    claims.expect(std::isnan(driftline::sin(x)) && std::isnan(driftline::cos(x)),
                  "there is no answer beyond a million");
  }
}

}  // namespace

int main() {
  Claims claims;
  both_are_close(claims, 7);
  multiples_of_a_right_angle_are_close(claims);
  ends_are_as_stated(claims);
  return claims.exit_code();
}

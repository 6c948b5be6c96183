// log1p and expm1 beside long double, and the random numbers that samplers draw.
#include "driftline/numeric/log1p.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "driftline/random/sampler_draws.hpp"
#include "expect.hpp"

namespace {

using driftline::SamplerDraws;
using driftline::testing::Claims;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// As the header states them.
constexpr double log1p_error = 9e-16;
constexpr double expm1_error = 2e-15;

long double exact(auto value) { return static_cast<long double>(value); }

double relative_error(double found, long double wanted) {
  return static_cast<double>(std::abs((exact(found) - wanted) / wanted));
}

void small_arguments_keep_their_digits(Claims& claims) {
  const SamplerDraws draws(7);
  double worst_log1p = 0.0;
  double worst_expm1 = 0.0;
  for (std::int64_t i = 0; i < 400'000; ++i) {
    const int scale = static_cast<int>(draws.below(60, i, 1));
    const double sign = draws.below(2, i, 2) == 0 ? 1.0 : -1.0;
    const double x = sign * std::ldexp(draws.uniform(i, 0), -scale);
    worst_log1p = std::max(worst_log1p, relative_error(driftline::log1p(x), std::log1p(exact(x))));
    const double y = x * 30.0;
    worst_expm1 = std::max(worst_expm1, relative_error(driftline::expm1(y), std::expm1(exact(y))));
  }
  claims.expect(worst_log1p < log1p_error,
                "log1p is as exact as it says, not " + std::to_string(worst_log1p * 1e16) + "e-16");
  claims.expect(worst_expm1 < expm1_error,
                "expm1 is as exact as it says, not " + std::to_string(worst_expm1 * 1e16) + "e-16");
}

void ends_are_right(Claims& claims) {
  claims.expect(driftline::log1p(-1.0) == -infinity, "log1p of -1 is minus infinity");
  claims.expect(std::isnan(driftline::log1p(-2.0)), "log1p below -1 is not a number");
  claims.expect(driftline::log1p(infinity) == infinity, "log1p of infinity is infinity");
  claims.expect(driftline::log1p(0.0) == 0.0, "log1p of 0 is 0");
  claims.expect(driftline::expm1(-infinity) == -1.0, "expm1 of minus infinity is -1");
  claims.expect(driftline::expm1(-1000.0) == -1.0, "expm1 far below 0 is -1");
  claims.expect(driftline::expm1(1000.0) == infinity, "expm1 of 1000 is infinity");
  claims.expect(driftline::expm1(0.0) == 0.0, "expm1 of 0 is 0");
}

void products_are_exact(Claims& claims) {
  const SamplerDraws draws(3);
  bool is_same = true;
  for (std::int64_t i = 0; i < 100'000; ++i) {
    const std::uint64_t a = draws.bits(i, 0) >> draws.below(64, i, 1);
    const std::uint64_t b = draws.bits(i, 2) >> draws.below(64, i, 3);
    const std::uint64_t high = driftline::high_product(a, b);
    const long double wanted = std::floor(exact(a) * exact(b) * 0x1p-64L);
    is_same = is_same && std::abs(exact(high) - wanted) <= 1.0L;
  }
  constexpr std::uint64_t most = ~std::uint64_t{0};
  claims.expect(is_same, "the upper half of a product is right to the rounding of long double");
  claims.expect(driftline::high_product(most, most) == most - 1, "the largest product is exact");
  claims.expect(driftline::high_product(most, 2) == 1, "a carry is not lost");
}

void draws_stay_in_their_range(Claims& claims) {
  const SamplerDraws draws(42);
  bool is_inside = true;
  bool is_below = true;
  double sum = 0.0;
  for (std::int64_t item = 0; item < 100'000; ++item) {
    const double u = draws.uniform(item, 3);
    is_inside = is_inside && u > 0.0 && u < 1.0;
    sum += u;
    const std::int64_t j = draws.below(item + 1, item, 5);
    is_below = is_below && j >= 0 && j <= item;
  }
  claims.expect(is_inside, "a uniform number is never 0 or 1");
  claims.expect(is_below, "a number below n is below n");
  // Four standard deviations of a mean of 100,000.
  claims.expect(std::abs(sum / 1e5 - 0.5) < 4.0 * 0.2887 / 316.2, "their mean is one half");
}

}  // namespace

int main() {
  Claims claims;
  small_arguments_keep_their_digits(claims);
  ends_are_right(claims);
  products_are_exact(claims);
  draws_stay_in_their_range(claims);
  return claims.exit_code();
}

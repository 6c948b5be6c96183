// sin and cos beside long double; random numbers beside what chance allows.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "driftline/numeric/trigonometry.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/ziggurat.hpp"
#include "expect.hpp"

namespace {

using driftline::Draws;
using driftline::Lane;
using driftline::testing::Claims;

constexpr Draws draws(7);

void sin_and_cos_are_close(Claims& claims) {
  const Lane lane = draws.lane(0);
  for (const double range : {1.0, 10.0, 1e3, 1e6}) {
    long double worst = 0.0L;
    for (std::uint64_t i = 0; i < 200'000; ++i) {
      const double x = lane.between(-range, range, i);
      const auto exact = static_cast<long double>(x);
      worst = std::max(worst, std::abs(driftline::sin(x) - std::sin(exact)));
      worst = std::max(worst, std::abs(driftline::cos(x) - std::cos(exact)));
    }
    claims.expect(worst <= 2e-16L, "sin and cos are within 2e-16 up to " + std::to_string(range) +
                                       ", not " + std::to_string(worst * 1e16L) + "e-16");
  }
}

/// Near the zeros, where a rough pi/2 would leave no right digit.
void sin_and_cos_keep_their_digits_near_zeros(Claims& claims) {
  long double worst = 0.0L;
  for (int k = -1000; k <= 1000; ++k) {
    const double x = k * (std::numbers::pi / 2.0);
    const bool is_zero_of_sin = k % 2 == 0;
    const double found = is_zero_of_sin ? driftline::sin(x) : driftline::cos(x);
    const auto exact = static_cast<long double>(x);
    const long double wanted = is_zero_of_sin ? std::sin(exact) : std::cos(exact);
    // The reference itself knows pi to 66 bits only: 3e-19 around 1.
    if (wanted != 0.0L) worst = std::max(worst, std::abs(found - wanted));
  }
  claims.expect(worst <= 1e-18L, "sin and cos are exact to 1e-18 at multiples of pi/2");
}

void sin_and_cos_have_the_stated_ends(Claims& claims) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  claims.expect(driftline::sin(0.0) == 0.0 && driftline::cos(0.0) == 1.0, "sin(0) is 0, cos(0) 1");
  claims.expect(std::isfinite(driftline::sin(1e6)) && std::isfinite(driftline::cos(-1e6)),
                "a million has a sine");
  for (const double x : {1.1e6, -1.1e6, infinity, -infinity, std::nan("")}) {
    claims.expect(std::isnan(driftline::sin(x)) && std::isnan(driftline::cos(x)),
                  "beyond a million there is none");
  }
}

/// Each rectangle, and the lowest layer with its tail, has the same area.
void layers_are_equal(Claims& claims) {
  const auto& ends = driftline::detail::layer_ends;
  const auto curve = [](long double x) { return std::exp(-x * x / 2.0L); };
  const long double root = std::numbers::sqrt2_v<long double>;
  const long double tail =
      std::erfc(ends[1] / root) * root / 2.0L / std::numbers::inv_sqrtpi_v<long double>;
  const long double area = ends[1] * curve(ends[1]) + tail;
  long double worst = std::abs(ends[0] * curve(ends[1]) / area - 1.0L);
  for (std::size_t i = 1; i < 128; ++i) {
    const long double layer = ends[i] * (curve(ends[i + 1]) - curve(ends[i]));
    worst = std::max(worst, std::abs(layer / area - 1.0L));
  }
  // An end is rounded to 1e-16, and a layer is about a hundredth of what it is the difference of.
  claims.expect(worst <= 2e-14L, "the layers of the ziggurat are equal to 2e-14");
}

void mixing_is_splitmix64(Claims& claims) {
  // The first number of that generator from seed 0.
  claims.expect(Lane(0).bits(1) == 0xe220a8397b1dcdafU, "a lane is a splitmix64 sequence");
}

/// Sum of (observed - expected)^2 / expected.
double chi_square(const std::vector<std::uint64_t>& counts, std::uint64_t total) {
  const double expected = static_cast<double>(total) / static_cast<double>(counts.size());
  double sum = 0.0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off / expected;
  }
  return sum;
}

/// Whether a chi-square of n cells lies within five deviations of its mean, n - 1.
bool is_by_chance(double value, std::size_t cells) {
  const double freedom = static_cast<double>(cells) - 1.0;
  return std::abs(value - freedom) < 5.0 * std::sqrt(2.0 * freedom);
}

void numbers_are_uniform(Claims& claims) {
  constexpr std::uint64_t rows = 1'000'000;
  std::vector<std::uint64_t> shares(100, 0);
  std::vector<std::uint64_t> tens(10, 0);
  std::vector<std::uint64_t> pairs(1024, 0);  // of two draws of one row
  std::vector<std::uint64_t> steps(1024, 0);  // of one draw in two rows
  const Lane one = draws.lane(1);
  const Lane two = draws.lane(2);
  for (std::uint64_t row = 0; row < rows; ++row) {
    ++shares[static_cast<std::size_t>(one.uniform(row) * 100.0)];
    ++tens[one.below(10, row)];
    ++pairs[one.below(32, row) * 32 + two.below(32, row)];
    ++steps[one.below(32, row) * 32 + one.below(32, row + 1)];
  }
  claims.expect(is_by_chance(chi_square(shares, rows), 100), "shares are equally likely");
  claims.expect(is_by_chance(chi_square(tens, rows), 10), "whole numbers are equally likely");
  claims.expect(is_by_chance(chi_square(pairs, rows), 1024), "two draws of a row are independent");
  claims.expect(is_by_chance(chi_square(steps, rows), 1024), "two rows are independent");
}

void neighbouring_seeds_and_purposes_share_nothing(Claims& claims) {
  constexpr std::uint64_t rows = 100'000;
  std::vector<std::uint64_t> seeds(256, 0);
  std::vector<std::uint64_t> purposes(256, 0);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::uint64_t here = Draws(7).lane(0).below(16, row) * 16;
    ++seeds[here + Draws(8).lane(0).below(16, row)];
    ++purposes[here + Draws(7).branch(1).lane(0).below(16, row)];
  }
  claims.expect(is_by_chance(chi_square(seeds, rows), 256), "seeds are independent");
  claims.expect(is_by_chance(chi_square(purposes, rows), 256), "purposes are independent");
}

void normal_numbers_have_their_moments(Claims& claims) {
  constexpr std::uint64_t rows = 1'000'000;
  std::array<double, 4> moments{};
  for (std::uint64_t row = 0; row < rows; ++row) {
    const double x = draws.lane(3).normal(row);
    double power = 1.0;
    for (double& moment : moments) moment += (power *= x) / static_cast<double>(rows);
  }
  // Five deviations of the mean of x, x^2, x^3, x^4 over a million rows.
  claims.expect(std::abs(moments[0]) < 0.005, "the mean is 0");
  claims.expect(std::abs(moments[1] - 1.0) < 0.0071, "the variance is 1");
  claims.expect(std::abs(moments[2]) < 0.0194, "there is no skew");
  claims.expect(std::abs(moments[3] - 3.0) < 0.049, "the fourth moment is 3");
}

/// A hundred equally likely ranges, and four tails that only rejection reaches.
void normal_numbers_have_their_distribution(Claims& claims) {
  constexpr std::uint64_t rows = 2'000'000;
  std::vector<std::uint64_t> ranges(100, 0);
  std::array<std::uint64_t, 4> beyond{};
  constexpr std::array<double, 4> tails{-4.0, -3.5, 3.5, 4.0};
  for (std::uint64_t row = 0; row < rows; ++row) {
    const double x = draws.lane(4).normal(row);
    const double below = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    ++ranges[std::min<std::size_t>(99, static_cast<std::size_t>(below * 100.0))];
    for (std::size_t t = 0; t < 4; ++t) {
      if (tails[t] < 0.0 ? x < tails[t] : x > tails[t]) ++beyond[t];
    }
  }
  claims.expect(is_by_chance(chi_square(ranges, rows), 100), "normal numbers are normal");
  for (std::size_t t = 0; t < 4; ++t) {
    const double wanted =
        static_cast<double>(rows) * 0.5 * std::erfc(std::abs(tails[t]) / std::numbers::sqrt2);
    const double off = static_cast<double>(beyond[t]) - wanted;
    claims.expect(std::abs(off) < 5.0 * std::sqrt(wanted), "so are their tails");
  }
}

}  // namespace

int main() {
  Claims claims;
  sin_and_cos_are_close(claims);
  sin_and_cos_keep_their_digits_near_zeros(claims);
  sin_and_cos_have_the_stated_ends(claims);
  layers_are_equal(claims);
  mixing_is_splitmix64(claims);
  numbers_are_uniform(claims);
  neighbouring_seeds_and_purposes_share_nothing(claims);
  normal_numbers_have_their_moments(claims);
  normal_numbers_have_their_distribution(claims);
  return claims.exit_code();
}

// exp, log, power, sigmoid and LogProduct beside long double, over all a double can hold.
#include "driftline/numeric/elementary.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "driftline/numeric/log_product.hpp"
#include "driftline/numeric/sigmoid_pieces.hpp"
#include "expect.hpp"

namespace {

using driftline::LogProduct;
using driftline::testing::Claims;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest = std::numeric_limits<double>::min();
constexpr double largest = std::numeric_limits<double>::max();

/// exp reaches 4.8e-16, on 36 million numbers; log stays within what its header states. Half a unit
/// of the last place, the least there is, is 1.1e-16.
constexpr double exp_error = 5e-16;
constexpr double log_error = 3e-16;
constexpr double rounding = 1.12e-16;

/// The largest relative error so far, and where.
class Worst {
 public:
  void add(double at, double found, long double wanted) {
    const long double error = wanted == 0.0L
                                  ? std::abs(static_cast<long double>(found))
                                  : std::abs((static_cast<long double>(found) - wanted) / wanted);
    if (error <= error_ || std::isnan(error_)) return;
    error_ = error;
    at_ = at;
  }
  /// NaN is never within a bound.
  [[nodiscard]] bool is_within(double bound) const { return error_ <= bound; }
  [[nodiscard]] std::string where() const {
    return " (off by " + std::to_string(static_cast<double>(error_ * 1e16L)) + "e-16 at " +
           std::to_string(at_) + ")";
  }

 private:
  long double error_ = 0.0L;
  double at_ = 0.0;
};

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}
  double between(double low, double high) {
    const double share = static_cast<double>(random_() >> 11) * 0x1p-53;
    return low + share * (high - low);
  }
  /// Any positive normal double, every exponent as likely as any other.
  double normal() {
    return std::ldexp(between(1.0, 2.0), static_cast<int>(random_() % 2046) - 1022);
  }

 private:
  std::mt19937_64 random_;
};

void exp_is_close_everywhere(Claims& claims) {
  Numbers numbers(7);
  Worst worst;
  const auto add = [&](double x) {
    worst.add(x, driftline::exp(x), std::exp(static_cast<long double>(x)));
  };
  for (int i = 0; i < 300'000; ++i) add(numbers.between(-708.0, 709.0));
  for (int i = 0; i < 100'000; ++i) add(numbers.between(-1.0, 1.0));
  for (int k = -1020; k <= 1022; ++k) {  // where the rounding to a multiple of ln 2 turns
    const double edge = (k + 0.5) * std::numbers::ln2;
    if (edge <= -707.9 || edge >= 708.9) continue;
    for (const double x : {std::nextafter(edge, -infinity), edge, std::nextafter(edge, infinity)})
      add(x);
  }
  for (int e = -1074; e < 0; ++e) {
    add(std::ldexp(1.0, e));
    add(-std::ldexp(1.0, e));
  }
  add(std::nextafter(-708.0, 0.0));
  add(709.0);
  claims.expect(worst.is_within(exp_error), "exp is within 5e-16 from -708 to 709" + worst.where());
}

void exp_has_the_stated_ends(Claims& claims) {
  claims.expect(driftline::exp(0.0) == 1.0 && driftline::exp(-0.0) == 1.0, "exp(0) is 1");
  claims.expect(driftline::exp(-708.0) == 0.0 && driftline::exp(-1e300) == 0.0 &&
                    driftline::exp(-infinity) == 0.0,
                "exp is 0 from -708 down");
  claims.expect(driftline::exp(std::nextafter(-708.0, 0.0)) >= smallest, "exp is never subnormal");
  claims.expect(std::isfinite(driftline::exp(709.0)), "exp(709) is finite");
  claims.expect(driftline::exp(std::nextafter(709.0, 710.0)) == infinity &&
                    driftline::exp(1e300) == infinity && driftline::exp(infinity) == infinity,
                "exp is infinite above 709");
  claims.expect(std::isnan(driftline::exp(nan)), "exp of NaN is NaN");
}

void log_is_close_everywhere(Claims& claims) {
  Numbers numbers(7);
  Worst worst;
  const auto add = [&](double x) {
    worst.add(x, driftline::log(x), std::log(static_cast<long double>(x)));
  };
  for (int i = 0; i < 300'000; ++i) add(numbers.normal());
  for (int i = 0; i < 100'000; ++i) add(numbers.between(0.5, 2.0));
  for (int e = 1; e <= 52; ++e) {  // near 1, where digits cancel
    for (int i = 0; i < 100; ++i) {
      const double distance = std::ldexp(numbers.between(1.0, 2.0), -e);
      add(1.0 + distance);
      if (distance < 1.0) add(1.0 - distance);
    }
  }
  for (int e = -1021; e <= 1023; ++e) {  // where the exponent turns: sqrt(1/2) times a power of 2
    const double edge = std::ldexp(0.70710678118654752440, e);
    for (const double x : {std::nextafter(edge, 0.0), edge, std::nextafter(edge, infinity)}) add(x);
    add(std::ldexp(1.0, e));
  }
  add(smallest);
  add(largest);
  claims.expect(worst.is_within(log_error),
                "log is within 3e-16 of every positive normal number" + worst.where());
}

void log_has_the_stated_ends(Claims& claims) {
  claims.expect(driftline::log(1.0) == 0.0 && !std::signbit(driftline::log(1.0)), "log(1) is +0");
  claims.expect(driftline::log(0.0) == -infinity && driftline::log(-0.0) == -infinity,
                "log(0) is -inf");
  claims.expect(driftline::log(std::nextafter(smallest, 0.0)) == -infinity &&
                    driftline::log(std::numeric_limits<double>::denorm_min()) == -infinity,
                "log takes a subnormal for 0");
  claims.expect(std::isnan(driftline::log(-std::numeric_limits<double>::denorm_min())) &&
                    std::isnan(driftline::log(-1.0)) && std::isnan(driftline::log(-infinity)),
                "log of less than 0 is NaN");
  claims.expect(driftline::log(infinity) == infinity, "log(inf) is inf");
  claims.expect(std::isnan(driftline::log(nan)), "log of NaN is NaN");
}

/// An error of log, and of its product with p, is |p log x| times as large behind exp.
void power_is_as_close_as_its_parts(Claims& claims) {
  Numbers numbers(7);
  Worst excess;
  for (int i = 0; i < 300'000; ++i) {
    const double x = numbers.normal();
    const double p = numbers.between(-3.0, 3.0);
    const auto exponent = static_cast<double>(p * std::log(static_cast<long double>(x)));
    if (exponent <= -707.0 || exponent >= 708.0) continue;
    const long double wanted = std::pow(static_cast<long double>(x), static_cast<long double>(p));
    const double allowed = std::abs(exponent) * (log_error + rounding) + exp_error;
    const long double error = (driftline::power(x, p) - wanted) / wanted;
    excess.add(x, 1.0 + static_cast<double>(std::abs(error) / allowed), 1.0L);
  }
  claims.expect(excess.is_within(1.0), "power is as close as log and exp allow" + excess.where());
  claims.expect(driftline::power(3.0, 0.0) == 1.0 && driftline::power(1.0, 1e300) == 1.0,
                "x^0 and 1^p are 1");
}

/// `sigmoid` and its short form. Two roundings behind exp: of the sum and of the quotient.
void sigmoid_is_close_everywhere(Claims& claims, const std::string& name, auto sigmoid) {
  Numbers numbers(7);
  Worst worst;
  const auto add = [&](double x) {
    worst.add(x, sigmoid(x), 1.0L / (1.0L + std::exp(-static_cast<long double>(x))));
  };
  for (int i = 0; i < 300'000; ++i) add(numbers.between(-709.0, 720.0));
  for (int i = 0; i < 100'000; ++i) add(numbers.between(-40.0, 40.0));
  claims.expect(worst.is_within(exp_error + 2.0 * rounding),
                name + " is as close as exp and two roundings allow" + worst.where());

  claims.expect(sigmoid(0.0) == 0.5, name + "(0) is 1/2");
  claims.expect(sigmoid(infinity) == 1.0 && sigmoid(1e300) == 1.0, name + " goes to 1");
  claims.expect(sigmoid(-infinity) == 0.0 && sigmoid(-1e300) == 0.0, name + " goes to 0");
  claims.expect(std::isnan(sigmoid(nan)), name + " of NaN is NaN");
}

LogProduct product_of(const std::vector<double>& factors) {
  LogProduct product;
  for (std::size_t start = 0; start < factors.size(); start += LogProduct::block) {
    product.take(factors.data() + start, std::min(factors.size() - start, LogProduct::block));
  }
  return product;
}

/// Each multiplication rounds once, and so do the two parts of the result and their sum.
bool is_sum_of_logs(const std::vector<double>& factors, double divisor) {
  long double mantissas = -std::log(static_cast<long double>(divisor));
  long double size = std::abs(mantissas) + 1.0L;
  std::int64_t exponents = 0;  // summed apart: 100 000 logs of one size would add up their errors
  for (const double factor : factors) {
    int exponent = 0;
    mantissas += std::log(static_cast<long double>(std::frexp(factor, &exponent)));
    exponents += exponent;
    size += std::abs(std::log(factor)) + 1.0L;
  }
  const long double sum =
      mantissas + static_cast<long double>(exponents) * std::numbers::ln2_v<long double>;
  const long double error = product_of(factors).log_over(divisor) - sum;
  return std::abs(error) <= size * (log_error + rounding);
}

void log_product_is_the_sum_of_logs(Claims& claims) {
  Numbers numbers(7);
  for (const std::size_t count :
       {0U, 1U, 2U, 3U, 4U, 5U, 511U, 512U, 513U, 1023U, 1024U, 1025U, 5000U, 5003U, 100'000U}) {
    std::vector<double> any(count);
    std::vector<double> modest(count);
    for (double& factor : any) factor = numbers.normal();
    for (double& factor : modest) factor = numbers.between(0.01, 100.0);
    const std::string many = std::to_string(count) + " factors";
    claims.expect(is_sum_of_logs(any, 1.0),
                  "the log of a product of " + many + " is their sum of logs");
    claims.expect(is_sum_of_logs(modest, 1e6), "the same over a divisor, " + many);

    // The worst for mantissas: just below 2, alone, and with the largest and least exponents.
    const std::vector<double> fullest(count, std::nextafter(2.0, 0.0));
    claims.expect(is_sum_of_logs(fullest, 1.0), many + " of the fullest mantissa do not overflow");
    claims.expect(is_sum_of_logs(std::vector<double>(count, largest), 1.0) &&
                      is_sum_of_logs(std::vector<double>(count, smallest), 1e-6),
                  many + " of the largest or least size do not overflow");
  }
}

void a_factor_of_one_changes_nothing(Claims& claims) {
  Numbers numbers(7);
  for (std::size_t count = 0; count <= 12; ++count) {
    std::vector<double> factors(count);
    for (double& factor : factors) factor = numbers.normal();
    const double alone = product_of(factors).log_over(3.0);
    factors.resize(count + 9, 1.0);
    const double padded = product_of(factors).log_over(3.0);
    claims.expect(std::bit_cast<std::uint64_t>(alone) == std::bit_cast<std::uint64_t>(padded),
                  "factors of 1 behind " + std::to_string(count) + " others change no bit");
  }
  claims.expect(LogProduct().log_over(1.0) == 0.0, "the log of an empty product is 0");
}

}  // namespace

int main() {
  Claims claims;
  exp_is_close_everywhere(claims);
  exp_has_the_stated_ends(claims);
  log_is_close_everywhere(claims);
  log_has_the_stated_ends(claims);
  power_is_as_close_as_its_parts(claims);
  sigmoid_is_close_everywhere(claims, "sigmoid", [](double x) { return driftline::sigmoid(x); });
  sigmoid_is_close_everywhere(claims, "sigmoid by pieces",
                              [](double x) { return driftline::sigmoid_by_pieces(x); });
  log_product_is_the_sum_of_logs(claims);
  a_factor_of_one_changes_nothing(claims);
  return claims.exit_code();
}

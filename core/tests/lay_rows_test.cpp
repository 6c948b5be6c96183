// Rows out of columns beside a loop over cells, and finite numbers beside a look at each.
#include "driftline/numeric/lay_rows.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "driftline/numeric/all_finite.hpp"
#include "expect.hpp"

namespace {

using namespace driftline;

void expect_rows(testing::Claims& claims, std::size_t width) {
  constexpr std::size_t held = 40;
  std::vector<std::vector<double>> columns(width, std::vector<double>(held));
  std::vector<const double*> places;
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t r = 0; r < held; ++r) columns[c][r] = static_cast<double>(1000 * c + r);
    places.push_back(columns[c].data());
  }
  for (std::size_t start = 0; start < 6; ++start) {
    for (std::size_t count = 0; start + count <= held; ++count) {
      std::vector<double> rows(count * width + 1, -1.0);
      lay_rows(places, start, count, rows.data());
      bool is_right = rows.back() == -1.0;
      for (std::size_t i = 0; i < count * width; ++i) {
        is_right = is_right && rows[i] == columns[i % width][start + i / width];
      }
      claims.expect(is_right, std::to_string(count) + " rows of " + std::to_string(width) +
                                  " columns from row " + std::to_string(start));
    }
  }
}

void expect_finite(testing::Claims& claims, std::size_t count) {
  std::vector<double> values(count, std::numeric_limits<double>::max());
  claims.expect(all_finite(values.data(), count), "the largest numbers are finite");
  for (std::size_t i = 0; i < count; i += 1 + count / 50) {
    for (const double odd :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity()}) {
      const double kept = values[i];
      values[i] = odd;
      claims.expect(!all_finite(values.data(), count),
                    std::to_string(odd) + " at " + std::to_string(i) + " is not finite");
      values[i] = kept;
    }
  }
}

}  // namespace

int main() {
  testing::Claims claims;
  for (const std::size_t width : {0, 1, 2, 3, 7, 8, 15, 16, 17, 24, 25, 54}) {
    expect_rows(claims, width);
  }
  for (const std::size_t count : {0, 1, 7, 8, 17, 63, 64, 85, 1'024, 5'000})
    expect_finite(claims, count);
  return claims.exit_code();
}

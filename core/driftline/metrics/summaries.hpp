// Summaries of numbers that can be joined: a sum, and a mean with the squares about it.
//
// Rows may weigh: `add` is told the row's weight and that of all rows with it, `merge` the weight
// of both parts. `scale` makes all rows so far weigh as many times as much. `about` is a summary of
// no rows that expects numbers near x. `over` takes many rows at once, in four lanes, as one sum
// would have to wait for itself.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace driftline {

/// The sum of of(x) over all numbers.
inline double sum_in_lanes(std::span<const double> numbers, auto&& of) {
  std::array<double, 4> lanes{};
  const std::size_t whole = numbers.size() / 4 * 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) lanes[lane] += of(numbers[i + lane]);
  }
  for (std::size_t i = whole; i < numbers.size(); ++i) lanes[i - whole] += of(numbers[i]);
  return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
}

struct Sum {
  double sum = 0.0;

  static Sum about(double /*x*/) { return {}; }
  static Sum over(std::span<const double> numbers) {
    return {.sum = sum_in_lanes(numbers, [](double x) { return x; })};
  }
  void add(double x, double weight, double /*rows*/) { sum += weight * x; }
  void merge(double /*rows*/, const Sum& other, double /*other_rows*/) { sum += other.sum; }
  void scale(double factor) { sum *= factor; }

  static void fields(auto& self, auto&& visit) { visit("sum", self.sum); }
};

/// Squares are those of distances from the mean: sums of squares about 0 would cancel. The mean is
/// kept as a distance from one of them, as its own last digit may be larger than the spread.
/// Numbers that are all the same have exactly no squares.
///
/// Welford. Note on a method for calculating corrected sums of squares and products. 1962.
/// Chan, Golub, LeVeque. Updating formulae and a pairwise algorithm for computing sample
/// variances. 1979.
struct Spread {
  double origin = 0.0;
  double mean = 0.0;  ///< less the origin
  double squares = 0.0;

  static Spread about(double x) { return {.origin = x}; }
  static Spread over(std::span<const double> numbers) {
    const double first = numbers.front();
    const double mean = sum_in_lanes(numbers, [&](double x) { return x - first; }) /
                        static_cast<double>(numbers.size());
    const double squares = sum_in_lanes(numbers, [&](double x) {
      const double gap = (x - first) - mean;
      return gap * gap;
    });
    return {.origin = first, .mean = mean, .squares = squares};
  }
  void add(double x, double weight, double rows) {
    const double share = weight / rows;  // waits for no row before it, nor does the distance
    const double distance = x - origin;
    const double gap = distance - mean;
    mean += gap * share;
    squares += weight * gap * (distance - mean);
  }
  void merge(double rows, const Spread& other, double other_rows) {
    const double gap = (other.origin - origin) + (other.mean - mean);
    const double share = other_rows / (rows + other_rows);
    mean += gap * share;
    squares += other.squares + gap * gap * rows * share;
  }
  void scale(double factor) {
    squares *= factor;
    move_origin();  // the row it was may soon weigh nothing
  }

  static void fields(auto& self, auto&& visit) {
    visit("origin", self.origin);
    visit("mean", self.mean);
    visit("squares", self.squares);
  }

 private:
  /// To the mean, but for what is lost in rounding: that is what remains of the distance.
  void move_origin() {
    const double sum = origin + mean;
    const double part = sum - origin;
    mean = (origin - (sum - part)) + (mean - part);
    origin = sum;
  }
};

/// A summary, and what the rows in it weigh together.
template <class Summary>
struct Estimate {
  Summary summary;
  double rows = 0.0;

  static Estimate over(std::span<const double> numbers) {
    if (numbers.empty()) return {};
    return {.summary = Summary::over(numbers), .rows = static_cast<double>(numbers.size())};
  }
  /// Before the first row.
  void expect(double x) {
    if (rows == 0.0) summary = Summary::about(x);
  }
  void add(double x, double weight) {
    rows += weight;
    summary.add(x, weight, rows);
  }
  void merge(const Estimate& other) {
    if (rows == 0.0) {
      *this = other;
    } else if (other.rows > 0.0) {
      summary.merge(rows, other.summary, other.rows);
      rows += other.rows;
    }
  }
  void scale(double factor) {
    summary.scale(factor);
    rows *= factor;
  }
  static void fields(auto& self, auto&& visit) {
    Summary::fields(self.summary, visit);
    visit("rows", self.rows);
  }
};

}  // namespace driftline

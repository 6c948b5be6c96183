// Summaries of numbers that can be joined: a sum, and a mean with the squares about it.
//
// Rows may weigh: `add` is told the row's weight and that of all rows with it, `merge` the weight
// of both parts. `scale` makes all rows so far weigh as many times as much. `over` takes many rows
// at once, in four lanes, as one sum would have to wait for itself.
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

  static Sum over(std::span<const double> numbers) {
    return {.sum = sum_in_lanes(numbers, [](double x) { return x; })};
  }
  void add(double x, double weight, double /*rows*/) { sum += weight * x; }
  void merge(double /*rows*/, const Sum& other, double /*other_rows*/) { sum += other.sum; }
  void scale(double factor) { sum *= factor; }

  static void fields(auto& self, auto&& visit) { visit("sum", self.sum); }
};

/// Squares are those of distances from the mean: sums of squares about 0 would cancel. Numbers that
/// are all the same have exactly no squares.
///
/// Welford. Note on a method for calculating corrected sums of squares and products. 1962.
/// Chan, Golub, LeVeque. Updating formulae and a pairwise algorithm for computing sample
/// variances. 1979.
struct Spread {
  double mean = 0.0;
  double squares = 0.0;

  static Spread over(std::span<const double> numbers) {
    const double first = numbers.front();
    const double mean = first + sum_in_lanes(numbers, [&](double x) { return x - first; }) /
                                    static_cast<double>(numbers.size());
    return {.mean = mean,
            .squares = sum_in_lanes(numbers, [&](double x) { return (x - mean) * (x - mean); })};
  }
  void add(double x, double weight, double rows) {
    const double share = weight / rows;  // waits for no row before it
    const double gap = x - mean;
    mean += gap * share;
    squares += weight * gap * (x - mean);
  }
  void merge(double rows, const Spread& other, double other_rows) {
    const double gap = other.mean - mean;
    const double share = other_rows / (rows + other_rows);
    mean += gap * share;
    squares += other.squares + gap * gap * rows * share;
  }
  void scale(double factor) { squares *= factor; }

  static void fields(auto& self, auto&& visit) {
    visit("mean", self.mean);
    visit("squares", self.squares);
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

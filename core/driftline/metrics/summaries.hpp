// Summaries of numbers that can be joined: a sum, and a mean with the squares about it.
//
// Rows may weigh: `add` is told the row's weight and that of all rows with it, `merge` the weight
// of both parts. `scale` makes all rows so far weigh as many times as much.
#pragma once

#include <array>
#include <cstddef>

namespace driftline {

struct Sum {
  static constexpr std::size_t width = 1;
  std::array<double, width> values{};

  static Sum of(double x) { return {{x}}; }
  void add(double x, double weight, double /*rows*/) { values[0] += weight * x; }
  void merge(double /*rows*/, const Sum& other, double /*other_rows*/) {
    values[0] += other.values[0];
  }
  void scale(double factor) { values[0] *= factor; }
  [[nodiscard]] double sum() const { return values[0]; }

  static void fields(auto& self, auto&& visit) { visit("sum", self.values[0]); }
};

/// Squares are those of distances from the mean: sums of squares about 0 would cancel.
///
/// Welford. Note on a method for calculating corrected sums of squares and products. 1962.
/// Chan, Golub, LeVeque. Updating formulae and a pairwise algorithm for computing sample
/// variances. 1979.
struct Spread {
  static constexpr std::size_t width = 2;
  std::array<double, width> values{};

  static Spread of(double x) { return {{x, 0.0}}; }
  void add(double x, double weight, double rows) {
    const double share = weight / rows;  // waits for no row before it
    const double gap = x - values[0];
    values[0] += gap * share;
    values[1] += weight * gap * (x - values[0]);
  }
  void merge(double rows, const Spread& other, double other_rows) {
    const double gap = other.values[0] - values[0];
    const double share = other_rows / (rows + other_rows);
    values[0] += gap * share;
    values[1] += other.values[1] + gap * gap * rows * share;
  }
  void scale(double factor) { values[1] *= factor; }
  [[nodiscard]] double squares() const { return values[1]; }

  static void fields(auto& self, auto&& visit) {
    visit("mean", self.values[0]);
    visit("squares", self.values[1]);
  }
};

/// A summary, and what the rows in it weigh together.
template <class Summary>
struct Estimate {
  Summary summary;
  double rows = 0.0;

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

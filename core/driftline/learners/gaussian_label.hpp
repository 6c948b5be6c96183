// What one label has seen: a normal distribution for each column.
//
// Kept per column: mean and sum of squared deviations (Welford's update), and a count only once
// values have been missing. Variance is that of the population (ddof 0).
//
// A vote needs the inverse variances and the sum of their logarithms: one logarithm for all, as the
// mantissas are multiplied and the exponents added. Rows that miss values take a way of their own,
// which looks at nothing but the values that are there.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "driftline/numeric/cpu.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log_product.hpp"
#include "driftline/numeric/normal_lanes.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

struct GaussianLabel {
  static constexpr double impossible = no_spread_precision;

  double weight = 0.0;
  std::size_t width = 0;  ///< columns met, at hand: a vector would count them anew each time
  std::vector<double> mean;
  std::vector<double> M2;      ///< sum of squared deviations
  std::vector<double> counts;  ///< weight seen of each column; empty while all equal `weight`

  // Derived from the above when a vote needs it:
  std::vector<double> half_precision;  ///< 1 / (2 variance)
  double term = 0.0;                   ///< log weight - sum of log(2 pi variance) / 2

  static void fields(auto& self, auto&& visit) {
    visit("weight", self.weight);
    visit("mean", self.mean);
    visit("M2", self.M2);
    visit("counts", self.counts);
  }

  [[nodiscard]] double count(std::size_t i) const {
    if (i >= width) return 0.0;
    return counts.empty() ? weight : counts[i];
  }

  void widen(std::size_t columns) {
    width = columns;
    mean.resize(columns, 0.0);
    M2.resize(columns, 0.0);
    half_precision.resize(columns);
  }

  /// Welford's update. True if a column was met for the first time.
  bool take(const DenseRow& row, double w) {
    const bool first = weight == 0.0;
    if (first) start(row.width);
    if (counts.empty() && row.width == width && !has_missing(row)) {
      weight += w;
      // d * (w / n), not w * d / n: at the first value w / n is exactly 1, so a constant
      // column has no deviation at all.
      const double part = w / weight;
      double* m = mean.data();
      double* s = M2.data();
      each_lanes(row.width, [=]<std::size_t n>(std::size_t i) [[gnu::always_inline]] {
        typename Lanes<n>::Doubles x;
        typename Lanes<n>::Doubles m2;
        Lanes<n>::load(row.values + i, x);
        take_values<n>(x, w, part, m + i, s + i, m2);
      });
      return first;
    }
    return take_column_by_column(row, w) || first;
  }
  bool take(const SparseRow& row, double w) {
    if (is_full(row)) return take(as_dense(row), w);
    const bool first = weight == 0.0;
    if (first) start(row.width);
    return take_column_by_column(row, w) || first;
  }

  /// The vote for a row that misses nothing. In vectors of the compiler's own, as `sum_columns`
  /// adds up: a loop that it makes of several at once takes longer to get started.
  [[nodiscard, gnu::always_inline]] double score(const DenseRow& row) const {
    const std::size_t common = std::min(row.width, width);
    const std::size_t whole = common & ~std::size_t{3};
    const double* x = row.values;
    const double* m = mean.data();
    const double* precision = half_precision.data();
    Lanes<4>::Doubles lanes{};
    for (std::size_t i = 0; i < whole; i += 4) {
      Lanes<4>::Doubles values;
      Lanes<4>::Doubles means;
      Lanes<4>::Doubles precisions;
      Lanes<4>::load(x + i, values);
      Lanes<4>::load(m + i, means);
      Lanes<4>::load(precision + i, precisions);
      const auto d = values - means;
      lanes += d * d * precisions;
    }
    const auto rest = [=](std::size_t i) {
      const double d = x[whole + i] - m[whole + i];
      return d * d * precision[whole + i];
    };
    double first = lanes[0];  // one by one: to change a lane of a vector takes longer
    double second = lanes[1];
    double third = lanes[2];
    if ((common & 2U) != 0) {
      first += rest(0);
      second += rest(1);
      if ((common & 1U) != 0) third += rest(2);
    } else if ((common & 1U) != 0) {
      first += rest(0);
    }
    return term - ((first + third) + (second + lanes[3]));
  }

  /// A vote, and how many values it leaves out because they are impossible under this label.
  struct Tally {
    double vote = 0.0;
    std::size_t impossibles = 0;
  };

  /// Of a row as wide as the label that misses nothing, once all is derived.
  [[nodiscard, gnu::noinline]] Tally tally(const DenseRow& row) const {
    Tally out;
    on_this_cpu([&] {
      Lanes<4>::Doubles sums{};
      Lanes<4>::Doubles found{};
      each_lanes(width, [&]<std::size_t n>(std::size_t i) [[gnu::always_inline]] {
        using Doubles = typename Lanes<n>::Doubles;
        Doubles values;
        Doubles means;
        Doubles precisions;
        Lanes<n>::load(row.values + i, values);
        Lanes<n>::load(mean.data() + i, means);
        Lanes<n>::load(half_precision.data() + i, precisions);
        const Doubles d = values - means;
        const Doubles squares = d * d;
        const Doubles none{};
        const auto has_spread = precisions < impossible;
        const Doubles added = has_spread ? squares * precisions : none;
        const Doubles odd = has_spread ? none : (squares != 0.0 ? none + 1.0 : none);
        if constexpr (n == 4) {
          sums += added;
          found += odd;
        } else {
          for (std::size_t k = 0; k < n; ++k) {
            sums[(i + k) % lane_count] += added[k];
            found[(i + k) % lane_count] += odd[k];
          }
        }
      });
      out.vote = term - ((sums[0] + sums[2]) + (sums[1] + sums[3]));
      out.impossibles = static_cast<std::size_t>((found[0] + found[2]) + (found[1] + found[3]));
    });
    return out;
  }

  /// Of the values that are there, with nothing derived. `is_met(i)` tells whether any label has
  /// met column i.
  template <class IsMet>
  [[nodiscard]] Tally tally_there(const auto& row, double floor, const IsMet& is_met) const {
    // Each by its own name: what a function may write to would be read again at every value.
    const bool is_even = counts.empty();
    const double* n = counts.data();
    const double* m = mean.data();
    const double* s = M2.data();
    std::size_t impossibles = 0;
    const double sum = sum_columns(
        row, row.width,
        [=, &is_met, &impossibles, width = width, weight = weight](std::size_t i, double x) {
          if (std::isnan(x)) return 0.0;
          const double seen = i >= width ? 0.0 : is_even ? weight : n[i];
          if (seen > 0.0) {
            const double d = x - m[i];
            const double variance = s[i] * (1.0 / seen) + floor;
            if (variance > no_spread) {
              const double own = -d * d / (2.0 * variance) - 0.5 * (log(variance) + log_2_pi);
              if (std::isfinite(own)) return own;
            } else if (d * d == 0.0) {
              return 0.0;
            }
          } else if (!is_met(i)) {
            return 0.0;
          }
          ++impossibles;
          return 0.0;
        });
    return {.vote = log(weight) + sum, .impossibles = impossibles};
  }

  /// Fills in what votes need. `floor` is added to every variance.
  void derive(double floor) {
    const Derived derived = counts.empty() ? derive_even(floor) : derive_counted(floor);
    // The weight goes into the same logarithm, unless its square would leave the range.
    const bool fits = weight > 1e-100 && weight < 1e100;
    term = -0.5 * derived.product.log_over(fits ? weight * weight : 1.0);
    if (!fits) term += log(weight);
    if (!(derived.sum < impossible)) term -= impossible;  // a variance as good as infinite
  }

 private:
  static constexpr double log_2_pi = 1.8378770664093454836;

  [[gnu::noinline]] void start(std::size_t columns) {
    mean.clear();
    M2.clear();
    widen(columns);
  }

  [[gnu::noinline]] bool take_column_by_column(const auto& row, double w) {
    if (counts.empty()) counts.assign(width, weight);
    widen(std::max(width, row.width));
    counts.resize(width, 0.0);
    weight += w;
    bool meets_new = false;
    double* n = counts.data();
    double* m = mean.data();
    double* s = M2.data();
    each_column(row, [=, &meets_new](std::size_t i, double x) {
      if (std::isnan(x)) return;
      meets_new = meets_new || n[i] == 0.0;
      n[i] += w;
      const double d = x - m[i];
      m[i] += d * (w / n[i]);
      s[i] += w * d * (x - m[i]);
    });
    return meets_new;
  }

  /// The variances of the columns: 2 pi times each, multiplied and added.
  struct Derived {
    LogProduct product;
    double sum = 0.0;
  };

  Derived derive_even(double floor) {
    const double inverse = 1.0 / weight;
    const double* m2 = M2.data();
    double* precision = half_precision.data();
    LaneProduct product(width);
    Lanes<4>::Doubles sums{};
    double sum = 0.0;
    each_lanes(width, [&]<std::size_t n>(std::size_t i) [[gnu::always_inline]] {
      typename Lanes<n>::Doubles own;
      typename Lanes<n>::Doubles factors;
      Lanes<n>::load(m2 + i, own);
      spreads_of<n>(own * inverse + floor, precision + i, factors);
      product.take<n>(i, factors);
      if constexpr (n == 4) {
        sums += factors;
      } else {
        for (std::size_t k = 0; k < n; ++k) sum += factors[k];
      }
    });
    for (std::size_t k = 0; k < 4; ++k) sum += sums[k];
    return {.product = product.product(), .sum = sum};
  }

  [[gnu::noinline]] Derived derive_counted(double floor) {
    Derived out;
    on_this_cpu([&] {
      for (std::size_t first = 0; first < width; first += LogProduct::block) {
        derive_block(first, floor, out);
      }
    });
    return out;
  }

  /// Precisions, and 2 pi variance for the logarithm; 1 in its place where there is no spread.
  void derive_block(std::size_t first, double floor, Derived& out) {
    std::array<double, LogProduct::block> factors;  // NOLINT(*-member-init): written before read
    double* factor = factors.data();
    double* precision = half_precision.data() + first;
    const double* n = counts.data() + first;
    const DenseRow m2s{.values = M2.data() + first,
                       .width = std::min(width - first, LogProduct::block)};
    each_column(m2s, [=](std::size_t i, double m2) {
      factor[i] = spread_of(m2 * (1.0 / n[i]) + floor, precision[i]);
    });
    out.product.take(factor, m2s.width);
    out.sum += sum_columns(DenseRow{.values = factor, .width = m2s.width}, m2s.width,
                           [](std::size_t, double f) { return f; });
  }
};

}  // namespace driftline

// Gaussian naive Bayes: each feature a normal distribution under each label, all independent.
//
// Kept per label and column: mean and sum of squared deviations (Welford's update), and a
// count only once values have been missing. Variance is that of the population (ddof 0).
//
// A value can be impossible under a label: the label has seen the feature only at one other
// number, or never, while another label has. The label with the fewest impossible values wins,
// and among equals the usual score decides. So a constant column neither divides by zero nor
// silences the rest of the row.
//
// A vote needs the inverse variances of a label and the sum of their logarithms. Learning a row
// changes these for its own label only, and the sum takes one logarithm: the mantissas are
// multiplied, the exponents added.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/numeric/cpu.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log_product.hpp"
#include "driftline/numeric/normal_lanes.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

class GaussianNB {
 public:
  static constexpr Reading reading{.keeps_missing = true, .sparse = Reading::Sparse::filled};

  /// `var_smoothing` times the largest variance of any column is added to every variance.
  explicit GaussianNB(double var_smoothing)
      : var_smoothing_(not_negative("var_smoothing", var_smoothing)) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}  // a column counts for a label once the label has met it

  void vote(const DenseRow& row, std::span<double> votes) const {
    refresh();
    bool is_plain = !has_missing(row);
    double best = -std::numeric_limits<double>::infinity();
    const Label* label = labels_.data();
    for (std::size_t c = 0; c < votes.size() && is_plain; ++c) {
      const double vote = score(label[c], row);
      votes[c] = vote;
      best = std::max(best, vote);
      is_plain = !std::isnan(vote);  // 0 times a square that overflowed
    }
    // Something is missing, or impossible under every label.
    if (!is_plain || best < -impossible / 1e10) vote_column_by_column(row, votes);
  }

  void learn(const DenseRow& whole, Code label, double weight, std::span<const double> /*votes*/) {
    const DenseRow row = trimmed(whole);
    const auto code = static_cast<std::size_t>(label);
    if (code >= labels_.size()) grow(code + 1);
    const bool meets_new = labels_[code].take(row, weight);
    width_ = std::max(width_, row.width);
    // What one label learns changes the votes of others by the columns met, and by smoothing.
    const bool is_alone = (stale_ == nobody || stale_ == code) && !meets_new;
    stale_ = is_alone && var_smoothing_ == 0.0 ? code : everybody;
  }

  static void probabilities(std::span<double> votes) { softmax(votes); }

  void check(std::size_t labels) {
    stale_ = everybody;
    bool fits = labels_.size() == labels;
    for (Label& label : labels_) {
      const std::size_t width = label.mean.size();
      width_ = std::max(width_, width);
      fits = fits && label.weight >= 0.0 && label.M2.size() == width &&
             (label.counts.empty() || label.counts.size() == width);
      label.widen(width);
    }
    if (!fits) throw std::invalid_argument("the statistics of the labels contradict each other");
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("var_smoothing", self.var_smoothing_);
    visit.parts("labels", self.labels_, Label{});
  }

 private:
  static constexpr std::size_t nobody = SIZE_MAX;
  static constexpr std::size_t everybody = SIZE_MAX - 1;
  static constexpr double impossible = no_spread_precision;
  static constexpr double log_2_pi = 1.8378770664093454836;

  struct Label {
    double weight = 0.0;
    std::size_t width = 0;  ///< columns met, at hand: a vector would count them anew each time
    std::vector<double> mean;
    std::vector<double> M2;      ///< sum of squared deviations
    std::vector<double> counts;  ///< weight seen of each column; empty while all equal `weight`

    // Derived from the above when a vote needs it:
    std::vector<double> half_precision;  ///< 1 / (2 variance)
    double term = 0.0;                   ///< log weight - sum of log(2 pi variance) / 2

    [[nodiscard]] double count(std::size_t i) const {
      if (i >= width) return 0.0;
      return counts.empty() ? weight : counts[i];
    }
    /// One multiplication by the inverse count, here and in `derive`: the same bits.
    [[nodiscard]] double variance(std::size_t i) const { return M2[i] * (1.0 / count(i)); }

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

    [[gnu::noinline]] void start(std::size_t columns) {
      mean.clear();
      M2.clear();
      widen(columns);
    }
    void widen(std::size_t columns) {
      width = columns;
      mean.resize(columns, 0.0);
      M2.resize(columns, 0.0);
      half_precision.resize(columns);
    }

    [[gnu::noinline]] bool take_column_by_column(const DenseRow& row, double w) {
      if (counts.empty()) counts.assign(width, weight);
      widen(std::max(width, row.width));
      counts.resize(width, 0.0);
      weight += w;
      bool meets_new = false;
      for (std::size_t i = 0; i < row.width; ++i) {
        if (std::isnan(row.values[i])) continue;
        meets_new = meets_new || counts[i] == 0.0;
        counts[i] += w;
        const double d = row.values[i] - mean[i];
        mean[i] += d * (w / counts[i]);
        M2[i] += w * d * (row.values[i] - mean[i]);
      }
      return meets_new;
    }

    static void fields(auto& self, auto&& visit) {
      visit("weight", self.weight);
      visit("mean", self.mean);
      visit("M2", self.M2);
      visit("counts", self.counts);
    }
  };

  /// In vectors of the compiler's own, as `sum_columns` adds up: a loop that it makes of several at
  /// once takes longer to get started.
  [[gnu::always_inline]] static double score(const Label& label, const DenseRow& row) {
    const std::size_t count = std::min(row.width, label.width);
    const std::size_t whole = count & ~std::size_t{3};
    const double* x = row.values;
    const double* mean = label.mean.data();
    const double* precision = label.half_precision.data();
    Lanes<4>::Doubles lanes{};
    for (std::size_t i = 0; i < whole; i += 4) {
      Lanes<4>::Doubles values;
      Lanes<4>::Doubles means;
      Lanes<4>::Doubles precisions;
      Lanes<4>::load(x + i, values);
      Lanes<4>::load(mean + i, means);
      Lanes<4>::load(precision + i, precisions);
      const auto d = values - means;
      lanes += d * d * precisions;
    }
    const auto rest = [=](std::size_t i) {
      const double d = x[whole + i] - mean[whole + i];
      return d * d * precision[whole + i];
    };
    double first = lanes[0];  // one by one: to change a lane of a vector takes longer
    double second = lanes[1];
    double third = lanes[2];
    if ((count & 2U) != 0) {
      first += rest(0);
      second += rest(1);
      if ((count & 1U) != 0) third += rest(2);
    } else if ((count & 1U) != 0) {
      first += rest(0);
    }
    return label.term - ((first + third) + (second + lanes[3]));
  }

  // What seldom runs is kept out of line, so that the loop over rows keeps its registers.

  [[gnu::noinline]] void grow(std::size_t labels) { labels_.resize(labels); }

  void refresh() const {
    if (stale_ == nobody) return;
    if (stale_ == everybody) {
      refresh_all();
    } else {
      derive(labels_[stale_], 0.0);
    }
    stale_ = nobody;
  }
  [[gnu::noinline]] void refresh_all() const {
    const double floor = smoothing();
    for (Label& label : labels_) derive(label, floor);
  }

  /// Fills in what votes need of a label, over the columns any label has met.
  void derive(Label& label, double floor) const {
    const Derived derived = label.counts.empty() && label.width <= LogProduct::block
                                ? derive_narrow(label, floor)
                                : derive_wide(label, floor);
    double unmet = derived.sum < impossible ? 0.0 : impossible;  // a variance as good as infinite
    if (!label.counts.empty() || label.width < width_) unmet += derive_unmet(label);
    // The weight goes into the same logarithm, unless its square would leave the range.
    const bool fits = label.weight > 1e-100 && label.weight < 1e100;
    label.term = -0.5 * derived.product.log_over(fits ? label.weight * label.weight : 1.0);
    if (!fits) label.term += log(label.weight);
    label.term -= unmet;
  }

  /// The variances of a label's columns: 2 pi times each, multiplied and added.
  struct Derived {
    LogProduct product;
    double sum = 0.0;
  };

  static Derived derive_narrow(Label& label, double floor) {
    const double inverse = 1.0 / label.weight;
    const double* m2 = label.M2.data();
    double* precision = label.half_precision.data();
    LaneProduct product(label.width);
    Lanes<4>::Doubles sums{};
    double sum = 0.0;
    each_lanes(label.width, [&]<std::size_t n>(std::size_t i) [[gnu::always_inline]] {
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

  [[gnu::noinline]] static Derived derive_wide(Label& label, double floor) {
    Derived out;
    on_this_cpu([&] {
      const double inverse = 1.0 / label.weight;
      const double* counts = label.counts.data();
      for (std::size_t start = 0; start < label.width; start += LogProduct::block) {
        if (label.counts.empty()) {
          derive_block(label, start, floor, out, [=](std::size_t) { return inverse; });
        } else {
          derive_block(label, start, floor, out, [=](std::size_t i) { return 1.0 / counts[i]; });
        }
      }
    });
    return out;
  }

  /// Precisions, and 2 pi variance for the logarithm; 1 in its place where there is no spread.
  static void derive_block(Label& label, std::size_t start, double floor, Derived& out,
                           auto inverse_count) {
    std::array<double, LogProduct::block> factors;  // NOLINT(*-member-init): written before read
    double* factor = factors.data();
    double* precision = label.half_precision.data() + start;
    const DenseRow m2s{.values = label.M2.data() + start,
                       .width = std::min(label.width - start, LogProduct::block)};
    each_column(m2s, [=](std::size_t i, double m2) {
      factor[i] = spread_of(m2 * inverse_count(start + i) + floor, precision[i]);
    });
    out.product.take(factor, m2s.width);
    out.sum += sum_columns(DenseRow{.values = factor, .width = m2s.width}, m2s.width,
                           [](std::size_t, double f) { return f; });
  }

  /// For each column that another label has met and this one has not.
  [[gnu::noinline]] double derive_unmet(Label& label) const {
    double unmet = 0.0;
    for (std::size_t i = 0; i < width_; ++i) {
      if (label.count(i) > 0.0) continue;
      if (i < label.width) label.half_precision[i] = 0.0;
      if (is_met(i)) unmet += impossible;
    }
    return unmet;
  }

  [[nodiscard]] bool is_met(std::size_t i) const {
    return std::ranges::any_of(labels_, [i](const Label& label) { return label.count(i) > 0.0; });
  }

  /// The most careful comparison: impossible values counted, missing ones left out.
  [[gnu::noinline]] void vote_column_by_column(const DenseRow& row, std::span<double> votes) const {
    const double floor = smoothing();
    std::vector<std::size_t>& impossibles = impossibles_;
    impossibles.assign(votes.size(), 0);
    std::size_t fewest = row.width + 1;
    for (std::size_t c = 0; c < votes.size(); ++c) {
      const Label& label = labels_[c];
      votes[c] = log(label.weight) + sum_columns(row, row.width, [&](std::size_t i, double x) {
                   if (std::isnan(x) || !is_met(i)) return 0.0;
                   const double d = label.count(i) > 0.0 ? x - label.mean[i] : 0.0;
                   const double variance = label.count(i) > 0.0 ? label.variance(i) + floor : 0.0;
                   if (variance > no_spread) {
                     const double density =
                         -d * d / (2.0 * variance) - 0.5 * (log(variance) + log_2_pi);
                     if (std::isfinite(density)) return density;
                   } else if (label.count(i) > 0.0 && d * d == 0.0) {
                     return 0.0;
                   }
                   ++impossibles[c];
                   return 0.0;
                 });
      if (label.weight > 0.0) fewest = std::min(fewest, impossibles[c]);
    }
    for (std::size_t c = 0; c < votes.size(); ++c) {
      if (impossibles[c] > fewest) votes[c] = -impossible;
    }
  }

  /// var_smoothing times the largest variance of a column over all labels together.
  [[nodiscard]] double smoothing() const {
    if (var_smoothing_ == 0.0) return 0.0;
    double largest = 0.0;
    for (std::size_t i = 0; i < width_; ++i) {
      double n = 0.0;
      double sum = 0.0;
      for (const Label& label : labels_) {
        if (label.count(i) == 0.0) continue;
        n += label.count(i);
        sum += label.count(i) * label.mean[i];
      }
      double spread = 0.0;
      for (const Label& label : labels_) {
        if (label.count(i) == 0.0) continue;
        const double d = label.mean[i] - sum / n;
        spread += label.M2[i] + label.count(i) * d * d;
      }
      if (n > 0.0) largest = std::max(largest, spread / n);
    }
    return var_smoothing_ * largest;
  }

  double var_smoothing_;
  std::size_t width_ = 0;               // columns any label has met
  mutable std::size_t stale_ = nobody;  // the label to `derive` before a vote
  mutable std::vector<Label> labels_;  // what `derive` fills in is a cache, under the caller's lock
  mutable std::vector<std::size_t> impossibles_;  // scratch
};
static_assert(Classifier<GaussianNB>);

}  // namespace driftline

// Standard scaling: subtract the mean so far, divide by the standard deviation so far.
//
// Keeps mean and sum of squared deviations a column (Welford's update), and a count a column
// only once values have been missing. A missing value is not counted and stays missing for a next
// step that cares, otherwise leaves as 0, the mean. A column without spread leaves as 0. A sparse
// row stays sparse: only what it stores is counted and scaled.
//
// Welford. Note on a method for calculating corrected sums of squares and products. 1962.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/column_transform.hpp"

namespace driftline {

class StandardScaler {
 public:
  static constexpr Reading reading{.keeps_missing = true};

  explicit StandardScaler(bool with_std) : with_std_(with_std) {}

  void transform(const DenseRow& row, double* out, double unmet) const {
    const std::size_t known = std::min(row.width, width_);
    const double* mean = mean_.data();
    const double* scale = scale_.data();
    each_column(DenseRow{.values = row.values, .width = known}, [=](std::size_t i, double x) {
      const double scaled = (x - mean[i]) * scale[i];
      out[i] = x == x ? scaled : unmet;
    });
    std::fill(out + known, out + row.width, unmet);
  }

  void transform(const SparseRow& row, double* out, double unmet) const {
    for (std::size_t k = 0; k < row.count; ++k) {
      const std::size_t i = row.columns[k];
      const double x = row.values[k];
      out[k] = i < width_ && x == x ? (x - mean_[i]) * scale_[i] : unmet;
    }
  }

  void learn(const DenseRow& row, double weight) { learn_transform(row, weight, nullptr, 0.0); }

  /// Both in one pass, as every row of a chain needs.
  void learn_transform(const DenseRow& whole, double weight, double* out, double unmet) {
    const DenseRow row = trimmed(whole);
    widen(row.width);
    if (row.width < width_ || !counts_.empty() || has_missing(row)) {
      learn_each(row, weight);
      if (out != nullptr) transform(whole, out, unmet);
      return;
    }
    weight_ += weight;
    const double per_count = 1.0 / weight_;
    double part = per_count;  // the roots below wait for the divider: one division less
    if (weight != 1.0) part = weight / weight_;
    double* mean = mean_.data();
    double* m2 = M2_.data();
    double* scale = scale_.data();
    const auto update = [=](std::size_t i, double x) {
      const double d = x - mean[i];
      mean[i] += d * part;
      const double rest = x - mean[i];
      m2[i] += weight * d * rest;
      return rest;
    };
    if (!with_std_ || out == nullptr) {
      const bool with_std = with_std_;
      each_column(row, [=](std::size_t i, double x) {
        update(i, x);
        scale[i] = scale_for(m2[i] * per_count, with_std);
      });
      if (out != nullptr) transform(whole, out, unmet);
      return;
    }
    each_column(row, [=](std::size_t i, double x) {
      const double rest = update(i, x);
      scale[i] = scale_for(m2[i] * per_count, true);
      out[i] = rest * scale[i];
    });
    std::fill(out + row.width, out + whole.width, unmet);
  }
  void learn_transform(const SparseRow& row, double weight, double* out, double unmet) {
    learn(row, weight);
    transform(row, out, unmet);
  }

  void learn(const SparseRow& row, double weight) {
    if (is_full(row)) {
      learn(as_dense(row), weight);
      return;
    }
    widen(trimmed(row).width);
    learn_each(row, weight);
  }

  /// What transforms need is derived anew from what was restored.
  void check() {
    if (M2_.size() != mean_.size() || (!counts_.empty() && counts_.size() != mean_.size())) {
      throw std::invalid_argument("the statistics of the columns contradict each other");
    }
    width_ = mean_.size();
    scale_.assign(width_, 0.0);
    for (std::size_t i = 0; i < width_; ++i) {
      const double n = counts_.empty() ? weight_ : counts_[i];
      if (n > 0.0) scale_[i] = scale_for(M2_[i] * (1.0 / n), with_std_);
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("with_std", self.with_std_);
    visit("weight", self.weight_);
    visit("mean", self.mean_);
    visit("M2", self.M2_);
    visit("counts", self.counts_);
  }

 private:
  void widen(std::size_t width) {
    if (width <= width_) return;
    if (weight_ > 0.0) count_each();  // the new columns have missed what went before
    width_ = width;
    mean_.resize(width, 0.0);
    M2_.resize(width, 0.0);
    scale_.resize(width, 0.0);
    if (!counts_.empty()) counts_.resize(width, 0.0);
  }

  static double scale_for(double variance, bool with_std) {
    // The square root of 1 in place of 0: a branch would keep the loop from vectorising.
    const bool has_spread = variance > 0.0;
    const double inverse = 1.0 / std::sqrt(has_spread ? variance : 1.0);
    return with_std ? (has_spread ? inverse : 0.0) : 1.0;
  }

  void count_each() {
    if (counts_.empty()) counts_.assign(width_, weight_);
  }

  void learn_each(const auto& row, double weight) {
    count_each();
    weight_ += weight;
    each_column(row, [&](std::size_t i, double x) {
      if (std::isnan(x)) return;
      counts_[i] += weight;
      const double d = x - mean_[i];
      mean_[i] += d * (weight / counts_[i]);
      M2_[i] += weight * d * (x - mean_[i]);
      scale_[i] = scale_for(M2_[i] * (1.0 / counts_[i]), with_std_);
    });
  }

  bool with_std_;
  double weight_ = 0.0;
  std::size_t width_ = 0;  // columns met, at hand: a vector would count them anew each time
  std::vector<double> mean_;
  std::vector<double> M2_;      // sums of squared deviations
  std::vector<double> counts_;  // weight seen of each column; empty while all equal weight_
  std::vector<double> scale_;   // derived: 1 / standard deviation
};
static_assert(ColumnTransform<StandardScaler>);

}  // namespace driftline

// Many records tried at once: what the model without each of them is worth.
//
// A few passes over all records, instead of one record after another with several sums each. For
// records that list no columns, as all of a stream of dense rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "driftline/adaptation/step_records.hpp"
#include "driftline/adaptation/unlearning_score.hpp"
#include "driftline/learners/reversible.hpp"
#include "driftline/numeric/cpu.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

template <StepKind kind>
class RecordScan {
 public:
  /// The records from place `first` to `last`, and the model that they are taken from.
  struct Field {
    const StepRecords<kind>* records;
    const Coefficients* weights;
    std::size_t first;
    std::size_t last;
    UnlearningView view;
    [[nodiscard]] std::size_t count() const { return last - first; }
  };

  /// Of the model without the record at place first + k; below it where few are in question, and
  /// that is not worked out (`is_exact`).
  [[nodiscard]] double objective(std::size_t k) const { return objectives_[k]; }
  [[nodiscard]] bool is_exact() const { return is_exact_; }

  /// The first place with the lowest of all objectives, if that is below `bound`, or equal to it
  /// where that is enough; else `last`.
  [[nodiscard]] std::size_t lowest(const Field& field, double bound, bool may_equal) const {
    std::size_t best = field.count();
    if (may_equal) bound = std::nextafter(bound, std::numeric_limits<double>::infinity());
    const double* objectives = objectives_.data();
    for (std::size_t k = 0; k < field.count(); ++k) {
      if (!(objectives[k] < bound) || !field.records->is_live(field.first + k)) continue;
      best = k;
      bound = objectives[k];
    }
    return field.first + best;
  }

  void weigh(const Field& field, const auto& row, double sign, const UnlearningSearch& search) {
    make_room(field.count());
    x_.assign(field.records->stride(), 0.0);
    each_column(row, [x = x_.data(), n = x_.size()](std::size_t i, double value) {
      if (i < n) x[i] = value;
    });
    on_this_cpu([=, this, constant = row.constant, scales = search.scales, bound = search.bound] {
      find_losses(field, constant, sign);
      is_exact_ = bound_below(field, scales, bound) >= field.count() / 8;
      if (!is_exact_) return;
      std::copy_n(losses_.data(), field.count(), objectives_.data());
      if (scales.spread > 0.0) add_spreads(field, constant, scales);
      if (scales.norm > 0.0) add_norms(field, scales);
    });
  }

 private:
  void make_room(std::size_t count) {
    for (auto* scratch : {&reaches_, &losses_, &objectives_}) {
      if (scratch->capacity() < count) scratch->reserve(std::max<std::size_t>(16, 2 * count));
      scratch->resize(count);
    }
  }
  [[gnu::always_inline]] void find_losses(const Field& field, double constant, double sign) {
    double* reaches = reaches_.data();
    double* losses = losses_.data();
    field.records->reach_all(x_.data(), constant, field.first, field.last, reaches);
    const double* factors = field.records->factors() + field.first;
    for (std::size_t k = 0; k < field.count(); ++k) {
      losses[k] = squared_hinge(field.view.margin - sign * factors[k] * reaches[k]);
    }
  }
  /// objectives_ becomes a number below each objective: a spread only grows without a record, and
  /// the weights are no shorter than the difference of two lengths. Returns how many are not above
  /// `bound`.
  [[gnu::always_inline]] std::size_t bound_below(const Field& field, const UnlearningScales& scales,
                                                 double bound) {
    constexpr double for_rounding = 1.0 - 1e-9;
    const double length = std::sqrt(field.view.norm);
    const double spread = scales.spread * field.view.spread;
    const double* lengths = field.records->lengths() + field.first;
    const double* losses = losses_.data();
    double* out = objectives_.data();
    std::size_t in_question = 0;
    for (std::size_t k = 0; k < field.count(); ++k) {
      const double left = std::max(0.0, length - lengths[k]);
      out[k] = for_rounding * (losses[k] + spread + scales.norm * (left * left));
      in_question += out[k] > bound ? 0U : 1U;
    }
    return in_question;
  }
  [[gnu::always_inline]] void add_spreads(const Field& field, double constant,
                                          const UnlearningScales& scales) {
    double* out = objectives_.data();
    double* gains = reaches_.data();
    if constexpr (kind == StepKind::diagonal) {
      field.records->regain_all(x_.data(), constant, field.first, field.last, gains);
    } else {
      for (std::size_t k = 0; k < field.count(); ++k) {
        gains[k] = field.records->mark(field.first + k).beta * gains[k] * gains[k];
      }
    }
    for (std::size_t k = 0; k < field.count(); ++k) {
      out[k] += scales.spread * (field.view.spread + gains[k]);
    }
  }
  [[gnu::always_inline]] void add_norms(const Field& field, const UnlearningScales& scales) {
    const std::vector<double>& columns = field.weights->columns;
    x_.assign(field.records->stride(), 0.0);
    const std::size_t width = std::min(columns.size(), x_.size());
    for (std::size_t i = 0; i < width; ++i) x_[i] = columns[i] + columns[i];
    double* shorter = reaches_.data();
    field.records->shorten_all(x_.data(), field.weights->intercept, field.first, field.last,
                               shorter);
    double* out = objectives_.data();
    for (std::size_t k = 0; k < field.count(); ++k) {
      out[k] += scales.norm * std::max(0.0, field.view.norm - shorter[k]);
    }
  }

  std::vector<double> objectives_, losses_, reaches_, x_;  // scratch of one round
  bool is_exact_ = false;
};

}  // namespace driftline

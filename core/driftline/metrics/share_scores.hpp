// Metrics of the shares that a model gives to labels: log loss, Brier score, prequential AUC.
//
// Brier. Verification of forecasts expressed in terms of probability. 1950.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "driftline/metrics/estimates.hpp"
#include "driftline/metrics/points.hpp"
#include "driftline/metrics/prequential_auc.hpp"
#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/metrics/summaries.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline {

class ShareScores {
 public:
  struct Wants {
    bool log_loss = false;
    bool brier = false;
    bool auc = false;
    [[nodiscard]] bool any() const { return log_loss || brier || auc; }
  };
  using Values = std::array<double, estimate_count>;

  ShareScores(const ScorerSettings& settings, Wants wants)
      : wants_(wants), log_loss_(settings), brier_(settings), auc_(settings) {
    if (wants.auc && settings.window > std::numeric_limits<std::int32_t>::max()) {
      throw std::invalid_argument("auc wants a shorter window, not " +
                                  std::to_string(settings.window) + " rows");
    }
  }

  [[nodiscard]] Wants wants() const { return wants_; }

  void meet(std::size_t labels, Code positive) {
    labels_ = labels;
    if (wants_.auc) auc_.meet(labels, positive);
  }

  /// Shares have been looked through: one for each item and label.
  void update(const Code* truth, const double* shares, std::size_t count) {
    const auto label = [&](std::size_t i) { return static_cast<std::size_t>(truth[i]); };
    if (wants_.log_loss) {
      log_loss_.update(count,
                       [&](std::size_t i) { return surprise(shares[i * labels_ + label(i)]); });
    }
    if (wants_.brier) {
      brier_.update(count, [&](std::size_t i) { return distance(shares + i * labels_, label(i)); });
    }
    if (wants_.auc) auc_.update(truth, shares, count);
  }

  [[nodiscard]] Values log_loss() const { return means(log_loss_); }
  [[nodiscard]] Values brier() const { return means(brier_); }
  [[nodiscard]] Values auc() { return auc_.values(); }

  static void fields(auto& self, auto&& visit) {
    visit.group("log_loss", self.log_loss_);
    visit.group("brier", self.brier_);
    visit.group("auc", self.auc_);
  }
  /// After a restore. Throws std::invalid_argument.
  void check(std::int64_t rows, std::size_t labels, Code positive) {
    labels_ = labels;
    log_loss_.check(wants_.log_loss ? rows : 0);
    brier_.check(wants_.brier ? rows : 0);
    wants_.auc ? auc_.check(rows, labels, positive) : auc_.check(0, 0, no_label);
  }

 private:
  /// A share of 0 would cost infinitely much, and one such row would hide all others.
  static double surprise(double share) {
    return -log(std::clamp(share, std::numeric_limits<double>::epsilon(), 1.0));
  }
  /// Half the squared distance from the truth, so that it lies from 0 to 1.
  [[nodiscard]] double distance(const double* shares, std::size_t label) const {
    double sum = 0.0;
    for (std::size_t c = 0; c < labels_; ++c) {
      const double gap = shares[c] - (c == label ? 1.0 : 0.0);
      sum += gap * gap;
    }
    return 0.5 * sum;
  }
  static Values means(const Estimates<Sum>& losses) {
    Values out{};
    const auto estimates = losses.all();
    std::ranges::transform(estimates, out.begin(), [](const Estimate<Sum>& estimate) {
      return estimate.summary.sum / estimate.rows;  // NaN of no rows
    });
    return out;
  }

  Wants wants_;
  std::size_t labels_ = 0;
  Estimates<Sum> log_loss_, brier_;
  PrequentialAUC auc_;
};

}  // namespace driftline

// Scores of predicted labels along a stream: metrics over four estimates, at regular points.
//
// The work of a row depends on the metrics asked for. Metrics of labels come from the tallies of
// LabelScores, those of shares from ShareScores.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/metrics/label_metrics.hpp"
#include "driftline/metrics/label_scores.hpp"
#include "driftline/metrics/label_tally.hpp"
#include "driftline/metrics/points.hpp"
#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/metrics/share_scores.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline {

enum class ClassificationMetric : std::uint8_t {
  accuracy,
  kappa,
  kappa_m,
  kappa_t,
  balanced_accuracy,
  g_mean,
  precision,
  recall,
  f1,
  log_loss,
  brier,
  auc
};
template <>
struct Names<ClassificationMetric> {
  static constexpr std::array<std::string_view, 12> values{
      "accuracy", "kappa",     "kappa_m", "kappa_t", "balanced_accuracy",
      "g_mean",   "precision", "recall",  "f1",      "log_loss",
      "brier",    "auc"};
};

class ClassificationScorer {
 public:
  /// What is scored: `count` of each, in the order in which it is scored.
  struct Items {
    const Code* truth = nullptr;
    const Code* predicted = nullptr;  ///< no_label where there is no answer
    const double* shares = nullptr;   ///< given to each label, if a metric wants them
  };

  /// Throws std::invalid_argument.
  explicit ClassificationScorer(ScorerSettings settings)
      : settings_(checked(std::move(settings))),
        metrics_(parsed(settings_.metrics)),
        labels_(settings_.window, settings_.fading, wants_answers(metrics_)),
        shares_(settings_, wants_of(metrics_)) {}

  [[nodiscard]] const ScorerSettings& settings() const { return settings_; }
  [[nodiscard]] std::int64_t scored() const { return labels_.rows(); }
  [[nodiscard]] std::size_t labels() const { return labels_.labels(); }
  [[nodiscard]] bool wants_shares() const { return shares_.wants().any(); }
  [[nodiscard]] const LabelScores& label_scores() const { return labels_; }

  /// Codes 0 to ranks.size() - 1 are labels from now on; `ranks` are their places in sorted order.
  /// Precision, recall and F1 are those of the `positive` label, or without one the mean of all.
  /// Throws std::invalid_argument and changes nothing.
  void meet(std::span<const Code> ranks, Code positive) {
    if (positive < no_label || std::cmp_greater_equal(positive, ranks.size())) {
      throw std::invalid_argument("positive label " + std::to_string(positive) + " is none of " +
                                  std::to_string(ranks.size()));
    }
    labels_.meet(ranks);
    shares_.meet(ranks.size(), positive);
    positive_ = positive;
  }

  /// Throws std::invalid_argument and changes nothing.
  void update(const Arrivals& arrivals, const Items& items) {
    arrivals.check();
    check(items, arrivals.count);
    walk(
        arrivals, settings_.every,
        [&](std::size_t first, std::size_t last) {
          labels_.update(items.truth + first, items.predicted + first, last - first);
          if (wants_shares()) {
            shares_.update(items.truth + first, items.shares + first * labels(), last - first);
          }
        },
        [&](std::int64_t rows) {
          points_.rows.push_back(rows);
          points_.scored.push_back(scored());
          write(points_.values);
        });
  }

  /// The points since the last call.
  Points take_points() { return std::exchange(points_, {}); }
  /// Values now, by estimate and metric.
  [[nodiscard]] std::vector<double> values() {
    std::vector<double> out;
    write(out);
    return out;
  }

  static void fields(auto& self, auto&& visit) {
    visit.group("points", self.points_);
    visit.group("labels", self.labels_);
    visit.group("shares", self.shares_);
    visit("positive", self.positive_);
    visit.group("settings", self.settings_);
  }
  void check() {
    points_.check(estimate_count * metrics_.size());
    labels_.check();
    if (positive_ < no_label || std::cmp_greater_equal(positive_, labels())) {
      throw std::invalid_argument("the positive label is none of the labels");
    }
    shares_.check(scored(), labels(), static_cast<Code>(positive_));
  }

 private:
  using Metric = ClassificationMetric;

  static ScorerSettings checked(ScorerSettings settings) {
    settings.check();
    return settings;
  }
  static std::vector<Metric> parsed(const std::vector<std::string>& names) {
    std::vector<Metric> out(names.size());
    std::ranges::transform(names, out.begin(),
                           [](const std::string& name) { return parse<Metric>("a metric", name); });
    return out;
  }
  static bool wants_answers(const std::vector<Metric>& metrics) {
    return std::ranges::any_of(metrics, [](Metric metric) {
      return metric == Metric::kappa || metric == Metric::precision || metric == Metric::recall ||
             metric == Metric::f1;
    });
  }
  static ShareScores::Wants wants_of(const std::vector<Metric>& metrics) {
    const auto asks = [&](Metric metric) { return std::ranges::count(metrics, metric) > 0; };
    return {
        .log_loss = asks(Metric::log_loss), .brier = asks(Metric::brier), .auc = asks(Metric::auc)};
  }

  void check(const Items& items, std::size_t count) const {
    check_codes(items, count);
    if (!wants_shares()) return;
    if (items.shares == nullptr) {
      throw std::invalid_argument("log_loss, brier and auc want the shares given to labels");
    }
    for (std::size_t i = 0; i < count * labels(); ++i) {
      if (is_share(items.shares[i])) continue;
      refuse_item(i / labels(), "share " + as_text(items.shares[i]) + " of label " +
                                    std::to_string(i % labels()) + " is not from 0 to 1");
    }
  }
  void check_codes(const Items& items, std::size_t count) const {
    // Unsigned, a negative code is beyond all labels; and a loop without a branch takes several
    // rows at once.
    const auto is_beyond = [](std::uint32_t code, std::uint32_t limit) { return code >= limit; };
    const auto limit = static_cast<std::uint32_t>(labels());
    std::uint32_t misfits = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto truth = static_cast<std::uint32_t>(items.truth[i]);
      const auto answer = static_cast<std::uint32_t>(items.predicted[i]) + 1;
      misfits |=
          std::uint32_t{is_beyond(truth, limit)} | std::uint32_t{is_beyond(answer, limit + 1)};
    }
    if (misfits == 0) return;
    for (std::size_t i = 0; i < count; ++i) {
      refuse_code(i, "true", items.truth[i], 0);
      refuse_code(i, "predicted", items.predicted[i], no_label);
    }
  }
  void refuse_code(std::size_t item, const char* which, Code code, Code lowest) const {
    if (code >= lowest && std::cmp_less(code, labels())) return;
    refuse_item(item, std::string(which) + " label " + std::to_string(code) + " is none of " +
                          std::to_string(labels()) + " labels");
  }

  void write(std::vector<double>& out) {
    const std::size_t begin = out.size();
    out.resize(begin + estimate_count * metrics_.size());
    labels_.each_estimate([&](std::size_t estimate, const LabelSums& sums) {
      double* values = out.data() + begin + estimate * metrics_.size();
      for (std::size_t m = 0; m < metrics_.size(); ++m) {
        if (metrics_[m] <= Metric::f1) values[m] = value_of(metrics_[m], sums);
      }
    });
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
      if (metrics_[m] <= Metric::f1) continue;
      const auto values = share_values(metrics_[m]);
      for (std::size_t e = 0; e < estimate_count; ++e) {
        out[begin + e * metrics_.size() + m] = values[e];
      }
    }
  }
  [[nodiscard]] std::array<double, estimate_count> share_values(Metric metric) {
    if (metric == Metric::log_loss) return shares_.log_loss();
    return metric == Metric::brier ? shares_.brier() : shares_.auc();
  }
  [[nodiscard]] double value_of(Metric metric, const LabelSums& sums) const {
    using namespace label_metrics;
    if (sums.rows == 0.0) return std::numeric_limits<double>::quiet_NaN();
    switch (metric) {
      case Metric::accuracy:
        return accuracy(sums);
      case Metric::kappa:
        return corrected(sums.wrong, wrong_by_chance(sums));
      case Metric::kappa_m:
        return corrected(sums.wrong, sums.majority_wrong);
      case Metric::kappa_t:
        return corrected(sums.wrong, sums.no_change_wrong);
      case Metric::balanced_accuracy:
        return balanced_accuracy(sums);
      case Metric::g_mean:
        return g_mean(sums);
      case Metric::precision:
        return averaged(sums, static_cast<Code>(positive_), precision_of);
      case Metric::recall:
        return averaged(sums, static_cast<Code>(positive_), recall_of);
      default:
        return averaged(sums, static_cast<Code>(positive_), f1_of);
    }
  }

  ScorerSettings settings_;
  std::vector<Metric> metrics_;
  Points points_;
  LabelScores labels_;
  ShareScores shares_;
  std::int64_t positive_ = no_label;
};

}  // namespace driftline

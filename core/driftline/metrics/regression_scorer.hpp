// Scores of predicted numbers along a stream: metrics over four estimates, at regular points.
//
// mae, rmse and pinball are means of a loss. r2 is 1 - SSE / SST, both over the rows of the
// estimate: how much better the predictions were than the mean of just these rows.
//
// Koenker, Bassett. Regression quantiles. 1978 (pinball).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "driftline/metrics/estimates.hpp"
#include "driftline/metrics/points.hpp"
#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/metrics/summaries.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// A metric by its name: mae, rmse, r2, pinball, or pinball(q) of a quantile q.
struct RegressionMetric {
  enum class Kind : std::uint8_t { mae, rmse, r2, pinball };
  Kind kind = Kind::mae;
  double quantile = 0.5;  ///< of pinball

  /// Throws std::invalid_argument.
  explicit RegressionMetric(std::string_view name) {
    if (name.starts_with("pinball(") && name.ends_with(')')) {
      kind = Kind::pinball;
      quantile = quantile_of(name.substr(8, name.size() - 9));
    } else {
      kind = parse<Kind>("a metric", name);
    }
  }

  /// Whether both rest on the same loss of a row.
  [[nodiscard]] bool shares_loss_with(const RegressionMetric& other) const {
    return loss() == other.loss() && (kind != Kind::pinball || quantile == other.quantile);
  }

 private:
  [[nodiscard]] Kind loss() const { return kind == Kind::r2 ? Kind::rmse : kind; }
  static double quantile_of(std::string_view text) {
    double value = -1.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= 0.0 && value <= 1.0) {
      return value;
    }
    throw std::invalid_argument("the quantile of pinball must be from 0 to 1, not '" +
                                std::string(text) + "'");
  }
};
template <>
struct Names<RegressionMetric::Kind> {
  static constexpr std::array<std::string_view, 4> values{"mae", "rmse", "r2", "pinball"};
};

class RegressionScorer {
 public:
  /// What is scored, in the order in which it is scored.
  struct Items {
    const double* truth = nullptr;
    const double* predicted = nullptr;
  };

  /// Throws std::invalid_argument.
  explicit RegressionScorer(ScorerSettings settings)
      : settings_(checked(std::move(settings))), spread_(settings_) {
    for (const std::string& name : settings_.metrics) metrics_.emplace_back(name);
    for (const Metric& metric : metrics_) {
      const auto first = std::ranges::find_if(
          metrics_, [&](const Metric& other) { return metric.shares_loss_with(other); });
      loss_of_.push_back(static_cast<std::size_t>(first - metrics_.begin()));
    }
    losses_.assign(metrics_.size(), Estimates<Sum>(settings_));
    has_spread_ = std::ranges::any_of(metrics_, is_r2);
  }

  [[nodiscard]] const ScorerSettings& settings() const { return settings_; }
  [[nodiscard]] std::int64_t scored() const { return scored_; }

  /// Throws std::invalid_argument and changes nothing.
  void update(const Arrivals& arrivals, const Items& items) {
    arrivals.check();
    check(items, arrivals.count);
    walk(
        arrivals, settings_.every,
        [&](std::size_t first, std::size_t last) {
          score({.truth = items.truth + first, .predicted = items.predicted + first}, last - first);
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
  [[nodiscard]] std::vector<double> values() const {
    std::vector<double> out;
    write(out);
    return out;
  }

  static void fields(auto& self, auto&& visit) {
    visit.group("points", self.points_);
    visit("scored", self.scored_);
    visit.parts("losses", self.losses_, Estimates<Sum>(self.settings_));
    visit.group("spread", self.spread_);
    visit.group("settings", self.settings_);  // last: a false one must not shape the rest
  }
  void check() {
    if (scored_ < 0 || scored_ > most_rows || losses_.size() != metrics_.size()) {
      throw std::invalid_argument("the state is of a scorer with other settings");
    }
    points_.check(estimate_count * metrics_.size());
    for (std::size_t m = 0; m < losses_.size(); ++m) losses_[m].check(is_own(m) ? scored_ : 0);
    spread_.check(has_spread_ ? scored_ : 0);
  }

 private:
  using Metric = RegressionMetric;

  static ScorerSettings checked(ScorerSettings settings) {
    settings.check();
    return settings;
  }
  [[nodiscard]] bool is_own(std::size_t metric) const { return loss_of_[metric] == metric; }
  static bool is_r2(const Metric& metric) { return metric.kind == Metric::Kind::r2; }

  static void check(const Items& items, std::size_t count) {
    if (are_finite(items.truth, count) && are_finite(items.predicted, count)) return;
    for (std::size_t i = 0; i < count; ++i) {
      refuse_unless_finite(i, "true", items.truth[i]);
      refuse_unless_finite(i, "predicted", items.predicted[i]);
    }
  }
  /// Adding one to an exponent of all ones, that of NaN and infinity, carries into the sign: such a
  /// loop has no branch and takes several numbers at once.
  static bool are_finite(const double* values, std::size_t count) {
    constexpr std::uint64_t exponent = 0x7ff0000000000000;
    constexpr std::uint64_t one = 0x0010000000000000;
    std::uint64_t carries = 0;
    for (std::size_t i = 0; i < count; ++i) {
      carries |= (std::bit_cast<std::uint64_t>(values[i]) & exponent) + one;
    }
    return carries >> 63 == 0;
  }
  static void refuse_unless_finite(std::size_t item, const char* which, double value) {
    if (std::isfinite(value)) return;
    refuse_item(item, std::string(which) + " value " + as_text(value) + " is not finite");
  }

  void score(const Items& items, std::size_t count) {
    const auto gap = [&](std::size_t i) { return items.truth[i] - items.predicted[i]; };
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
      if (!is_own(m)) continue;
      const double q = metrics_[m].quantile;
      switch (metrics_[m].kind) {
        case Metric::Kind::mae:
          losses_[m].update(count, [&](std::size_t i) { return std::abs(gap(i)); });
          break;
        case Metric::Kind::pinball:
          losses_[m].update(
              count, [&](std::size_t i) { return std::max(q * gap(i), (q - 1.0) * gap(i)); });
          break;
        default:
          losses_[m].update(count, [&](std::size_t i) { return gap(i) * gap(i); });
      }
    }
    if (has_spread_) spread_.update(count, [&](std::size_t i) { return items.truth[i]; });
    scored_ += static_cast<std::int64_t>(count);
  }

  void write(std::vector<double>& out) const {
    const std::size_t begin = out.size();
    out.resize(begin + estimate_count * metrics_.size());
    const auto spread = spread_.all();
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
      const auto losses = losses_[loss_of_[m]].all();
      for (std::size_t e = 0; e < estimate_count; ++e) {
        out[begin + e * metrics_.size() + m] = value_of(metrics_[m], losses[e], spread[e]);
      }
    }
  }
  [[nodiscard]] double value_of(const Metric& metric, const Estimate<Sum>& loss,
                                const Estimate<Spread>& spread) const {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    if (loss.rows == 0.0) return nothing;
    if (metric.kind == Metric::Kind::rmse) return std::sqrt(loss.summary.sum / loss.rows);
    if (metric.kind != Metric::Kind::r2) return loss.summary.sum / loss.rows;
    if (!(spread.summary.squares > 0.0)) return nothing;  // one row, or all of them the same
    return 1.0 - loss.summary.sum / spread.summary.squares;
  }

  ScorerSettings settings_;
  std::vector<Metric> metrics_;
  bool has_spread_ = false;
  Points points_;
  std::int64_t scored_ = 0;
  std::vector<std::size_t> loss_of_;    // the first metric that rests on the same loss
  std::vector<Estimates<Sum>> losses_;  // of each metric; empty where another's is used
  Estimates<Spread> spread_;            // of the true values
};

}  // namespace driftline

// A monitor of many features at once, that names those which have moved.
//
// Every column has an incremental Kolmogorov-Smirnov test of its own. Among many columns some look
// moved by chance, so their p-values are judged together, each row anew:
//   bonferroni  p <= alpha / m, over m columns: at most alpha for a single false name;
//   holm        the smallest at alpha / m, the next at alpha / (m - 1), ...: the same promise,
//               and never fewer names;
//   fdr         the k smallest if the k-th is at most alpha k / m (Benjamini, Hochberg): at most
//               alpha of the names are false, on average.
// None corrects for looking again at every row. Columns that moved take their recent values as the
// reference; the others go on. A missing value leaves its column as it is, and a column that
// comes late has a reference of its own.
//
// A column whose distance alone is not significant at alpha cannot be named by any of the three,
// so p-values are computed for the few others only.
//
// Holm. A Simple Sequentially Rejective Multiple Test Procedure. 1979.
// Benjamini, Hochberg. Controlling the False Discovery Rate. 1995.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/detectors/incremental_ks.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

enum class Correction : std::uint8_t { holm, bonferroni, fdr };
template <>
struct Names<Correction> {
  static constexpr std::array<std::string_view, 3> values{"holm", "bonferroni", "fdr"};
};

class FeatureMonitor final : public AnyModel {
 public:
  FeatureMonitor(double alpha, std::int64_t window_size, Correction correction)
      : alpha_(alpha),
        window_size_(window_size),
        correction_(correction),
        untaught_(alpha, window_size) {}

  /// Whether some columns have moved with this row; `moved` says which.
  bool update(const double* values, std::size_t width) {
    for (const std::int64_t column : moved_) columns_[static_cast<std::size_t>(column)].restart();
    moved_.clear();
    ++seen_;
    while (columns_.size() < width) columns_.push_back(untaught_);
    for (std::size_t i = 0; i < width; ++i) {
      if (!std::isnan(values[i])) columns_[i].take(values[i]);
    }
    judge();
    return !moved_.empty();
  }
  void reset() {
    columns_.clear();
    moved_.clear();
    seen_ = 0;
  }

  [[nodiscard]] const std::vector<std::int64_t>& moved() const { return moved_; }
  /// Some column is significant by itself, none after the correction.
  [[nodiscard]] bool is_warned() const {
    return moved_.empty() && std::ranges::any_of(columns_, [](const IncrementalKS& column) {
             return column.is_ready() && column.is_significant();
           });
  }
  [[nodiscard]] std::int64_t seen() const { return seen_; }
  [[nodiscard]] std::size_t width() const { return columns_.size(); }
  [[nodiscard]] double p_value(std::size_t column) const { return columns_[column].p_value(); }
  [[nodiscard]] double estimation(std::size_t column) const {
    return columns_[column].estimation();
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("alpha", self.alpha_);
    visit.parameter("window_size", self.window_size_);
    visit.parameter("correction", self.correction_);
    visit("seen", self.seen_);
    visit("moved", self.moved_);
    visit.parts("columns", self.columns_, self.untaught_);
  }
  void check() {
    require_state(is_count(seen_), "a count is out of range");
    for (IncrementalKS& column : columns_) column.check();
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      require_state(moved_[i] >= 0 && std::cmp_less(moved_[i], columns_.size()) &&
                        (i == 0 || moved_[i - 1] < moved_[i]),
                    "a column that moved is not there");
    }
  }

  [[nodiscard]] Parameters parameters() const override { return parameters_of(*this); }
  [[nodiscard]] State state() const override { return state_of(*this); }
  void restore(const State& state) override {
    FeatureMonitor fresh(alpha_, window_size_, correction_);
    driftline::restore(fresh, state);
    *this = std::move(fresh);
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t trees = 0;
    for (const IncrementalKS& column : columns_) trees += column.extra_memory();
    return sizeof(*this) + heap_bytes(*this) + trees;
  }
  [[nodiscard]] Reading reading() const override {
    return {.keeps_missing = true, .sparse = Reading::Sparse::filled};
  }

 private:
  void judge() {
    std::int64_t ready = 0;
    std::vector<std::pair<double, std::int64_t>> suspects;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i].is_ready()) continue;
      ++ready;
      if (!columns_[i].is_significant()) continue;
      suspects.emplace_back(columns_[i].p_value(), static_cast<std::int64_t>(i));
    }
    if (suspects.empty()) return;
    std::ranges::sort(suspects);
    const std::size_t named = count_named(suspects, static_cast<double>(ready));
    for (std::size_t k = 0; k < named; ++k) moved_.push_back(suspects[k].second);
    std::ranges::sort(moved_);
  }
  /// How many of the smallest p-values are called moved, out of m columns.
  [[nodiscard]] std::size_t count_named(
      const std::vector<std::pair<double, std::int64_t>>& suspects, double m) const {
    std::size_t named = 0;
    for (std::size_t k = 0; k < suspects.size(); ++k) {
      const auto rank = static_cast<double>(k);
      if (correction_ == Correction::fdr) {
        if (suspects[k].first <= alpha_ * (rank + 1.0) / m) named = k + 1;
      } else {
        const double rivals = correction_ == Correction::holm ? m - rank : m;
        if (suspects[k].first > alpha_ / rivals) break;
        named = k + 1;
      }
    }
    return named;
  }

  double alpha_;
  std::int64_t window_size_;
  Correction correction_;
  IncrementalKS untaught_;
  std::int64_t seen_ = 0;
  std::vector<std::int64_t> moved_;  ///< columns, with the last row
  std::vector<IncrementalKS> columns_;
};

}  // namespace driftline

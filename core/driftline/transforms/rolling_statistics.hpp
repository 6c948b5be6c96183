// Statistics of the last values of each column.
//
// A window holds the last `window` values learned of its column; missing ones are not counted, and
// a row of weight 0 is not learned. The row to learn goes out as the row to predict did: its own
// values join the windows only afterwards. When a value joins, the statistics of its window are
// computed anew from the oldest value to the newest, in O(window). They depend on nothing but what
// the window holds: no error builds up over the stream, as it would in a running sum.
//
// std and var divide by n - 1 and are missing below two values; mean, min, max and median are
// missing while the window is empty, where sum and count are 0. What is too large for a double is
// missing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/column_names.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

enum class Statistic : std::uint8_t { mean, std, var, min, max, median, sum, count };

template <>
struct Names<Statistic> {
  static constexpr std::array<std::string_view, 8> values{"mean", "std",    "var", "min",
                                                          "max",  "median", "sum", "count"};
};

class RollingStatistics {
 public:
  static constexpr Reading reading{.keeps_missing = true};
  static constexpr bool learns_last = true;
  static constexpr std::int64_t longest = 1'000'000;

  RollingStatistics(std::int64_t window, Tuple<std::string> statistics)
      : window_(at_least_one("window", window)), names_of_statistics_(std::move(statistics)) {
    if (window > longest) {
      throw std::invalid_argument("window must be at most " + std::to_string(longest) + ", not " +
                                  std::to_string(window));
    }
    for (const std::string& name : names_of_statistics_.values) {
      const auto statistic = parse<Statistic>("statistics", name);
      if (std::ranges::find(statistics_, statistic) != statistics_.end()) {
        throw std::invalid_argument("statistics must be different: '" + name + "' comes twice");
      }
      statistics_.push_back(statistic);
    }
    if (statistics_.empty()) {
      throw std::invalid_argument("statistics must name at least one statistic");
    }
    for (const Statistic statistic : statistics_) {
      of_nothing_.push_back(value_of(statistic, in_order_));
    }
  }

  void transform(const auto& row, RowWriter& out) const {
    const std::size_t width = std::min(row.width, inputs());
    for (std::size_t column = 0; column < width; ++column) {
      const double* answers =
          column < counts_.size() ? answers_.data() + column * count() : of_nothing_.data();
      for (std::size_t k = 0; k < count(); ++k) {
        // A missing value need be put only where a cell not put would be 0.
        if (!is_missing(answers[k]) || is_complete(row)) {
          out.put(column * count() + k, answers[k]);
        }
      }
    }
  }

  void learn(const auto& row, double /*weight*/) {
    const std::size_t width = trimmed(row).width;
    widen(width);
    if (is_complete(row)) learn_zeros(row, width);
    each_cell(row, [&](std::size_t column, double x) { push(column, x); });
  }

  void meet(std::size_t width, const NameOf& name_of) { names_.meet(width, name_of); }
  [[nodiscard]] std::size_t inputs() const { return names_.size(); }
  [[nodiscard]] std::size_t outputs() const { return outputs_of(inputs()); }
  [[nodiscard]] std::size_t outputs_of(std::size_t width) const { return width * count(); }
  [[nodiscard]] Output output(std::size_t i) const {
    return {.source = Output::none,
            .name = names_.at(i / count()) + "_" + names_of_statistics_.values[i % count()] + "_" +
                    std::to_string(window_)};
  }
  [[nodiscard]] bool is_never_negative() const { return true; }
  [[nodiscard]] std::size_t extra_memory() const {
    return names_.memory() + answers_.capacity() * sizeof(double);
  }
  /// What was restored is judged, and the statistics are computed anew.
  void check() {
    if (values_.size() != counts_.size() * length() ||
        std::ranges::any_of(counts_, [](std::int64_t n) { return n < 0; }) ||
        std::ranges::any_of(values_, [](double x) { return std::isnan(x); })) {
      throw std::invalid_argument("the windows contradict the columns");
    }
    answers_.resize(counts_.size() * count());
    for (std::size_t column = 0; column < counts_.size(); ++column) summarise(column);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("window", self.window_);
    visit.parameter("statistics", self.names_of_statistics_);
    visit("counts", self.counts_);
    visit("values", self.values_);
  }

 private:
  static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

  [[nodiscard]] std::size_t length() const { return static_cast<std::size_t>(window_); }
  [[nodiscard]] std::size_t count() const { return statistics_.size(); }

  void widen(std::size_t width) {
    if (width <= counts_.size()) return;
    counts_.resize(width, 0);
    values_.resize(width * length(), 0.0);
    while (answers_.size() < width * count()) {
      answers_.insert(answers_.end(), of_nothing_.begin(), of_nothing_.end());
    }
  }
  /// The columns a complete sparse row does not store hold 0.
  void learn_zeros(const SparseRow& row, std::size_t width) {
    std::size_t k = 0;
    for (std::size_t column = 0; column < width; ++column) {
      if (k < row.count && row.columns[k] == column) {
        ++k;
      } else {
        push(column, 0.0);
      }
    }
  }
  void learn_zeros(const DenseRow& /*row*/, std::size_t /*width*/) {}

  void push(std::size_t column, double x) {
    const std::size_t slot = static_cast<std::size_t>(counts_[column]) % length();
    values_[column * length() + slot] = x;
    ++counts_[column];
    summarise(column);
  }

  void summarise(std::size_t column) {
    const auto total = static_cast<std::size_t>(counts_[column]);
    const double* ring = values_.data() + column * length();
    const std::size_t held = std::min(total, length());
    const std::size_t oldest = held < length() ? 0 : total % length();
    in_order_.assign(ring + oldest, ring + held);
    in_order_.insert(in_order_.end(), ring, ring + oldest);
    for (std::size_t k = 0; k < count(); ++k) {
      const double value = value_of(statistics_[k], in_order_);
      answers_[column * count() + k] = std::isfinite(value) ? value : missing;
    }
  }

  static double sum_of(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double x : values) sum += x;
    return sum;
  }
  static double variance_of(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    if (n < 2.0) return missing;
    const double mean = sum_of(values) / n;
    double squares = 0.0;  // about the mean: sums of squares would cancel
    for (const double x : values) squares += (x - mean) * (x - mean);
    return squares / (n - 1.0);
  }
  double median_of(const std::vector<double>& values) {
    halves_ = values;
    const auto half = halves_.begin() + static_cast<std::ptrdiff_t>(halves_.size() / 2);
    std::nth_element(halves_.begin(), half, halves_.end());
    if (halves_.size() % 2 == 1) return *half;
    return 0.5 * *half + 0.5 * *std::max_element(halves_.begin(), half);
  }
  double value_of(Statistic statistic, const std::vector<double>& values) {
    if (statistic == Statistic::sum) return sum_of(values);
    if (statistic == Statistic::count) return static_cast<double>(values.size());
    if (values.empty()) return missing;
    switch (statistic) {
      case Statistic::mean:
        return sum_of(values) / static_cast<double>(values.size());
      case Statistic::std:
        return std::sqrt(variance_of(values));
      case Statistic::var:
        return variance_of(values);
      case Statistic::min:
        return *std::ranges::min_element(values);
      case Statistic::max:
        return *std::ranges::max_element(values);
      default:
        return median_of(values);
    }
  }

  std::int64_t window_;
  Tuple<std::string> names_of_statistics_;
  std::vector<std::int64_t> counts_;  // values learned, of each column
  std::vector<double> values_;        // a ring for each column; value n at n mod window
  ColumnNames names_;
  // The rest is derived.
  std::vector<Statistic> statistics_;
  std::vector<double> of_nothing_;  // the statistics of an empty window
  std::vector<double> answers_;     // the statistics of each column
  std::vector<double> in_order_;    // the window at hand, the oldest value first
  std::vector<double> halves_;      // the same, parted about its median
};
static_assert(RowTransform<RollingStatistics>);

}  // namespace driftline

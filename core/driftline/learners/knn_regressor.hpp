// KNNRegressor: the mean or the median of the nearest among the last rows.
//
// Nothing is fitted: learning a row keeps it, and it is forgotten when `window_size` newer ones
// have come. The weight of a neighbour is the one it was learned with; a weighted mean divides it
// by the distance, in the manner of `closeness`. The median has half of the weight on either side.
//
// Stone. Consistent Nonparametric Regression. 1977.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/knn_search.hpp"
#include "driftline/learners/knn_window.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

enum class KNNAggregation : std::uint8_t { mean, median, weighted_mean };
template <>
struct Names<KNNAggregation> {
  static constexpr std::array<std::string_view, 3> values{"mean", "median", "weighted_mean"};
};

class KNNRegressor {
 public:
  static constexpr Reading reading{.keeps_missing = true, .sparse = Reading::Sparse::filled};
  static constexpr bool ignores_prediction = true;

  KNNRegressor(KNNSearch search, KNNWindow window, KNNAggregation aggregation_method)
      : search_(std::move(search)),
        window_(std::move(window)),
        aggregation_method_(aggregation_method) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}  // a column counts once a row with a value in it is kept

  /// 0 while there is no row.
  [[nodiscard]] double predict(const DenseRow& row) const {
    const auto neighbors = search_.nearest(window_, row);
    if (neighbors.empty()) return 0.0;
    return aggregation_method_ == KNNAggregation::median ? median(neighbors) : mean(neighbors);
  }
  void learn(const DenseRow& row, double target, double /*prediction*/, double weight) {
    window_.push(row, target, weight);
  }

  static void fields(auto& self, auto&& visit) {
    visit.group("search", self.search_);
    visit.group("window", self.window_);
    visit.parameter("aggregation_method", self.aggregation_method_);
  }

 private:
  [[nodiscard]] double mean(std::span<const Neighbor> neighbors) const {
    const bool weighted = aggregation_method_ == KNNAggregation::weighted_mean;
    double sum = 0.0;
    double total = 0.0;
    for (const Neighbor& neighbor : neighbors) {
      const double share = weighted ? closeness(neighbor, neighbors.front()) : 1.0;
      const double weight = window_.weight(neighbor.slot) * share;
      sum += weight * window_.target(neighbor.slot);
      total += weight;
    }
    return sum / total;
  }
  /// Where exactly half of the weight lies below, halfway to the next target.
  [[nodiscard]] double median(std::span<const Neighbor> neighbors) const {
    sorted_.clear();
    double total = 0.0;
    for (const Neighbor& neighbor : neighbors) {
      sorted_.emplace_back(window_.target(neighbor.slot), window_.weight(neighbor.slot));
      total += sorted_.back().second;
    }
    std::ranges::sort(sorted_);
    std::size_t k = 0;
    double below = sorted_[0].second;
    while (below < 0.5 * total && k + 1 < sorted_.size()) below += sorted_[++k].second;
    const bool is_between = below == 0.5 * total && k + 1 < sorted_.size();
    return is_between ? 0.5 * sorted_[k].first + 0.5 * sorted_[k + 1].first : sorted_[k].first;
  }

  // What these two write in a prediction is scratch, under the caller's lock.
  mutable KNNSearch search_;
  mutable std::vector<std::pair<double, double>> sorted_;
  KNNWindow window_;
  KNNAggregation aggregation_method_;
};
static_assert(Regressor<KNNRegressor>);

}  // namespace driftline

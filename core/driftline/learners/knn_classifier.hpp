// KNNClassifier: the labels of the nearest among the last rows.
//
// Nothing is fitted: learning a row keeps it, and it is forgotten when `window_size` newer ones
// have come. A neighbour's vote is its weight, divided by its distance if votes are `weighted`.
// Rows at distance 0 then vote alone, which is the limit of that; if all neighbours are infinitely
// far (a row without a value, or values too large to be squared), they vote by weight.
//
// Fix, Hodges. Discriminatory Analysis: Nonparametric Discrimination. 1951.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>

#include "driftline/learners/knn_search.hpp"
#include "driftline/learners/knn_window.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class KNNClassifier {
 public:
  static constexpr Reading reading{.keeps_missing = true, .sparse = Reading::Sparse::filled};

  /// `softmax` makes shares of e^votes, else they are parts of the sum.
  KNNClassifier(KNNSearch search, KNNWindow window, bool weighted, bool softmax)
      : search_(std::move(search)),
        window_(std::move(window)),
        weighted_(weighted),
        softmax_(softmax) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}  // a column counts once a row with a value in it is kept

  void vote(const DenseRow& row, std::span<double> votes) const {
    std::ranges::fill(votes, 0.0);
    const auto neighbors = search_.nearest(window_, row);
    for (const Neighbor& neighbor : neighbors) {
      const double share = weighted_ ? closeness(neighbor, neighbors.front()) : 1.0;
      const auto label = static_cast<std::size_t>(window_.target(neighbor.slot));
      votes[label] += window_.weight(neighbor.slot) * share;
    }
  }
  void learn(const DenseRow& row, Code label, double weight, std::span<const double> /*votes*/) {
    window_.push(row, static_cast<double>(label), weight);
  }
  void probabilities(std::span<double> votes) const {
    softmax_ ? softmax(votes) : normalize(votes);
  }

  void check(std::size_t labels) const {
    for (std::size_t slot = 0; slot < window_.size(); ++slot) {
      const double label = window_.target(slot);
      if (label < 0.0 || label >= static_cast<double>(labels) || label != std::floor(label)) {
        throw std::invalid_argument("a row of the window has a label that was never learned");
      }
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.group("search", self.search_);
    visit.group("window", self.window_);
    visit.parameter("weighted", self.weighted_);
    visit.parameter("softmax", self.softmax_);
  }

 private:
  mutable KNNSearch search_;  // what it writes is scratch, under the caller's lock
  KNNWindow window_;
  bool weighted_;
  bool softmax_;
};
static_assert(Classifier<KNNClassifier>);

}  // namespace driftline

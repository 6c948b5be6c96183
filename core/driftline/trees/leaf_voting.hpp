// How a leaf votes: with the weights of its labels, or with naive Bayes over its statistics.
//
// Naive Bayes votes by the logarithm of a label's weight times the density of each attribute:
// normal distributions, binned or nominal counts, whichever the leaf keeps. Labels that were never
// observed in the leaf have no vote then. It speaks once the leaf holds `nb_threshold` and, unless
// it is asked for always, while it has been right as often as the majority.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "driftline/learners/votes.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/trees/attributes.hpp"
#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/split_criteria.hpp"
#include "driftline/trees/tree_options.hpp"

namespace driftline {

/// What `leaf_shares` makes of two labels, without a branch. False, and no shares, if a vote is no
/// number.
[[gnu::always_inline]] inline bool pair_shares(double& first, double& second) {
  constexpr double least = -708.0;  // where `exp` begins to be 0
  if (!(first <= second || first > second)) return false;
  const bool are_weights = (first > 0.0) | (second > 0.0);
  const double lesser = first < second ? first : second;
  const double within = lesser > least ? lesser < 0.0 ? lesser : 0.0 : least;
  const double share = lesser > least ? exp_within(within) : 0.0;
  const double one = are_weights ? first : first < second ? share : 1.0;
  const double other = are_weights ? second : second < first ? share : 1.0;
  const double total = one + other;
  first = one / total;
  second = other / total;
  return true;
}

/// Shares from the votes of a leaf: weights are positive; of logarithms the largest is 0.
inline void leaf_shares(std::span<double> votes) {
  if (votes.size() == 2 && pair_shares(votes[0], votes[1])) return;
  bool are_weights = false;
  for (const double vote : votes) are_weights |= vote > 0.0;
  for (double& vote : votes) vote = are_weights ? vote : exp(vote);
  normalize(votes);
}

class LeafVoting {
 public:
  /// Fills in the votes of a leaf; returns the label that naive Bayes elects.
  [[gnu::always_inline]] Code vote(const LeafStatistics& own, const TreeRow& row,
                                   const TreeOptions& options, std::span<double> votes) const {
    Code bayes = own.majority_code();
    double best = no_merit;
    gathered_for_ = nullptr;
    if (votes.size() == 2 && is_plain_pair(own, row) && can_tell(own, options) &&
        vote_of_pair(own, row, options, votes, bayes)) {
      return bayes;
    }
    if (can_tell(own, options)) {
      std::ranges::fill(votes, no_merit);
      bayes = score(own, row, options, best, [&](Code code, double score) {
        votes[static_cast<std::size_t>(code)] = score;
      });
    }
    if (best > no_merit && uses_bayes(own, options)) {
      for (double& vote : votes) vote -= best;
    } else {
      std::ranges::fill(votes, 0.0);
      for (const LabelStatistics& label : own.labels) {
        votes[static_cast<std::size_t>(label.code)] = label.weight;
      }
    }
    return bayes;
  }
  /// What a leaf elects for a row, by its own way of voting and by naive Bayes.
  struct Elected {
    Code label = no_label;
    Code bayes = no_label;
  };
  [[nodiscard]] Elected elect(const LeafStatistics& own, const TreeRow& row,
                              const TreeOptions& options) const {
    double best = no_merit;
    gathered_for_ = nullptr;
    Elected out{.label = own.majority_code(), .bayes = own.majority_code()};
    if (can_tell(own, options)) out.bayes = score(own, row, options, best, [](Code, double) {});
    if (best > no_merit && uses_bayes(own, options)) out.label = out.bayes;
    return out;
  }

  /// The leaf's attributes, NaN where the row has no such column. They last until the next call.
  [[nodiscard, gnu::always_inline]] const double* gather(const LeafStatistics& own,
                                                         const TreeRow& row) const {
    if (own.is_plain || !row.is_whole || gathered_.size() < own.slots) {
      return gather_carefully(own, row);
    }
    const std::int32_t* columns = own.columns().data();  // a whole row has them all
    for (std::size_t i = 0; i < own.slots; ++i) gathered_[i] = row.values[columns[i]];
    gathered_for_ = &own;
    return gathered_.data();
  }
  /// What the vote on a row has gathered for the leaf, or null.
  [[nodiscard]] const double* gathered(const LeafStatistics& own) const {
    return gathered_for_ == &own ? gathered_.data() : nullptr;
  }
  [[nodiscard, gnu::noinline]] const double* gather_carefully(const LeafStatistics& own,
                                                              const TreeRow& row) const {
    if (gathered_.size() < own.slots) gathered_.resize(own.slots);
    const std::int32_t* columns = own.columns().data();
    for (std::size_t i = 0; i < own.slots; ++i) {
      const std::size_t column = own.is_plain ? i : static_cast<std::size_t>(columns[i]);
      gathered_[i] =
          column < row.width ? row.values[column] : std::numeric_limits<double>::quiet_NaN();
    }
    return gathered_.data();
  }
  [[nodiscard]] std::size_t extra_memory() const { return gathered_.capacity() * sizeof(double); }

 private:
  [[nodiscard]] static bool can_tell(const LeafStatistics& own, const TreeOptions& options) {
    return options.leaf_prediction != LeafPrediction::mc && own.is_started &&
           own.weight >= options.nb_threshold;
  }
  [[nodiscard]] static bool uses_bayes(const LeafStatistics& own, const TreeOptions& options) {
    return options.leaf_prediction == LeafPrediction::nb || own.bayes_right >= own.majority_right;
  }

  /// Two labels, both observed here, and nothing but numbers.
  [[nodiscard, gnu::always_inline]] static bool is_plain_pair(const LeafStatistics& own,
                                                              const TreeRow& row) {
    return own.labels.size() == 2 && own.labels[0].block >= 0 && own.labels[1].block >= 0 &&
           row.is_whole && row.places == nullptr && !own.has_counts() && own.has_blocks &&
           own.slots <= row.width;
  }
  /// The same vote without a branch: which of two labels is the better one no CPU foresees.
  /// False, and no vote, if a score is no number.
  [[gnu::always_inline]] bool vote_of_pair(const LeafStatistics& own, const TreeRow& row,
                                           const TreeOptions& options, std::span<double> votes,
                                           Code& bayes) const {
    const double* x = own.is_plain ? row.values : gather(own, row);
    const LabelStatistics* labels = own.labels.data();
    const double first = own.score(labels[0], x);
    const double second = own.score(labels[1], x);
    if (!(first <= second || first > second)) return false;
    const double best = first > second ? first : second;
    const auto is_later = static_cast<std::size_t>(labels[0].code > labels[1].code);
    const std::size_t winner = static_cast<std::size_t>(second > first) |
                               (static_cast<std::size_t>(second == first) & is_later);
    const auto by_bayes = static_cast<std::size_t>(best > no_merit && uses_bayes(own, options));
    const std::array<double, 4> all{labels[0].weight, labels[1].weight, first - best,
                                    second - best};
    votes[static_cast<std::size_t>(labels[0].code)] = all[2 * by_bayes];
    votes[static_cast<std::size_t>(labels[1].code)] = all[2 * by_bayes + 1];
    bayes = labels[winner].code;
    return true;
  }

  /// Calls put(label, score) for each label that was observed here; the best label, and its score.
  template <class Put>
  [[gnu::always_inline]] Code score(const LeafStatistics& own, const TreeRow& row,
                                    const TreeOptions& options, double& best, Put put) const {
    const double* x = own.is_plain ? row.values : gather(own, row);
    const bool is_whole =
        row.is_whole && own.slots <= row.width && !own.has_counts() && own.has_blocks;
    Code winner = own.majority_code();
    for (const LabelStatistics& label : own.labels) {
      if (label.block < 0) continue;
      double score = is_whole ? own.score(label, x) : score_carefully(own, label, row, options);
      if (row.places != nullptr) score += score_nominal(own, label, row);
      put(label.code, score);
      if (score > best || (score == best && label.code < winner)) {
        best = score;
        winner = label.code;
      }
    }
    return winner;
  }

  [[nodiscard, gnu::noinline]] double score_carefully(const LeafStatistics& own,
                                                      const LabelStatistics& label,
                                                      const TreeRow& row,
                                                      const TreeOptions& options) const {
    const double* x = gather(own, row);
    if (own.has_blocks) return own.score_by_column(label, x);
    const auto place = static_cast<std::size_t>(&label - own.labels.data());
    double sum = log(label.weight);
    for (const BinnedCounts& bins : own.binned()) {
      const double value = x[bins.attribute];
      if (!std::isnan(value)) sum += log(bins.share(value, place, options));
    }
    return sum;
  }
  /// Each value's share under the label, as if each value of the attribute had come once more.
  [[nodiscard, gnu::noinline]] static double score_nominal(const LeafStatistics& own,
                                                           const LabelStatistics& label,
                                                           const TreeRow& row) {
    const auto place = static_cast<std::size_t>(&label - own.labels.data());
    double sum = 0.0;
    for (const NominalCounts& nominal : own.nominals()) {
      const auto column = static_cast<std::size_t>(nominal.column);
      if (column >= row.width || row.places[column] < 0) continue;
      const double count = nominal.count(nominal.row_of(row.places[column]), place);
      const auto values = static_cast<double>(nominal.values.size());
      sum += log((count + 1.0) / (nominal.total(place) + values));
    }
    return sum;
  }

  mutable std::vector<double> gathered_;  // scratch
  mutable const LeafStatistics* gathered_for_ = nullptr;
};

}  // namespace driftline

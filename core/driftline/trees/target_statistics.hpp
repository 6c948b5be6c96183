// What a leaf of a regression tree knows: its targets, how its answers have erred, its linear
// model, and the target at the values of each attribute.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/numeric/moments.hpp"
#include "driftline/trees/attributes.hpp"
#include "driftline/trees/leaf_model.hpp"
#include "driftline/trees/regression_tree_options.hpp"
#include "driftline/trees/target_bins.hpp"

namespace driftline {

/// What a leaf would answer.
struct LeafAnswers {
  double mean = 0.0;
  double model = 0.0;
};

class TargetStatistics {
 public:
  Moments target;                     ///< with what the split that made the leaf found
  double weight_since_attempt = 0.0;  ///< learned since the last search for a split
  double mean_error = 0.0;            ///< faded sum of squared errors of the mean
  double model_error = 0.0;           ///< and of the model
  LeafModel model;
  bool has_model = true;  ///< until there is no memory for it
  std::int32_t depth = 0;
  bool is_active = true;            ///< observes attributes; otherwise it only goes on answering
  bool is_started = false;          ///< has observed a row
  bool is_plain = true;             ///< attribute i is column i
  std::size_t slots = 0;            ///< attributes observed
  std::vector<TargetBins> numbers;  ///< one for each attribute
  std::vector<TargetValues> nominals;
  std::vector<std::int32_t> columns;  ///< of the attributes, unless plain
  std::int64_t serial = 0;            ///< by which its attributes are drawn
  std::size_t counted_bytes = 0;      ///< by the store

  /// A model that has left the range of numbers is not asked.
  [[nodiscard, gnu::always_inline]] LeafAnswers answers(
      const TreeRow& row, const RegressionTreeOptions& options) const {
    LeafAnswers out{.mean = target.mean, .model = target.mean};
    if (!has_model || !options.asks_models()) return out;
    const double said = model.predict(row);
    if (std::isfinite(said)) out.model = said;
    return out;
  }
  [[nodiscard]] double chosen(const LeafAnswers& answers,
                              const RegressionTreeOptions& options) const {
    if (options.leaf_prediction == LeafAnswer::mean) return answers.mean;
    if (options.leaf_prediction == LeafAnswer::model) return answers.model;
    return model_error <= mean_error ? answers.model : answers.mean;
  }

  /// Learns what it answers by. True if memory was needed.
  [[gnu::always_inline]] bool learn(const TreeRow& row, double y, double w,
                                    const LeafAnswers& answers,
                                    const RegressionTreeOptions& options) {
    const double fading = options.model_selector_decay;
    mean_error = fading * mean_error + w * (y - answers.mean) * (y - answers.mean);
    model_error = fading * model_error + w * (y - answers.model) * (y - answers.model);
    target.add(y, w);
    weight_since_attempt += w;
    if (!has_model || !options.asks_models()) return false;
    return model.learn(row, y, w, options.learning_rate, options.learning_rate_decay);
  }

  /// The first row: from now on the leaf has these attributes; all of `width` if `drawn` is empty.
  void start(std::size_t width, std::vector<std::int32_t> drawn) {
    is_started = true;
    is_plain = drawn.empty();
    columns.swap(drawn);
    widen(is_plain ? width : columns.size());
  }
  void widen(std::size_t count) {
    slots = count;
    numbers.reserve(count);
    numbers.resize(count);
  }
  [[nodiscard]] std::size_t column_of(std::size_t slot) const {
    return is_plain ? slot : static_cast<std::size_t>(columns[slot]);
  }

  /// Squares that the mean leaves: what a split could still win.
  [[nodiscard]] double promise() const { return target.squares > 0.0 ? target.squares : 0.0; }
  void deactivate() {
    is_active = false;
    is_started = false;
    slots = 0;
    is_plain = true;
    std::vector<TargetBins>().swap(numbers);
    std::vector<TargetValues>().swap(nominals);
    std::vector<std::int32_t>().swap(columns);
  }
  /// From now on it answers by its mean.
  void drop_model() {
    has_model = false;
    model = LeafModel();
  }

  [[nodiscard]] std::size_t heap_bytes() const { return kept_bytes() + observed_bytes(); }
  /// What stays when attributes are observed no more.
  [[nodiscard]] std::size_t kept_bytes() const { return model.heap_bytes(); }
  [[nodiscard]] std::size_t observed_bytes() const {
    std::size_t bytes = columns.size() * sizeof(std::int32_t) +
                        numbers.size() * sizeof(TargetBins) +
                        nominals.size() * sizeof(TargetValues);
    for (const TargetBins& bins : numbers) bytes += bins.heap_bytes();
    for (const TargetValues& nominal : nominals) bytes += nominal.heap_bytes();
    return bytes;
  }
};

}  // namespace driftline

// How often each label went with each column: what the naive Bayes of counts share.
//
// A column is known once a learned row has held a value for it, zero included; a CSR row holds
// a value for every column. Smoothing spreads over the known columns, so it does not hang on
// how the rows were batched.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

struct LabelCounts {
  double weight = 0.0;  ///< rows
  double total = 0.0;   ///< sum of `columns`
  std::vector<double> columns;

  [[nodiscard]] double operator[](std::size_t i) const {
    return i < columns.size() ? columns[i] : 0.0;
  }

  static void fields(auto& self, auto&& visit) {
    visit("weight", self.weight);
    visit("total", self.total);
    visit("columns", self.columns);
  }
};

class ColumnCounts {
 public:
  [[nodiscard]] const LabelCounts& operator[](std::size_t label) const { return labels_[label]; }
  [[nodiscard]] std::size_t size() const { return labels_.size(); }
  [[nodiscard]] double known_columns() const { return static_cast<double>(known_count_); }
  [[nodiscard]] bool knows(std::size_t i) const { return i < known_.size() && known_[i] != 0; }
  [[nodiscard]] std::size_t width() const { return known_.size(); }

  /// Adds `weight` times amount(x) for every value of the row.
  template <class Amount>
  void add(const auto& whole, Code label, double weight, Amount amount) {
    const auto row = trimmed(whole);
    const auto code = static_cast<std::size_t>(label);
    if (code >= labels_.size()) labels_.resize(code + 1);
    meet(row);
    LabelCounts& own = labels_[code];
    own.columns.resize(std::max(own.columns.size(), row.width), 0.0);
    own.weight += weight;
    own.total += weight * sum_columns(row, row.width, [&](std::size_t, double x) {
                   return std::isnan(x) ? 0.0 : amount(x);
                 });
    each_column(row, [&](std::size_t i, double x) {
      if (!std::isnan(x)) own.columns[i] += weight * amount(x);
    });
  }

  void check(std::size_t labels) const {
    const auto known = static_cast<std::int64_t>(
        std::count_if(known_.begin(), known_.end(), [](std::int64_t k) { return k != 0; }));
    const bool fits = std::ranges::all_of(
        labels_, [&](const LabelCounts& label) { return label.columns.size() <= known_.size(); });
    if (labels_.size() != labels || known != known_count_ || !fits) {
      throw std::invalid_argument("the counts contradict each other");
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.parts("labels", self.labels_, LabelCounts{});
    visit("known", self.known_);
    visit("known_count", self.known_count_);
  }

 private:
  void meet(std::size_t i) {
    known_count_ += known_[i] == 0 ? 1 : 0;
    known_[i] = 1;
  }
  void meet(const DenseRow& row) {
    known_.resize(std::max(known_.size(), row.width), 0);
    if (std::cmp_equal(known_count_, known_.size())) return;
    for (std::size_t i = 0; i < row.width; ++i) {
      if (!std::isnan(row.values[i])) meet(i);
    }
  }
  void meet(const SparseRow& row) {
    known_.resize(std::max(known_.size(), row.width), 0);
    if (std::cmp_equal(known_count_, known_.size())) return;
    if (row.is_complete) {
      for (std::size_t i = 0; i < row.width; ++i) meet(i);
      return;
    }
    for (std::size_t k = 0; k < row.count; ++k) {
      if (!std::isnan(row.values[k])) meet(row.columns[k]);
    }
  }

  std::vector<LabelCounts> labels_;
  std::vector<std::int64_t> known_;
  std::int64_t known_count_ = 0;
};

}  // namespace driftline

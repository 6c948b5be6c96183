// A tree as its file has it: flat arrays, one entry for each node, leaf, label of a leaf, and so
// on.
//
// What belongs to a leaf has no fixed length, so an array is read from front to back: counts that
// stand in one say how much to take of the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace driftline {

/// The nodes, level by level; see `tree_store.hpp`.
struct NodeForm {
  std::vector<double> thresholds;  ///< of nodes; with the value set apart where one is
  std::vector<double> weights;
  std::vector<double> merits;
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> kinds;
  std::vector<std::int64_t> branches;
  std::vector<std::int64_t> heaviest;
  std::vector<std::int64_t> branch_values;   ///< of tests with a branch for each
  std::vector<std::int64_t> has_statistics;  ///< 1 for each node that owns some
  std::vector<std::int64_t> has_alternate;   ///< 1 for each node with a tree beside it
  std::int64_t serials = 0;                  ///< leaves made so far

  static void fields(auto& self, auto&& visit) {
    visit("thresholds", self.thresholds);
    visit("weights", self.weights);
    visit("merits", self.merits);
    visit("columns", self.columns);
    visit("kinds", self.kinds);
    visit("branches", self.branches);
    visit("heaviest", self.heaviest);
    visit("branch_values", self.branch_values);
    visit("has_statistics", self.has_statistics);
    visit("has_alternate", self.has_alternate);
    visit("serials", self.serials);
  }
};

/// With leaves that count labels: see `leaf_form.hpp`.
struct TreeForm {
  NodeForm nodes;
  std::vector<double> leaf_weights;      ///< four of each
  std::vector<std::int64_t> leaf_facts;  ///< nine of each
  std::vector<std::int64_t> leaf_columns;
  std::vector<double> label_weights;  ///< two of each label of each leaf: weight, seen
  std::vector<std::int64_t> label_codes;
  std::vector<double> blocks;               ///< mean, M2, low, high, counts of each
  std::vector<std::int64_t> nominal_facts;  ///< three of each: column, values, labels
  std::vector<std::int64_t> nominal_values;
  std::vector<double> nominal_counts;
  std::vector<std::int64_t> bin_facts;  ///< three of each attribute: its place, bins, labels
  std::vector<double> bins;             ///< three of each: key, sum, weight
  std::vector<double> bin_counts;

  static void fields(auto& self, auto&& visit) {
    NodeForm::fields(self.nodes, visit);
    visit("leaf_weights", self.leaf_weights);
    visit("leaf_facts", self.leaf_facts);
    visit("leaf_columns", self.leaf_columns);
    visit("label_weights", self.label_weights);
    visit("label_codes", self.label_codes);
    visit("blocks", self.blocks);
    visit("nominal_facts", self.nominal_facts);
    visit("nominal_values", self.nominal_values);
    visit("nominal_counts", self.nominal_counts);
    visit("bin_facts", self.bin_facts);
    visit("bins", self.bins);
    visit("bin_counts", self.bin_counts);
  }
};

/// Reads one array of a form from front to back.
template <class T>
class FormReader {
 public:
  explicit FormReader(const std::vector<T>& values) : values_(values) {}

  T next() {
    if (at_ == values_.size()) throw std::invalid_argument("the tree on file is cut short");
    return values_[at_++];
  }
  /// From 0 to `most`.
  std::size_t count(std::size_t most) {
    const T value = next();
    if (value < 0 || static_cast<std::size_t>(value) > most) {
      throw std::invalid_argument("a count of the tree on file is out of range");
    }
    return static_cast<std::size_t>(value);
  }
  void finish() const {
    if (at_ != values_.size()) throw std::invalid_argument("the tree on file is too long");
  }
  [[nodiscard]] std::size_t left() const { return values_.size() - at_; }

 private:
  const std::vector<T>& values_;
  std::size_t at_ = 0;
};

}  // namespace driftline

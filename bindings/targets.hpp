// Labels, numbers and weights of a batch, read from whatever holds them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/evaluation/interleaving.hpp"
#include "schema.hpp"

namespace driftline::python {

class NumberArray;

/// The labels of a batch, numbered by first appearance; a table gives them codes in `seat`.
class LabelBatch {
 public:
  LabelBatch(nb::handle y, std::size_t count);

  /// Seats labels the table does not know, in the order of the first row that will be learned.
  /// Only a label that cannot be hashed can fail here, and reading has hashed them all.
  std::vector<Code> seat(Labels& table, const double* weights) &&;

 private:
  /// Places in a list of labels, -1 for none.
  void read_places(const nb::list& labels, const NumberArray& places);
  void read_ints(nb::handle y);
  void read_floats(nb::handle y);
  void read_objects(nb::handle y);
  /// by[k + 1] in place of number k.
  void replace(const std::vector<Code>& by);
  /// The number of a label that stands in this row.
  Code number(nb::handle label, std::size_t row);

  std::vector<Code> numbers_;  ///< one for each row; -1 where there is no label
  /// If not empty, `numbers_` holds places in a list, and this the number for place - 1, 0, 1, ...
  std::vector<Code> number_at_;
  std::vector<nb::object> labels_;
  nb::dict known_;
};

/// The numbers to predict; NaN where there is none.
std::vector<double> read_numbers(nb::handle y, std::size_t count);

/// Empty for None: every row weighs 1. Throws ValueError on a weight below 0 or above
/// 1e100.
std::vector<double> read_weights(nb::handle w, std::size_t count);
double read_weight(double w);

/// After which of `rows` rows each of `count` others is learned; None: one after each.
Interleaving read_order(nb::handle steps, std::size_t rows, std::size_t count);

}  // namespace driftline::python

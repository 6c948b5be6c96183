// Python's rows, read for the core: one at a time, or a batch cut into blocks.
//
// Reading decides nothing about learning. It finds the columns, turns values into doubles, and
// refuses what no learner takes: infinities, text where a number is wanted, another width.
// A batch is looked through as a whole before any of it is used, so that a bad row leaves the
// model as it was; memory that can be used where it lies is not copied.
#pragma once

#include <nanobind/nanobind.h>
#include <numpy/ndarraytypes.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/row.hpp"
#include "schema.hpp"
#include "texts.hpp"

namespace driftline::python {

/// Reads single rows. The buffers are kept from call to call, so a row allocates nothing.
class OneRow {
 public:
  /// `grows`: a new name becomes a column (learning); otherwise it is passed over (predicting).
  Rows read(nb::handle x, Columns& columns, const Reading& reading, bool grows);
  /// The row that almost every stream repeats: all columns that the model knows, in their order, as
  /// floats, none of them missing or infinite. False where it is not so. Runs nobody's code, and
  /// throws where memory is lacking at most.
  bool read_usual(PyObject* x, const Columns& columns);
  /// What it has read.
  [[nodiscard]] std::span<const double> usual_row() const { return values_; }
  [[nodiscard]] Rows usual() const { return as_dense(values_.size(), true); }
  /// Errors from now on name this row of a batch.
  void at_row(std::ptrdiff_t row) { row_ = row; }
  /// Text is refused in columns where this model takes none. It must outlive the reader.
  void judge_text_by(const AnyModel& model) { model_ = &model; }
  /// The columns have got other names.
  void forget_columns() {
    takes_text_.clear();
    version_ = 0;
  }
  [[nodiscard]] const TextPool& texts() const { return texts_; }

 private:
  bool read_usual_dict(PyObject* x, std::span<const nb::object> names);
  Rows read_dict(PyObject* x, Columns& columns, const Reading& reading, bool grows);
  bool read_usual_list(PyObject* const* items);
  bool read_usual_array(const PyArrayObject* array);
  Rows read_sequence(PyObject* x, Columns& columns, const Reading& reading, bool grows);
  Rows read_array(nb::handle x, Columns& columns, const Reading& reading, bool grows);
  [[nodiscard]] Rows as_dense(std::size_t width, bool is_whole) const {
    return DenseRows{.values = values_.data(),
                     .count = 1,
                     .width = width,
                     .stride = width,
                     .is_whole = is_whole,
                     .texts = texts_.texts()};
  }
  Rows as_sparse(std::size_t width);
  /// Reads one value, and refuses a text that its column does not take.
  double read_cell(PyObject* value, const Reading& reading, const Columns& columns, nb::handle name,
                   std::size_t place);

  const AnyModel* model_ = nullptr;
  TextPool texts_;
  std::vector<char> takes_text_;  ///< of each column of the model; 0 where nobody has asked yet
  std::vector<double> values_;
  std::vector<std::uint32_t> places_;
  std::vector<double> dense_;
  std::vector<std::pair<std::uint32_t, double>> sorting_;
  std::array<std::size_t, 2> starts_{};
  std::uint64_t version_ = 0;  ///< of the dict that `values_` hold; 0 where they hold none
  std::ptrdiff_t row_ = -1;
};

/// Many rows of any origin.
class Batch {
 public:
  Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  Batch(Batch&&) = delete;
  Batch& operator=(Batch&&) = delete;
  virtual ~Batch() = default;

  [[nodiscard]] virtual std::size_t count() const = 0;
  /// Throws ValueError naming column and row. Runs without the GIL.
  virtual void check(const Reading& reading) = 0;
  /// The same for text in a column where this model takes none. Needs the GIL.
  virtual void refuse_text(const AnyModel& /*model*/) const {}
  /// Finds or makes the columns; throws before it changes any. Needs the GIL and the model's lock.
  virtual void bind(Columns& columns, bool grows) = 0;
  /// Rows [start, start + count), in `buffer` or where they lie. Runs without the GIL.
  virtual Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
                     const Reading& reading) const = 0;
  /// How many of the model's columns are known by this row. Rows one by one bring new columns one
  /// by one, and so must a batch.
  [[nodiscard]] virtual std::size_t known_at(std::size_t /*row*/) const { return SIZE_MAX; }
  /// The next row that brings a new column, or the end.
  [[nodiscard]] virtual std::size_t next_growth(std::size_t /*row*/) const { return SIZE_MAX; }
  [[nodiscard]] const Texts* texts() const { return texts_.texts(); }

 protected:
  TextPool texts_;
};

/// Accepts a 2-D array, SciPy CSR, a list of rows, or whatever speaks Arrow.
std::unique_ptr<Batch> read_batch(nb::handle X, const Reading& reading);

/// A 1-D array of numbers of any type and stride, seen as doubles.
class NumberArray {
 public:
  explicit NumberArray(nb::handle array);  // throws nb::python_error if it is not an array
  ~NumberArray();
  NumberArray(const NumberArray&) = delete;
  NumberArray& operator=(const NumberArray&) = delete;
  NumberArray(NumberArray&&) = delete;
  NumberArray& operator=(NumberArray&&) = delete;

  [[nodiscard]] std::size_t dimensions() const { return static_cast<std::size_t>(view_.ndim); }
  [[nodiscard]] std::size_t length(std::size_t axis) const {
    return static_cast<std::size_t>(view_.shape[axis]);
  }
  [[nodiscard]] std::ptrdiff_t stride(std::size_t axis) const { return strides_[axis]; }
  [[nodiscard]] const char* data() const { return static_cast<const char*>(view_.buf); }
  /// One of "?bBhHiIlLqQfd", or 0 for a type that is no number.
  [[nodiscard]] char type() const { return type_; }
  [[nodiscard]] bool is_float() const { return type_ == 'f' || type_ == 'd'; }
  /// Doubles from `data`, `count` of them, `stride` bytes apart.
  static void load(char type, const char* data, std::ptrdiff_t stride, std::size_t count,
                   double* out);
  static void load_ints(char type, const char* data, std::ptrdiff_t stride, std::size_t count,
                        std::int64_t* out);

 private:
  Py_buffer view_{};
  std::array<std::ptrdiff_t, 2> strides_{};
  char type_ = 0;
};

}  // namespace driftline::python

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "batches.hpp"
#include "cells.hpp"
#include "driftline/numeric/all_finite.hpp"
#include "driftline/numeric/cpu.hpp"

namespace driftline::python {

namespace {

/// A 2-D array. C-ordered doubles without missing values are used where they lie.
class MatrixBatch final : public Batch {
 public:
  explicit MatrixBatch(nb::handle X) : array_(X) {
    if (array_.dimensions() != 2) throw nb::value_error("X must be 2-D: rows, columns");
    if (array_.type() == 0) throw nb::type_error("X must hold numbers");
  }
  [[nodiscard]] std::size_t count() const override { return array_.length(0); }

  void check(const Reading& reading) override {
    const std::size_t width = array_.length(1);
    const auto row_bytes = static_cast<std::ptrdiff_t>(width * sizeof(double));
    const bool rows_are_doubles =
        array_.type() == 'd' && (array_.stride(1) == sizeof(double) || width <= 1) &&
        array_.stride(0) >= 0 &&
        array_.stride(0) % static_cast<std::ptrdiff_t>(sizeof(double)) == 0 &&
        reinterpret_cast<std::uintptr_t>(array_.data()) % alignof(double) == 0;
    if (rows_are_doubles && !reading.refuses_negative &&
        (array_.stride(0) == row_bytes || count() <= 1)) {
      const auto* values = reinterpret_cast<const double*>(array_.data());
      is_direct_ = is_whole_ = all_finite(values, count() * width);
      if (is_direct_) return;
    }
    bool has_missing = false;
    std::vector<double> row(width);
    if (!array_.is_float() && !reading.refuses_negative) return;
    for (std::size_t r = 0; r < count(); ++r) {
      load_row(r, row.data());
      if (all_finite(row.data(), width) &&
          !(reading.refuses_negative && has_negative(row.data(), width))) {
        continue;
      }
      for (std::size_t c = 0; c < width; ++c) {
        admit(row[c], reading, [&] { return position(c); }, static_cast<std::ptrdiff_t>(r));
      }
      has_missing = true;
    }
    is_direct_ = rows_are_doubles && (!has_missing || reading.keeps_missing);
  }

  void bind(Columns& columns, bool grows) override {
    columns.require_width(array_.length(1), false);
    if (grows) columns.fix_width(array_.length(1));
  }

  Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
             const Reading& reading) const override {
    const std::size_t width = array_.length(1);
    if (is_direct_) {
      const auto stride = static_cast<std::size_t>(array_.stride(0)) / sizeof(double);
      return DenseRows{.values = reinterpret_cast<const double*>(array_.data()) + start * stride,
                       .count = count,
                       .width = width,
                       .stride = stride,
                       .is_whole = is_whole_};
    }
    double* out = buffer.dense(count, width);
    for (std::size_t r = 0; r < count; ++r) load_row(start + r, out + r * width);
    if (!reading.keeps_missing) {
      std::replace_if(out, out + count * width, [](double x) { return std::isnan(x); }, 0.0);
    }
    return buffer.rows();
  }

 private:
  void load_row(std::size_t row, double* out) const {
    NumberArray::load(array_.type(),
                      array_.data() + static_cast<std::ptrdiff_t>(row) * array_.stride(0),
                      array_.stride(1), array_.length(1), out);
  }

  NumberArray array_;
  bool is_direct_ = false;
  bool is_whole_ = false;
};

/// SciPy's CSR: what is not stored is 0. Entries out of order or doubled are put right.
/// Doubles in order are used where they lie; the rest is converted block by block.
class CsrBatch final : public Batch {
 public:
  explicit CsrBatch(nb::handle X)
      : starts_(X.attr("indptr")),
        places_(X.attr("indices")),
        values_(X.attr("data")),
        count_(nb::cast<std::size_t>(X.attr("shape")[nb::int_(0)])),
        width_(nb::cast<std::size_t>(X.attr("shape")[nb::int_(1)])) {
    if (values_.type() == 0) throw nb::type_error("X must hold numbers");
    for (const NumberArray* integers : {&starts_, &places_}) {
      if (integers->type() == 0 || integers->is_float()) {
        throw nb::type_error("X.indptr and X.indices must hold integers of this machine's kind");
      }
    }
    if (starts_.length(0) != count_ + 1) throw nb::value_error("X.indptr does not fit X.shape");
    if (width_ >= std::numeric_limits<std::int32_t>::max()) throw nb::value_error("X is too wide");
  }
  [[nodiscard]] std::size_t count() const override { return count_; }

  void check(const Reading& reading) override {
    if (reading.sparse == Reading::Sparse::refused) {
      throw nb::value_error(
          "covariance='full' takes dense rows only; use covariance='diagonal' or X.toarray()");
    }
    const std::size_t stored = std::min(places_.length(0), values_.length(0));
    check_starts(stored);
    const bool simple = places_.type() == 'i' && places_.stride(0) == sizeof(std::int32_t) &&
                        values_.type() == 'd' && values_.stride(0) == sizeof(double);
    if (simple && are_in_order(reinterpret_cast<const std::int32_t*>(places_.data()),
                               reinterpret_cast<const double*>(values_.data()))) {
      const auto* values = reinterpret_cast<const double*>(values_.data());
      if (holds_ones_ || (all_finite(values, stored) &&
                          !(reading.refuses_negative && has_negative(values, stored)))) {
        place_data_ = reinterpret_cast<const std::uint32_t*>(places_.data());
        value_data_ = values;
        is_whole_ = true;
        return;
      }
    }
    copy(stored, reading);
  }

  void bind(Columns& columns, bool grows) override {
    columns.require_width(width_, true);
    if (grows) columns.fix_width(width_);
    known_width_ = columns.width();
  }

  Rows block(std::size_t start, std::size_t count, RowBuffer& buffer,
             const Reading& reading) const override {
    if (!must_be_dense(reading.sparse, true)) {
      return SparseRows{.starts = starts_64_.data() + start,
                        .columns = place_data_,
                        .values = value_data_,
                        .count = count,
                        .width = known_width_,
                        .is_complete = true,
                        .holds_ones = holds_ones_};
    }
    const std::size_t width = known_width_;
    double* out = buffer.dense(count, width, is_whole_);
    std::fill_n(out, count * width, 0.0);
    for (std::size_t r = 0; r < count; ++r) {
      for (std::size_t k = starts_64_[start + r]; k < starts_64_[start + r + 1]; ++k) {
        // Within bounds even if another thread writes to the caller's array meanwhile.
        const std::size_t column = place_data_[k];
        if (column < width) out[r * width + column] = value_data_[k];
      }
    }
    return buffer.rows();
  }

 private:
  void check_starts(std::size_t stored) {
    starts_64_.resize(count_ + 1);
    NumberArray::load_ints(starts_.type(), starts_.data(), starts_.stride(0), count_ + 1,
                           reinterpret_cast<std::int64_t*>(starts_64_.data()));
    std::size_t before = 0;
    for (std::size_t r = 0; r <= count_; ++r) {
      const std::size_t start = starts_64_[r];  // one below 0 is a large one here
      if (start < before || start > stored) {
        const std::string row = std::to_string(r == 0 ? 0 : r - 1);
        throw nb::value_error(("X.indptr does not fit X.data, row " + row).c_str());
      }
      before = start;
    }
  }

  /// True if every row's columns ascend; throws if one lies outside. All rows in one loop, so that
  /// it vectorises; where a row starts, a descent is no fault. Looks for ones on the way, for as
  /// long as there is nothing else: two lists come from memory faster than one after the other.
  [[nodiscard]] bool are_in_order(const std::int32_t* places, const double* values) {
    const std::size_t first = starts_64_.front();
    const std::size_t last = starts_64_.back();
    if (first == last) return true;
    Findings found{.highest = std::bit_cast<std::uint32_t>(places[first]),
                   .are_ones = values[first] == 1.0};
    std::size_t row = 1;
    std::size_t faultless = 0;  // descents where a row starts
    for (std::size_t start = first + 1; start < last; start += block_size) {
      const std::size_t end = std::min(last, start + block_size);
      if (found.are_ones) {
        look_through<true>(places, values, start, end, found);
      } else {
        look_through<false>(places, values, start, end, found);
      }
      for (; row < count_ && starts_64_[row] < end; ++row) {  // while they are near
        const std::size_t k = starts_64_[row];
        if (k > starts_64_[row - 1] && k > first && places[k] <= places[k - 1]) ++faultless;
      }
    }
    if (found.highest >= width_) {
      for (std::size_t r = 0; r < count_; ++r) {
        for (std::size_t k = starts_64_[r]; k < starts_64_[r + 1]; ++k) check_place(places[k], r);
      }
    }
    holds_ones_ = found.are_ones;
    return found.ascents + faultless == last - first - 1;
  }

  void check_place(std::int64_t place, std::size_t row) const {
    if (place >= 0 && std::cmp_less(place, width_)) return;
    refuse_cell(std::to_string(place), static_cast<std::ptrdiff_t>(row),
                "X has " + std::to_string(width_) + " columns");
  }

  struct Findings {
    std::uint32_t highest;
    std::size_t ascents = 0;
    bool are_ones;
  };
  template <bool with_values>
  static void look_through(const std::int32_t* places, const double* values, std::size_t start,
                           std::size_t end, Findings& found) {
    on_this_cpu([=, &found] {
      // Of its own: what lies in memory would be written at every step.
      std::uint32_t highest = found.highest;
      std::uint32_t ascents = 0;  // 32 bits, the width of a lane
      std::uint64_t apart = 0;
      for (std::size_t k = start; k < end; ++k) {
        highest = std::max(highest, std::bit_cast<std::uint32_t>(places[k]));
        ascents += places[k] > places[k - 1] ? 1 : 0;
        if (with_values) {
          apart |= std::bit_cast<std::uint64_t>(values[k]) ^ std::bit_cast<std::uint64_t>(1.0);
        }
      }
      found = {.highest = highest,
               .ascents = found.ascents + ascents,
               .are_ones = found.are_ones && apart == 0};
    });
  }

  void copy(std::size_t stored, const Reading& reading) {
    std::vector<std::int64_t> places(stored);
    NumberArray::load_ints(places_.type(), places_.data(), places_.stride(0), stored,
                           places.data());
    own_places_.resize(stored);
    own_values_.resize(stored);
    NumberArray::load(values_.type(), values_.data(), values_.stride(0), stored,
                      own_values_.data());
    for (std::size_t r = 0; r < count_; ++r) {
      for (std::size_t k = starts_64_[r]; k < starts_64_[r + 1]; ++k) {
        check_place(places[k], r);
        own_places_[k] = static_cast<std::uint32_t>(places[k]);
        own_values_[k] = admit(
            own_values_[k], reading, [&] { return position(own_places_[k]); },
            static_cast<std::ptrdiff_t>(r));
      }
    }
    put_right(reading);
    place_data_ = own_places_.data();
    value_data_ = own_values_.data();
    holds_ones_ = std::all_of(value_data_, value_data_ + starts_64_.back(),
                              [](double value) { return value == 1.0; });
    is_whole_ = all_finite(value_data_, starts_64_.back());
  }

  /// Sorts the entries of each row by column and adds up doubled ones, as SciPy means them.
  void put_right(const Reading& reading) {
    std::vector<std::pair<std::uint32_t, double>> row;
    std::size_t end = 0;  // never overtakes what is still to be read
    for (std::size_t r = 0; r < count_; ++r) {
      row.clear();
      for (std::size_t k = starts_64_[r]; k < starts_64_[r + 1]; ++k) {
        row.emplace_back(own_places_[k], own_values_[k]);
      }
      const auto by_place = [](const auto& a, const auto& b) { return a.first < b.first; };
      if (!std::ranges::is_sorted(row, by_place)) {
        std::ranges::stable_sort(row, by_place);
      }
      const std::size_t first = end;
      for (const auto& [place, value] : row) {
        if (end > first && own_places_[end - 1] == place) {
          own_values_[end - 1] = admit(
              own_values_[end - 1] + value, reading, [&] { return position(place); },
              static_cast<std::ptrdiff_t>(r));
        } else {
          own_places_[end] = place;
          own_values_[end++] = value;
        }
      }
      starts_64_[r] = first;
    }
    if (count_ > 0) starts_64_[count_] = end;
  }

  static constexpr std::size_t block_size = 4096;

  NumberArray starts_;
  NumberArray places_;
  NumberArray values_;
  std::size_t count_;
  std::size_t width_;
  std::size_t known_width_ =
      0;  ///< of the model: what a narrower matrix does not store is 0, more is not asked
  std::vector<std::size_t> starts_64_;
  std::vector<std::uint32_t> own_places_;
  std::vector<double> own_values_;
  const std::uint32_t* place_data_ = nullptr;
  const double* value_data_ = nullptr;
  bool holds_ones_ = false;
  bool is_whole_ = false;
};

}  // namespace

std::unique_ptr<Batch> matrix_batch(nb::handle X) { return std::make_unique<MatrixBatch>(X); }

std::unique_ptr<Batch> csr_batch(nb::handle X) {
  const nb::object shape = X.attr("shape");
  if (nb::len(shape) != 2) throw nb::value_error("X must be 2-D: rows, columns");
  const auto kind = nb::cast<std::string>(X.attr("dtype").attr("kind"));
  if (NumberArray(X.attr("data")).type() == 0 && std::strchr("biuf", kind[0]) != nullptr) {
    return std::make_unique<CsrBatch>(X.attr("astype")("float64"));  // long doubles and the like
  }
  return std::make_unique<CsrBatch>(X);
}

}  // namespace driftline::python

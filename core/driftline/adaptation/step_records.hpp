// The steps a learner took, oldest first, kept so that any of them can be taken back.
//
// Records lie side by side in one array, each with the same room, so that looking through all of
// them is one pass over memory. A record of a dense row holds a value for each column. One of a
// sparse row lists its columns, unless it fills half of them anyway. Records go in at the end; one
// that leaves in the middle stays as a gap for a while, and then all move up.
//
// The array is a ring where single records are looked at. Where all are (`is_straight`) it is not:
// it has twice the room of the records in it, and they move to its front when its end is reached.
//
// On file a record is the list of its columns that are not zero, whatever rows it came from.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "driftline/adaptation/packed_steps.hpp"
#include "driftline/adaptation/record_sums.hpp"
#include "driftline/adaptation/step_mark.hpp"
#include "driftline/learners/reversible.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

template <StepKind kind>
class StepRecords {
 public:
  /// Never more than `limit` records: whoever adds one makes room first.
  StepRecords(std::size_t limit, double constant, bool is_straight)
      : limit_(limit), constant_(constant), is_straight_(is_straight) {}

  [[nodiscard]] std::size_t size() const { return live_; }
  [[nodiscard]] bool is_full() const { return live_ == limit_; }
  /// Places of records, gaps among them, from the oldest on.
  [[nodiscard]] std::size_t begin() const { return head_; }
  [[nodiscard]] std::size_t end() const { return tail_; }
  [[nodiscard]] bool is_live(std::size_t place) const { return mark(place).sign != 0.0; }
  [[nodiscard]] const StepMark& mark(std::size_t place) const { return marks_[slot(place)]; }
  [[nodiscard]] bool is_empty() const { return live_ == 0; }
  /// Of the record pushed last, if that was not removed.
  [[nodiscard]] StepMark& newest_mark() { return marks_[slot(tail_ - 1)]; }
  /// Whether the rounds rise, from 1 to at most `last`.
  [[nodiscard]] bool has_rounds_up_to(std::int64_t last) const {
    std::int64_t previous = 0;
    for (std::size_t place = head_; place < tail_; ++place) {
      if (!is_live(place)) continue;
      if (mark(place).round <= previous || mark(place).round > last) return false;
      previous = mark(place).round;
    }
    return true;
  }

  /// Adds a record with the columns and values of `row` and returns its mark. `columns` is how many
  /// a dense record must have room for. Other vectors hold what was there before; of a diagonal
  /// step of a dense row, x too.
  StepMark& push(const auto& row, std::size_t columns) {
    using Row = std::remove_cvref_t<decltype(row)>;
    bool is_listed = false;
    std::size_t count = columns;
    if constexpr (std::is_same_v<Row, SparseRow>) {
      is_listed = 2 * row.count < row.width;
      if (is_listed) count = row.count;
    }
    make_room(count, is_listed);
    fetch_ahead();
    const std::size_t place = tail_++;
    ++live_;
    StepMark& mark = newest_mark();
    const std::size_t old = mark.count;
    mark = StepMark{.count = count, .is_listed = is_listed};
    set_newest(1.0, 0.0);
    if (is_listed) {
      list(row, place);
    } else {
      spread_out(row, vector(place, 0), count, old);
    }
    return mark;
  }
  /// Of the record pushed last: how the weights moved along its direction, and the intercept's part
  /// of that.
  void set_newest(double factor, double intercept) {
    factors_[slot(tail_ - 1)] = factor;
    intercepts_[slot(tail_ - 1)] = intercept;
  }
  [[nodiscard]] double newest_factor() const { return factors_[slot(tail_ - 1)]; }
  /// The length of that move; whoever asks for lengths() sets it at each push.
  void set_newest_length(double length) { lengths_[slot(tail_ - 1)] = length; }
  [[nodiscard]] const double* lengths() const { return lengths_.data(); }

  /// Of the record pushed last, by vector: 0 is x, 1 is direction, 2 is drop.
  [[nodiscard]] double* newest(std::size_t which) { return vector(tail_ - 1, which); }

  void remove(std::size_t place) {
    marks_[slot(place)].sign = 0.0;
    --live_;
    while (head_ < tail_ && !is_live(head_)) ++head_;
    if (tail_ - head_ > live_ + live_ / 8 + 1) close_gaps();
  }

  void remove_oldest() {
    --live_;
    ++head_;
    while (head_ < tail_ && !is_live(head_)) ++head_;
  }

  /// Calls act(step) with the rows of the record as their own type.
  template <class Act>
  [[gnu::always_inline]] auto with(std::size_t place, Act&& act) const {
    if constexpr (kind != StepKind::rank_one) {
      if (mark(place).is_listed) return act(listed(place));
    }
    return act(dense(place));
  }

  [[nodiscard]] bool lists_columns() const { return !columns_.empty(); }
  /// Values of each vector, zeros at its end included, where no record lists its columns.
  [[nodiscard]] std::size_t stride() const { return stride_; }
  /// out[k] becomes direction . x of the record at place first + k, gaps included. x has stride()
  /// values; for records that list no columns, as all that follow.
  [[gnu::always_inline]] void reach_all(const double* x, double constant, std::size_t first,
                                        std::size_t last, double* out) const {
    vectors_from(direction_place, first, last).sum(x, out, reach);
    add_intercepts(constant, first, last, out);
  }
  /// out[k] becomes drop . x^2.
  [[gnu::always_inline]] void regain_all(const double* x, double constant, std::size_t first,
                                         std::size_t last, double* out) const {
    vectors_from(drop_place, first, last)
        .sum(x, out, [](std::size_t, const auto& drop, const auto& value, auto& sum) {
          sum += drop * value * value;
        });
    for (std::size_t k = 0; k < last - first; ++k) {
      out[k] += mark(first + k).drop * constant * constant;
    }
  }
  [[nodiscard]] const double* factors() const { return factors_.data(); }
  /// out[k] becomes what ||w||^2 loses with the record. `twice` has stride() values, each 2 w.
  [[gnu::always_inline]] void shorten_all(const double* twice, double intercept, std::size_t first,
                                          std::size_t last, double* out) const {
    vectors_from(direction_place, first, last).sum(twice, out, shorten(first));
    add_shortened_intercepts(intercept, first, last, out);
  }
  /// The records now tell the other label.
  void negate() {
    for (std::size_t place = head_; place < tail_; ++place) {
      marks_[slot(place)].sign = -marks_[slot(place)].sign;
      factors_[slot(place)] = -factors_[slot(place)];
    }
  }

  [[nodiscard]] std::size_t heap_bytes() const {
    return marks_.capacity() * sizeof(StepMark) +
           (values_.capacity() + 3 * factors_.capacity()) * sizeof(double) +
           columns_.capacity() * sizeof(std::uint32_t);
  }

  [[nodiscard]] PackedSteps pack() const {
    PackedSteps out;
    for (std::size_t place = head_; place < tail_; ++place) {
      if (is_live(place)) pack_one(place, out);
    }
    return out;
  }

  void unpack(PackedSteps form) { unpacked_ = std::move(form); }
  /// After `unpack`. Throws std::invalid_argument where the parts do not fit each other, or a
  /// learner of `width` columns.
  void settle(std::size_t width) {
    const PackedSteps form = std::exchange(unpacked_, {});
    form.check(limit_, vectors, width);
    std::vector<std::uint32_t> columns;
    std::size_t start = 0;
    for (std::size_t k = 0; k < form.rows.size(); ++k) {
      const auto end = static_cast<std::size_t>(form.ends[k]);
      columns.assign(form.columns.begin() + static_cast<std::ptrdiff_t>(start),
                     form.columns.begin() + static_cast<std::ptrdiff_t>(end));
      unpack_one(form, k, start, columns);
      start = end;
    }
  }

 private:
  static constexpr std::size_t vectors = kind == StepKind::scaled     ? 1
                                         : kind == StepKind::rank_one ? 2
                                                                      : 3;
  static constexpr std::size_t direction_place = kind == StepKind::scaled ? 0 : 1;
  static constexpr std::size_t drop_place = kind == StepKind::diagonal ? 2 : 0;
  static constexpr std::size_t least_room = 32;

  [[nodiscard]] RecordVectors vectors_from(std::size_t which, std::size_t first,
                                           std::size_t last) const {
    return {.first = vector(first, which),
            .count = last - first,
            .width = stride_,
            .apart = vectors * stride_};
  }
  static constexpr auto reach = [](std::size_t, const auto& d, const auto& value, auto& sum) {
    sum += d * value;
  };
  [[nodiscard, gnu::always_inline]] auto shorten(std::size_t first) const {
    return [factors = factors_.data() + first](std::size_t k, const auto& d, const auto& both,
                                               auto& sum) {
      const auto m = factors[k] * d;
      sum += m * (both - m);
    };
  }
  [[gnu::always_inline]] void add_intercepts(double constant, std::size_t first, std::size_t last,
                                             double* out) const {
    const double* intercepts = intercepts_.data() + first;
    for (std::size_t k = 0; k < last - first; ++k) out[k] += intercepts[k] * constant;
  }
  [[gnu::always_inline]] void add_shortened_intercepts(double intercept, std::size_t first,
                                                       std::size_t last, double* out) const {
    const double* intercepts = intercepts_.data() + first;
    const auto add = shorten(first);
    for (std::size_t k = 0; k < last - first; ++k) {
      add(k, intercepts[k], intercept + intercept, out[k]);
    }
  }

  [[nodiscard]] double* vector(std::size_t place, std::size_t which) {
    return values_.data() + (slot(place) * vectors + which) * stride_;
  }
  [[nodiscard]] const double* vector(std::size_t place, std::size_t which) const {
    return values_.data() + (slot(place) * vectors + which) * stride_;
  }
  /// Where in the array a place lies; its room is a power of two.
  [[nodiscard]] std::size_t slot(std::size_t place) const { return place & last_slot_; }

  [[nodiscard, gnu::always_inline]] Step<DenseRow> dense(std::size_t place) const {
    const StepMark& mark = this->mark(place);
    const auto row = [&](std::size_t which, double constant) {
      return DenseRow{.values = vector(place, which), .width = mark.count, .constant = constant};
    };
    return {.x = row(0, constant_),
            .direction = row(direction_place, intercepts_[slot(place)]),
            .drop = row(drop_place, mark.drop),
            .factor = factors_[slot(place)],
            .beta = mark.beta,
            .precision = mark.precision};
  }
  [[nodiscard, gnu::always_inline]] Step<SparseRow> listed(std::size_t place) const {
    const StepMark& mark = this->mark(place);
    const auto row = [&](std::size_t which, double constant) {
      return SparseRow{.columns = columns_.data() + slot(place) * stride_,
                       .values = vector(place, which),
                       .count = mark.count,
                       .width = SIZE_MAX,
                       .is_complete = true,
                       .constant = constant};
    };
    return {.x = row(0, constant_),
            .direction = row(direction_place, intercepts_[slot(place)]),
            .drop = row(drop_place, mark.drop),
            .factor = factors_[slot(place)],
            .beta = mark.beta,
            .precision = mark.precision};
  }

  void spread_out(const DenseRow& row, double* out, std::size_t count, std::size_t old) {
    // What is behind the row's columns must be 0 in every vector. `old` entries are not.
    const std::size_t own = std::min(row.width, count);
    for (std::size_t v = 0; own < old && v < vectors; ++v) {
      std::fill(out + v * stride_ + own, out + v * stride_ + old, 0.0);
    }
    // Whoever takes a diagonal step writes x down along with the rest: a copy would be a call.
    if constexpr (kind != StepKind::diagonal) std::copy_n(row.values, own, out);
  }
  void spread_out(const SparseRow& row, double* out, std::size_t count, std::size_t /*old*/) {
    // A vector is written where the row has a column, and must be 0 elsewhere.
    std::fill_n(out, vectors * stride_, 0.0);
    for (std::size_t k = 0; k < row.count; ++k) {
      if (row.columns[k] < count) out[row.columns[k]] = row.values[k];
    }
  }
  static void list(const DenseRow& /*row*/, std::size_t /*place*/) {}
  void list(const SparseRow& row, std::size_t place) {
    std::copy_n(row.columns, row.count, columns_.data() + slot(place) * stride_);
    std::copy_n(row.values, row.count, vector(place, 0));
  }

  /// Asks for the record that is soon the oldest: it was written long ago, and the first look at
  /// it would wait for memory. Inlined by force: to the compiler it does nothing.
  [[gnu::always_inline]] void fetch_ahead() const {
    constexpr std::size_t ahead = 4;
    constexpr std::size_t line = 64 / sizeof(double);
    const double* direction = vector(head_ + ahead, direction_place);
    __builtin_prefetch(direction);
    if (stride_ > line) __builtin_prefetch(direction + line);
    __builtin_prefetch(&marks_[slot(head_ + ahead)]);
  }
  [[nodiscard]] bool is_at_end() const {
    return (is_straight_ ? tail_ : tail_ - head_) == last_slot_ + 1;
  }

  void make_room(std::size_t count, bool is_listed) {
    const bool needs_columns = is_listed && columns_.empty();
    if (count > stride_ || is_at_end() || needs_columns) grow(count, is_listed);
  }

  [[gnu::noinline]] void grow(std::size_t count, bool is_listed) {
    if (count > stride_) widen((std::max(count, stride_ + stride_ / 2) + 3) / 4 * 4);
    if (is_listed && columns_.empty()) columns_.resize(marks_.size() * stride_);
    if (!is_at_end()) return;
    const std::size_t wanted = is_straight_ ? 2 * (live_ + 1) : live_ + 1;
    if (wanted > marks_.size()) {
      const std::size_t most = is_straight_ ? 2 * limit_ : limit_;
      const std::size_t least = std::min(least_room, std::bit_ceil(most));
      relocate(std::max(least, std::bit_ceil(wanted)), is_listed);
    } else {
      close_gaps();
    }
  }

  /// Into arrays of another size, without gaps.
  void relocate(std::size_t room, bool is_listed) {
    StepRecords wider(limit_, constant_, is_straight_);
    wider.stride_ = stride_;
    wider.last_slot_ = room - 1;
    wider.marks_.resize(room);
    wider.factors_.resize(room);
    wider.intercepts_.resize(room);
    wider.lengths_.resize(room);
    wider.values_.resize(room * vectors * stride_);
    if (is_listed || !columns_.empty()) wider.columns_.resize(room * stride_);
    for (std::size_t place = head_; place < tail_; ++place) {
      if (is_live(place)) move(place, wider, wider.tail_++);
    }
    wider.live_ = live_;
    *this = std::move(wider);
  }

  [[gnu::noinline]] void close_gaps() {
    std::size_t to = is_straight_ ? 0 : head_;
    const std::size_t head = to;
    for (std::size_t from = head_; from < tail_; ++from) {
      if (!is_live(from)) continue;
      if (from != to) move(from, *this, to);
      ++to;
    }
    head_ = head;
    tail_ = to;
  }

  void move(std::size_t from, StepRecords& other, std::size_t to) const {
    const std::size_t old = slot(from);
    const std::size_t own = other.slot(to);
    other.marks_[own] = marks_[old];
    other.factors_[own] = factors_[old];
    other.intercepts_[own] = intercepts_[old];
    other.lengths_[own] = lengths_[old];
    std::copy_n(vector(from, 0), vectors * stride_, other.vector(to, 0));
    if (columns_.empty()) return;
    std::copy_n(columns_.data() + old * stride_, stride_, other.columns_.data() + own * stride_);
  }

  void widen(std::size_t stride) {
    std::vector<double> values(marks_.size() * vectors * stride);
    for (std::size_t i = 0; i < marks_.size() * vectors; ++i) {
      std::copy_n(values_.data() + i * stride_, stride_, values.data() + i * stride);
    }
    std::vector<std::uint32_t> columns(columns_.empty() ? 0 : marks_.size() * stride);
    for (std::size_t i = 0; i < marks_.size() && !columns.empty(); ++i) {
      std::copy_n(columns_.data() + i * stride_, stride_, columns.data() + i * stride);
    }
    values_ = std::move(values);
    columns_ = std::move(columns);
    stride_ = stride;
  }

  void pack_one(std::size_t place, PackedSteps& out) const {
    const StepMark& mark = this->mark(place);
    out.rows.push_back(mark.row);
    out.rounds.push_back(mark.round);
    out.signs.push_back(mark.sign);
    out.factors.push_back(factors_[slot(place)]);
    out.betas.push_back(mark.beta);
    out.precisions.push_back(mark.precision);
    out.intercepts.push_back(intercepts_[slot(place)]);
    out.intercept_drops.push_back(mark.drop);
    for (std::size_t i = 0; i < mark.count; ++i) {
      bool is_zero = true;
      for (std::size_t v = 0; v < vectors; ++v) is_zero &= vector(place, v)[i] == 0.0;
      if (is_zero) continue;
      const std::size_t column = mark.is_listed ? columns_[slot(place) * stride_ + i] : i;
      out.columns.push_back(static_cast<std::int64_t>(column));
      // + 0.0 makes a negative zero positive: only a dense row writes one down.
      out.x.push_back(vector(place, 0)[i] + 0.0);
      if constexpr (vectors > 1) out.direction.push_back(vector(place, 1)[i] + 0.0);
      if constexpr (vectors > 2) out.drop.push_back(vector(place, 2)[i] + 0.0);
    }
    out.ends.push_back(static_cast<std::int64_t>(out.columns.size()));
  }

  void unpack_one(const PackedSteps& form, std::size_t k, std::size_t start,
                  const std::vector<std::uint32_t>& columns) {
    const std::size_t width = columns.empty() ? 0 : columns.back() + std::size_t{1};
    const auto row = [&](const std::vector<double>& values) {
      return SparseRow{.columns = columns.data(),
                       .values = values.data() + start,
                       .count = columns.size(),
                       .width = kind == StepKind::rank_one ? 0 : width,
                       .is_complete = true};
    };
    StepMark& mark = push(row(form.x), width);
    mark = {.row = form.rows[k],
            .round = form.rounds[k],
            .sign = form.signs[k],
            .beta = form.betas[k],
            .precision = form.precisions[k],
            .drop = form.intercept_drops[k],
            .count = mark.count,
            .is_listed = mark.is_listed};
    set_newest(form.factors[k], form.intercepts[k]);
    const auto fill = [&](std::size_t which, const std::vector<double>& values) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        newest(which)[mark.is_listed ? i : columns[i]] = values[start + i];
      }
    };
    if constexpr (vectors > 1) fill(1, form.direction);
    if constexpr (vectors > 2) fill(2, form.drop);
    set_newest_length(with(tail_ - 1, [](const auto& step) { return length_of(step); }));
  }

  std::size_t limit_;
  double constant_;
  bool is_straight_;
  std::vector<StepMark> marks_;
  std::vector<double> factors_;  // of each place, apart from its mark to be read in a row
  std::vector<double> intercepts_;
  std::vector<double> lengths_;
  std::vector<double> values_;          // of each place: x, direction, drop, as far as kept
  std::vector<std::uint32_t> columns_;  // of each place, if any record lists its columns
  std::size_t stride_ = 0;              // room of each vector
  std::size_t last_slot_ = SIZE_MAX;    // of the array, which is empty at first
  std::size_t live_ = 0;  // not beside tail_: counted up in one, they wait for each other's store
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
  PackedSteps unpacked_;  // between unpack and settle
};

}  // namespace driftline

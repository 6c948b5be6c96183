// The last rows of a stream with their targets, to be learned again.
//
// A ring of at most `capacity` rows. A slot keeps its storage when the next row takes it, so a full
// ring allocates nothing more.
//
// The same row may come dense or sparse, alone or in a block that knows more columns. It is kept in
// one form, so that none of that leaves a trace: the cells that tell something, with their columns,
// and without columns where no cell is left out. A missing cell tells nothing, and nor does a 0 to
// a learner that reads missing values as 0. Only CSR rows before a learner that tells the two apart
// stay as they are, because there a cell that is not stored is 0.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class KeptRows {
 public:
  /// `reading` is that of the learner.
  KeptRows(std::size_t capacity, const Reading& reading)
      : capacity_(capacity), keeps_missing_(reading.keeps_missing), sparse_(reading.sparse) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  void clear() {
    size_ = 0;
    head_ = 0;
  }

  /// The oldest row goes where there is no room.
  void push(const Rows& rows, std::size_t i, double target, double weight) {
    Slot& slot = next_slot();
    slot.start(target, weight);
    if (const auto* dense = std::get_if<DenseRows>(&rows)) {
      const DenseRow row = dense->row(i, 0.0);
      if (is_full(row)) {
        slot.fill(row);
        return;
      }
      for (std::size_t k = 0; k < row.width; ++k) {
        if (tells(row.values[k])) slot.add(k, row.values[k], row.texts);
      }
      slot.close();
    } else {
      const SparseRow row = std::get<SparseRows>(rows).row(i, 0.0);
      const bool stays = row.is_complete && keeps_missing_;
      for (std::size_t k = 0; k < row.count; ++k) {
        if (stays || tells(row.values[k])) slot.add(row.columns[k], row.values[k], row.texts);
      }
      if (stays) {
        slot.kind = Kind::complete;
        slot.width = row.width;
      } else {
        slot.close();
      }
    }
  }

  /// Calls learn(rows, targets, weights) from the oldest row on, a block at a time.
  template <class Target, class Learn>
  void replay(Learn&& learn) const {
    std::vector<Target> targets;
    std::vector<double> weights;
    for (std::size_t begin = 0; begin < size_;) {
      std::size_t end = begin + 1;
      while (end < size_ && end - begin < block && slot(end).goes_with(slot(begin))) ++end;
      targets.clear();
      weights.clear();
      for (std::size_t i = begin; i < end; ++i) {
        targets.push_back(static_cast<Target>(slot(i).target));
        weights.push_back(slot(i).weight);
      }
      RowBuffer buffer;
      fill(buffer, begin, end);
      learn(buffer.rows(), targets.data(), weights.data());
      begin = end;
    }
  }

  [[nodiscard]] std::size_t memory() const {
    std::size_t bytes = slots_.capacity() * sizeof(Slot);
    for (const Slot& slot : slots_) {
      bytes += slot.values.capacity() * sizeof(double) +
               slot.columns.capacity() * sizeof(std::uint32_t) +
               slot.texts.capacity() * sizeof(std::string);
      for (const std::string& text : slot.texts) bytes += text.capacity();
    }
    return bytes;
  }

  [[nodiscard]] State state() const {
    Flat flat;
    for (std::size_t i = 0; i < size_; ++i) flat.add(slot(i));
    return state_of(flat);
  }
  /// `is_target` judges targets; `widest` bounds what a sparse row may claim, because a learner
  /// makes room for it. Throws std::invalid_argument.
  template <class IsTarget>
  void restore(const State& state, std::size_t widest, IsTarget&& is_target) {
    Flat flat;
    driftline::restore(flat, state);
    std::vector<Slot> slots = flat.slots(std::max(widest, harmless_width));
    require(slots.size() <= capacity_);
    for (const Slot& slot : slots) require(is_target(slot.target));
    slots_ = std::move(slots);
    size_ = slots_.size();
    head_ = 0;
  }

  static constexpr std::size_t harmless_width = std::size_t{1} << 22U;

 private:
  static constexpr std::size_t block = 256;

  enum class Kind : std::uint8_t { full, sparse, complete };

  struct Slot {
    Kind kind = Kind::full;
    std::size_t width = 0;
    std::vector<double> values;
    std::vector<std::uint32_t> columns;  ///< none of a full row
    std::vector<std::string> texts;      ///< a cell with text names its place here
    double target = 0.0;
    double weight = 1.0;

    [[nodiscard]] bool goes_with(const Slot& other) const {
      return kind == other.kind && (kind == Kind::sparse || width == other.width);
    }
    void start(double its_target, double its_weight) {
      target = its_target;
      weight = its_weight;
      values.clear();
      columns.clear();
      texts.clear();
    }
    void add(std::size_t column, double cell, const Texts* known) {
      if (is_text(cell)) {
        texts.emplace_back(text_of(cell, known));
        cell = text_cell(static_cast<std::uint32_t>(texts.size() - 1));
      } else if (std::isnan(cell)) {
        cell = std::numeric_limits<double>::quiet_NaN();  // of one kind, so states compare
      }
      columns.push_back(static_cast<std::uint32_t>(column));
      values.push_back(cell);
    }
    void fill(const DenseRow& row) {
      values.assign(row.values, row.values + row.width);
      width = row.width;
      kind = Kind::full;
    }
    void close() {
      width = columns.empty() ? 0 : columns.back() + std::size_t{1};
      kind = width == values.size() ? Kind::full : Kind::sparse;
      if (kind == Kind::full) columns.clear();
    }
  };

  /// All slots as a few long arrays, from the oldest on.
  struct Flat {
    std::vector<std::int64_t> kinds, widths, cells, columns, text_counts;
    std::vector<double> values, targets, weights;
    std::vector<std::string> texts;

    static void fields(auto& self, auto&& visit) {
      visit("kinds", self.kinds);
      visit("widths", self.widths);
      visit("cells", self.cells);
      visit("columns", self.columns);
      visit("text_counts", self.text_counts);
      visit("values", self.values);
      visit("targets", self.targets);
      visit("weights", self.weights);
      visit("texts", self.texts);
    }
    void add(const Slot& slot) {
      kinds.push_back(static_cast<std::int64_t>(slot.kind));
      widths.push_back(static_cast<std::int64_t>(slot.width));
      cells.push_back(static_cast<std::int64_t>(slot.values.size()));
      columns.insert(columns.end(), slot.columns.begin(), slot.columns.end());
      text_counts.push_back(static_cast<std::int64_t>(slot.texts.size()));
      values.insert(values.end(), slot.values.begin(), slot.values.end());
      targets.push_back(slot.target);
      weights.push_back(slot.weight);
      texts.insert(texts.end(), slot.texts.begin(), slot.texts.end());
    }
    [[nodiscard]] std::vector<Slot> slots(std::size_t widest) const {
      const std::size_t count = kinds.size();
      for (const std::size_t other :
           {widths.size(), cells.size(), text_counts.size(), targets.size(), weights.size()}) {
        require(other == count);
      }
      std::vector<Slot> out(count);
      std::size_t value = 0;
      std::size_t column = 0;
      std::size_t text = 0;
      for (std::size_t i = 0; i < count; ++i) {
        require(kinds[i] >= 0 && kinds[i] <= 2 && weights[i] > 0.0 && std::isfinite(weights[i]));
        Slot& slot = out[i];
        slot.kind = static_cast<Kind>(kinds[i]);
        slot.width = to_size(widths[i]);
        slot.target = targets[i];
        slot.weight = weights[i];
        const std::size_t own = to_size(cells[i]);
        cut(values, value, own, slot.values);
        cut(columns, column, slot.kind == Kind::full ? 0 : own, slot.columns);
        cut(texts, text, to_size(text_counts[i]), slot.texts);
        check(slot, widest);
      }
      require(value == values.size() && column == columns.size() && text == texts.size());
      return out;
    }

   private:
    static std::size_t to_size(std::int64_t number) {
      require(number >= 0);
      return static_cast<std::size_t>(number);
    }
    template <class From, class To>
    static void cut(const std::vector<From>& from, std::size_t& begin, std::size_t count,
                    std::vector<To>& to) {
      require(count <= from.size() - begin);
      for (std::size_t end = begin + count; begin < end; ++begin) {
        if constexpr (std::is_same_v<From, std::int64_t>) {
          require(std::in_range<To>(from[begin]));
          to.push_back(static_cast<To>(from[begin]));
        } else {
          to.push_back(from[begin]);
        }
      }
    }
    static void check(const Slot& slot, std::size_t widest) {
      if (slot.kind == Kind::full) {
        require(slot.width == slot.values.size());
      } else {
        require(slot.width <= widest);
        for (std::size_t k = 0; k < slot.columns.size(); ++k) {
          require(slot.columns[k] < slot.width &&
                  (k == 0 || slot.columns[k - 1] < slot.columns[k]));
        }
      }
      for (const double cell : slot.values) {
        require(!std::isinf(cell) && (slot.kind == Kind::complete || !is_missing(cell)));
        require(!is_text(cell) || place_of(cell) < slot.texts.size());
      }
    }
  };

  static std::size_t place_of(double cell) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(cell));
  }
  static void require(bool holds) {
    if (!holds) throw std::invalid_argument("the rows that are kept contradict themselves");
  }
  [[nodiscard]] bool tells(double cell) const {
    return !is_missing(cell) && (keeps_missing_ || cell != 0.0);
  }
  /// Whether all cells are numbers that tell something: the usual row, and quick to keep.
  [[nodiscard]] bool is_full(const DenseRow& row) const {
    bool holds = true;
    for (std::size_t k = 0; k < row.width; ++k) {
      holds &= !std::isnan(row.values[k]) && (keeps_missing_ || row.values[k] != 0.0);
    }
    return holds;
  }

  [[nodiscard]] const Slot& slot(std::size_t i) const {
    const std::size_t place = head_ + i;
    return slots_[place < slots_.size() ? place : place - slots_.size()];
  }
  Slot& next_slot() {
    if (size_ == capacity_) {
      Slot& oldest = slots_[head_];
      head_ = head_ + 1 == slots_.size() ? 0 : head_ + 1;
      return oldest;
    }
    if (size_ == slots_.size()) slots_.emplace_back();  // head_ is 0 until the ring is full
    return slots_[size_++];
  }

  void fill(RowBuffer& buffer, std::size_t begin, std::size_t end) const {
    const Slot& first = slot(begin);
    if (first.kind == Kind::full) {
      bool is_whole = true;  // a text is no number
      for (std::size_t i = begin; i < end; ++i) is_whole = is_whole && slot(i).texts.empty();
      double* out = buffer.dense(end - begin, first.width, is_whole);
      for (std::size_t i = begin; i < end; ++i) {
        const Slot& row = slot(i);
        out = std::ranges::transform(row.values, out, [&](double cell) {
                return is_whole ? cell : cell_of(buffer, row, cell);
              }).out;
      }
    } else {
      std::size_t width = 0;
      for (std::size_t i = begin; i < end; ++i) width = std::max(width, slot(i).width);
      buffer.start_sparse(width, first.kind == Kind::complete);
      for (std::size_t i = begin; i < end; ++i) {
        const Slot& row = slot(i);
        for (std::size_t k = 0; k < row.values.size(); ++k) {
          buffer.push(row.columns[k], cell_of(buffer, row, row.values[k]));
        }
        buffer.end_row();
      }
      buffer.finish_sparse();
      if (must_be_dense(sparse_, first.kind == Kind::complete)) {
        buffer.fill(keeps_missing_ ? std::numeric_limits<double>::quiet_NaN() : 0.0);
      }
    }
    buffer.set_texts(buffer.with_added(nullptr));
  }
  static double cell_of(RowBuffer& buffer, const Slot& row, double cell) {
    return is_text(cell) ? buffer.add_text(row.texts[place_of(cell)], nullptr) : cell;
  }

  std::size_t capacity_;
  bool keeps_missing_;
  Reading::Sparse sparse_;
  std::vector<Slot> slots_;
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace driftline

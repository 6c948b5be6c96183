// The last rows of a stream with their targets, to be learned again.
//
// A ring of at most `capacity` rows, each kept as it came: dense or sparse, with its texts. A slot
// keeps its storage when the next row takes it, so a full ring allocates nothing more.
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

#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class KeptRows {
 public:
  explicit KeptRows(std::size_t capacity) : capacity_(capacity) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  void clear() {
    size_ = 0;
    head_ = 0;
  }

  /// The oldest row goes where there is no room.
  void push(const Rows& rows, std::size_t i, double target, double weight) {
    Slot& slot = next_slot();
    slot.target = target;
    slot.weight = weight;
    slot.texts.clear();
    if (const auto* dense = std::get_if<DenseRows>(&rows)) {
      const DenseRow row = dense->row(i, 0.0);
      slot.kind = row.is_whole ? Kind::whole : Kind::dense;
      slot.width = row.width;
      slot.columns.clear();
      slot.take(row.values, row.width, row.texts);
    } else {
      const SparseRow row = std::get<SparseRows>(rows).row(i, 0.0);
      slot.kind = row.is_complete ? Kind::complete : Kind::sparse;
      // What is not stored is missing: columns behind the last stored one tell nothing.
      const std::size_t stored = row.count == 0 ? 0 : row.columns[row.count - 1] + std::size_t{1};
      slot.width = row.is_complete ? row.width : stored;
      slot.columns.assign(row.columns, row.columns + row.count);
      slot.take(row.values, row.count, row.texts);
    }
  }

  /// Calls learn(rows, targets, weights) from the oldest row on, a block at a time.
  template <class Target, class Learn>
  void replay(Learn&& learn) const {
    std::vector<Target> targets;
    std::vector<double> weights;
    for (std::size_t begin = 0; begin < size_;) {
      std::size_t end = begin + 1;
      while (end < size_ && end - begin < block && slot(end).is_like(slot(begin))) ++end;
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

 private:
  static constexpr std::size_t block = 256;
  static constexpr std::size_t harmless_width = std::size_t{1} << 22U;

  enum class Kind : std::uint8_t { dense, whole, sparse, complete };

  struct Slot {
    Kind kind = Kind::dense;
    std::size_t width = 0;
    std::vector<double> values;
    std::vector<std::uint32_t> columns;  ///< of sparse rows
    std::vector<std::string> texts;      ///< a cell with text names its place here
    double target = 0.0;
    double weight = 1.0;

    [[nodiscard]] bool is_sparse() const { return kind == Kind::sparse || kind == Kind::complete; }
    [[nodiscard]] bool is_like(const Slot& other) const {
      return kind == other.kind && width == other.width;
    }
    void take(const double* cells, std::size_t count, const Texts* known) {
      values.assign(cells, cells + count);
      for (double& cell : values) {
        if (!std::isnan(cell)) continue;
        if (is_text(cell)) {
          texts.emplace_back(text_of(cell, known));
          cell = text_cell(static_cast<std::uint32_t>(texts.size() - 1));
        } else {
          cell = std::numeric_limits<double>::quiet_NaN();  // of one kind, so states compare
        }
      }
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
      for (const std::size_t other : {widths.size(), cells.size(), text_counts.size(),
                                      targets.size(), weights.size()}) {
        require(other == count);
      }
      std::vector<Slot> out(count);
      std::size_t value = 0;
      std::size_t column = 0;
      std::size_t text = 0;
      for (std::size_t i = 0; i < count; ++i) {
        require(kinds[i] >= 0 && kinds[i] <= 3 && weights[i] > 0.0 && std::isfinite(weights[i]));
        Slot& slot = out[i];
        slot.kind = static_cast<Kind>(kinds[i]);
        slot.width = to_size(widths[i]);
        slot.target = targets[i];
        slot.weight = weights[i];
        const std::size_t own = to_size(cells[i]);
        cut(values, value, own, slot.values);
        cut(columns, column, slot.is_sparse() ? own : 0, slot.columns);
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
      if (slot.is_sparse()) {
        require(slot.width <= widest);
        for (std::size_t k = 0; k < slot.columns.size(); ++k) {
          require(slot.columns[k] < slot.width && (k == 0 || slot.columns[k - 1] < slot.columns[k]));
        }
      } else {
        require(slot.width == slot.values.size());
      }
      for (const double cell : slot.values) {
        require(!std::isinf(cell) && (slot.kind != Kind::whole || !std::isnan(cell)));
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
    if (first.is_sparse()) {
      buffer.start_sparse(first.width, first.kind == Kind::complete);
      for (std::size_t i = begin; i < end; ++i) {
        const Slot& row = slot(i);
        for (std::size_t k = 0; k < row.values.size(); ++k) {
          buffer.push(row.columns[k], cell_of(buffer, row, row.values[k]));
        }
        buffer.end_row();
      }
      buffer.finish_sparse();
    } else {
      double* out = buffer.dense(end - begin, first.width, first.kind == Kind::whole);
      for (std::size_t i = begin; i < end; ++i) {
        const Slot& row = slot(i);
        for (const double cell : row.values) *out++ = cell_of(buffer, row, cell);
      }
    }
    buffer.set_texts(buffer.with_added(nullptr));
  }
  static double cell_of(RowBuffer& buffer, const Slot& row, double cell) {
    return is_text(cell) ? buffer.add_text(row.texts[place_of(cell)], nullptr) : cell;
  }

  std::size_t capacity_;
  std::vector<Slot> slots_;
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace driftline

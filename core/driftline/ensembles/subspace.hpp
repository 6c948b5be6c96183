// Some of the columns, and rows reduced to them.
//
// The size is known once there are rows: a member chooses at the first row it learns, from the
// columns known then. Each column that comes later belongs to it by chance, with the share that the
// first choice had. So it does not matter in what batches the columns come.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// How many of M columns: a number (below 0: all but so many), a share, "sqrt" for round(sqrt(M))
/// + 1, "rmsqrt" for M less that.
class SubspaceSize {
 public:
  using Given = std::variant<std::int64_t, double, std::string>;

  /// Throws std::invalid_argument if it is none of these.
  explicit SubspaceSize(Given given) : given_(std::move(given)) {
    const auto* share = std::get_if<double>(&given_);
    const auto* name = std::get_if<std::string>(&given_);
    const auto* number = std::get_if<std::int64_t>(&given_);
    const bool is_sound = (share != nullptr && *share > 0.0 && *share <= 1.0) ||
                          (number != nullptr && *number != 0) ||
                          (name != nullptr && (*name == "sqrt" || *name == "rmsqrt"));
    if (!is_sound) {
      throw std::invalid_argument(
          "subspace_size must be a number of columns, a share up to 1.0, 'sqrt' or 'rmsqrt'");
    }
  }

  [[nodiscard]] std::size_t of(std::size_t width) const {
    const auto all = static_cast<double>(width);
    double wanted = std::round(std::sqrt(all)) + 1.0;
    if (const auto* share = std::get_if<double>(&given_)) {
      wanted = std::round(*share * all);
    } else if (const auto* number = std::get_if<std::int64_t>(&given_)) {
      wanted = static_cast<double>(*number) + (*number < 0 ? all : 0.0);
    } else if (std::get<std::string>(given_) == "rmsqrt") {
      wanted = all - wanted;
    }
    return static_cast<std::size_t>(std::min(all, std::max(1.0, wanted)));
  }
  [[nodiscard]] Value value() const {
    return std::visit([](const auto& given) { return Value(given); }, given_);
  }
  /// The chance of a column where none was known at first.
  [[nodiscard]] double share() const {
    const auto* own = std::get_if<double>(&given_);
    return own == nullptr ? 1.0 : *own;
  }

 private:
  Given given_;
};

class Subspace {
 public:
  [[nodiscard]] bool is_chosen() const { return width_ >= 0; }
  [[nodiscard]] const std::vector<std::int64_t>& columns() const { return columns_; }
  [[nodiscard]] std::size_t column(std::size_t i) const {
    return static_cast<std::size_t>(columns_[i]);
  }
  /// How many of the columns lie below `width`.
  [[nodiscard]] std::size_t below(std::size_t width) const {
    const auto end = std::ranges::lower_bound(columns_, static_cast<std::int64_t>(width));
    return static_cast<std::size_t>(end - columns_.begin());
  }

  /// `columns` ascend; they were chosen from `width` of them.
  void begin(std::vector<std::int64_t> columns, std::size_t width, const SubspaceSize& size) {
    columns_ = std::move(columns);
    width_ = static_cast<std::int64_t>(width);
    chance_ = width == 0 ? size.share()
                         : static_cast<double>(columns_.size()) / static_cast<double>(width);
  }
  void widen(std::size_t width, const Lane& lane) {
    for (auto i = static_cast<std::uint64_t>(width_); i < width; ++i) {
      if (lane.is_true(chance_, i)) columns_.push_back(static_cast<std::int64_t>(i));
      ++width_;
    }
  }

  /// The rows with these columns only. They refer to `buffer`.
  [[nodiscard]] Rows reduced(const Rows& rows, RowBuffer& buffer,
                             std::vector<std::size_t>& widths) const {
    if (const auto* dense = std::get_if<DenseRows>(&rows)) {
      reduce(*dense, buffer);
    } else {
      reduce(std::get<SparseRows>(rows), buffer);
    }
    const std::size_t* own = std::visit([](const auto& block) { return block.widths; }, rows);
    if (own != nullptr) {
      widths.resize(count_of(rows));
      std::transform(own, own + widths.size(), widths.begin(),
                     [this](std::size_t width) { return below(width); });
    }
    buffer.set_widths(own == nullptr ? nullptr : widths.data());
    buffer.set_texts(texts_of(rows));
    return buffer.rows();
  }

  static void fields(auto& self, auto&& visit) {
    visit("columns", self.columns_);
    visit("width", self.width_);
    visit("chance", self.chance_);
  }
  void check() const {
    bool is_sound = width_ >= -1 && width_ < (std::int64_t{1} << 32) && chance_ >= 0.0 &&
                    chance_ <= 1.0 && std::ranges::is_sorted(columns_);
    is_sound = is_sound && std::ranges::adjacent_find(columns_) == columns_.end();
    is_sound =
        is_sound && (columns_.empty() || (columns_.front() >= 0 && columns_.back() < width_));
    if (!is_sound) throw std::invalid_argument("the columns of a member contradict themselves");
  }

 private:
  void reduce(const DenseRows& block, RowBuffer& buffer) const {
    const std::size_t width = below(block.width);
    double* cell = buffer.dense(block.count, width, block.is_whole);
    for (std::size_t i = 0; i < block.count; ++i) {
      const double* row = block.values + i * block.stride;
      for (std::size_t k = 0; k < width; ++k) *cell++ = row[columns_[k]];
    }
  }
  void reduce(const SparseRows& block, RowBuffer& buffer) const {
    buffer.start_sparse(below(block.width), block.is_complete);
    for (std::size_t i = 0; i < block.count; ++i) {
      const SparseRow row = block.row(i, 0.0);
      std::size_t place = 0;
      for (std::size_t k = 0; k < row.count; ++k) {
        const auto column = static_cast<std::int64_t>(row.columns[k]);
        while (place < columns_.size() && columns_[place] < column) ++place;
        if (place < columns_.size() && columns_[place] == column) {
          buffer.push(static_cast<std::uint32_t>(place), row.values[k]);
        }
      }
      buffer.end_row();
    }
    buffer.finish_sparse();
  }

  std::vector<std::int64_t> columns_;  ///< ascending
  std::int64_t width_ = -1;            ///< columns known so far; below 0: not chosen yet
  double chance_ = 0.0;
};

}  // namespace driftline

// Lags: what stood in each column some rows ago.
//
// Lag k of a row is the value k learned rows before it; a row of weight 0 is not learned and does
// not count. It is missing where that row missed it, and until there have been enough rows. The row
// to learn goes out as the row to predict did: it is learned only afterwards. Kept are the last
// rows up to the largest lag, for each column, in a ring.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/column_names.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class Lags {
 public:
  static constexpr Reading reading{.keeps_missing = true};
  static constexpr bool learns_last = true;
  static constexpr std::int64_t longest = 1'000'000;

  explicit Lags(Tuple<std::int64_t> lags) : lags_(std::move(lags)) {
    if (lags_.values.empty()) throw std::invalid_argument("lags must name at least one lag");
    for (std::size_t i = 0; i < lags_.values.size(); ++i) {
      const std::int64_t lag = lags_.values[i];
      const auto before = lags_.values.begin() + static_cast<std::ptrdiff_t>(i);
      if (lag < 1 || lag > longest || std::find(lags_.values.begin(), before, lag) != before) {
        throw std::invalid_argument("lags must be different, from 1 to " + std::to_string(longest) +
                                    ": " + std::to_string(lag) + " is not");
      }
      depth_ = std::max(depth_, static_cast<std::size_t>(lag));
    }
  }

  void transform(const auto& row, RowWriter& out) const {
    const std::size_t width = std::min(row.width, inputs());
    for (std::size_t column = 0; column < width; ++column) {
      for (std::size_t k = 0; k < lags_.values.size(); ++k) {
        const double value = lagged(column, k);
        // A missing value need be put only where a cell not put would be 0.
        if (!is_missing(value) || is_complete(row)) {
          out.put(column * lags_.values.size() + k, value);
        }
      }
    }
  }

  void learn(const auto& row, double /*weight*/) {
    widen(trimmed(row).width);
    const std::size_t slot = static_cast<std::size_t>(rows_) % depth_;
    const std::size_t width = values_.size() / depth_;
    for (std::size_t i = 0; i < width; ++i) values_[i * depth_ + slot] = unstored(row, i);
    each_cell(row, [&](std::size_t column, double x) { values_[column * depth_ + slot] = x; });
    ++rows_;
  }

  void meet(std::size_t width, const NameOf& name_of) { names_.meet(width, name_of); }
  [[nodiscard]] std::size_t inputs() const { return names_.size(); }
  [[nodiscard]] std::size_t outputs() const { return outputs_of(inputs()); }
  [[nodiscard]] std::size_t outputs_of(std::size_t width) const {
    return width * lags_.values.size();
  }
  [[nodiscard]] Output output(std::size_t i) const {
    const std::size_t count = lags_.values.size();
    return {.source = Output::none,
            .name = names_.at(i / count) + "_lag" + std::to_string(lags_.values[i % count])};
  }
  [[nodiscard]] bool is_never_negative() const { return true; }
  [[nodiscard]] std::size_t extra_memory() const { return names_.memory(); }
  void check() const {
    if (rows_ < 0 || values_.size() % depth_ != 0) {
      throw std::invalid_argument("the rows kept contradict the lags");
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("lags", self.lags_);
    visit("rows", self.rows_);
    visit("values", self.values_);
  }

 private:
  static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

  [[nodiscard]] double lagged(std::size_t column, std::size_t k) const {
    const std::int64_t at = rows_ - lags_.values[k];
    if (at < 0 || column * depth_ >= values_.size()) return missing;
    return values_[column * depth_ + static_cast<std::size_t>(at) % depth_];
  }
  void widen(std::size_t width) {
    if (width * depth_ > values_.size()) values_.resize(width * depth_, missing);
  }

  Tuple<std::int64_t> lags_;
  std::size_t depth_ = 0;       // the largest lag
  std::int64_t rows_ = 0;       // learned
  std::vector<double> values_;  // those of a column together; row r at r mod depth
  ColumnNames names_;
};
static_assert(RowTransform<Lags>);

}  // namespace driftline

// ADWIN: a window that grows while the mean stays, and is cut where the mean has changed.
//
// Whenever an old part W0 and a new part W1 of the window have means further apart than chance
// allows, the oldest items go, until no such cut is left. The bound is Bernstein's, with the
// variance of the window:
//   eps = sqrt(2 m s^2 ln(2 ln|W| / delta)) + 2/3 m ln(2 ln|W| / delta),   m = 1/n0 + 1/n1.
//
// Kept is an exponential histogram: row i has at most M buckets of 2^i items each, a bucket being
// a sum and a sum of squared deviations. A row with one bucket too many merges its two oldest
// into one of the next row. So a window of W items takes M log2(W / M) buckets, and an item
// costs O(1) on average. Cuts are tried at the borders of buckets, at every `clock`-th item.
//
// A scan over the cuts needs no division: m is least at equal halves, so a cut whose means differ
// by less than the bound there cannot pass. Only the few that do get the exact test.
//
// MOA and River shorten both parts by min_window_length - 1 in m. MOA asks for parts of more than
// min_window_length + 1 items, and for a mean that rose. River forgets the whole window
// after a drift, where the paper keeps the part after the cut.
//
// Bifet, Gavalda. Learning from Time-Changing Data with Adaptive Windowing. 2007.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class ADWIN {
 public:
  static constexpr Domain domain = Domain::reals;

  ADWIN(double delta, std::int64_t clock, std::int64_t max_buckets, std::int64_t min_window_length,
        std::int64_t grace_period, Preset preset)
      : delta_(strictly_between("delta", delta, 0.0, 1.0)),
        clock_(item_count("clock", clock)),
        max_buckets_(item_count("max_buckets", max_buckets, 2)),
        min_window_length_(item_count("min_window_length", min_window_length)),
        grace_period_(item_count("grace_period", grace_period, 0)),
        preset_(preset) {
    if (max_buckets > 1000) throw std::invalid_argument("max_buckets must be at most 1000");
    add_row();
  }

  Signal update(double x) {
    if (++ticks_ < clock_) {
      insert(x);
      return Signal::stable;
    }
    ticks_ = 0;
    const double mean_before = estimation();
    insert(x);
    if (width_ <= grace_period_ || !shrink()) return Signal::stable;
    const bool is_told = preset_ != Preset::moa || estimation() > mean_before;
    return is_told ? Signal::drift : Signal::stable;
  }
  void restart() {
    if (preset_ != Preset::river) return;
    *this = ADWIN(delta_, clock_, max_buckets_, min_window_length_, grace_period_, preset_);
  }

  [[nodiscard]] double estimation() const {
    return width_ == 0 ? 0.0 : total_ / static_cast<double>(width_);
  }
  [[nodiscard]] std::int64_t width() const { return width_; }
  [[nodiscard]] double total() const { return total_; }
  [[nodiscard]] double variance() const {
    return width_ == 0 ? 0.0 : deviations_ / static_cast<double>(width_);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("delta", self.delta_);
    visit.parameter("clock", self.clock_);
    visit.parameter("max_buckets", self.max_buckets_);
    visit.parameter("min_window_length", self.min_window_length_);
    visit.parameter("grace_period", self.grace_period_);
    visit.parameter("preset", self.preset_);
    visit("ticks", self.ticks_);
    visit("width", self.width_);
    visit("total", self.total_);
    visit("deviations", self.deviations_);
    visit("heads", self.heads_);
    visit("counts", self.counts_);
    visit("bucket_totals", self.totals_);
    visit("bucket_deviations", self.squares_);
  }
  void check() const {
    const auto rows = counts_.size();
    check_state(rows >= 1 && rows <= 60 && heads_.size() == rows, "the number of rows");
    check_state(totals_.size() == rows * slots() && squares_.size() == totals_.size(),
                "the number of buckets");
    std::int64_t width = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      check_state(counts_[row] >= 0 && counts_[row] <= max_buckets_ && heads_[row] >= 0 &&
                      heads_[row] <= max_buckets_,
                  "a bucket is out of place");
      width += counts_[row] << row;
    }
    check_state(width == width_ && ticks_ >= 0 && ticks_ < clock_, "a count is out of range");
  }

 private:
  /// A row is a ring of one slot more than it keeps, from the oldest bucket on.
  [[nodiscard]] std::size_t slots() const { return static_cast<std::size_t>(max_buckets_) + 1; }
  [[nodiscard]] std::size_t slot(std::size_t row, std::int64_t k) const {
    std::int64_t place = heads_[row] + k;
    if (place > max_buckets_) place -= max_buckets_ + 1;
    return row * slots() + static_cast<std::size_t>(place);
  }
  void add_row() {
    heads_.push_back(0);
    counts_.push_back(0);
    totals_.resize(totals_.size() + slots());
    squares_.resize(totals_.size());
  }

  void insert(double x) {
    if (width_ > 0) {  // Welford's step, with one division instead of two
      const auto w = static_cast<double>(width_);
      const double d = x * w - total_;
      deviations_ += d * d / (w * (w + 1.0));
    }
    total_ += x;
    ++width_;
    push(0, x, 0.0);
    for (std::size_t row = 0; counts_[row] > max_buckets_; ++row) merge_oldest(row);
  }
  void push(std::size_t row, double total, double squares) {
    const std::size_t place = slot(row, counts_[row]++);
    totals_[place] = total;
    squares_[place] = squares;
  }
  void pop_oldest(std::size_t row, std::int64_t n) {
    heads_[row] += n;
    if (heads_[row] > max_buckets_) heads_[row] -= max_buckets_ + 1;
    counts_[row] -= n;
  }
  void merge_oldest(std::size_t row) {
    if (row + 1 == counts_.size()) add_row();
    const std::size_t a = slot(row, 0);
    const std::size_t b = slot(row, 1);
    const double d = totals_[a] - totals_[b];
    const double between = d * d / (2.0 * static_cast<double>(std::int64_t{1} << row));
    const double total = totals_[a] + totals_[b];
    const double squares = squares_[a] + squares_[b] + between;
    pop_oldest(row, 2);
    push(row + 1, total, squares);
  }

  /// Drops the oldest bucket as long as there is a cut; says whether there was one.
  bool shrink() {
    bool has_cut = false;
    while (width_ > 1 && is_cut_somewhere()) {
      drop_oldest();
      has_cut = true;
    }
    return has_cut;
  }

  /// Where parts of n0 and n1 items may be compared, and how far their means may lie apart.
  struct Bound {
    double log_term, variance, shortening, least;
    [[nodiscard]] double at(double m) const {
      return std::sqrt(2.0 * m * variance * log_term) + 2.0 / 3.0 * log_term * m;
    }
    [[nodiscard]] double at(double n0, double n1) const {
      return at(1.0 / (n0 - shortening) + 1.0 / (n1 - shortening));
    }
  };
  [[nodiscard]] Bound bound() const {
    const auto w = static_cast<double>(width_);
    const auto least = static_cast<double>(min_window_length_);
    return {.log_term = log(2.0 * log(w) / delta_),
            .variance = variance(),
            .shortening = preset_ == Preset::paper ? 0.0 : least - 1.0,
            .least = preset_ == Preset::moa ? least + 2.0 : least};
  }

  [[nodiscard]] bool is_cut_somewhere() const {
    const Bound bound = this->bound();
    const auto w = static_cast<double>(width_);
    if (w < 2.0 * bound.least) return false;
    // Lowered a little, so that rounding here never hides a cut.
    const double least_bound = bound.at(4.0 / (w - 2.0 * bound.shortening)) * (1.0 - 1e-9);
    double n0 = 0.0;
    double u0 = 0.0;
    for (std::size_t row = counts_.size(); row-- > 0;) {
      const auto size = static_cast<double>(std::int64_t{1} << row);
      for (std::int64_t k = 0; k < counts_[row]; ++k) {
        n0 += size;
        u0 += totals_[slot(row, k)];
        const double n1 = w - n0;
        const double apart = std::abs(u0 * w - total_ * n0);  // times n0 n1
        if (apart <= least_bound * n0 * n1) continue;
        if (n0 < bound.least || n1 < bound.least) continue;
        if (std::abs(u0 / n0 - (total_ - u0) / n1) > bound.at(n0, n1)) return true;
      }
    }
    return false;
  }

  void drop_oldest() {
    std::size_t row = counts_.size() - 1;
    while (counts_[row] == 0) --row;
    const auto n = static_cast<double>(std::int64_t{1} << row);
    const std::size_t oldest = slot(row, 0);
    width_ -= std::int64_t{1} << row;
    total_ -= totals_[oldest];
    const auto w = static_cast<double>(width_);
    const double d = totals_[oldest] / n - total_ / w;
    // Rounding may take away more than there is.
    deviations_ = std::max(0.0, deviations_ - squares_[oldest] - n * w * d * d / (n + w));
    pop_oldest(row, 1);
  }

  double delta_;
  std::int64_t clock_, max_buckets_, min_window_length_, grace_period_;
  Preset preset_;
  std::int64_t ticks_ = 0;
  std::int64_t width_ = 0;
  double total_ = 0.0;
  double deviations_ = 0.0;                   ///< squared, from the mean of the window
  std::vector<std::int64_t> heads_, counts_;  ///< by row
  std::vector<double> totals_, squares_;      ///< of buckets
};
static_assert(DriftDetector<ADWIN>);

}  // namespace driftline

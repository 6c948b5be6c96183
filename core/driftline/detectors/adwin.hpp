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
// A scan over the cuts needs no division and no root: both sides of the test are taken times n0 n1
// and squared, with a slightly lower bound. Only what passes that, hardly ever without a drift,
// gets the exact test.
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
#include <span>
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
    ++ticks_;
    const double mean_before = estimation();
    insert({&x, 1});
    if (ticks_ < clock_) return Signal::stable;
    ticks_ = 0;
    if (width_ <= grace_period_ || !shrink()) return Signal::stable;
    has_risen_ = estimation() > mean_before;
    return has_risen_ || preset_ != Preset::moa ? Signal::drift : Signal::stable;
  }
  /// Takes values up to the next search for a cut, of which none can be a drift; says how many.
  std::size_t take_quietly(std::span<const double> values) {
    const std::size_t count =
        std::min(values.size(), static_cast<std::size_t>(clock_ - 1 - ticks_));
    insert(values.first(count));
    ticks_ += static_cast<std::int64_t>(count);
    return count;
  }
  void restart() {
    if (preset_ != Preset::river) return;
    *this = ADWIN(delta_, clock_, max_buckets_, min_window_length_, grace_period_, preset_);
  }

  [[nodiscard]] double estimation() const {
    return width_ == 0 ? 0.0 : total_ / static_cast<double>(width_);
  }
  /// At a drift: whether the window that is left has a higher mean than all of it had.
  [[nodiscard]] bool has_risen() const { return has_risen_; }
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
    require_state(rows >= 1 && rows <= 50 && heads_.size() == rows, "the number of rows");
    require_state(totals_.size() == rows * slots() && squares_.size() == totals_.size(),
                  "the number of buckets");
    std::int64_t width = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      require_state(counts_[row] >= 0 && counts_[row] <= max_buckets_ && heads_[row] >= 0 &&
                        heads_[row] <= max_buckets_,
                    "a bucket is out of place");
      width += counts_[row] << row;
    }
    require_state(width == width_ && ticks_ >= 0 && ticks_ < clock_, "a count is out of range");
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

  void insert(std::span<const double> values) {
    // In registers: through memory each value would wait for the one before it.
    std::int64_t width = width_;
    double total = total_;
    double deviations = deviations_;
    for (const double x : values) {
      if (width > 0) {  // Welford's step, with one division instead of two
        const auto w = static_cast<double>(width);
        const double d = x * w - total;
        deviations += d * d / (w * (w + 1.0));
      }
      total += x;
      ++width;
      push(0, x, 0.0);
      double share = 0.5;  // of two buckets of n items 1 / 2n, exact
      for (std::size_t row = 0; counts_[row] > max_buckets_; ++row, share *= 0.5) {
        merge_oldest(row, share);
      }
    }
    width_ = width;
    total_ = total;
    deviations_ = deviations;
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
  void merge_oldest(std::size_t row, double share) {
    if (row + 1 == counts_.size()) add_row();
    const std::size_t a = slot(row, 0);
    const std::size_t b = slot(row, 1);
    const double d = totals_[a] - totals_[b];
    const double between = d * d * share;
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

  /// The exact test. MOA's and River's parts are shortened in the bound.
  [[nodiscard]] bool is_cut(double n0, double n1, double u0) const {
    const auto length = static_cast<double>(min_window_length_);
    const double least = preset_ == Preset::moa ? length + 2.0 : length;
    if (n0 < least || n1 < least) return false;
    const double less = preset_ == Preset::paper ? 0.0 : length - 1.0;
    const double m = 1.0 / (n0 - less) + 1.0 / (n1 - less);
    const double log_term = log(2.0 * log(static_cast<double>(width_)) / delta_);
    const double eps = std::sqrt(2.0 * m * variance() * log_term) + 2.0 / 3.0 * log_term * m;
    return std::abs(u0 / n0 - (total_ - u0) / n1) > eps;
  }

  /// ln(2 ln|W| / delta) of a window as wide as this one or a little less: never above the true
  /// one.
  double log_term_floor() {
    if (width_ < floor_width_ || width_ - floor_width_ > floor_width_ / 64) {
      floor_width_ = width_;
      floor_ = log(2.0 * log(static_cast<double>(width_)) / delta_);
    }
    return floor_;
  }

  bool is_cut_somewhere() {
    const auto w = static_cast<double>(width_);
    // Times n0 n1, with m = |W| / (n0 n1), the test is (|q| - a)^2 > b n0 n1. That is the paper's
    // own; with shortened parts m is larger, and a cut that fails here fails there too.
    const double log_term = log_term_floor() * (1.0 - 1e-9);  // for rounding
    const double a = 2.0 / 3.0 * log_term * w;
    const double b = 2.0 * log_term * deviations_;
    double n0 = 0.0;
    double u0 = 0.0;
    for (std::size_t row = counts_.size(); row-- > 0;) {
      const auto size = static_cast<double>(std::int64_t{1} << row);
      const double* totals = totals_.data() + row * slots();
      const std::int64_t count = counts_[row];
      std::int64_t place = heads_[row];
      for (std::int64_t k = 0; k < count; ++k) {
        n0 += size;
        u0 += totals[place];
        place = place == max_buckets_ ? 0 : place + 1;
        const double n1 = w - n0;
        const double beyond = std::abs(u0 * w - total_ * n0) - a;
        // A square that keeps its sign: a maximum with 0 would be a branch, guessed wrong often.
        if (beyond * std::abs(beyond) <= b * (n0 * n1)) continue;
        if (is_cut(n0, n1, u0)) return true;
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
  std::int64_t floor_width_ = 0;              ///< not saved: it spares work and changes no answer
  double floor_ = 0.0;
  bool has_risen_ = false;  ///< not saved: it is asked for before the next item
};
static_assert(DriftDetector<ADWIN>);

}  // namespace driftline

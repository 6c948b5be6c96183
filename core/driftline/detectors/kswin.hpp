// KSWIN: the newest values of a window against a sample of the older ones, by Kolmogorov-Smirnov.
//
// Of the last n values the newest r are compared with r drawn without replacement from the other
// n - r. The statistic D is the largest distance between the two empirical distributions, so not
// only a change of the mean is found. The paper asks for D > sqrt(-ln(alpha) / r). River asks
// for an exact p-value of at most alpha and D > 0.1. Both have r values on each side, so D is a
// multiple of 1/r, and either rule is a least number of steps, found once.
//
// Older and newest values are each kept in order. A new value moves two of them, and a random set
// of places among the ordered older values is a random sample that is in order already: an item
// costs O(n) moves of memory and r random draws, and nothing is ever sorted.
//
// After a drift the newest r values stay (River forgets them too). The draws are a function of the
// seed and the number of the item.
//
// Raab, Heusinger, Schleif. Reactive Soft Prototype Computing for Concept Drift Streams. 2020.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/detectors/kolmogorov_smirnov.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class KSWIN {
 public:
  static constexpr Domain domain = Domain::reals;

  KSWIN(double alpha, std::int64_t window_size, std::int64_t stat_size, std::int64_t seed,
        Preset preset)
      : alpha_(strictly_between("alpha", alpha, 0.0, 1.0)),
        window_size_(window_size),
        stat_size_(item_count("stat_size", stat_size)),
        seed_(seed),
        preset_(preset) {
    if (window_size < 2 * stat_size || window_size > 10'000'000) {
      throw std::invalid_argument("window_size must be at least twice stat_size");
    }
    if (seed < 0) throw std::invalid_argument("seed must be at least 0");
    either("preset", preset, {Preset::paper, Preset::river});
    lane_ = Draws(static_cast<std::uint64_t>(seed)).lane(0);
    critical_gap_ = find_critical_gap();
    older_.reserve(older_size());
    newest_.reserve(size());
    is_drawn_.resize(older_size());
  }

  Signal update(double x) {
    ++items_;
    if (!is_full()) {
      window_.push_back(x);
      if (!is_full()) return Signal::stable;
      put_in_order();
    } else {
      slide(x);
    }
    gap_ = largest_gap();
    return gap_ >= critical_gap_ ? Signal::drift : Signal::stable;
  }
  void restart() {
    gap_ = 0;
    std::ranges::rotate(window_, window_.begin() + head_);
    head_ = 0;
    const std::size_t kept = preset_ == Preset::river ? 0 : std::min(size(), window_.size());
    window_.erase(window_.begin(), window_.end() - static_cast<std::ptrdiff_t>(kept));
  }

  /// The mean of the newest values.
  [[nodiscard]] double estimation() const {
    const std::size_t count = std::min(window_.size(), size());
    if (count == 0) return 0.0;
    double sum = 0.0;
    for (std::size_t i = window_.size() - count; i < window_.size(); ++i) sum += at(i);
    return sum / static_cast<double>(count);
  }
  /// Whether the newest values have a higher mean than those before them.
  [[nodiscard]] bool has_risen() const {
    const std::size_t older = window_.size() - std::min(window_.size(), size());
    double sum = 0.0;
    for (std::size_t i = 0; i < older; ++i) sum += at(i);
    return older > 0 && estimation() > sum / static_cast<double>(older);
  }
  /// Of the last comparison; 1 before the first.
  [[nodiscard]] double p_value() const { return equal_sizes_p_value(stat_size_, gap_); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("alpha", self.alpha_);
    visit.parameter("window_size", self.window_size_);
    visit.parameter("stat_size", self.stat_size_);
    visit.parameter("seed", self.seed_);
    visit.parameter("preset", self.preset_);
    visit("items", self.items_);
    visit("head", self.head_);
    visit("gap", self.gap_);
    visit("window", self.window_);
  }
  void check() {
    require_state(std::cmp_less_equal(window_.size(), window_size_), "the window is too long");
    require_state(is_full() ? head_ >= 0 && head_ < window_size_ : head_ == 0, "the window's head");
    require_state(is_count(items_) && gap_ >= 0 && gap_ <= stat_size_, "a count is out of range");
    require_state(std::ranges::all_of(window_, detail::is_in<domain>), "a value is out of range");
    if (is_full()) put_in_order();
  }
  [[nodiscard]] std::size_t extra_memory() const {
    return (older_.capacity() + newest_.capacity()) * sizeof(double) + is_drawn_.capacity();
  }

 private:
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(stat_size_); }
  [[nodiscard]] std::size_t older_size() const {
    return static_cast<std::size_t>(window_size_ - stat_size_);
  }
  [[nodiscard]] bool is_full() const { return std::cmp_equal(window_.size(), window_size_); }
  /// The i-th value, from the oldest on.
  [[nodiscard]] double at(std::size_t i) const {
    const std::size_t place = static_cast<std::size_t>(head_) + i;
    return window_[place < window_.size() ? place : place - window_.size()];
  }

  void put_in_order() {
    older_.clear();
    newest_.clear();
    for (std::size_t i = 0; i < older_size(); ++i) older_.push_back(at(i));
    for (std::size_t i = older_size(); i < window_.size(); ++i) newest_.push_back(at(i));
    std::ranges::sort(older_);
    std::ranges::sort(newest_);
  }
  void slide(double x) {
    const double aged = at(older_size());
    replace(older_, window_[static_cast<std::size_t>(head_)], aged);
    replace(newest_, aged, x);
    window_[static_cast<std::size_t>(head_)] = x;
    head_ = head_ + 1 == window_size_ ? 0 : head_ + 1;
  }
  static void replace(std::vector<double>& sorted, double out, double in) {
    const auto from = std::ranges::lower_bound(sorted, out);
    const auto to = std::ranges::lower_bound(sorted, in);
    if (to > from) {
      std::move(from + 1, to, from);
      *(to - 1) = in;
    } else {
      std::move_backward(to, from, from + 1);
      *to = in;
    }
  }

  /// Floyd's way to draw r of the older places: one draw each, and no place is refused twice.
  void draw_places() {
    std::ranges::fill(is_drawn_, std::uint8_t{0});
    const std::size_t count = older_size();
    std::uint64_t row = static_cast<std::uint64_t>(items_) * size();
    for (std::size_t last = count - size(); last < count; ++last) {
      const auto place = static_cast<std::size_t>(lane_.below(last + 1, row++));
      is_drawn_[is_drawn_[place] != 0 ? last : place] = 1;
    }
  }

  /// r D: the two empirical distributions walked upwards together, from drawn value to drawn value.
  /// Just before one the newest are furthest ahead, at it the drawn are.
  [[nodiscard]] std::int64_t largest_gap() {
    draw_places();
    std::int64_t gap = 0;
    std::int64_t drawn = 0;
    std::size_t below = 0;
    std::size_t up_to = 0;
    for (std::size_t k = 0; k < older_.size(); ++k) {
      if (is_drawn_[k] == 0) continue;
      while (below < newest_.size() && newest_[below] < older_[k]) ++below;
      while (up_to < newest_.size() && newest_[up_to] <= older_[k]) ++up_to;
      gap = std::max(gap, static_cast<std::int64_t>(below) - drawn);
      ++drawn;
      gap = std::max(gap, drawn - static_cast<std::int64_t>(up_to));
    }
    return gap;
  }

  [[nodiscard]] std::int64_t find_critical_gap() const {
    const auto r = static_cast<double>(stat_size_);
    const double least = preset_ == Preset::river ? 0.1 : std::sqrt(-log(alpha_) / r);
    std::int64_t gap = 0;
    const auto is_enough = [&] {
      const bool is_rare =
          preset_ != Preset::river || equal_sizes_p_value(stat_size_, gap) <= alpha_;
      return is_rare && static_cast<double>(gap) / r > least;
    };
    while (gap <= stat_size_ && !is_enough()) ++gap;
    return gap;
  }

  double alpha_;
  std::int64_t window_size_, stat_size_, seed_;
  Preset preset_;
  Lane lane_;
  std::int64_t critical_gap_ = 0;
  std::int64_t items_ = 0;
  std::int64_t head_ = 0;
  std::int64_t gap_ = 0;
  std::vector<double> window_;          ///< a ring once it is full
  std::vector<double> older_, newest_;  ///< the same values, each part in order
  std::vector<std::uint8_t> is_drawn_;  ///< by place among the older ones
};
static_assert(DriftDetector<KSWIN>);

}  // namespace driftline

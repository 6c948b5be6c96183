// A sample of fixed size in which heavier items are likelier: drawn one after another without
// replacement, each time with probability weight / sum of the weights left.
//
// Every item has the key u^(1/w) for a uniform u, and the s largest stay. Keys are kept as
// their logarithm, ln(u) / w, since u^(1/w) of a heavy item rounds to 1. A-Res draws for every
// item. A-ExpJ draws only for items that enter: the weight to pass over before the next of them is
// exponential, ln(u) / ln(T) for T the smallest key in the sample, and the key of the one that
// enters is drawn from those above T. Both give the same distribution.
//
// Merging is exact: the s largest keys of both. What A-ExpJ still had to pass over has no
// memory, so it is drawn anew for the new T.
//
// Efraimidis, Spirakis. Weighted random sampling with a reservoir. 2006.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log1p.hpp"
#include "driftline/random/sampler_draws.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/samplers/top_keys.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

enum class WeightedAlgorithm : std::uint8_t { jumps, all };
template <>
struct Names<WeightedAlgorithm> {
  static constexpr std::array<std::string_view, 2> values{"A-ExpJ", "A-Res"};
};

class WeightedReservoirSampler {
 public:
  static constexpr Wants wants{.weights = true};

  WeightedReservoirSampler(std::int64_t size, WeightedAlgorithm algorithm, std::int64_t seed)
      : algorithm_(algorithm), draws_(seed), top_(size) {}

  void offer(const Offers& offers, auto&& place) {
    for (std::size_t i = 0; i < offers.count; ++i, ++seen_) {
      const double weight = weight_of(offers.weights, i);
      const auto offset = static_cast<std::int64_t>(i);
      if (!top_.is_full()) {
        place(offset, top_.enter(log(draws_.uniform(seen_, key_draw)) / weight));
        if (top_.is_full()) draw_jump(seen_);
      } else if (algorithm_ == WeightedAlgorithm::all) {
        const double key = log(draws_.uniform(seen_, key_draw)) / weight;
        if (key > top_.smallest()) place(offset, top_.enter(key));
      } else {
        left_ -= weight;
        if (left_ > 0.0) continue;
        place(offset, top_.enter(key_above(top_.smallest(), weight)));
        draw_jump(seen_);
      }
    }
  }

  [[nodiscard]] std::vector<std::int64_t> slots() const { return top_.slots(); }
  [[nodiscard]] std::size_t held() const { return top_.count(); }
  [[nodiscard]] std::int64_t seen() const { return seen_; }
  [[nodiscard]] std::size_t derived_bytes() const { return top_.derived_bytes(); }

  Origins merge(const WeightedReservoirSampler& other) {
    if (top_.size() != other.top_.size() || algorithm_ != other.algorithm_) {
      throw std::invalid_argument("reservoirs merge if size and algorithm are the same");
    }
    draws_.check_apart(other.draws_);
    if (other.seen_ == 0) return unchanged(held());
    Origins origins = top_.merge(other.top_, 0.0);
    if (top_.is_full()) draw_jump(seen_);  // no item has this number: see below
    seen_ += other.seen_;
    draws_.join(other.draws_);
    return origins;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("algorithm", self.algorithm_);
    visit.group("draws", self.draws_);
    visit.group("top", self.top_);
    visit("seen", self.seen_);
    visit("left", self.left_);
  }
  void check() {
    top_.check();
    check_state(seen_ >= 0 && std::cmp_less_equal(top_.count(), seen_), "more items than seen");
    check_state(std::cmp_equal(top_.count(), std::min(seen_, top_.size())), "items are missing");
    check_state(left_ >= 0.0, "the weight to pass over is negative");
  }

 private:
  static constexpr std::uint64_t key_draw = 0;
  static constexpr std::uint64_t jump_draw = 1;

  /// Draws as `item`. A merge draws as item `seen_` of this seed, which never comes: the next item
  /// has the number after all those of the other sampler.
  void draw_jump(std::int64_t item) {
    if (algorithm_ == WeightedAlgorithm::all) return;
    left_ = log(draws_.uniform(item, jump_draw)) / top_.smallest();
  }
  /// ln(r) / w for r uniform in (T^w, 1). Written with 1 - r, which keeps its digits when r is
  /// near 1.
  [[nodiscard]] double key_above(double smallest, double weight) const {
    const double span = -expm1(smallest * weight);
    return log1p(-draws_.uniform(seen_, key_draw) * span) / weight;
  }

  WeightedAlgorithm algorithm_;
  SamplerDraws draws_;
  TopKeys top_;
  std::int64_t seen_ = 0;
  double left_ = 0.0;  ///< weight to pass over before the next item enters
};
static_assert(SlotSampler<WeightedReservoirSampler>);

}  // namespace driftline

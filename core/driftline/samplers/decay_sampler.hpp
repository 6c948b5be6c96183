// A sample of fixed size in which an item of age a weighs e^(-rate a) as much as one of now.
//
// Forward decay: instead of lowering the weights of all old items, raise those of new ones. An
// item of time t gets the weight w e^(rate (t - L)) for some landmark L, once and for all, and
// a weighted reservoir does the rest: shares of weights do not depend on L. Keys are
// ln(-ln(u) / weight), which neither overflows nor forgets however long the stream; the
// landmark still moves along, every 64 / rate, because digits are lost far from it.
//
// Items may come in any order of time. Merging is exact: the largest keys of both, moved to
// one landmark.
//
// Cormode, Shkapenyuk, Srivastava, Xu. Forward Decay: A Practical Time Decay Model for Streaming
// Systems. 2009.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/random/sampler_draws.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/samplers/top_keys.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class DecaySampler {
 public:
  static constexpr Wants wants{.weights = true, .times = true};

  DecaySampler(std::int64_t size, double rate, std::int64_t seed)
      : rate_(positive("rate", rate)), draws_(seed), top_(size) {}

  void offer(const Offers& offers, auto&& place) {
    for (std::size_t i = 0; i < offers.count; ++i, ++seen_) {
      const double time = offers.times[i];
      if (seen_ == 0) landmark_ = time;
      if (rate_ * (time - landmark_) > 64.0) move_landmark(time);
      const double fade = log(-log(draws_.uniform(seen_, 0)) / weight_of(offers.weights, i));
      const double key = rate_ * (time - landmark_) - fade;
      if (top_.is_full() && !(key > top_.smallest())) continue;
      place(static_cast<std::int64_t>(i), top_.enter(key));
    }
  }

  [[nodiscard]] std::vector<std::int64_t> slots() const { return top_.slots(); }
  [[nodiscard]] std::size_t held() const { return top_.count(); }
  [[nodiscard]] std::int64_t seen() const { return seen_; }
  [[nodiscard]] std::size_t derived_bytes() const { return top_.derived_bytes(); }

  Origins merge(const DecaySampler& other) {
    if (top_.size() != other.top_.size() || rate_ != other.rate_) {
      throw std::invalid_argument("decayed samples merge if size and rate are the same");
    }
    draws_.check_apart(other.draws_);
    if (other.seen_ == 0) return unchanged(held());
    if (seen_ == 0) landmark_ = other.landmark_;
    if (other.landmark_ > landmark_) move_landmark(other.landmark_);
    Origins origins = top_.merge(other.top_, rate_ * (other.landmark_ - landmark_));
    seen_ += other.seen_;
    draws_.join(other.draws_);
    return origins;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("rate", self.rate_);
    visit.group("draws", self.draws_);
    visit.group("top", self.top_);
    visit("seen", self.seen_);
    visit("landmark", self.landmark_);
  }
  void check() {
    top_.check();
    check_state(seen_ >= 0 && std::cmp_equal(top_.count(), std::min(seen_, top_.size())),
                "items are missing");
    check_state(std::isfinite(landmark_), "the landmark is no time");
  }

 private:
  void move_landmark(double time) {
    top_.shift(rate_ * (landmark_ - time));
    landmark_ = time;
  }

  double rate_;
  SamplerDraws draws_;
  TopKeys top_;
  std::int64_t seen_ = 0;
  double landmark_ = 0.0;
};
static_assert(SlotSampler<DecaySampler>);

}  // namespace driftline

// A sample in which the item of a rows ago is with probability about e^(-rate a).
//
// Every item enters with probability size * rate. While the sample fills up, an item that enters
// takes the place of a random one with probability (share of the sample filled), else a new
// place; a full sample always gives one up. At rate = 1 / size every item enters, which is the
// largest sample this rate allows.
//
// What is in the sample depends on how many items came after it in the one stream; two streams
// side by side have no such order, so there is no merge.
//
// Aggarwal. On Biased Reservoir Sampling in the Presence of Stream Evolution. 2006.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/random/sampler_draws.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

class ExponentialSampler {
 public:
  static constexpr Wants wants{};

  ExponentialSampler(std::int64_t size, double rate, std::int64_t seed)
      : size_(positive_count("size", size)), rate_(positive("rate", rate)), draws_(seed) {
    // 1 / size times size may come out a bit above 1.
    if (rate * static_cast<double>(size) > 1.0 + 1e-9) {
      throw std::invalid_argument("rate must be at most 1 / size: items fade too fast to fill it");
    }
  }

  void offer(const Offers& offers, auto&& place) {
    const double chance = rate_ * static_cast<double>(size_);
    for (std::size_t i = 0; i < offers.count; ++i, ++seen_) {
      if (draws_.uniform(seen_, enter_draw) >= chance) continue;
      const bool is_replacing = draws_.below(size_, seen_, fill_draw) < count_;
      const std::int64_t slot = is_replacing ? draws_.below(count_, seen_, slot_draw) : count_++;
      place(static_cast<std::int64_t>(i), slot);
    }
  }

  [[nodiscard]] std::vector<std::int64_t> slots() const {
    std::vector<std::int64_t> out(held());
    std::iota(out.begin(), out.end(), 0);
    return out;
  }
  [[nodiscard]] std::size_t held() const { return static_cast<std::size_t>(count_); }
  [[nodiscard]] std::int64_t seen() const { return seen_; }

  [[noreturn]] Origins merge(const ExponentialSampler& /*other*/) const {
    throw std::invalid_argument(
        "exponential samples do not merge: the age of an item is counted in rows of its own "
        "stream. DecaySampler counts it in time, and merges");
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("size", self.size_);
    visit.parameter("rate", self.rate_);
    visit.group("draws", self.draws_);
    visit("count", self.count_);
    visit("seen", self.seen_);
  }
  void check() const {
    check_state(count_ >= 0 && count_ <= size_ && count_ <= seen_, "a count is out of range");
  }

 private:
  static constexpr std::uint64_t enter_draw = 0;
  static constexpr std::uint64_t fill_draw = 1;
  static constexpr std::uint64_t slot_draw = 2;

  std::int64_t size_;
  double rate_;
  SamplerDraws draws_;
  std::int64_t count_ = 0;
  std::int64_t seen_ = 0;
};
static_assert(SlotSampler<ExponentialSampler>);

}  // namespace driftline

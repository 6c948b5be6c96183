// Every sampler as C++ uses it, under the sanitizers: portions, files, merges, and slots in range.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "driftline/random/sampler_draws.hpp"
#include "driftline/samplers/decay_sampler.hpp"
#include "driftline/samplers/exponential_sampler.hpp"
#include "driftline/samplers/key_hash.hpp"
#include "driftline/samplers/key_sampler.hpp"
#include "driftline/samplers/reservoir_sampler.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/samplers/time_window_sampler.hpp"
#include "driftline/samplers/weighted_reservoir_sampler.hpp"
#include "driftline/samplers/window_sampler.hpp"
#include "expect.hpp"

namespace {

using namespace driftline;
using driftline::testing::Claims;

constexpr std::size_t rows = 3000;

struct Stream {
  std::vector<double> weights, times;
  std::vector<std::uint64_t> hashes;

  Stream() {
    const SamplerDraws draws(9);
    double time = 0.0;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto item = static_cast<std::int64_t>(i);
      time += draws.uniform(item, 0);
      weights.push_back(0.1 + draws.uniform(item, 1));
      times.push_back(time);
      hashes.push_back(key_hash(draws.bits(item, 2) % 200));
    }
  }
  [[nodiscard]] Offers part(std::size_t begin, std::size_t end) const {
    return {.count = end - begin,
            .weights = weights.data() + begin,
            .times = times.data() + begin,
            .hashes = hashes.data() + begin};
  }
};

/// Items by slot, as the owner of a sampler holds them.
class Store {
 public:
  explicit Store(std::unique_ptr<AnySampler> sampler) : sampler_(std::move(sampler)) {}

  void take(const Stream& stream, std::size_t begin, std::size_t end) {
    std::vector<Placement> placements;
    sampler_->offer(stream.part(begin, end), placements);
    items_.resize(sampler_->held(), -1);
    for (const auto [offset, slot] : placements) {
      items_.at(static_cast<std::size_t>(slot)) =
          offset < 0 ? -1 : offset + static_cast<std::int64_t>(begin);
    }
  }
  [[nodiscard]] std::vector<std::int64_t> sample() const {
    std::vector<std::int64_t> out;
    for (const std::int64_t slot : sampler_->slots()) {
      out.push_back(items_.at(static_cast<std::size_t>(slot)));
    }
    return out;
  }
  void merge(const Store& other) {
    std::vector<std::int64_t> merged;
    for (const auto [is_other, slot] : sampler_->merge(*other.sampler_)) {
      const auto& from = is_other ? other.items_ : items_;
      merged.push_back(slot < 0 ? -1 : from.at(static_cast<std::size_t>(slot)));
    }
    items_ = std::move(merged);
  }
  [[nodiscard]] AnySampler& sampler() { return *sampler_; }

 private:
  std::unique_ptr<AnySampler> sampler_;
  std::vector<std::int64_t> items_;
};

template <class Make>
void keeps_its_promises(Claims& claims, const std::string& name, bool merges, Make make) {
  const Stream stream;
  Store at_once(make(1));
  at_once.take(stream, 0, rows);
  Store portions(make(1));
  for (std::size_t i = 0; i < rows; i += 7) portions.take(stream, i, std::min(rows, i + 7));
  const std::vector<std::int64_t> sample = at_once.sample();
  claims.expect(!sample.empty() && sample == portions.sample(), name,
                "portions give the same sample");
  claims.expect(same_bits(at_once.sampler().state(), portions.sampler().state()), name,
                "portions give the same state");
  claims.expect(std::ranges::none_of(sample, [](std::int64_t item) { return item < 0; }), name,
                "no slot of the sample is empty");

  Store half(make(1));
  half.take(stream, 0, rows / 2);
  const State state = half.sampler().state();
  half.sampler().restore(state);
  half.take(stream, rows / 2, rows);
  claims.expect(half.sample() == sample, name, "a restored sampler goes on as before");

  Store other(make(name == "KeySampler" ? 1 : 2));
  other.take(stream, rows / 2, rows);
  Store first(make(1));
  first.take(stream, 0, rows / 2);
  if (!merges) {
    claims.expect(testing::is_refused([&] { first.merge(other); }), name, "refuses to merge");
    return;
  }
  first.merge(other);
  const std::vector<std::int64_t> merged = first.sample();
  claims.expect(!merged.empty() && std::ranges::none_of(merged, [](auto i) { return i < 0; }), name,
                "no slot of a merged sample is empty");
  claims.expect(std::cmp_equal(first.sampler().seen(), rows), name,
                "a merged sampler has seen both streams");
}

template <class Model>
std::unique_ptr<AnySampler> handle(Model model) {
  return std::make_unique<SamplerHandle<Model>>(std::move(model));
}

}  // namespace

int main() {
  Claims claims;
  const auto check = [&](const std::string& name, bool merges, auto make) {
    keeps_its_promises(claims, name, merges,
                       [make](std::int64_t seed) { return handle(make(seed)); });
  };
  check("KeySampler", true, [](auto seed) { return KeySampler(0.9, 1000, seed, 20); });
  for (const auto algorithm : {ReservoirAlgorithm::l, ReservoirAlgorithm::r}) {
    check("ReservoirSampler", true,
          [=](auto seed) { return ReservoirSampler(20, algorithm, seed); });
  }
  for (const auto algorithm : {WeightedAlgorithm::jumps, WeightedAlgorithm::all}) {
    check("WeightedReservoirSampler", true,
          [=](auto seed) { return WeightedReservoirSampler(20, algorithm, seed); });
  }
  check("WindowSampler", false, [](auto seed) { return WindowSampler(20, 100, seed); });
  check("TimeWindowSampler", true, [](auto seed) { return TimeWindowSampler(20, 200.0, seed); });
  check("TimeWindow", true, [](auto) { return TimeWindowSampler(0, 100.0, 0); });
  check("ExponentialSampler", false, [](auto seed) { return ExponentialSampler(20, 0.02, seed); });
  check("DecaySampler", true, [](auto seed) { return DecaySampler(20, 0.01, seed); });
  return claims.exit_code();
}

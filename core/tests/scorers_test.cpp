// Every scorer as C++ uses it, under the sanitizers: portions, states, and states gone bad.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/random/sampler_draws.hpp"
#include "driftline/stream/fields.hpp"
#include "expect.hpp"
#include "scored_sample.hpp"

namespace {

using namespace driftline;
using namespace driftline::testing;

constexpr std::size_t rows = 400;
constexpr std::int64_t attempts = 150;

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return same_bits({{"values", a}}, {{"values", b}});
}

template <class Make>
void portions_and_restores_change_nothing(Claims& claims, const std::string& name,
                                          const ScoredSample& sample, Make make) {
  auto at_once = make();
  score(at_once, sample, 0, rows, 0);
  auto portions = make();
  for (std::size_t i = 0; i < rows; i += 13) {
    const std::size_t end = std::min(rows, i + 13);
    auto fresh = make();
    restore_scorer(fresh, state_of(portions));
    claims.expect(same(fresh.values(), portions.values()), name, "a restored scorer says the same");
    portions = std::move(fresh);
    score(portions, sample, i, end, static_cast<std::int64_t>(i));
  }
  claims.expect(same_bits(state_of(at_once), state_of(portions)), name,
                "portions and restores give the same state");
  claims.expect(same(at_once.values(), portions.values()), name,
                "portions and restores give the same values");
  claims.expect(at_once.take_points().rows.size() == rows / 50, name, "there are all the points");
}

template <class T>
void damage(std::vector<T>& values, const SamplerDraws& draws, std::int64_t attempt) {
  const std::size_t kind = draws.bits(attempt, 1) % 4;
  const std::size_t place = values.empty() ? 0 : draws.bits(attempt, 2) % values.size();
  if (kind == 0 || values.empty()) {
    values.push_back(T{1});
  } else if (kind == 1) {
    values.pop_back();
  } else if (kind == 2) {
    values[place] = static_cast<T>(values[place] + T{1});
  } else if constexpr (std::is_same_v<T, double>) {
    values[place] = draws.bits(attempt, 3) % 2 == 0 ? std::numeric_limits<double>::infinity()
                                                    : std::numeric_limits<double>::max();
  } else {
    values[place] = static_cast<T>(draws.bits(attempt, 3) >> draws.bits(attempt, 4) % 64);
  }
}

/// A damaged state is refused, or is another that is sound. The sanitizers watch.
template <class Make>
void damaged_states_do_no_harm(Claims& claims, const std::string& name, const ScoredSample& sample,
                               Make make) {
  auto taught = make();
  score(taught, sample, 0, rows / 2, 0);
  const State sound = state_of(taught);
  const SamplerDraws draws(3);
  std::int64_t refused = 0;
  for (std::int64_t attempt = 0; attempt < attempts; ++attempt) {
    State state = sound;
    const std::size_t entry = draws.bits(attempt, 0) % state.size();
    auto damaged = state.begin();
    std::advance(damaged, static_cast<std::ptrdiff_t>(entry));
    std::visit([&](auto& values) { damage(values, draws, attempt); }, damaged->second);
    auto scorer = make();
    if (is_refused([&] { restore_scorer(scorer, state); })) {
      ++refused;
      continue;
    }
    score(scorer, sample, rows / 2, rows, rows / 2);
    claims.expect(!scorer.values().empty(), name, "a state that is taken works");
  }
  claims.expect(refused > attempts / 2, name, "most damage is noticed");
}

template <class Make>
void keeps_its_promises(Claims& claims, const std::string& name, const ScoredSample& sample,
                        Make make) {
  portions_and_restores_change_nothing(claims, name, sample, make);
  damaged_states_do_no_harm(claims, name, sample, make);
}

}  // namespace

int main() {
  Claims claims;
  const auto promises_of_labels = [&](std::size_t labels, std::int64_t window) {
    keeps_its_promises(
        claims, std::to_string(labels) + " labels in a window of " + std::to_string(window),
        ScoredSample(labels, rows), [&] { return label_scorer(labels, window, 50); });
  };
  for (const std::int64_t window : {1, 64, 150, 1000}) {
    promises_of_labels(2, window);
    promises_of_labels(3, window);
    keeps_its_promises(claims, "numbers in a window of " + std::to_string(window),
                       ScoredSample(2, rows), [&] { return number_scorer(window, 50); });
  }
  promises_of_labels(300, 100);  // too many for a confusion matrix
  return claims.exit_code();
}

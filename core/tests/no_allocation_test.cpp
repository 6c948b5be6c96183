// Once a model has met its labels and columns, no row costs an allocation; nor does scoring one.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "driftline/learners/any_learner.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "expect.hpp"
#include "models.hpp"
#include "sample.hpp"
#include "scored_sample.hpp"

namespace {

/// Calls of any operator new of this program; a test has one thread.
std::size_t allocations = 0;

void* allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  // aligned_alloc wants a multiple of the alignment, and malloc(0) may be null.
  const std::size_t whole = (size / alignment + 1) * alignment;
  void* place = alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, whole)
                                                      : std::malloc(whole);
  if (place == nullptr) throw std::bad_alloc();
  return place;
}

}  // namespace

// All forms, as the address sanitizer's own do not call one another. Not inlined: where only the
// delete of a pair is, the compiler takes its free() for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) { return allocate(size, 1); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return allocate(size, 1); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* place) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete[](void* place) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete[](void* place, std::size_t) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete[](void* place, std::align_val_t) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete[](void* place, std::size_t, std::align_val_t) noexcept {
  std::free(place);
}

namespace {

using namespace driftline;
using namespace driftline::testing;

template <class Act>
std::size_t allocations_of(Act act) {
  const std::size_t before = allocations;
  act();
  return allocations - before;
}

void the_counter_counts(Claims& claims) {
  std::vector<double> values;
  claims.expect(allocations_of([&] { values.resize(100); }) == 1, "a vector that grows is counted");
  claims.expect(allocations_of([&] { values.resize(50); }) == 0, "one that shrinks is not");
}

/// Blocks of the kinds a model keeps, whole and in single rows.
std::vector<Rows> blocks_of(const Sample& sample, const Reading& reading) {
  std::vector<Rows> blocks{sample.dense(0, sample.count())};
  for (std::size_t i = 0; i < sample.count(); ++i) blocks.push_back(sample.dense(i, i + 1));
  if (must_be_dense(reading.sparse, sample.is_complete())) return blocks;
  blocks.push_back(sample.sparse(0, sample.count()));
  for (std::size_t i = 0; i < sample.count(); ++i) blocks.push_back(sample.sparse(i, i + 1));
  return blocks;
}

/// Whether it has windows of errors, which make room with the logarithm of the rows.
bool has_windows(const std::string& subject) {
  constexpr std::array<std::string_view, 4> names{"HoeffdingAdaptiveTree", "random patches",
                                                  "leveraging bagging", "boosting"};
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return subject.starts_with(name); });
}

/// Each act is measured with all blocks, behind a first round that may make room. Of two rounds of
/// one that has windows, one makes none.
template <class Act>
void expect_no_allocation(Claims& claims, const std::string& subject, const std::string& act_name,
                          const std::vector<Rows>& blocks, Act act) {
  const auto round = [&] {
    for (const Rows& rows : blocks) act(rows);
  };
  round();
  std::size_t fewest = allocations_of(round);
  if (has_windows(subject)) fewest = std::min(fewest, allocations_of(round));
  claims.expect(fewest == 0, subject, act_name + " allocates nothing");
}

template <class Any, class Target>
void learner_allocates_nothing(Claims& claims, const Named<Any>& named, const Shape& shape) {
  const Sample sample(shape, named.model->reading());
  const std::vector<Rows> blocks = blocks_of(sample, named.model->reading());
  const auto model = named.model->copy();
  const auto* targets = sample.targets<Target>(0);
  const double* weights = sample.weights(0);
  std::vector<Target> out(sample.count());
  model->learn(blocks.front(), targets, weights);

  const std::string subject = named.name + " of " + std::to_string(shape.labels) + " labels";
  expect_no_allocation(claims, subject, "predict", blocks,
                       [&](const Rows& rows) { model->predict(rows, out.data()); });
  expect_no_allocation(claims, subject, "learn", blocks,
                       [&](const Rows& rows) { model->learn(rows, targets, weights); });
  expect_no_allocation(claims, subject, "predict_learn", blocks, [&](const Rows& rows) {
    model->predict_learn(rows, rows, targets, weights, out.data());
  });
  expect_no_allocation(claims, subject, "predict behind learn", blocks, [&](const Rows& rows) {
    model->learn(rows, targets, nullptr);
    model->predict(rows, out.data());
  });
  if constexpr (std::is_same_v<Any, AnyClassifier>) {
    const std::size_t stride = model->label_count();
    std::vector<double> shares(sample.count() * stride);
    expect_no_allocation(claims, subject, "probabilities", blocks, [&](const Rows& rows) {
      model->probabilities(rows, shares.data(), stride);
    });
  }
}

void transform_allocates_nothing(Claims& claims, const Named<AnyTransform>& named,
                                 const Shape& shape) {
  const Sample sample(shape, named.model->reading());
  const std::vector<Rows> blocks = blocks_of(sample, named.model->reading());
  const auto model = named.model->copy();
  RowBuffer before;
  RowBuffer after;
  model->learn(blocks.front(), nullptr);

  expect_no_allocation(claims, named.name, "transform", blocks,
                       [&](const Rows& rows) { model->transform(rows, after, {}); });
  expect_no_allocation(claims, named.name, "step", blocks, [&](const Rows& rows) {
    model->step(rows, rows, sample.weights(0), &before, after, {});
  });
}

/// Beside the points, which somebody takes.
template <class Scorer>
void scorer_allocates_nothing(Claims& claims, const std::string& name, const ScoredSample& sample,
                              Scorer scorer) {
  score(scorer, sample, 0, sample.rows(), 0);
  const std::size_t count = allocations_of([&] { score(scorer, sample, 0, sample.rows(), 0); });
  claims.expect(count == 0, name, "scoring allocates nothing once the window is full");
}

}  // namespace

int main() {
  Claims claims;
  the_counter_counts(claims);
  for (const Gap gap : {Gap::zero, Gap::missing}) {
    for (const Code labels : {2, 3}) {
      const Shape shape{.labels = labels, .gap = gap};
      for (const auto& named : every_classifier()) {
        learner_allocates_nothing<AnyClassifier, Code>(claims, named, shape);
      }
    }
    for (const auto& named : every_regressor()) {
      learner_allocates_nothing<AnyRegressor, double>(claims, named, {.gap = gap});
    }
    for (const auto& named : every_transform()) {
      transform_allocates_nothing(claims, named, {.gap = gap});
    }
  }
  constexpr std::int64_t never = 1'000'000;
  for (const std::size_t labels : {2, 3}) {
    scorer_allocates_nothing(claims, std::to_string(labels) + " labels", ScoredSample(labels, 500),
                             label_scorer(labels, 100, never));
  }
  scorer_allocates_nothing(claims, "numbers", ScoredSample(2, 500), number_scorer(100, never));
  return claims.exit_code();
}

// SlidingWindow: a learner that knows the last rows only.
//
// The last `window` labelled rows are kept. After every `every` of them a new learner is taught all
// rows of the window, oldest first, and takes over; in between the learner goes on learning. So
// at any time it knows at least `window` and less than `window + every` rows, and what a row costs
// on average is window / every + 1 times the learner. Until more than `window` rows have come
// there is nothing to forget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "driftline/adaptation/adapted_learner.hpp"
#include "driftline/adaptation/kept_rows.hpp"
#include "driftline/adaptation/renewed_learner.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// Base is AdaptedClassifier or AdaptedRegressor.
template <class Base>
class SlidingWindow final : public RenewedLearner<Base, SlidingWindow<Base>> {
  using Renewed = RenewedLearner<Base, SlidingWindow>;
  friend Renewed;

 public:
  using typename Renewed::Any;
  using typename Renewed::Target;

  SlidingWindow(std::unique_ptr<Any> learner, std::int64_t window, std::int64_t every)
      : Renewed(std::move(learner)),
        window_(at_least_one("window", window)),
        every_(at_least_one("every", every)),
        kept_(static_cast<std::size_t>(window), this->learner_->reading()) {}

  [[nodiscard]] std::unique_ptr<Any> copy() const override {
    return std::make_unique<SlidingWindow>(*this);
  }
  [[nodiscard]] std::unique_ptr<Any> untaught() const override {
    return std::make_unique<SlidingWindow>(this->learner_->untaught(), window_, every_);
  }
  [[nodiscard]] State state() const override {
    State all = Renewed::state();
    put_state(all, "kept", kept_.state());
    return all;
  }
  void restore(const State& state) override {
    State rest = state;
    SlidingWindow twin(this->learner_->untaught(), window_, every_);
    const std::size_t widest = Renewed::restore_learner(twin, rest);
    const State kept = take_state(rest, "kept");
    Renewed::restore_rest(twin, rest, widest);
    twin.kept_.restore(kept, widest, [&](double target) { return twin.is_target(target); });
    *this = std::move(twin);
  }
  [[nodiscard]] std::size_t memory() const override {
    return sizeof(*this) + this->own_memory() + heap_bytes(*this) + kept_.memory();
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("window", self.window_);
    visit.parameter("every", self.every_);
    visit("learned", self.learned_);
    visit("width", self.width_);
    Base::target_fields(self, visit);
    visit.group("events", self.events_);
  }

 private:
  bool is_due_after(const Rows& rows, std::size_t i, Target target, double weight) {
    kept_.push(rows, i, static_cast<double>(target), weight);
    return this->learned_ % every_ == 0 && this->learned_ > window_;
  }
  void renew() {
    this->learner_ = this->fresh();
    kept_.template replay<Target>(
        [&](const Rows& rows, const Target* targets, const double* weights) {
          this->learner_->learn(rows, targets, weights);
        });
    this->make_room();
    this->events_.add(this->learned_ - 1, EventKind::retrain, 0.0,
                      static_cast<std::int64_t>(kept_.size()));
  }

  std::int64_t window_, every_;
  KeptRows kept_;
};

}  // namespace driftline

// SlidingWindow: a learner that knows the last rows only.
//
// The last `window` labelled rows are kept. After every `every` of them a new learner is taught all
// rows of the window, oldest first, and takes over; in between the learner goes on learning. So
// at any time it knows at least `window` and less than `window + every` rows, and what a row costs
// on average is window / every + 1 times the learner. Until more than `window` rows have come
// there is nothing to forget.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "driftline/adaptation/adapted_learner.hpp"
#include "driftline/adaptation/events.hpp"
#include "driftline/adaptation/kept_rows.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// Base is AdaptedClassifier or AdaptedRegressor.
template <class Base>
class SlidingWindow final : public Base, public HasEvents {
 public:
  using Any = typename Base::Handle;
  using Target = typename Base::Target;

  SlidingWindow(std::unique_ptr<Any> learner, std::int64_t window, std::int64_t every)
      : Base(std::move(learner)),
        window_(at_least_one("window", window)),
        every_(at_least_one("every", every)),
        kept_(static_cast<std::size_t>(window), this->learner_->reading()) {}

  [[nodiscard]] std::unique_ptr<Any> copy() const override {
    return std::make_unique<SlidingWindow>(*this);
  }
  [[nodiscard]] std::unique_ptr<Any> untaught() const override {
    return std::make_unique<SlidingWindow>(this->learner_->untaught(), window_, every_);
  }
  [[nodiscard]] const Events& events() const override { return events_; }

  [[nodiscard]] Parameters parameters() const override {
    Parameters all = parameters_of(*this);
    put_parameters(all, "learner", this->learner_->parameters());
    return all;
  }
  [[nodiscard]] State state() const override {
    State all = state_of(*this);
    put_state(all, "learner", this->learner_->state());
    put_state(all, "kept", kept_.state());
    return all;
  }
  void restore(const State& state) override {
    State rest = state;
    SlidingWindow twin(this->learner_->untaught(), window_, every_);
    twin.learner_->restore(take_state(rest, "learner"));
    const State kept = take_state(rest, "kept");
    driftline::restore(twin, rest);
    const std::size_t widest = std::max(KeptRows::harmless_width, twin.learner_->memory());
    if (std::cmp_greater(twin.width_, widest)) {
      throw std::invalid_argument("the rows are wider than the learner");
    }
    twin.kept_.restore(kept, widest, [&](double target) { return twin.is_target(target); });
    *this = std::move(twin);
  }
  void check() {
    this->check_targets();
    events_.check();
    if (!is_count(this->learned_) || width_ < 0)
      throw std::invalid_argument("a count is out of range");
  }
  [[nodiscard]] std::size_t memory() const override {
    return sizeof(*this) + this->own_memory() + heap_bytes(*this) + kept_.memory();
  }

  void learn(const Rows& rows, const Target* targets, const double* weights) override {
    in_stretches(rows, targets, weights, [&](std::size_t first, std::size_t count) {
      this->learner_->learn(rows_of(rows, first, count), targets + first,
                            Base::from(weights, first));
    });
  }
  void predict_learn(const Rows& before, const Rows& after, const Target* targets,
                     const double* weights, Target* out) override {
    in_stretches(after, targets, weights, [&](std::size_t first, std::size_t count) {
      const Rows lesson = rows_of(after, first, count);
      const Rows seen = rows_of(before, first, count);
      this->learner_->predict_learn(&before == &after ? lesson : seen, lesson, targets + first,
                                    Base::from(weights, first), out + first);
    });
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
  /// Cuts a block where the learner is to be taught anew: step(first row, rows).
  template <class Step>
  void in_stretches(const Rows& rows, const Target* targets, const double* weights, Step&& step) {
    const std::size_t count = count_of(rows);
    width_ = std::max(width_, static_cast<std::int64_t>(width_of(rows)));
    for (std::size_t first = 0; first < count;) {
      std::size_t end = first;
      bool is_due = false;
      for (; end < count && !is_due; ++end) {
        if (!Base::is_learned(targets, weights, end)) continue;
        this->note(targets[end]);
        kept_.push(rows, end, static_cast<double>(targets[end]), weight_of(weights, end));
        ++this->learned_;
        is_due = this->learned_ % every_ == 0 && this->learned_ > window_;
      }
      step(first, end - first);
      if (is_due) retrain();
      first = end;
    }
  }
  void retrain() {
    this->learner_ = this->fresh();
    kept_.template replay<Target>(
        [&](const Rows& rows, const Target* targets, const double* weights) {
          this->learner_->learn(rows, targets, weights);
        });
    // A learner has room for every column that came, also for those of which no cell was kept.
    if (!this->needs_names()) this->learner_->learn(no_rows(), nullptr, nullptr);
    events_.add(this->learned_ - 1, EventKind::retrain, 0.0,
                static_cast<std::int64_t>(kept_.size()));
  }

  [[nodiscard]] Rows no_rows() const {
    return DenseRows{.values = nullptr,
                     .count = 0,
                     .width = static_cast<std::size_t>(width_),
                     .stride = static_cast<std::size_t>(width_)};
  }

  std::int64_t window_, every_;
  std::int64_t width_ = 0;  ///< of the widest block
  KeptRows kept_;
  Events events_;
};

}  // namespace driftline

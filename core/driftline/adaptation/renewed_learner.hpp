// A learner that is renewed at rows that can be told beforehand, without a detector.
//
// Rows are counted as they are learned. A block is cut behind each row at which the learner is due;
// in between it goes through in one call. What makes a learner due, and what the new one knows, is
// the adaptation's: `is_due_after(rows, i, target, weight)` takes in row i, and `renew()` puts a
// new learner in place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "driftline/adaptation/events.hpp"
#include "driftline/adaptation/kept_rows.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// Base is AdaptedClassifier or AdaptedRegressor, Self the adaptation.
template <class Base, class Self>
class RenewedLearner : public Base, public HasEvents {
 public:
  using Any = typename Base::Handle;
  using Target = typename Base::Target;

  [[nodiscard]] const Events& events() const override { return events_; }
  [[nodiscard]] Parameters parameters() const override {
    Parameters all = parameters_of(self());
    put_parameters(all, "learner", this->learner_->parameters());
    return all;
  }
  [[nodiscard]] State state() const override {
    State all = state_of(self());
    put_state(all, "learner", this->learner_->state());
    return all;
  }
  void check() {
    this->check_targets();
    events_.check();
    if (!is_count(this->learned_) || width_ < 0) {
      throw std::invalid_argument("a count is out of range");
    }
  }

  void learn(const Rows& rows, const Target* targets, const double* weights) override {
    in_stretches(rows, targets, weights, [&](std::size_t first, std::size_t count, Target) {
      this->learner_->learn(rows_of(rows, first, count), targets + first,
                            Base::from(weights, first));
    });
  }
  void predict_learn(const Rows& before, const Rows& after, const Target* targets,
                     const double* weights, Target* out) override {
    in_stretches(after, targets, weights, [&](std::size_t first, std::size_t count, Target choice) {
      const Rows lesson = rows_of(after, first, count);
      const Rows seen = rows_of(before, first, count);
      this->learner_->predict_learn(&before == &after ? lesson : seen, lesson, targets + first,
                                    Base::from(weights, first), out + first);
      this->answer_unknown(out + first, count, choice);
    });
  }

 protected:
  /// Of a model like this one, untaught. Takes the learner's state out of `rest`, and returns the
  /// most columns that a row may have had.
  static std::size_t restore_learner(Self& twin, State& rest) {
    twin.learner_->restore(take_state(rest, "learner"));
    return std::max(KeptRows::harmless_width, twin.learner_->memory());
  }
  static void restore_rest(Self& twin, const State& rest, std::size_t widest) {
    driftline::restore(twin, rest);
    if (std::cmp_greater(twin.width_, widest)) {
      throw std::invalid_argument("the rows are wider than the learner");
    }
  }
  /// A new learner has room for every column that came, also for those it was not taught.
  void make_room() {
    if (this->needs_names()) return;
    const auto width = static_cast<std::size_t>(width_);
    this->learner_->learn(DenseRows{.values = nullptr, .count = 0, .width = width, .stride = width},
                          nullptr, nullptr);
  }

  std::int64_t width_ = 0;  ///< of the widest block
  Events events_;

 private:
  friend Self;
  explicit RenewedLearner(std::unique_ptr<Any> learner) : Base(std::move(learner)) {}

  [[nodiscard]] const Self& self() const { return static_cast<const Self&>(*this); }

  /// step(first row, rows, what is said before anything is learned).
  template <class Step>
  void in_stretches(const Rows& rows, const Target* targets, const double* weights, Step&& step) {
    auto& own = static_cast<Self&>(*this);
    const std::size_t count = count_of(rows);
    width_ = std::max(width_, static_cast<std::int64_t>(width_of(rows)));
    for (std::size_t first = 0; first < count;) {
      std::size_t end = first;
      bool is_due = false;
      const Target choice = this->first_choice();
      for (; end < count && !is_due; ++end) {
        if (!Base::is_learned(targets, weights, end)) continue;
        this->note(targets[end]);
        ++this->learned_;
        is_due = own.is_due_after(rows, end, targets[end], weight_of(weights, end));
      }
      step(first, end - first, choice);
      if (is_due) own.renew();
      first = end;
    }
  }
};

}  // namespace driftline

// ConceptReset: a learner that starts anew at rows it is told beforehand.
//
// The oracle of drift: with the true drifts of a stream it shows what a perfect detector would be
// worth. Rows are counted as they are learned, so the row at which it starts anew is the first the
// new learner predicts and learns; the labels stay known. Between two such rows blocks go through
// in one call.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

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
class ConceptReset final : public Base, public HasEvents {
 public:
  using Any = typename Base::Handle;
  using Target = typename Base::Target;

  /// `drifts` are rows, ascending.
  ConceptReset(std::unique_ptr<Any> learner, std::vector<std::int64_t> drifts)
      : Base(std::move(learner)), drifts_{std::move(drifts)} {
    const auto& rows = drifts_.values;
    const auto is_after = [](std::int64_t a, std::int64_t b) { return a >= b; };
    if (std::ranges::adjacent_find(rows, is_after) != rows.end() ||
        (!rows.empty() && rows.front() < 0)) {
      throw std::invalid_argument("drifts must be rows, ascending from 0 on, none twice");
    }
  }

  [[nodiscard]] std::unique_ptr<Any> copy() const override {
    return std::make_unique<ConceptReset>(*this);
  }
  [[nodiscard]] std::unique_ptr<Any> untaught() const override {
    return std::make_unique<ConceptReset>(this->learner_->untaught(), drifts_.values);
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
    return all;
  }
  void restore(const State& state) override {
    State rest = state;
    ConceptReset twin(this->learner_->untaught(), drifts_.values);
    twin.learner_->restore(take_state(rest, "learner"));
    driftline::restore(twin, rest);
    const std::size_t widest = std::max(KeptRows::harmless_width, twin.learner_->memory());
    if (std::cmp_greater(twin.width_, widest)) {
      throw std::invalid_argument("the rows are wider than the learner");
    }
    *this = std::move(twin);
  }
  void check() {
    this->check_targets();
    events_.check();
    if (!is_count(this->learned_) || width_ < 0) {
      throw std::invalid_argument("a count is out of range");
    }
  }
  [[nodiscard]] std::size_t memory() const override {
    return sizeof(*this) + this->own_memory() + heap_bytes(*this) +
           drifts_.values.capacity() * sizeof(std::int64_t);
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

  static void fields(auto& self, auto&& visit) {
    visit.parameter("drifts", self.drifts_);
    visit("learned", self.learned_);
    visit("width", self.width_);
    Base::target_fields(self, visit);
    visit.group("events", self.events_);
  }

 private:
  /// Cuts a block behind the row before a drift: step(first row, rows, what is said before anything
  /// is learned).
  template <class Step>
  void in_stretches(const Rows& rows, const Target* targets, const double* weights, Step&& step) {
    const std::size_t count = count_of(rows);
    width_ = std::max(width_, static_cast<std::int64_t>(width_of(rows)));
    for (std::size_t first = 0; first < count;) {
      std::size_t end = first;
      bool is_due = false;
      const Target choice = this->first_choice();
      for (; end < count && !is_due; ++end) {
        if (!Base::is_learned(targets, weights, end)) continue;
        this->note(targets[end]);
        is_due = std::ranges::binary_search(drifts_.values, ++this->learned_);
      }
      step(first, end - first, choice);
      if (is_due) start_anew();
      first = end;
    }
  }
  void start_anew() {
    this->learner_ = this->fresh();
    // A learner has room for every column that came.
    if (!this->needs_names()) this->learner_->learn(no_rows(), nullptr, nullptr);
    events_.add(this->learned_, EventKind::drift, 0.0, 0);
  }
  [[nodiscard]] Rows no_rows() const {
    return DenseRows{.values = nullptr,
                     .count = 0,
                     .width = static_cast<std::size_t>(width_),
                     .stride = static_cast<std::size_t>(width_)};
  }

  Tuple<std::int64_t> drifts_;
  std::int64_t width_ = 0;  ///< of the widest block
  Events events_;
};

}  // namespace driftline

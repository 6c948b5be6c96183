// A member of an ensemble whose members are compared: a learner and the window of its errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "driftline/detectors/adwin.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/learners/any_learner.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"

namespace driftline {

using ErrorWindow = DetectorHandle<ADWIN>;

struct WatchedMember {
  std::unique_ptr<AnyClassifier> learner;
  ErrorWindow errors;
  std::int64_t generation = 0;
  double right = 0.0;  ///< what boosting has counted
  double wrong = 0.0;

  [[nodiscard]] WatchedMember copy() const {
    return {.learner = learner->copy(),
            .errors = errors,
            .generation = generation,
            .right = right,
            .wrong = wrong};
  }
  /// 1 is an error. Says whether errors have become more.
  bool watch(bool is_wrong) {
    return errors.update(is_wrong ? 1.0 : 0.0) == Signal::drift && errors.has_risen();
  }
  [[nodiscard]] std::size_t memory() const {
    return sizeof(*this) + learner->memory() + errors.memory();
  }
  [[nodiscard]] State state() const {
    State all = state_of(*this);
    put_state(all, "learner", learner->state());
    put_state(all, "errors", errors.state());
    return all;
  }
  /// `fresh(generation)` makes the learner. Throws std::invalid_argument.
  void restore(State state, const auto& fresh) {
    const State own = take_state(state, "learner");
    errors.restore(take_state(state, "errors"));
    driftline::restore(*this, state);
    learner = fresh(generation);
    learner->restore(own);
  }
  void check() const {
    if (!is_count(generation) || !is_sum(right) || !is_sum(wrong)) {
      throw std::invalid_argument("a count of a member is out of range");
    }
  }

  /// Of weights, with room for more.
  static bool is_sum(double weight) { return weight >= 0.0 && weight < 1e200; }

  static void fields(auto& self, auto&& visit) {
    visit("generation", self.generation);
    visit("right", self.right);
    visit("wrong", self.wrong);
  }
};

}  // namespace driftline

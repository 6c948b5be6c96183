// ConceptReset: a learner that starts anew at rows it is told beforehand.
//
// The oracle of drift: with the true drifts of a stream it shows what a perfect detector would be
// worth. Rows are counted as they are learned, so the row at which it starts anew is the first the
// new learner predicts and learns; the labels stay known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/adaptation/adapted_learner.hpp"
#include "driftline/adaptation/renewed_learner.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// Base is AdaptedClassifier or AdaptedRegressor.
template <class Base>
class ConceptReset final : public RenewedLearner<Base, ConceptReset<Base>> {
  using Renewed = RenewedLearner<Base, ConceptReset>;
  friend Renewed;

 public:
  using typename Renewed::Any;
  using typename Renewed::Target;

  /// `drifts` are rows, ascending.
  ConceptReset(std::unique_ptr<Any> learner, std::vector<std::int64_t> drifts)
      : Renewed(std::move(learner)), drifts_{std::move(drifts)} {
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
  void restore(const State& state) override {
    State rest = state;
    ConceptReset twin(this->learner_->untaught(), drifts_.values);
    const std::size_t widest = Renewed::restore_learner(twin, rest);
    Renewed::restore_rest(twin, rest, widest);
    *this = std::move(twin);
  }
  [[nodiscard]] std::size_t memory() const override {
    return sizeof(*this) + this->own_memory() + heap_bytes(*this) +
           drifts_.values.capacity() * sizeof(std::int64_t);
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("drifts", self.drifts_);
    visit("learned", self.learned_);
    visit("width", self.width_);
    Base::target_fields(self, visit);
    visit.group("events", self.events_);
  }

 private:
  [[nodiscard]] bool is_due_after(const Rows& /*rows*/, std::size_t /*i*/, Target /*target*/,
                                  double /*weight*/) const {
    return std::ranges::binary_search(drifts_.values, this->learned_);
  }
  void renew() {
    this->learner_ = this->fresh();
    this->make_room();
    this->events_.add(this->learned_, EventKind::drift, 0.0, 0);
  }

  Tuple<std::int64_t> drifts_;
};

}  // namespace driftline

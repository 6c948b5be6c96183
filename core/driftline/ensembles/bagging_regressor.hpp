// Many regressors, whose mean is the prediction.
//
// Online bagging lets every member learn every row Poisson(1) times over; k repetitions are one row
// of weight k. Members that draw random numbers of their own, as Mondrian trees do, learn every row
// once.
//
// Oza, Russell. Online Bagging and Boosting. 2001.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "driftline/ensembles/ensemble.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class BaggingRegressor final : public Ensemble<AnyRegressor> {
 public:
  /// `rate` of the Poisson weights; 0: every row counts once.
  BaggingRegressor(std::unique_ptr<AnyRegressor> model, EnsembleOptions options, double rate)
      : Ensemble(std::move(model), options), rate_(rate) {
    if (rate_ != 0.0) table_.emplace(rate_);
    start();
  }
  BaggingRegressor(const BaggingRegressor& other)
      : Ensemble(other), rate_(other.rate_), table_(other.table_) {
    for (const auto& member : other.members_) members_.push_back(member->copy());
  }
  BaggingRegressor& operator=(const BaggingRegressor&) = delete;
  BaggingRegressor(BaggingRegressor&&) = default;
  BaggingRegressor& operator=(BaggingRegressor&&) = default;
  ~BaggingRegressor() override = default;

  [[nodiscard]] std::unique_ptr<AnyRegressor> copy() const override {
    return std::make_unique<BaggingRegressor>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyRegressor> untaught() const override { return twin(); }
  [[nodiscard]] Parameters parameters() const override { return own_parameters(); }
  [[nodiscard]] State state() const override {
    State all = state_of(*this);
    for (std::size_t m = 0; m < size(); ++m) put_state(all, part(m), members_[m]->state());
    return all;
  }
  void restore(const State& state) override {
    State rest = state;
    auto fresh = twin();
    for (std::size_t m = 0; m < size(); ++m) {
      fresh->members_[m]->restore(take_state(rest, part(m)));
    }
    driftline::restore(*fresh, rest);
    *this = std::move(*fresh);
  }
  void check() const {
    if (!is_count(learned_)) throw std::invalid_argument("a count is out of range");
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t bytes = sizeof(*this) + own_memory();
    for (const auto& member : members_) bytes += sizeof(member) + member->memory();
    return bytes;
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    note_names(width, name_of);
    for (const auto& member : members_) member->meet(width, name_of);
  }
  [[nodiscard]] MemberFacts facts(std::size_t m) const override {
    return {.seed = seed_of(m, 0),
            .generation = 0,
            .error = std::numeric_limits<double>::quiet_NaN(),
            .sees_all = true,
            .columns = {}};
  }
  void reseed(std::int64_t seed) override {
    options_.seed = seed;
    start();
  }

  void predict(const Rows& rows, double* out) const override {
    const std::size_t count = count_of(rows);
    said_.resize(size() * count);
    Team team(threads_for(count));
    team.each(size(), [&](std::size_t m) { members_[m]->predict(rows, said_.data() + m * count); });
    average(count, out);
  }
  void learn(const Rows& rows, const double* targets, const double* weights) override {
    weigh(targets, weights, count_of(rows));
    Team team(threads_for(count_of(rows)));
    team.each(size(), [&](std::size_t m) {
      members_[m]->learn(rows, targets, weights_.data() + m * count_of(rows));
    });
  }
  void predict_learn(const Rows& before, const Rows& after, const double* targets,
                     const double* weights, double* out) override {
    const std::size_t count = count_of(after);
    weigh(targets, weights, count);
    said_.resize(size() * count);
    Team team(threads_for(count));
    team.each(size(), [&](std::size_t m) {
      members_[m]->predict_learn(before, after, targets, weights_.data() + m * count,
                                 said_.data() + m * count);
    });
    average(count, out);
  }

  static void fields(auto& self, auto&& visit) { visit("learned", self.learned_); }

 private:
  static std::string part(std::size_t m) { return "members." + std::to_string(m) + ".learner"; }
  [[nodiscard]] std::unique_ptr<BaggingRegressor> twin() const {
    return std::make_unique<BaggingRegressor>(model_->untaught(), options_, rate_);
  }
  void start() {
    members_.clear();
    for (std::size_t m = 0; m < size(); ++m) members_.push_back(fresh(m, 0));
  }
  void weigh(const double* targets, const double* weights, std::size_t count) {
    weights_.resize(size() * count);
    for (std::size_t i = 0; i < count; ++i) {
      const double own = is_unlabelled(targets[i]) ? 0.0 : weight_of(weights, i);
      for (std::size_t m = 0; m < size(); ++m) {
        const Lane lane = draws(Purpose::weights).lane(m);
        const auto row = static_cast<std::uint64_t>(learned_);
        const double times = table_ ? table_->from(lane.bits(row)) : 1.0;
        weights_[m * count + i] = own == 0.0 ? 0.0 : own * times;
      }
      learned_ += own == 0.0 ? 0 : 1;
    }
  }
  void average(std::size_t count, double* out) const {
    std::fill_n(out, count, 0.0);
    for (std::size_t m = 0; m < size(); ++m) {
      for (std::size_t i = 0; i < count; ++i) out[i] += said_[m * count + i];
    }
    for (std::size_t i = 0; i < count; ++i) out[i] /= static_cast<double>(size());
  }

  double rate_;
  std::optional<PoissonTable> table_;
  std::vector<std::unique_ptr<AnyRegressor>> members_;
  std::vector<double> weights_;       // of one block, by member and row
  mutable std::vector<double> said_;  // scratch; the caller's lock guards it
};

}  // namespace driftline

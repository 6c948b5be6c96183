// Forest: learners that differ by chance, each for itself watched for drift. Their votes are added.
//
// Online bagging is the plainest: every member learns every row k times over, k drawn from a
// Poisson distribution of rate 1, as a bootstrap sample of a long stream would have it. k
// repetitions are one row of weight k. An adaptive random forest and streaming random patches
// draw with rate 6, watch each member (`forest_member.hpp`), and weigh its votes by the share of
// rows it had right since it began. In a forest the learner, a tree, draws columns in each leaf; in
// random patches each member sees some columns only.
//
// Where the papers' authors differ: the error that the detectors see is that of the prediction made
// before learning, and the second learner learns with the same weight k. With the preset "moa" it
// is that of a prediction made afterwards, and the second learner counts each row once. A row of
// k = 0 teaches nothing and is not shown to the detectors.
//
// Oza, Russell. Online Bagging and Boosting. 2001.
// Gomes et al. Adaptive random forests for evolving data stream classification. 2017.
// Gomes, Read, Bifet. Streaming Random Patches for Evolving Data Stream Classification. 2019.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driftline/ensembles/ensemble.hpp"
#include "driftline/ensembles/forest_member.hpp"
#include "driftline/learners/any_learner.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class Forest final : public EnsembleClassifier {
 public:
  Forest(std::unique_ptr<AnyClassifier> model, EnsembleOptions options, ForestOptions own)
      : EnsembleClassifier(std::move(model), options), own_(std::move(own)) {
    if (own_.rate != 0.0) weights_.emplace(own_.rate);
    start();
  }

  [[nodiscard]] std::unique_ptr<AnyClassifier> copy() const override {
    return std::make_unique<Forest>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyClassifier> untaught() const override { return twin(); }
  [[nodiscard]] Parameters parameters() const override {
    Parameters all = own_parameters();
    const Parameters own = parameters_of(own_);
    all.insert(all.end(), own.begin(), own.end());
    if (own_.drift != nullptr) put_parameters(all, "drift_detector", own_.drift->parameters());
    if (own_.warning != nullptr) {
      put_parameters(all, "warning_detector", own_.warning->parameters());
    }
    return all;
  }
  [[nodiscard]] State state() const override {
    State all = state_of(*this);
    for (std::size_t m = 0; m < size(); ++m) put_state(all, part(m), members_[m].state());
    return all;
  }
  void restore(const State& state) override {
    State rest = state;
    auto fresh = twin();
    fresh->names_ = names_;
    for (std::size_t m = 0; m < size(); ++m) {
      fresh->members_[m].restore(take_state(rest, part(m)), fresh->ground(m));
    }
    driftline::restore(*fresh, rest);
    *this = std::move(*fresh);
  }
  void check() {
    check_labels();
    for (const ForestMember& member : members_) {
      member.each_learner([this](const AnyClassifier& learner) { check_learner(learner); });
    }
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t bytes = sizeof(*this) + own_memory() + heap_bytes(*this);
    for (const ForestMember& member : members_) bytes += member.memory();
    return bytes;
  }
  /// Who draws columns has to know how many there are at each row.
  [[nodiscard]] bool needs_names() const override {
    return own_.subspace.has_value() || model_->needs_names();
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    note_names(width, name_of);
    for (std::size_t m = 0; m < size(); ++m) members_[m].meet(ground(m));
  }
  [[nodiscard]] MemberFacts facts(std::size_t m) const override {
    const Planted& planted = members_[m].planted();
    return {.seed = seed_of(m, planted.generation),
            .generation = planted.generation,
            .error = members_[m].error(),
            .sees_all = !planted.columns.is_chosen(),
            .columns = planted.columns.columns()};
  }

  static void fields(auto& self, auto&& visit) { common_fields(self, visit); }

 protected:
  void start() override {
    members_.clear();
    for (std::size_t m = 0; m < size(); ++m) members_.emplace_back(ground(m));
  }
  void train(const Lessons& rows, Team& team, double* votes, std::size_t stride) override {
    team.each(size(), [&](std::size_t m) {
      double* own = votes == nullptr ? nullptr : votes + m * rows.count() * stride;
      members_[m].train(rows, own, stride, ground(m));
    });
    for (ForestMember& member : members_) {
      happened_.insert(happened_.end(), member.events().begin(), member.events().end());
      member.events().clear();
    }
    events_.add_sorted(happened_);
  }
  void vote(std::size_t m, const Rows& rows, double* out, std::size_t stride) const override {
    const ForestMember& member = members_[m];
    const double weight = own_.weighs_votes ? member.vote_weight() : 1.0;
    weigh_shares(member.learner(), member.reduced(rows), weight, out, stride);
  }

 private:
  static std::string part(std::size_t m) { return "members." + std::to_string(m); }
  [[nodiscard]] std::unique_ptr<Forest> twin() const {
    return std::make_unique<Forest>(model_->untaught(), options_, own_);
  }
  [[nodiscard]] ForestMember::Ground ground(std::size_t m) const {
    return {.options = own_,
            .weights = weights_ ? &*weights_ : nullptr,
            .weight_lane = draws(Purpose::weights).lane(m),
            .seed = options_.seed,
            .place = m,
            .fresh =
                [this, m](std::int64_t generation) {
                  return own_.subspace ? seeded(m, generation) : fresh(m, generation);
                },
            .names = names_};
  }

  ForestOptions own_;
  std::optional<PoissonTable> weights_;
  std::vector<ForestMember> members_;
  std::vector<EnsembleEvents::Event> happened_;  // in one block
};

}  // namespace driftline

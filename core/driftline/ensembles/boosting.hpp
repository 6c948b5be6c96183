// Online boosting: each member pays more heed to rows that the members before it got wrong.
//
// A row starts with weight 1 and goes from member to member. Each learns it k times over, k drawn
// from a Poisson distribution with that weight as its rate, and counts the weight as right or
// wrong. Then the weight is scaled as AdaBoost does: right and wrong rows come to half of the
// total each. k repetitions are one row of weight k.
//
// A vote weighs log((1 - e) / e), e being the member's share of wrong weight; above one half a
// plain 1, as River has it. Members depend on each other at every row, so rows go one by one
// and threads have nothing to share. With windows on (ADWIN boosting) the worst member is replaced
// when the errors of any rise (`compared_ensemble.hpp`).
//
// Oza, Russell. Online Bagging and Boosting. 2001.
// Bifet et al. New ensemble methods for evolving data streams. 2009.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "driftline/ensembles/compared_ensemble.hpp"
#include "driftline/ensembles/ensemble.hpp"
#include "driftline/ensembles/watched_member.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class Boosting final : public ComparedEnsemble {
 public:
  Boosting(std::unique_ptr<AnyClassifier> model, EnsembleOptions options, bool replaces_worst,
           ErrorWindow errors)
      : ComparedEnsemble(std::move(model), options, std::move(errors)),
        replaces_worst_(replaces_worst) {}

  [[nodiscard]] std::unique_ptr<AnyClassifier> copy() const override {
    return std::make_unique<Boosting>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyClassifier> untaught() const override { return twin(); }
  [[nodiscard]] bool is_parallel() const override { return false; }
  void restore(const State& state) override {
    auto fresh = twin();
    fresh->restore_members(state);
    *this = std::move(*fresh);
  }

 protected:
  void train(const Lessons& rows, Team& /*team*/, double* votes, std::size_t stride) override {
    const std::size_t count = rows.count();
    for (std::size_t i = 0; i < count; ++i) {
      const Lessons row = rows.part(i, 1);
      double weight = row.weight(0);
      bool has_risen = false;
      for (std::size_t m = 0; m < size(); ++m) {
        double* own = votes == nullptr ? nullptr : votes + (m * count + i) * stride;
        has_risen |= boost(m, row, weight, own, stride);
      }
      if (!has_risen) continue;
      const std::size_t worst = worst_now();
      note_replacement(worst, row.numbers[0], members_[worst].errors.estimation());
      renew(worst);
    }
  }
  [[nodiscard]] double error_of(const WatchedMember& member) const override {
    const double all = member.right + member.wrong;
    return all == 0.0 ? std::numeric_limits<double>::quiet_NaN() : member.wrong / all;
  }
  void vote(std::size_t m, const Rows& rows, double* out, std::size_t stride) const override {
    weigh_shares(*members_[m].learner, rows, vote_weight(members_[m]), out, stride);
  }

 private:
  [[nodiscard]] std::unique_ptr<Boosting> twin() const {
    return std::make_unique<Boosting>(model_->untaught(), options_, replaces_worst_, errors_);
  }
  static double vote_weight(const WatchedMember& member) {
    constexpr double tiny = 1e-16;  // one that was never wrong has a finite weight
    const double error = (member.wrong + tiny) / (member.right + member.wrong + tiny);
    return error > 0.5 ? 1.0 : log((1.0 - error) / error);
  }
  [[nodiscard]] std::size_t worst_now() const {
    std::size_t worst = 0;
    for (std::size_t m = 1; m < size(); ++m) {
      if (members_[m].errors.estimation() > members_[worst].errors.estimation()) worst = m;
    }
    return worst;
  }

  /// One member, one row; `weight` becomes what the next member is given. Says whether the
  /// member's errors have become more.
  bool boost(std::size_t m, const Lessons& row, double& weight, double* votes, std::size_t stride) {
    WatchedMember& member = members_[m];
    const double vote = vote_weight(member);
    double times = 0.0;
    if (row.numbers[0] >= 0) {
      const Lane lane = draws(DrawnFor::weights).lane(m);
      times = poisson_from(weight, lane.bits(static_cast<std::uint64_t>(row.numbers[0])));
    }
    Code then = no_label;
    teach(*member.learner, row, &times, {.shares = votes, .stride = stride, .then = &then});
    for (std::size_t c = 0; votes != nullptr && c < stride; ++c) votes[c] *= vote;
    if (row.numbers[0] < 0) return false;
    const bool is_right = then == row.labels[0];
    double& counted = is_right ? member.right : member.wrong;
    counted += weight;
    weight *= (member.right + member.wrong) / (2.0 * counted);
    return replaces_worst_ && member.watch(!is_right);
  }

  bool replaces_worst_;
};

}  // namespace driftline

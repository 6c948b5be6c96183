// Online boosting: each member pays more heed to rows that the members before it got wrong.
//
// A row starts with weight 1 and goes from member to member. Each learns it k times over, k drawn
// from a Poisson distribution with that weight as its rate, and counts the weight as right or
// wrong. Then the weight is scaled as AdaBoost does: right and wrong rows come to half of the
// total each. k repetitions are one row of weight k.
//
// A vote weighs log((1 - e) / e), e being the member's share of wrong weight; above one half a
// plain 1, as River has it. In MOA such a member does not vote, one that was never wrong does not
// either, nor does any behind it; and there a member's half is one of the weight of all rows
// instead of its own. Members depend on each other at every row, so rows go one by one and threads
// have nothing to share. With windows on (ADWIN boosting) the worst member is replaced when the
// errors of any rise (`compared_ensemble.hpp`).
//
// Oza, Russell. Online Bagging and Boosting. 2001.
// Bifet et al. New ensemble methods for evolving data streams. 2009.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/ensembles/compared_ensemble.hpp"
#include "driftline/ensembles/ensemble.hpp"
#include "driftline/ensembles/watched_member.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

struct BoostingOptions {
  bool replaces_worst = false;
  Preset preset = Preset::river;

  /// Throws std::invalid_argument naming the option.
  void check() const { either("preset", preset, {Preset::river, Preset::moa}); }
  static void fields(auto& self, auto&& visit) { visit.parameter("preset", self.preset); }
};

class Boosting final : public ComparedEnsemble {
 public:
  Boosting(std::unique_ptr<AnyClassifier> model, EnsembleOptions options, BoostingOptions own,
           ErrorWindow errors)
      : ComparedEnsemble(std::move(model), options, std::move(errors)), own_(own) {
    own_.check();
  }

  [[nodiscard]] std::unique_ptr<AnyClassifier> copy() const override {
    return std::make_unique<Boosting>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyClassifier> untaught() const override { return twin(); }
  [[nodiscard]] bool is_parallel() const override { return false; }
  [[nodiscard]] Parameters parameters() const override {
    Parameters all = ComparedEnsemble::parameters();
    const Parameters own = parameters_of(own_);
    all.insert(all.end(), own.begin(), own.end());
    return all;
  }
  [[nodiscard]] State state() const override {
    State all = ComparedEnsemble::state();
    if (is_moa()) put_state(all, "rows", state_of(rows_));
    return all;
  }
  void restore(const State& state) override {
    auto fresh = twin();
    State members = state;
    if (is_moa()) driftline::restore(fresh->rows_, take_state(members, "rows"));
    fresh->restore_members(std::move(members));
    *this = std::move(*fresh);
  }

 protected:
  void train(const Lessons& rows, Team& /*team*/, double* votes, std::size_t stride) override {
    const std::size_t count = rows.count();
    for (std::size_t i = 0; i < count; ++i) {
      const Lessons row = rows.part(i, 1);
      double weight = row.weight(0);
      if (row.numbers[0] >= 0) rows_.weight += weight;
      bool has_risen = false;
      bool is_heard = true;
      for (std::size_t m = 0; m < size(); ++m) {
        double* own = votes == nullptr ? nullptr : votes + (m * count + i) * stride;
        const double vote = is_heard ? vote_weight(members_[m]) : 0.0;
        is_heard = is_heard && lets_hear(members_[m]);
        has_risen |= boost(m, row, weight, own, stride);
        for (std::size_t c = 0; own != nullptr && c < stride; ++c) own[c] *= vote;
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
    const bool is_heard = std::ranges::all_of(
        std::span(members_).first(m), [&](const WatchedMember& one) { return lets_hear(one); });
    const double weight = is_heard ? vote_weight(members_[m]) : 0.0;
    weigh_shares(*members_[m].learner, rows, weight, out, stride);
  }

 private:
  /// The rows learned so far.
  struct RowsLearned {
    double weight = 0.0;

    void check() const {
      if (!WatchedMember::is_sum(weight)) {
        throw std::invalid_argument("the weight of all rows is out of range");
      }
    }
    static void fields(auto& self, auto&& visit) { visit("weight", self.weight); }
  };

  [[nodiscard]] std::unique_ptr<Boosting> twin() const {
    return std::make_unique<Boosting>(model_->untaught(), options_, own_, errors_);
  }
  [[nodiscard]] bool is_moa() const { return own_.preset == Preset::moa; }
  /// Whether those behind a member vote.
  [[nodiscard]] bool lets_hear(const WatchedMember& member) const {
    const double error = error_of(member);  // NaN before the first row
    return !is_moa() || (error > 0.0 && error < 0.5);
  }
  [[nodiscard]] double vote_weight(const WatchedMember& member) const {
    if (is_moa()) {
      const double own = error_of(member);
      return lets_hear(member) ? log((1.0 - own) / own) : 0.0;
    }
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
    double times = 0.0;
    if (row.numbers[0] >= 0) {
      const Lane lane = draws(Purpose::weights).lane(m);
      times = poisson_from(weight, lane.bits(static_cast<std::uint64_t>(row.numbers[0])));
    }
    Code then = no_label;
    teach(*member.learner, row, &times, {.shares = votes, .stride = stride, .then = &then});
    if (row.numbers[0] < 0) return false;
    const bool is_right = then == row.labels[0];
    double& counted = is_right ? member.right : member.wrong;
    counted += weight;
    const double all = is_moa() ? rows_.weight : member.right + member.wrong;
    if (counted > 0.0) weight = std::min(most_weight, weight * (all / (2.0 * counted)));
    return own_.replaces_worst && member.watch(!is_right);
  }

  /// As for the weights of rows: sums of such stay far from what no file may hold.
  static constexpr double most_weight = 1e100;

  BoostingOptions own_;
  RowsLearned rows_;
};

}  // namespace driftline

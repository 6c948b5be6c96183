// Leveraging bagging, and with smaller weights ADWIN bagging: bagging that replaces its worst
// member.
//
// Weights are drawn larger than those of plain bagging, so members differ more. Whose errors
// become more is decided by comparing all members at a row (`compared_ensemble.hpp`): the only
// place where they meet before the vote.
//
// A block still goes through member by member. Each writes down, by row, whether its errors
// have risen and what they are. At the earliest row where any have risen, the worst member
// starts anew behind it and alone runs the rows behind it again (`member_relay.hpp`). What the
// others wrote stays true, as they do not know of each other; what it ran ahead itself is lost,
// so it is not let far ahead of the others.
//
// The papers look at a prediction made after the row was learned, as do the presets "moa" and
// "river". By itself it is the one made before, which needs no second look and is the honest error.
//
// Bifet, Holmes, Pfahringer. Leveraging Bagging for Evolving Data Streams. 2010.
// Bifet et al. New ensemble methods for evolving data streams. 2009.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/ensembles/compared_ensemble.hpp"
#include "driftline/ensembles/ensemble.hpp"
#include "driftline/ensembles/member_relay.hpp"
#include "driftline/ensembles/watched_member.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// How often a member learns a row.
enum class BaggingMethod : std::uint8_t {
  bag,   ///< Poisson
  me,    ///< once if it is wrong, else once with chance e / (1 - e), e being its error
  half,  ///< once or not at all, by a coin
  wt,    ///< once and Poisson(1)
  subag  ///< once, unless Poisson(1) is 0
};
template <>
struct Names<BaggingMethod> {
  static constexpr std::array<std::string_view, 5> values{"bag", "me", "half", "wt", "subag"};
};

struct LeveragingOptions {
  double rate = 6.0;
  BaggingMethod method = BaggingMethod::bag;
  Preset preset = Preset::paper;

  static void fields(auto& self, auto&& visit) {
    visit.parameter("w", self.rate);
    visit.parameter("bagging_method", self.method);
    visit.parameter("preset", self.preset);
  }
};

class LeveragingBagging final : public ComparedEnsemble {
 public:
  LeveragingBagging(std::unique_ptr<AnyClassifier> model, EnsembleOptions options,
                    LeveragingOptions own, ErrorWindow errors)
      : ComparedEnsemble(std::move(model), options, std::move(errors)),
        own_(own),
        table_(own.method == BaggingMethod::bag ? own.rate : 1.0) {}

  [[nodiscard]] std::unique_ptr<AnyClassifier> copy() const override {
    return std::make_unique<LeveragingBagging>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyClassifier> untaught() const override { return twin(); }
  [[nodiscard]] Parameters parameters() const override {
    Parameters all = ComparedEnsemble::parameters();
    const Parameters own = parameters_of(own_);
    all.insert(all.end(), own.begin(), own.end());
    return all;
  }
  void restore(const State& state) override {
    auto fresh = twin();
    fresh->restore_members(state);
    *this = std::move(*fresh);
  }

 protected:
  [[nodiscard]] std::size_t largest_piece() const override { return 4096; }

  void train(const Lessons& rows, Team& team, double* votes, std::size_t stride) override {
    const std::size_t count = rows.count();
    logs_.resize(size());
    for (Log& log : logs_) log.resize(count);
    runners_.resize(size());
    rises_.clear();
    MemberRelay relay(runners_, count, team.size());
    const auto run = [&](const MemberRelay::Leg& leg) {
      double* own = votes == nullptr ? nullptr : votes + leg.member * count * stride;
      advance(leg, rows, own, stride);
    };
    const auto judge = [&](const MemberRelay::Leg& leg, std::size_t reached) {
      for (const std::size_t row : logs_[leg.member].rises)
        rises_.push_back({.row = row, .member = leg.member});
      replace_worst(rows, reached, relay);
    };
    team.each(team.size(), [&](std::size_t thread) { relay.serve(thread, run, judge); });
  }
  void vote(std::size_t m, const Rows& rows, double* out, std::size_t stride) const override {
    weigh_shares(*members_[m].learner, rows, 1.0, out, stride);
  }

 private:
  /// What a member wrote down, by row.
  struct Log {
    std::vector<double> weights, estimates;
    std::vector<std::size_t> rises;  ///< rows of the last leg after which errors had become more
    std::vector<Code> said, then;

    void resize(std::size_t count) {
      weights.resize(count);
      estimates.resize(count);
      said.resize(count);
      then.resize(count);
    }
  };
  struct Rise {
    std::size_t row, member;
  };

  [[nodiscard]] std::unique_ptr<LeveragingBagging> twin() const {
    return std::make_unique<LeveragingBagging>(model_->untaught(), options_, own_, errors_);
  }
  /// Answers the rises at rows that all members have run, in the order of the rows.
  void replace_worst(const Lessons& rows, std::size_t reached, MemberRelay& relay) {
    while (!rises_.empty()) {
      const std::size_t row = std::ranges::min(rises_, {}, &Rise::row).row;
      if (row >= reached) return;
      const std::size_t worst = worst_at(row);
      if (relay.is_busy(worst)) return;
      note_replacement(worst, rows.numbers[row], logs_[worst].estimates[row]);
      relay.send_back(worst, row + 1);
      reached = row + 1;
      // One answer to all rises at a row; what the member ran behind it did not happen.
      std::erase_if(rises_, [=](const Rise& own) { return own.row == row || own.member == worst; });
    }
  }
  [[nodiscard]] std::size_t worst_at(std::size_t row) const {
    std::size_t worst = 0;
    for (std::size_t m = 1; m < size(); ++m) {
      if (logs_[m].estimates[row] > logs_[worst].estimates[row]) worst = m;
    }
    return worst;
  }

  void advance(const MemberRelay::Leg& leg, const Lessons& rows, double* votes,
               std::size_t stride) {
    if (leg.starts_anew) renew(leg.member);
    logs_[leg.member].rises.clear();
    // With "me" the weight of a row hangs on what is said of it.
    const std::size_t step = own_.method == BaggingMethod::me ? 1 : leg.count;
    for (std::size_t i = leg.first; i < leg.first + leg.count; i += step) {
      learn_part(leg.member, rows, i, step, votes, stride);
    }
  }
  void learn_part(std::size_t m, const Lessons& rows, std::size_t first, std::size_t count,
                  double* votes, std::size_t stride) {
    WatchedMember& member = members_[m];
    Log& log = logs_[m];
    const Lessons part = rows.part(first, count);
    const Lane lane = draws(Purpose::weights).lane(m);
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t number = part.numbers[i];
      log.weights[first + i] =
          number < 0 ? 0.0
                     : part.weight(i) * times(member, one_of(part.after, i), part.labels[i], lane,
                                              static_cast<std::uint64_t>(number));
    }
    const bool judges_after = own_.preset != Preset::paper;
    teach(*member.learner, part, log.weights.data() + first,
          {.shares = votes == nullptr ? nullptr : votes + first * stride,
           .stride = stride,
           .said = judges_after ? nullptr : log.said.data() + first,
           .then = judges_after ? log.then.data() + first : nullptr});
    const std::vector<Code>& judged = judges_after ? log.then : log.said;
    for (std::size_t i = first; i < first + count; ++i) {
      if (rows.numbers[i] < 0) continue;
      if (member.watch(judged[i] != rows.labels[i])) log.rises.push_back(i);
      log.estimates[i] = member.errors.estimation();
    }
  }
  [[nodiscard]] double times(const WatchedMember& member, const Rows& row, Code label,
                             const Lane& lane, std::uint64_t number) const {
    switch (own_.method) {
      case BaggingMethod::half:
        return lane.coin(number);
      case BaggingMethod::wt:
        return 1.0 + table_.from(lane.bits(number));
      case BaggingMethod::subag:
        return table_.from(lane.bits(number)) > 0.0 ? 1.0 : 0.0;
      case BaggingMethod::me: {
        Code said = no_label;
        member.learner->predict(row, &said);
        const double error = member.errors.estimation();
        const bool is_taken = lane.uniform(number) * (1.0 - error) < error;
        return said != label || is_taken ? 1.0 : 0.0;
      }
      default:
        return table_.from(lane.bits(number));
    }
  }

  LeveragingOptions own_;
  PoissonTable table_;
  std::vector<Log> logs_;  // of one block, like those below
  std::vector<MemberRelay::Runner> runners_;
  std::vector<Rise> rises_;  // not answered yet
};

}  // namespace driftline

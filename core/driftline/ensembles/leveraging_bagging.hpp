// Leveraging bagging, and with smaller weights ADWIN bagging: bagging that replaces its worst
// member.
//
// Weights are drawn larger than those of plain bagging, so members differ more. Whose errors
// become more is decided by comparing all members at a row (`compared_ensemble.hpp`): the only
// place where they meet before the vote.
//
// A block still goes through member by member. Each writes down, by row, whether its errors
// have risen and what they are. At the earliest row where any have risen, the worst member
// starts anew behind it and alone runs the rest of the block again. What the others wrote
// stays true, as they do not know of each other. A block is short, because each replacement costs a
// part of one.
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
  [[nodiscard]] std::size_t largest_piece() const override { return 128; }

  void train(const Lessons& rows, Team& team, double* votes, std::size_t stride) override {
    logs_.resize(size());
    const std::size_t count = rows.count();
    const auto run = [&](std::size_t m, std::size_t first) {
      double* own = votes == nullptr ? nullptr : votes + m * count * stride;
      advance(m, rows, first, own, stride);
    };
    team.each(size(), [&](std::size_t m) { run(m, 0); });
    for (std::size_t i = next_rise(0, count); i < count; i = next_rise(i + 1, count)) {
      const std::size_t worst = worst_at(i);
      replace(worst, rows.numbers[i], logs_[worst].estimates[i]);
      run(worst, i + 1);
    }
  }
  void vote(std::size_t m, const Rows& rows, double* out, std::size_t stride) const override {
    weigh_shares(*members_[m].learner, rows, 1.0, out, stride);
  }

 private:
  /// What a member wrote down, by row.
  struct Log {
    std::vector<double> weights, estimates;
    std::vector<std::size_t> rises;  ///< rows after which errors had become more
    std::vector<Code> said, then;
  };

  [[nodiscard]] std::unique_ptr<LeveragingBagging> twin() const {
    return std::make_unique<LeveragingBagging>(model_->untaught(), options_, own_, errors_);
  }
  [[nodiscard]] std::size_t next_rise(std::size_t first, std::size_t count) const {
    std::size_t next = count;
    for (const Log& log : logs_) {
      const auto own = std::ranges::lower_bound(log.rises, first);
      if (own != log.rises.end()) next = std::min(next, *own);
    }
    return next;
  }
  [[nodiscard]] std::size_t worst_at(std::size_t row) const {
    std::size_t worst = 0;
    for (std::size_t m = 1; m < size(); ++m) {
      if (logs_[m].estimates[row] > logs_[worst].estimates[row]) worst = m;
    }
    return worst;
  }

  /// Takes a member through the rows from `first` on.
  void advance(std::size_t m, const Lessons& rows, std::size_t first, double* votes,
               std::size_t stride) {
    const std::size_t count = rows.count();
    Log& log = logs_[m];
    log.weights.resize(count);
    log.estimates.resize(count);
    log.said.resize(count);
    log.then.resize(count);
    log.rises.clear();
    // With "me" the weight of a row hangs on what is said of it.
    const std::size_t step = own_.method == BaggingMethod::me ? 1 : count;
    for (std::size_t i = first; i < count; i += step) {
      learn_part(m, rows, i, std::min(step, count - i), votes, stride);
    }
  }
  void learn_part(std::size_t m, const Lessons& rows, std::size_t first, std::size_t count,
                  double* votes, std::size_t stride) {
    WatchedMember& member = members_[m];
    Log& log = logs_[m];
    const Lessons part = rows.part(first, count);
    const Lane lane = draws(DrawnFor::weights).lane(m);
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
  std::vector<Log> logs_;  // of one block
};

}  // namespace driftline

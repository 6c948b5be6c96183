// One member of a forest: a learner, watched for warnings and drifts, perhaps on some columns only.
//
// A warning starts a second learner, which learns along and is asked nothing. A drift puts it in
// the first one's place, or starts a new learner where there was no warning. Whoever starts gets
// new random numbers, and new columns if it does not see all of them.
//
// Rows go through the learner in short blocks. The errors are looked at afterwards; the rows behind
// a drift are run again by the learner that took over, and what the old one made of them goes with
// it. So nothing is rolled back, and the state is that of one row after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/ensembles/chosen_columns.hpp"
#include "driftline/ensembles/ensemble.hpp"
#include "driftline/ensembles/ensemble_events.hpp"
#include "driftline/ensembles/member_detectors.hpp"
#include "driftline/ensembles/subspace.hpp"
#include "driftline/learners/any_learner.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// What a forest is, as far as all its members are concerned.
struct ForestOptions {
  double rate = 1.0;  ///< of the Poisson weights; 0: every row counts once
  bool weighs_votes = false;
  Preset preset = Preset::paper;
  std::unique_ptr<AnyDetector> drift;    ///< null: nobody is replaced
  std::unique_ptr<AnyDetector> warning;  ///< null: no second learners
  std::optional<SubspaceSize> subspace;  ///< none: all columns

  static void fields(auto& self, auto&& visit) {
    visit.parameter("rate", self.rate);
    visit.parameter("weighs_votes", self.weighs_votes);
    visit.parameter("preset", self.preset);
    if (self.subspace) visit.parameter("subspace_size", self.subspace->value());
  }

  ForestOptions() = default;
  ForestOptions(const ForestOptions& other)
      : rate(other.rate),
        weighs_votes(other.weighs_votes),
        preset(other.preset),
        drift(copied(other.drift)),
        warning(copied(other.warning)),
        subspace(other.subspace) {}
  ForestOptions& operator=(const ForestOptions&) = delete;
  ForestOptions(ForestOptions&&) = default;
  ForestOptions& operator=(ForestOptions&&) = default;
  ~ForestOptions() = default;
};

/// A learner, the columns it sees, and the number it was made under.
struct Planted {
  std::unique_ptr<AnyClassifier> learner;
  Subspace columns;
  std::int64_t generation = 0;

  [[nodiscard]] Planted copy() const {
    return {.learner = learner == nullptr ? nullptr : learner->copy(),
            .columns = columns,
            .generation = generation};
  }
};

class ForestMember {
 public:
  /// What a member asks of its forest.
  struct Ground {
    const ForestOptions& options;
    const PoissonTable* weights;  ///< null: every row counts once
    Lane weight_lane;             ///< of this member, by row
    std::int64_t seed;            ///< of the forest
    std::size_t place;            ///< among the members
    std::function<std::unique_ptr<AnyClassifier>(std::int64_t)> fresh;  ///< by generation
    const std::vector<std::string>& names;                              ///< of all columns
  };

  explicit ForestMember(const Ground& ground)
      : first_{.learner = ground.fresh(0), .columns = {}},
        detectors_(ground.options.drift, ground.options.warning) {}
  ForestMember(const ForestMember& other)
      : first_(other.first_.copy()),
        second_(other.second_.copy()),
        detectors_(other.detectors_),
        made_(other.made_),
        seen_(other.seen_),
        right_(other.right_) {}
  ForestMember& operator=(const ForestMember&) = delete;
  ForestMember(ForestMember&&) = default;
  ForestMember& operator=(ForestMember&&) = default;
  ~ForestMember() = default;

  [[nodiscard]] const AnyClassifier& learner() const { return *first_.learner; }
  [[nodiscard]] const Planted& planted() const { return first_; }
  /// Its share of errors since it began; NaN where nobody counts.
  [[nodiscard]] double error() const {
    return seen_ == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : static_cast<double>(seen_ - right_) / static_cast<double>(seen_);
  }
  std::vector<EnsembleEvents::Event>& events() { return events_; }

  /// How much its votes count: the share it had right, 1 before the first.
  [[nodiscard]] double vote_weight() const {
    return right_ == 0 ? 1.0 : static_cast<double>(right_) / static_cast<double>(seen_);
  }
  [[nodiscard]] Rows reduced(const Rows& rows) const {
    return first_.columns.is_chosen() ? first_.columns.reduced(rows, before_, before_widths_)
                                      : rows;
  }

  void train(const Lessons& rows, double* votes, std::size_t stride, const Ground& ground) {
    // A drift makes the rest of its block to be run again: short blocks, then.
    const std::size_t step = detectors_.tell_drifts() ? short_block : rows.count();
    for (std::size_t first = 0; first < rows.count();) {
      const Lessons part = rows.part(first, std::min(step, rows.count() - first));
      first += advance(part, votes == nullptr ? nullptr : votes + first * stride, stride, ground);
    }
  }

  void meet(const Ground& ground) {
    for (Planted* planted : {&first_, &second_}) {
      if (planted->learner != nullptr) tell_names(*planted, ground);
    }
  }
  [[nodiscard]] State state() const {
    State all = state_of(*this);
    put_state(all, "learner", first_.learner->state());
    if (second_.learner != nullptr) put_state(all, "second", second_.learner->state());
    detectors_.put_states(all);
    return all;
  }
  /// Throws std::invalid_argument; what is there is then half read.
  void restore(State state, const Ground& ground) {
    const State first = take_state(state, "learner");
    const State second = take_state(state, "second");
    detectors_.take_states(state);
    driftline::restore(*this, state);
    first_.learner = grown(first, first_.generation, ground);
    if (second.empty()) return;
    if (!detectors_.tell_warnings()) {
      throw std::invalid_argument("a member has detectors of another ensemble");
    }
    second_.learner = grown(second, second_.generation, ground);
  }
  void check() const {
    first_.columns.check();
    second_.columns.check();
    const bool is_sound = is_count(made_) && first_.generation >= 0 && first_.generation < made_ &&
                          second_.generation >= 0 && second_.generation < made_ && seen_ >= 0 &&
                          is_count(seen_) && right_ >= 0 && right_ <= seen_;
    if (!is_sound) throw std::invalid_argument("a count of a member is out of range");
  }
  [[nodiscard]] std::size_t memory() const {
    const std::size_t bytes = sizeof(*this) + heap_bytes(*this) + first_.learner->memory();
    return bytes + (second_.learner == nullptr ? 0 : second_.learner->memory()) +
           detectors_.memory();
  }
  void each_learner(const auto& call) const {
    call(*first_.learner);
    if (second_.learner != nullptr) call(*second_.learner);
  }

  static void fields(auto& self, auto&& visit) {
    visit("generation", self.first_.generation);
    visit("second_generation", self.second_.generation);
    visit("made", self.made_);
    visit("seen", self.seen_);
    visit("right", self.right_);
    visit.group("columns", self.first_.columns);
    visit.group("second_columns", self.second_.columns);
  }

 private:
  static constexpr std::size_t short_block = 32;

  static std::unique_ptr<AnyClassifier> grown(const State& state, std::int64_t generation,
                                              const Ground& ground) {
    std::unique_ptr<AnyClassifier> made = ground.fresh(generation);
    made->restore(state);
    return made;
  }

  /// Predicts and learns the rows, up to the first drift. Returns how many that were.
  std::size_t advance(const Lessons& rows, double* votes, std::size_t stride,
                      const Ground& ground) {
    const std::size_t count = rows.count();
    weigh(rows, ground);
    Lessons own = rows;
    see_columns(first_, own, ground);
    if (votes == nullptr && !detectors_.tell_drifts() && !ground.options.weighs_votes) {
      const bool is_blind = ground.options.subspace && !first_.columns.is_chosen();
      if (!is_blind) first_.learner->learn(own.after, own.labels, weights_.data());
      return count;
    }
    said_.resize(count);
    Ballot ballot{.shares = votes, .stride = stride, .said = said_.data()};
    const bool judges_after = ground.options.preset == Preset::moa && detectors_.tell_drifts();
    if (judges_after) {
      then_.resize(count);
      ballot.then = then_.data();
    }
    if (ground.options.subspace && !first_.columns.is_chosen()) {
      // It has learned nothing and learns nothing here, so it must not get wider either.
      if (votes != nullptr) std::fill_n(votes, count * stride, 0.0);
      std::ranges::fill(said_, no_label);
      std::ranges::fill(then_, no_label);
    } else {
      teach(*first_.learner, own, weights_.data(), ballot);
    }
    const std::vector<Code>& judged = judges_after ? then_ : said_;
    const std::size_t end = detectors_.tell_drifts() ? watch(rows, judged, ground) : count;
    if (ground.options.weighs_votes) keep_score(rows, end, votes, stride);
    if (has_drifted_) take_over(ground, rows.numbers[end - 1]);
    return end;
  }

  void weigh(const Lessons& rows, const Ground& ground) {
    weights_.resize(rows.count());
    for (std::size_t i = 0; i < rows.count(); ++i) {
      const std::int64_t number = rows.numbers[i];
      double times = number < 0 ? 0.0 : 1.0;
      if (number >= 0 && ground.weights != nullptr) {
        times = ground.weights->from(ground.weight_lane.bits(static_cast<std::uint64_t>(number)));
      }
      weights_[i] = times * rows.weight(i);
    }
  }

  /// Reduces the rows to the columns of a learner; they are chosen at the first row it learns.
  void see_columns(Planted& planted, Lessons& rows, const Ground& ground) {
    if (!ground.options.subspace) return;
    if (!planted.columns.is_chosen()) {
      const auto first =
          std::ranges::find_if(weights_, [](double weight) { return weight != 0.0; });
      if (first == weights_.end()) return;
      const auto place = static_cast<std::size_t>(first - weights_.begin());
      const std::size_t width = known(width_at(rows.after, place), ground);
      const SubspaceSize& size = *ground.options.subspace;
      planted.columns.begin(
          chosen_columns(ground.seed, ground.place, planted.generation, width, size.of(width)),
          width, size);
    }
    planted.columns.widen(known(width_of(rows.after), ground),
                          column_lane(ground.seed, ground.place, planted.generation));
    rows.after = planted.columns.reduced(rows.after, after_, after_widths_);
    if (!rows.is_same) rows.before = planted.columns.reduced(rows.before, before_, before_widths_);
    tell_names(planted, ground);
  }
  /// Where the learner wants them: of the columns it sees.
  static void tell_names(Planted& planted, const Ground& ground) {
    if (ground.names.empty()) return;
    if (!ground.options.subspace) {
      planted.learner->meet(ground.names.size(), [&](std::size_t i) { return ground.names[i]; });
    } else if (planted.columns.is_chosen()) {
      planted.learner->meet(planted.columns.below(ground.names.size()),
                            [&](std::size_t i) { return ground.names[planted.columns.column(i)]; });
    }
  }
  /// A block may be wider than what its rows know; the names tell what has been met.
  static std::size_t known(std::size_t width, const Ground& ground) {
    return std::min(width, ground.names.size());
  }
  static std::size_t width_at(const Rows& rows, std::size_t i) {
    return std::visit([i](const auto& block) { return block.row(i, 0.0).width; }, rows);
  }

  /// Feeds the detectors the errors of rows that were learned, and lets the second learner follow.
  /// Returns the row behind the drift, or behind all.
  std::size_t watch(const Lessons& rows, const std::vector<Code>& judged, const Ground& ground) {
    detectors_.clear();
    for (std::size_t i = 0; i < rows.count(); ++i) {
      if (weights_[i] != 0.0) detectors_.note(i, judged[i] == rows.labels[i] ? 0.0 : 1.0);
    }
    const MemberDetectors::Fed fed = detectors_.until_drift();
    has_drifted_ = fed.has_risen;
    const std::size_t end = has_drifted_ ? detectors_.row(fed.errors - 1) + 1 : rows.count();
    if (detectors_.tell_warnings()) look_for_warnings(rows, fed.errors, end, ground);
    return end;
  }
  void look_for_warnings(const Lessons& rows, std::size_t fed, std::size_t end,
                         const Ground& ground) {
    std::size_t followed = 0;
    for (std::size_t k = 0; k < fed;) {
      const MemberDetectors::Fed next = detectors_.until_warning(k, fed);
      if (!next.has_risen) break;
      k = next.errors;
      const std::size_t row = detectors_.row(k - 1);
      events_.push_back({.row = rows.numbers[row],
                         .member = static_cast<std::int64_t>(ground.place),
                         .kind = MemberEvent::warning,
                         .estimate = detectors_.warning().estimation()});
      second_ = {.learner = ground.fresh(made_), .columns = {}, .generation = made_};
      ++made_;
      detectors_.warning().reset();
      followed = row + 1;
    }
    if (second_.learner != nullptr) follow(rows.part(followed, end - followed), followed, ground);
  }
  void follow(Lessons rows, std::size_t first, const Ground& ground) {
    if (rows.count() == 0) return;
    weights_.erase(weights_.begin(), weights_.begin() + static_cast<std::ptrdiff_t>(first));
    weights_.resize(rows.count());
    if (ground.options.preset == Preset::moa) {
      for (std::size_t i = 0; i < rows.count(); ++i) {
        weights_[i] = weights_[i] == 0.0 ? 0.0 : rows.weight(i);
      }
    }
    rows.is_same = true;
    see_columns(second_, rows, ground);
    if (ground.options.subspace && !second_.columns.is_chosen()) return;
    second_.learner->learn(rows.after, rows.labels, weights_.data());
  }

  /// The share of right answers, and votes that count by it. It knows nothing of its own row.
  void keep_score(const Lessons& rows, std::size_t end, double* votes, std::size_t stride) {
    for (std::size_t i = 0; i < end; ++i) {
      if (votes != nullptr) {
        const double weight = vote_weight();
        for (std::size_t c = 0; c < stride; ++c) votes[i * stride + c] *= weight;
      }
      if (rows.numbers[i] < 0) continue;
      ++seen_;
      right_ += said_[i] == rows.labels[i] ? 1 : 0;
    }
  }

  void take_over(const Ground& ground, std::int64_t row) {
    events_.push_back({.row = row,
                       .member = static_cast<std::int64_t>(ground.place),
                       .kind = MemberEvent::drift,
                       .estimate = detectors_.drift().estimation()});
    has_drifted_ = false;
    detectors_.drift().reset();
    seen_ = right_ = 0;
    if (second_.learner != nullptr) {
      first_ = std::move(second_);
      second_ = {};
      detectors_.warning().reset();
    } else {
      first_ = {.learner = ground.fresh(made_), .columns = {}, .generation = made_};
      ++made_;
    }
  }

  Planted first_, second_;
  MemberDetectors detectors_;
  std::int64_t made_ = 1;  ///< learners so far
  std::int64_t seen_ = 0;  ///< rows that the first has predicted before their labels came
  std::int64_t right_ = 0;
  // Scratch of one block.
  bool has_drifted_ = false;
  std::vector<double> weights_;
  std::vector<Code> said_, then_;
  std::vector<std::size_t> after_widths_;
  std::vector<EnsembleEvents::Event> events_;
  RowBuffer after_;
  mutable RowBuffer before_;
  mutable std::vector<std::size_t> before_widths_;
};

}  // namespace driftline

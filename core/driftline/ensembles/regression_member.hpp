// One member of a forest of regressors: a learner, watched for warnings and drifts.
//
// As in `forest_member.hpp` a warning starts a second learner, which learns along and is asked
// nothing; a drift puts it in the first one's place, or starts a new learner where there was no
// warning. Rows go through in short blocks, and those behind a drift are run again by the learner
// that took over.
//
// The detectors see |y - answer| / (3 deviations of the targets before), at most 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/ensembles/ensemble.hpp"
#include "driftline/ensembles/ensemble_events.hpp"
#include "driftline/ensembles/member_detectors.hpp"
#include "driftline/learners/any_learner.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// Rows to predict and to learn, with what all members need to know of them.
struct NumberLessons {
  Rows before, after;
  bool is_same;  ///< nothing stands in front: both are one
  const double* targets;
  const double* weights;
  const std::int64_t* numbers;  ///< of each row among those learned; below 0 if it is not
  const double* spreads;        ///< three deviations of the targets learned before each row

  [[nodiscard]] std::size_t count() const { return count_of(after); }
  [[nodiscard]] NumberLessons part(std::size_t first, std::size_t count) const {
    return {.before = rows_of(before, first, count),
            .after = rows_of(after, first, count),
            .is_same = is_same,
            .targets = targets + first,
            .weights = weights == nullptr ? nullptr : weights + first,
            .numbers = numbers + first,
            .spreads = spreads + first};
  }
};

class RegressionMember {
 public:
  /// What a member asks of its forest.
  struct Ground {
    const PoissonTable& weights;
    Lane weight_lane;                                                  ///< of this member, by row
    std::size_t place;                                                 ///< among the members
    std::function<std::unique_ptr<AnyRegressor>(std::int64_t)> fresh;  ///< by generation
  };

  RegressionMember(std::unique_ptr<AnyRegressor> learner, MemberDetectors detectors)
      : first_(std::move(learner)), detectors_(std::move(detectors)) {}
  RegressionMember(const RegressionMember& other)
      : first_(other.first_->copy()),
        second_(other.second_ == nullptr ? nullptr : other.second_->copy()),
        detectors_(other.detectors_),
        generation_(other.generation_),
        second_generation_(other.second_generation_),
        made_(other.made_),
        seen_(other.seen_),
        errors_(other.errors_) {}
  RegressionMember& operator=(const RegressionMember&) = delete;
  RegressionMember(RegressionMember&&) = default;
  RegressionMember& operator=(RegressionMember&&) = default;
  ~RegressionMember() = default;

  [[nodiscard]] const AnyRegressor& learner() const { return *first_; }
  [[nodiscard]] std::int64_t generation() const { return generation_; }
  /// Its mean absolute error since it began; NaN before its first row.
  [[nodiscard]] double error() const {
    return seen_ == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : errors_ / static_cast<double>(seen_);
  }
  std::vector<EnsembleEvents::Event>& events() { return events_; }

  void meet(std::size_t width, const NameOf& name_of) {
    first_->meet(width, name_of);
    if (second_ != nullptr) second_->meet(width, name_of);
  }

  /// What it says of each row before it is learned goes to `said`.
  void train(const NumberLessons& rows, double* said, const Ground& ground) {
    // A drift makes the rest of its block to be run again: short blocks, then.
    constexpr std::size_t short_block = 32;
    const std::size_t step = detectors_.tell_drifts() ? short_block : rows.count();
    for (std::size_t first = 0; first < rows.count();) {
      const NumberLessons part = rows.part(first, std::min(step, rows.count() - first));
      first += advance(part, said + first, ground);
    }
  }

  [[nodiscard]] State state() const {
    State all = state_of(*this);
    put_state(all, "learner", first_->state());
    if (second_ != nullptr) put_state(all, "second", second_->state());
    detectors_.put_states(all);
    return all;
  }
  /// Throws std::invalid_argument; what is there is then half read.
  void restore(State state, const Ground& ground) {
    const State first = take_state(state, "learner");
    const State second = take_state(state, "second");
    detectors_.take_states(state);
    driftline::restore(*this, state);
    first_ = ground.fresh(generation_);
    first_->restore(first);
    if (second.empty()) return;
    if (!detectors_.tell_warnings()) {
      throw std::invalid_argument("a member has detectors of another ensemble");
    }
    second_ = ground.fresh(second_generation_);
    second_->restore(second);
  }
  void check() const {
    const bool is_sound = is_count(made_) && generation_ >= 0 && generation_ < made_ &&
                          second_generation_ >= 0 && second_generation_ < made_ && is_count(seen_);
    if (!is_sound) throw std::invalid_argument("a count of a member is out of range");
  }
  [[nodiscard]] std::size_t memory() const {
    return sizeof(*this) + first_->memory() + (second_ == nullptr ? 0 : second_->memory()) +
           detectors_.memory();
  }

  static void fields(auto& self, auto&& visit) {
    visit("generation", self.generation_);
    visit("second_generation", self.second_generation_);
    visit("made", self.made_);
    visit("seen", self.seen_);
    visit("errors", self.errors_);
  }

 private:
  /// Predicts and learns the rows, up to the first drift. Returns how many that were.
  std::size_t advance(const NumberLessons& rows, double* said, const Ground& ground) {
    weigh(rows, ground);
    const double* judged = teach(rows, said);
    const std::size_t end = detectors_.tell_drifts() ? watch(rows, judged, ground) : rows.count();
    for (std::size_t i = 0; i < end; ++i) {
      if (rows.numbers[i] < 0) continue;
      ++seen_;
      errors_ += std::abs(rows.targets[i] - judged[i]);
    }
    if (has_drifted_) take_over(ground, rows.numbers[end - 1]);
    return end;
  }

  void weigh(const NumberLessons& rows, const Ground& ground) {
    weights_.resize(rows.count());
    for (std::size_t i = 0; i < rows.count(); ++i) {
      const std::int64_t number = rows.numbers[i];
      const auto row = static_cast<std::uint64_t>(number);
      weights_[i] = number < 0 ? 0.0
                               : weight_of(rows.weights, i) *
                                     ground.weights.from(ground.weight_lane.bits(row));
    }
  }

  /// Returns what it said of the rows as they are learned; what it says of them as they come goes
  /// to `said`. Both are made before the row is learned.
  const double* teach(const NumberLessons& rows, double* said) {
    if (rows.is_same) {
      first_->predict_learn(rows.after, rows.after, rows.targets, weights_.data(), said);
      return said;
    }
    heard_.resize(rows.count());
    for (std::size_t i = 0; i < rows.count(); ++i) {
      const Rows row = one_of(rows.after, i);
      first_->predict(one_of(rows.before, i), said + i);
      first_->predict_learn(row, row, rows.targets + i, weights_.data() + i, heard_.data() + i);
    }
    return heard_.data();
  }

  /// Feeds the detectors the errors of rows that were learned, and lets the second learner follow.
  /// Returns the row behind the drift, or behind all.
  std::size_t watch(const NumberLessons& rows, const double* judged, const Ground& ground) {
    detectors_.clear();
    for (std::size_t i = 0; i < rows.count(); ++i) {
      if (weights_[i] == 0.0) continue;
      const double error = std::abs(rows.targets[i] - judged[i]) / rows.spreads[i];
      detectors_.note(i, rows.spreads[i] > 0.0 ? (error < 1.0 ? error : 1.0) : 0.0);
    }
    const MemberDetectors::Fed fed = detectors_.until_drift();
    has_drifted_ = fed.has_risen;
    const std::size_t end = has_drifted_ ? detectors_.row(fed.errors - 1) + 1 : rows.count();
    if (detectors_.tell_warnings()) look_for_warnings(rows, fed.errors, end, ground);
    return end;
  }
  void look_for_warnings(const NumberLessons& rows, std::size_t fed, std::size_t end,
                         const Ground& ground) {
    std::size_t followed = 0;
    for (std::size_t k = 0; k < fed;) {
      const MemberDetectors::Fed next = detectors_.until_warning(k, fed);
      if (!next.has_risen) break;
      k = next.errors;
      const std::size_t row = detectors_.row(k - 1);
      note(MemberEvent::warning, rows.numbers[row], detectors_.warning(), ground);
      second_generation_ = made_++;
      second_ = ground.fresh(second_generation_);
      detectors_.warning().reset();
      followed = row + 1;
    }
    if (second_ == nullptr || followed == end) return;
    const NumberLessons rest = rows.part(followed, end - followed);
    second_->learn(rest.after, rest.targets, weights_.data() + followed);
  }

  void take_over(const Ground& ground, std::int64_t row) {
    note(MemberEvent::drift, row, detectors_.drift(), ground);
    has_drifted_ = false;
    detectors_.drift().reset();
    seen_ = 0;
    errors_ = 0.0;
    if (second_ != nullptr) {
      first_ = std::move(second_);
      generation_ = second_generation_;
      detectors_.warning().reset();
    } else {
      generation_ = made_++;
      first_ = ground.fresh(generation_);
    }
    second_ = nullptr;
    second_generation_ = 0;
  }
  void note(MemberEvent kind, std::int64_t row, const AnyDetector& detector, const Ground& ground) {
    events_.push_back({.row = row,
                       .member = static_cast<std::int64_t>(ground.place),
                       .kind = kind,
                       .estimate = detector.estimation()});
  }

  std::unique_ptr<AnyRegressor> first_, second_;
  MemberDetectors detectors_;
  std::int64_t generation_ = 0, second_generation_ = 0;
  std::int64_t made_ = 1;  ///< learners so far
  std::int64_t seen_ = 0;  ///< rows that the first has predicted before their targets came
  double errors_ = 0.0;    ///< absolute, of these
  // Scratch of one block.
  bool has_drifted_ = false;
  std::vector<double> weights_, heard_;
  std::vector<EnsembleEvents::Event> events_;
};

}  // namespace driftline

// Adaptive random forest of regressors: trees that draw columns in each leaf, each for itself
// watched for drift; the mean or the median of their answers counts.
//
// Every tree learns every row k times over, k drawn from a Poisson distribution of rate 6; k
// repetitions are one row of weight k. Warnings and drifts are as in a forest of classifiers. The
// detectors see the absolute error of the prediction made before learning, in three deviations of
// all targets so far and at most 1 (`regression_member.hpp`). MOA shows them the prediction itself,
// which moves with the inputs though nothing be wrong.
//
// Gomes et al. Adaptive random forests for data stream regression. 2018.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/ensembles/ensemble.hpp"
#include "driftline/ensembles/regression_member.hpp"
#include "driftline/numeric/moments.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// How the answers of members become one.
enum class Aggregation : std::uint8_t { mean, median };
template <>
struct Names<Aggregation> {
  static constexpr std::array<std::string_view, 2> values{"mean", "median"};
};

struct RegressionForestOptions {
  double rate = 6.0;  ///< of the Poisson weights
  Aggregation aggregation = Aggregation::mean;

  static void fields(auto& self, auto&& visit) {
    visit.parameter("rate", self.rate);
    visit.parameter("aggregation_method", self.aggregation);
  }
};

class RegressionForest final : public Ensemble<AnyRegressor> {
 public:
  RegressionForest(std::unique_ptr<AnyRegressor> model, EnsembleOptions options,
                   RegressionForestOptions own, MemberDetectors detectors)
      : Ensemble(std::move(model), options),
        own_(own),
        detectors_(std::move(detectors)),
        table_(own.rate) {
    start();
  }

  [[nodiscard]] std::unique_ptr<AnyRegressor> copy() const override {
    return std::make_unique<RegressionForest>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyRegressor> untaught() const override { return twin(); }
  [[nodiscard]] Parameters parameters() const override {
    Parameters all = own_parameters();
    const Parameters own = parameters_of(own_);
    all.insert(all.end(), own.begin(), own.end());
    detectors_.put_parameters_to(all);
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
    for (std::size_t m = 0; m < size(); ++m) {
      fresh->members_[m].restore(take_state(rest, part(m)), fresh->ground(m));
    }
    driftline::restore(*fresh, rest);
    *this = std::move(*fresh);
  }
  void check() const {
    if (!is_count(learned_)) throw std::invalid_argument("a count is out of range");
    events_.check(size());
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t bytes = sizeof(*this) + own_memory() + heap_bytes(*this);
    for (const RegressionMember& member : members_) bytes += member.memory();
    return bytes;
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    note_names(width, name_of);
    for (RegressionMember& member : members_) member.meet(width, name_of);
  }
  [[nodiscard]] MemberFacts facts(std::size_t m) const override {
    const std::int64_t generation = members_[m].generation();
    return {.seed = seed_of(m, generation),
            .generation = generation,
            .error = members_[m].error(),
            .sees_all = true,
            .columns = {}};
  }
  /// Untaught as it is, the members included.
  void reseed(std::int64_t seed) override {
    options_.seed = seed;
    start();
  }

  void predict(const Rows& rows, double* out) const override {
    const std::size_t count = count_of(rows);
    said_.resize(size() * count);
    Team team(threads_for(count));
    team.each(size(), [&](std::size_t m) {
      members_[m].learner().predict(rows, said_.data() + m * count);
    });
    join(count, out);
  }
  void learn(const Rows& rows, const double* targets, const double* weights) override {
    train(rows, rows, targets, weights);
  }
  void predict_learn(const Rows& before, const Rows& after, const double* targets,
                     const double* weights, double* out) override {
    train(before, after, targets, weights);
    join(count_of(after), out);
  }

  static void fields(auto& self, auto&& visit) {
    visit("learned", self.learned_);
    visit("targets_weight", self.targets_.weight);
    visit("targets_mean", self.targets_.mean);
    visit("targets_squares", self.targets_.squares);
    visit.group("events", self.events_);
  }

 private:
  static std::string part(std::size_t m) { return "members." + std::to_string(m); }
  [[nodiscard]] std::unique_ptr<RegressionForest> twin() const {
    return std::make_unique<RegressionForest>(model_->untaught(), options_, own_, detectors_);
  }
  [[nodiscard]] RegressionMember::Ground ground(std::size_t m) const {
    return {.weights = table_,
            .weight_lane = draws(Purpose::weights).lane(m),
            .place = m,
            .fresh = [this, m](std::int64_t generation) { return fresh(m, generation); }};
  }
  void start() {
    members_.clear();
    for (std::size_t m = 0; m < size(); ++m) members_.emplace_back(fresh(m, 0), detectors_);
  }

  void train(const Rows& before, const Rows& after, const double* targets, const double* weights) {
    const std::size_t count = count_of(after);
    number(targets, weights, count);
    said_.resize(size() * count);
    const NumberLessons rows{.before = before,
                             .after = after,
                             .is_same = &before == &after,
                             .targets = targets,
                             .weights = weights,
                             .numbers = numbers_.data(),
                             .spreads = spreads_.data()};
    Team team(threads_for(count));
    team.each(size(),
              [&](std::size_t m) { members_[m].train(rows, said_.data() + m * count, ground(m)); });
    for (RegressionMember& member : members_) {
      happened_.insert(happened_.end(), member.events().begin(), member.events().end());
      member.events().clear();
    }
    events_.add_sorted(happened_);
  }
  /// Gives numbers to the rows that are learned, and the spread of targets before each.
  void number(const double* targets, const double* weights, std::size_t count) {
    numbers_.resize(count);
    spreads_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double weight = weight_of(weights, i);
      const bool is_learned = !is_unlabelled(targets[i]) && weight != 0.0;
      numbers_[i] = is_learned ? learned_++ : -1;
      spreads_[i] = 3.0 * targets_.deviation();
      if (is_learned) targets_.add(targets[i], weight);
    }
  }

  void join(std::size_t count, double* out) const {
    answers_.resize(size());
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t m = 0; m < size(); ++m) answers_[m] = said_[m * count + i];
      out[i] = own_.aggregation == Aggregation::mean ? mean(answers_) : median(answers_);
    }
  }
  static double mean(const std::vector<double>& answers) {
    double sum = 0.0;
    for (const double answer : answers) sum += answer;
    return sum / static_cast<double>(answers.size());
  }
  /// The middle one, or the mean of the two in the middle. NaN counts as the largest of all.
  static double median(std::vector<double>& answers) {
    std::ranges::sort(
        answers, [](double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); });
    const std::size_t middle = answers.size() / 2;
    if (answers.size() % 2 == 1) return answers[middle];
    return 0.5 * answers[middle - 1] + 0.5 * answers[middle];
  }

  RegressionForestOptions own_;
  MemberDetectors detectors_;  // untaught
  PoissonTable table_;
  std::vector<RegressionMember> members_;
  Moments targets_;                              // of all rows learned
  std::vector<EnsembleEvents::Event> happened_;  // in one block
  std::vector<std::int64_t> numbers_;
  std::vector<double> spreads_;
  mutable std::vector<double> said_, answers_;  // scratch; the caller's lock guards it
};

}  // namespace driftline

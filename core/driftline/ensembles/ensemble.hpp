// What all ensembles share: the learner that every member starts as, and the vote.
//
// Members meet only in the vote. So a block goes through one member after another, by as many
// threads as there are: each member predicts and learns all rows, and writes down what it says of
// each. Afterwards the votes of a row are added up in the order of the members. One thread or
// many, one row or a block: the same additions in the same order, so the same bits.
//
// Random numbers are functions of the seed, the member, its generation (how many learners it
// had before) and the row, counted among those that are learned.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/ensembles/ensemble_events.hpp"
#include "driftline/learners/any_learner.hpp"
#include "driftline/learners/chain.hpp"
#include "driftline/parallel/team.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

struct EnsembleOptions {
  std::int64_t n_models = 10;
  std::int64_t seed = 0;
  std::int64_t threads = 1;  ///< 0: as many as the machine has

  /// Throws std::invalid_argument naming the option.
  void check() const {
    constexpr std::int64_t most = 100'000;  // a mistyped number must not ask for all memory
    at_least_one("n_models", n_models);
    if (n_models > most) throw std::invalid_argument("n_models must be at most 100000");
    if (seed < 0) throw std::invalid_argument("seed must be at least 0");
    if (threads < 0) throw std::invalid_argument("threads must be at least 1, or 'all'");
  }
  static void fields(auto& self, auto&& visit) {
    visit.parameter("n_models", self.n_models);
    visit.parameter("seed", self.seed);
    visit.parameter("threads", self.threads);
  }
};

/// The seed of a member's learner.
inline std::int64_t member_seed(std::int64_t seed, std::size_t member, std::int64_t generation) {
  const Lane lane = draws_for(Purpose::seeds, seed).lane(member);
  return static_cast<std::int64_t>(lane.bits(static_cast<std::uint64_t>(generation)) >> 11);
}
/// What decides which columns a member's learner sees.
inline Lane column_lane(std::int64_t seed, std::size_t member, std::int64_t generation) {
  return draws_for(Purpose::columns, seed)
      .branch(member)
      .lane(static_cast<std::uint64_t>(generation));
}

/// Any is AnyClassifier or AnyRegressor.
template <class Any>
class Ensemble : public Any, public HasMembers {
 public:
  Ensemble(std::unique_ptr<Any> model, EnsembleOptions options)
      : model_(std::move(model)), options_(options) {
    options_.check();
  }
  Ensemble(const Ensemble& other)
      : Any(other),
        HasMembers(other),
        model_(other.model_->copy()),
        options_(other.options_),
        names_(other.names_),
        learned_(other.learned_),
        events_(other.events_) {}
  Ensemble& operator=(const Ensemble&) = delete;
  Ensemble(Ensemble&&) = default;
  Ensemble& operator=(Ensemble&&) = default;
  ~Ensemble() override = default;

  [[nodiscard]] Reading reading() const override { return model_->reading(); }
  [[nodiscard]] bool takes_text(const std::string& column) const override {
    return model_->takes_text(column);
  }
  [[nodiscard]] bool needs_names() const override { return model_->needs_names(); }
  [[nodiscard]] bool has_intercept() const override { return false; }
  [[nodiscard]] std::vector<double> inspect(std::string_view what,
                                            std::size_t /*label*/) const override {
    throw std::invalid_argument("an ensemble has no " + std::string(what) + ": ask its members");
  }
  [[nodiscard]] std::vector<double> explain(const Rows& /*row*/,
                                            std::size_t /*label*/) const override {
    throw std::invalid_argument("an ensemble has no weights: ask its members");
  }
  [[nodiscard]] bool is_parallel() const override { return options_.threads != 1; }
  [[nodiscard]] const EnsembleEvents& events() const override { return events_; }

 protected:
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(options_.n_models); }
  [[nodiscard]] Draws draws(Purpose purpose) const { return draws_for(purpose, options_.seed); }
  /// The seed that a member's learner is given.
  [[nodiscard]] std::int64_t seed_of(std::size_t member, std::int64_t generation) const {
    return member_seed(options_.seed, member, generation);
  }
  [[nodiscard]] std::unique_ptr<Any> seeded(std::size_t member, std::int64_t generation) const {
    std::unique_ptr<Any> made = model_->untaught();
    made->reseed(seed_of(member, generation));
    return made;
  }
  /// A member's learner that has learned nothing but the names of the columns.
  [[nodiscard]] std::unique_ptr<Any> fresh(std::size_t member, std::int64_t generation) const {
    std::unique_ptr<Any> made = seeded(member, generation);
    if (!names_.empty()) {
      made->meet(names_.size(), [this](std::size_t column) { return names_[column]; });
    }
    return made;
  }
  void note_names(std::size_t width, const NameOf& name_of) {
    while (names_.size() < width) names_.push_back(name_of(names_.size()));
  }
  /// Threads for a block; a short one is not worth waking any.
  [[nodiscard]] std::size_t threads_for(std::size_t rows) const {
    constexpr std::size_t few = 64;
    return rows < few ? 1 : Team::size_for(options_.threads, size());
  }
  [[nodiscard]] std::size_t own_memory() const {
    std::size_t bytes = model_->memory() + names_.capacity() * sizeof(std::string);
    for (const std::string& name : names_) bytes += name.capacity();
    return bytes;
  }
  [[nodiscard]] Parameters own_parameters() const {
    Parameters all = parameters_of(options_);
    put_parameters(all, "model", model_->parameters());
    return all;
  }

  std::unique_ptr<Any> model_;  ///< untaught
  EnsembleOptions options_;
  std::vector<std::string> names_;  ///< of the columns met, if the learner needs names
  std::int64_t learned_ = 0;        ///< rows learned so far
  EnsembleEvents events_;
};

/// Rows to predict and to learn, in a block that every member goes through.
struct Lessons {
  Rows before, after;
  bool is_same;  ///< nothing stands in front: both are one
  const Code* labels;
  const double* weights;
  const std::int64_t* numbers;  ///< of each row among those learned; below 0 if it is not

  [[nodiscard]] std::size_t count() const { return count_of(after); }
  [[nodiscard]] double weight(std::size_t i) const { return weight_of(weights, i); }
  [[nodiscard]] Lessons part(std::size_t first, std::size_t count) const {
    return {.before = rows_of(before, first, count),
            .after = rows_of(after, first, count),
            .is_same = is_same,
            .labels = labels + first,
            .weights = weights == nullptr ? nullptr : weights + first,
            .numbers = numbers + first};
  }
};

/// Lets a learner predict and learn. `said` becomes what it says of the rows as they are learned,
/// `then` the same afterwards; shares and both may be null.
inline void teach(AnyClassifier& learner, const Lessons& rows, const double* weights,
                  Ballot ballot) {
  if (rows.is_same) {
    learner.vote_learn(rows.after, rows.after, rows.labels, weights, ballot);
  } else {
    std::swap(ballot.said, ballot.heard);
    learner.vote_learn(rows.before, rows.after, rows.labels, weights, ballot);
  }
}

class EnsembleClassifier : public Ensemble<AnyClassifier> {
 public:
  using Ensemble::Ensemble;

  [[nodiscard]] std::size_t label_count() const override { return labels_.size(); }
  [[nodiscard]] bool knows(std::size_t code) const override { return labels_.knows(code); }

  void predict(const Rows& rows, Code* out) const override {
    collect(rows,
            [&](std::size_t i, std::span<const double> votes) { out[i] = labels_.elect(votes); });
  }
  void probabilities(const Rows& rows, double* out, std::size_t stride) const override {
    collect(rows, [&](std::size_t i, std::span<const double> votes) {
      double total = 0.0;
      double known = 0.0;
      for (std::size_t c = 0; c < votes.size(); ++c) {
        total += votes[c];
        known += labels_.knows(c) ? 1.0 : 0.0;
      }
      for (std::size_t c = 0; c < votes.size(); ++c) {
        out[i * stride + c] = total > 0.0 ? votes[c] / total : labels_.knows(c) ? 1.0 / known : 0.0;
      }
    });
  }
  void learn(const Rows& rows, const Code* labels, const double* weights) override {
    go_through(rows, rows, labels, weights, nullptr);
  }
  void predict_learn(const Rows& before, const Rows& after, const Code* labels,
                     const double* weights, Code* out) override {
    go_through(before, after, labels, weights, out);
  }
  /// Untaught as it is, the members included.
  void reseed(std::int64_t seed) override {
    options_.seed = seed;
    start();
  }

 protected:
  /// Makes all members anew.
  virtual void start() = 0;
  /// Every member predicts and learns. The votes of member m for row i go to
  /// votes + (m * rows.count() + i) * stride, if they are wanted.
  virtual void train(const Lessons& rows, Team& team, double* votes, std::size_t stride) = 0;
  /// The votes of a member, 0 for labels that it does not know.
  virtual void vote(std::size_t member, const Rows& rows, double* out,
                    std::size_t stride) const = 0;
  /// Rows that `train` is given at once.
  [[nodiscard]] virtual std::size_t largest_piece() const { return SIZE_MAX; }

  /// The shares of a learner for all labels of the ensemble, times `weight`.
  static void weigh_shares(const AnyClassifier& learner, const Rows& rows, double weight,
                           double* out, std::size_t stride) {
    std::fill_n(out, count_of(rows) * stride, 0.0);
    learner.probabilities(rows, out, stride);
    if (weight == 1.0) return;
    for (std::size_t i = 0; i < count_of(rows) * stride; ++i) out[i] *= weight;
  }
  void check_labels() {
    if (!labels_.recount()) throw std::invalid_argument("the list of labels contradicts itself");
    if (!is_count(learned_)) throw std::invalid_argument("a count is out of range");
    events_.check(size());
  }
  void check_learner(const AnyClassifier& learner) const {
    if (learner.label_count() > labels_.size()) {
      throw std::invalid_argument("a member knows labels that the ensemble does not");
    }
  }
  static void common_fields(auto& self, auto&& visit) {
    visit("learned", self.learned_);
    visit.group("labels", self.labels_);
    visit.group("events", self.events_);
  }

  LabelSet labels_;

 private:
  static constexpr std::size_t most_votes = std::size_t{1} << 17;  ///< a megabyte of scratch

  [[nodiscard]] std::size_t piece(std::size_t rows, std::size_t stride) const {
    const std::size_t fit = most_votes / (size() * std::max<std::size_t>(1, stride));
    return std::min({rows, std::max<std::size_t>(1, fit), largest_piece()});
  }

  /// Calls `count(i, votes)` with the summed votes of each row.
  void collect(const Rows& rows, const auto& count) const {
    const std::size_t stride = labels_.size();
    Team team(threads_for(count_of(rows)));
    const std::size_t step = piece(count_of(rows), stride);
    for (std::size_t first = 0; first < count_of(rows); first += step) {
      const Rows part = rows_of(rows, first, std::min(step, count_of(rows) - first));
      const std::size_t own = count_of(part) * stride;
      make_room(own);
      team.each(size(), [&](std::size_t m) { vote(m, part, votes_.data() + m * own, stride); });
      add_up(own);
      for (std::size_t i = 0; i < count_of(part); ++i) count(first + i, summed(i, stride, stride));
    }
  }

  void go_through(const Rows& before, const Rows& after, const Code* labels, const double* weights,
                  Code* out) {
    const std::size_t count = count_of(after);
    const std::size_t stride = number(labels, weights, count);
    const Lessons all{.before = before,
                      .after = after,
                      .is_same = &before == &after,
                      .labels = labels,
                      .weights = weights,
                      .numbers = numbers_.data()};
    Team team(threads_for(count));
    const std::size_t step = piece(count, stride);
    for (std::size_t first = 0; first < count; first += step) {
      const Lessons part = all.part(first, std::min(step, count - first));
      if (out != nullptr) make_room(part.count() * stride);
      train(part, team, out == nullptr ? nullptr : votes_.data(), stride);
      count_votes(part, out == nullptr ? nullptr : out + first, stride);
    }
  }
  /// Gives numbers to the rows that are learned. Returns how many labels there are behind them.
  std::size_t number(const Code* labels, const double* weights, std::size_t count) {
    numbers_.resize(count);
    std::int64_t next = learned_;
    std::size_t known = labels_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_learned = labels[i] >= 0 && weight_of(weights, i) != 0.0;
      numbers_[i] = is_learned ? next++ : -1;
      if (is_learned) known = std::max(known, static_cast<std::size_t>(labels[i]) + 1);
    }
    return known;
  }
  void count_votes(const Lessons& rows, Code* out, std::size_t stride) {
    if (out != nullptr) add_up(rows.count() * stride);
    for (std::size_t i = 0; i < rows.count(); ++i) {
      if (out != nullptr) out[i] = labels_.elect(summed(i, stride, labels_.size()));
      if (rows.numbers[i] < 0) continue;
      ++learned_;
      const auto code = static_cast<std::size_t>(rows.labels[i]);
      if (!labels_.knows(code)) labels_.add(rows.labels[i]);
    }
  }
  /// The votes of all members, `each` numbers of everyone, in the order of the members.
  void add_up(std::size_t each) const {
    sums_.assign(each, 0.0);
    for (std::size_t m = 0; m < size(); ++m) {
      const double* own = votes_.data() + m * each;
      for (std::size_t i = 0; i < each; ++i) sums_[i] += own[i];
    }
  }
  [[nodiscard]] std::span<double> summed(std::size_t row, std::size_t stride,
                                         std::size_t labels) const {
    return {sums_.data() + row * stride, labels};
  }
  void make_room(std::size_t each) const {
    if (votes_.size() < size() * each) votes_.resize(size() * each);
  }

  mutable std::vector<double> votes_, sums_;  // scratch; the caller's lock guards it
  std::vector<std::int64_t> numbers_;
};

}  // namespace driftline

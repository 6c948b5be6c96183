// A chain: transforms, then a learner, learning in step.
//
// A prediction sends the row through the transforms as they are. Learning lets the first
// transform learn the row, sends the transformed row on, and so to the learner at the end.
// A row that the learner does not learn (no label, weight 0) teaches the transforms nothing.
// All parts see a block at a time, so a chain costs what its parts cost.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/any_learner.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/stream/row_feed.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "driftline/transforms/transform_chain.hpp"

namespace driftline {

inline bool is_unlabelled(Code target) { return target < 0; }
inline bool is_unlabelled(double target) { return std::isnan(target); }

/// `Any` is AnyClassifier or AnyRegressor; what only classifiers have is in ClassifierChain.
template <class Any, class Target>
class LearnerChain : public Any {
 public:
  LearnerChain(TransformChain front, std::unique_ptr<Any> learner)
      : front_(std::move(front)), learner_(std::move(learner)) {}
  LearnerChain(const LearnerChain& other)
      : Any(other),
        front_(other.front_),
        learner_(other.learner_->copy()),
        names_(other.names_),
        met_(other.met_) {}
  LearnerChain& operator=(const LearnerChain&) = delete;
  LearnerChain(LearnerChain&&) = default;
  LearnerChain& operator=(LearnerChain&&) = default;
  ~LearnerChain() override = default;

  [[nodiscard]] const TransformChain& front() const { return front_; }
  [[nodiscard]] const Any& learner() const { return *learner_; }

  [[nodiscard]] Parameters parameters() const override { return {}; }
  [[nodiscard]] State state() const override {
    State all = front_.state();
    PartStates::put(all, front_.size(), learner_->state());
    return all;
  }
  void restore(const State& state) override {
    const State last = PartStates::take(state, front_.size());
    State rest = state;
    for (const auto& [name, value] : last) {
      rest.erase(PartStates::prefix(front_.size()) + name);
    }
    TransformChain front(front_);
    front.restore(rest);
    learner_->restore(last);
    front_ = std::move(front);
    names_.clear();
    met_ = 0;
  }
  [[nodiscard]] std::size_t memory() const override { return front_.memory() + learner_->memory(); }
  [[nodiscard]] Reading reading() const override {
    return front_.reading_before(learner_->reading());
  }
  [[nodiscard]] bool takes_text(const std::string& column) const override {
    return front_.takes_text_before(
        column, [&](const std::string& passed) { return learner_->takes_text(passed); });
  }
  [[nodiscard]] bool needs_names() const override {
    return front_.needs_names() || learner_->needs_names();
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    front_.meet(width, name_of);
    if (!learner_->needs_names()) return;
    while (names_.size() < width) names_.push_back(name_of(names_.size()));
    pass_on();
  }
  [[nodiscard]] Output at_weight(std::size_t i) const override {
    Output own = learner_->at_weight(i);
    if (own.source == Output::none) return own;
    Output origin = passed(own.source);
    if (!own.name.empty()) origin.name = std::move(own.name);
    return origin;
  }

  void predict(const Rows& rows, Target* out) const override {
    learner_->predict(rows_at_weights(rows), out);
  }
  void learn(const Rows& rows, const Target* targets, const double* weights) override {
    if (front_.size() == 0) {
      learner_->learn(rows, targets, weights);
      return;
    }
    front_.step(rows, rows, teaching_weights(rows, targets, weights), nullptr, after_,
                wanted_by(learner_->reading()));
    pass_on();
    learner_->learn(after_.rows(), targets, weights);
  }
  void predict_learn(const Rows& before, const Rows& after, const Target* targets,
                     const double* weights, Target* out) override {
    if (front_.size() == 0) {
      learner_->predict_learn(before, after, targets, weights, out);
      return;
    }
    const RowFeed feed =
        front_.step_by_row(before, after, teaching_weights(after, targets, weights), before_,
                           after_, wanted_by(learner_->reading()));
    pass_on();
    learner_->predict_learn_fed(feed, before_.rows(), after_.rows(), targets, weights, out);
  }
  void reseed(std::int64_t seed) override { learner_->reseed(seed); }
  [[nodiscard]] std::vector<double> inspect(std::string_view what,
                                            std::size_t label) const override {
    return learner_->inspect(what, label);
  }
  [[nodiscard]] bool has_intercept() const override { return learner_->has_intercept(); }
  [[nodiscard]] std::vector<double> explain(const Rows& row, std::size_t label) const override {
    return learner_->explain(rows_at_weights(row), label);
  }
  [[nodiscard]] Rows rows_at_weights(const Rows& rows) const {
    if (front_.size() == 0) return rows;
    front_.transform(rows, before_, wanted_by(learner_->reading()));
    return before_.rows();
  }

 protected:
  const double* teaching_weights(const Rows& rows, const Target* targets, const double* weights) {
    teaching_.resize(count_of(rows));
    for (std::size_t i = 0; i < teaching_.size(); ++i) {
      teaching_[i] = is_unlabelled(targets[i]) ? 0.0 : weight_of(weights, i);
    }
    return teaching_.data();
  }

  /// Column i behind the transforms, in terms of the columns that come in.
  [[nodiscard]] Output passed(std::size_t i) const {
    if (!front_.needs_names()) return {.source = i, .name = {}};
    return i < front_.outputs() ? front_.output(i) : Output{};
  }
  /// A learner with transforms of its own meets what the transforms in front have come to put out.
  void pass_on() {
    if (!learner_->needs_names()) return;
    const std::size_t width = front_.needs_names() ? front_.outputs() : names_.size();
    if (width == met_) return;
    met_ = width;
    learner_->meet(width, [this](std::size_t column) {
      Output out = passed(column);
      return out.name.empty() && out.source < names_.size() ? names_[out.source] : out.name;
    });
  }

  TransformChain front_;
  std::unique_ptr<Any> learner_;
  std::vector<std::string> names_;  // of the columns met, if the learner needs names
  std::size_t met_ = 0;             // columns that the learner has met
  mutable RowBuffer before_;        // in front of the learner; the caller's lock guards them
  RowBuffer after_;
  std::vector<double> teaching_;
};

class ClassifierChain final : public LearnerChain<AnyClassifier, Code> {
 public:
  using LearnerChain::LearnerChain;
  [[nodiscard]] std::unique_ptr<AnyClassifier> copy() const override {
    return std::make_unique<ClassifierChain>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyClassifier> untaught() const override {
    const auto front = front_.untaught();
    return std::make_unique<ClassifierChain>(static_cast<const TransformChain&>(*front),
                                             learner_->untaught());
  }
  void probabilities(const Rows& rows, double* out, std::size_t stride) const override {
    learner_->probabilities(rows_at_weights(rows), out, stride);
  }
  void vote_learn(const Rows& before, const Rows& after, const Code* labels, const double* weights,
                  const Ballot& ballot) override {
    if (&before != &after) {  // what is heard of a row would need a third form of it
      AnyClassifier::vote_learn(before, after, labels, weights, ballot);
      return;
    }
    front_.step(before, after, teaching_weights(after, labels, weights), &before_, after_,
                wanted_by(learner_->reading()));
    pass_on();
    learner_->vote_learn(before_.rows(), after_.rows(), labels, weights, ballot);
  }
  /// The row goes through the transforms as they are now. Where they have moved since it was
  /// learned there is no record of what comes out.
  void unlearn(const Rows& row, Code label) override {
    try {
      learner_->unlearn(rows_at_weights(row), label);
    } catch (const std::invalid_argument& error) {
      if (front_.size() == 0) throw;
      throw std::invalid_argument(
          std::string(error.what()) +
          "; or the transforms in front have moved since, and the row comes out otherwise");
    }
  }
  [[nodiscard]] std::size_t label_count() const override { return learner_->label_count(); }
  [[nodiscard]] bool knows(std::size_t code) const override { return learner_->knows(code); }
};

class RegressorChain final : public LearnerChain<AnyRegressor, double> {
 public:
  using LearnerChain::LearnerChain;
  [[nodiscard]] std::unique_ptr<AnyRegressor> copy() const override {
    return std::make_unique<RegressorChain>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyRegressor> untaught() const override {
    const auto front = front_.untaught();
    return std::make_unique<RegressorChain>(static_cast<const TransformChain&>(*front),
                                            learner_->untaught());
  }
};

}  // namespace driftline

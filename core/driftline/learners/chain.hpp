// A chain: transforms, then a learner, learning in step.
//
// A prediction sends the row through the transforms as they are. Learning lets the first
// transform learn the row, sends the transformed row on, and so to the learner at the end.
// A row that the learner does not learn (no label, weight 0) teaches the transforms nothing.
// All parts see a block at a time, so a chain costs what its parts cost.
#pragma once

#include <cmath>
#include <cstddef>
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
#include "driftline/transforms/any_transform.hpp"

namespace driftline {

/// The state of each part under "steps.<its place>.".
class StepStates {
 public:
  static void put(State& all, std::size_t step, const State& own) {
    for (const auto& [name, value] : own) all[prefix(step) + name] = value;
  }
  static State take(const State& all, std::size_t step) {
    State own;
    for (const auto& [name, value] : all) {
      if (name.starts_with(prefix(step))) own[name.substr(prefix(step).size())] = value;
    }
    return own;
  }

 private:
  static std::string prefix(std::size_t step) { return "steps." + std::to_string(step) + "."; }
};

/// What stands for a column never met in front of a step that reads so.
inline double unmet_for(const Reading& reading) {
  return reading.keeps_missing ? std::numeric_limits<double>::quiet_NaN() : 0.0;
}

/// Transforms one after another: all of a chain but its learner.
class TransformChain final : public AnyTransform {
 public:
  explicit TransformChain(std::vector<std::unique_ptr<AnyTransform>> parts)
      : parts_(std::move(parts)), before_(parts_.size()), after_(parts_.size()) {}
  TransformChain(const TransformChain& other)
      : AnyTransform(other), before_(other.parts_.size()), after_(other.parts_.size()) {
    for (const auto& part : other.parts_) parts_.push_back(part->copy());
  }
  TransformChain& operator=(const TransformChain&) = delete;
  TransformChain(TransformChain&&) = default;
  TransformChain& operator=(TransformChain&&) = default;
  ~TransformChain() override = default;

  [[nodiscard]] std::unique_ptr<AnyTransform> copy() const override {
    return std::make_unique<TransformChain>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyTransform> untaught() const override {
    std::vector<std::unique_ptr<AnyTransform>> parts;
    parts.reserve(parts_.size());
    for (const auto& part : parts_) parts.push_back(part->untaught());
    return std::make_unique<TransformChain>(std::move(parts));
  }
  [[nodiscard]] std::size_t size() const { return parts_.size(); }
  [[nodiscard]] const AnyTransform& part(std::size_t i) const { return *parts_[i]; }

  [[nodiscard]] Parameters parameters() const override { return {}; }
  [[nodiscard]] State state() const override {
    State all;
    for (std::size_t i = 0; i < parts_.size(); ++i) StepStates::put(all, i, parts_[i]->state());
    return all;
  }
  void restore(const State& state) override {
    TransformChain fresh(*this);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < fresh.parts_.size(); ++i) {
      const State own = StepStates::take(state, i);
      fresh.parts_[i]->restore(own);
      taken += own.size();
    }
    if (taken != state.size())
      throw std::invalid_argument("the state holds names of another model");
    parts_ = std::move(fresh.parts_);
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t bytes = sizeof(*this);
    for (const auto& part : parts_) bytes += part->memory();
    return bytes;
  }
  [[nodiscard]] Reading reading() const override { return parts_.front()->reading(); }

  void transform(const Rows& rows, RowBuffer& out, double unmet) const override {
    const Rows* current = &rows;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      RowBuffer& next = i + 1 == parts_.size() ? out : before_[i];
      parts_[i]->transform(*current, next, unmet_after(i, unmet));
      current = &next.rows();
    }
  }

  void learn(const Rows& rows, const double* weights) override {
    step(rows, rows, weights, nullptr, after_.back(), 0.0);  // the last one is nobody's input
  }

  void step(const Rows& before, const Rows& after, const double* weights, RowBuffer* before_out,
            RowBuffer& after_out, double unmet) override {
    const Rows* predicts = &before;
    const Rows* teaches = &after;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const bool is_last = i + 1 == parts_.size();
      RowBuffer* next_before = before_out == nullptr ? nullptr : is_last ? before_out : &before_[i];
      RowBuffer& next_after = is_last ? after_out : after_[i];
      parts_[i]->step(*predicts, *teaches, weights, next_before, next_after, unmet_after(i, unmet));
      teaches = &next_after.rows();
      if (next_before != nullptr) predicts = &next_before->rows();
    }
  }

 private:
  /// What part i puts out for a column it has never met.
  [[nodiscard]] double unmet_after(std::size_t i, double unmet) const {
    return i + 1 == parts_.size() ? unmet : unmet_for(parts_[i + 1]->reading());
  }

  std::vector<std::unique_ptr<AnyTransform>> parts_;
  mutable std::vector<RowBuffer> before_;  // between two parts; the caller's lock guards them
  mutable std::vector<RowBuffer> after_;
};

inline bool is_unlabelled(Code target) { return target < 0; }
inline bool is_unlabelled(double target) { return std::isnan(target); }

/// `Any` is AnyClassifier or AnyRegressor; what only classifiers have is in ClassifierChain.
template <class Any, class Target>
class LearnerChain : public Any {
 public:
  LearnerChain(TransformChain front, std::unique_ptr<Any> learner)
      : front_(std::move(front)), learner_(std::move(learner)) {}
  LearnerChain(const LearnerChain& other)
      : Any(other), front_(other.front_), learner_(other.learner_->copy()) {}
  LearnerChain& operator=(const LearnerChain&) = delete;
  LearnerChain(LearnerChain&&) = default;
  LearnerChain& operator=(LearnerChain&&) = default;
  ~LearnerChain() override = default;

  [[nodiscard]] const TransformChain& front() const { return front_; }
  [[nodiscard]] const Any& learner() const { return *learner_; }

  [[nodiscard]] Parameters parameters() const override { return {}; }
  [[nodiscard]] State state() const override {
    State all = front_.state();
    StepStates::put(all, front_.size(), learner_->state());
    return all;
  }
  void restore(const State& state) override {
    const State last = StepStates::take(state, front_.size());
    State rest = state;
    for (const auto& [name, value] : last) {
      rest.erase("steps." + std::to_string(front_.size()) + "." + name);
    }
    TransformChain front(front_);
    front.restore(rest);
    learner_->restore(last);
    front_ = std::move(front);
  }
  [[nodiscard]] std::size_t memory() const override { return front_.memory() + learner_->memory(); }
  [[nodiscard]] Reading reading() const override {
    if (front_.size() == 0) return learner_->reading();
    // A sparse row stays sparse on its way, so what the learner cannot take must be refused here.
    Reading reading = front_.reading();
    reading.sparse = learner_->reading().sparse;
    return reading;
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
                unmet_for(learner_->reading()));
    learner_->learn(after_.rows(), targets, weights);
  }
  void predict_learn(const Rows& before, const Rows& after, const Target* targets,
                     const double* weights, Target* out) override {
    if (front_.size() == 0) {
      learner_->predict_learn(before, after, targets, weights, out);
      return;
    }
    front_.step(before, after, teaching_weights(after, targets, weights), &before_, after_,
                unmet_for(learner_->reading()));
    learner_->predict_learn(before_.rows(), after_.rows(), targets, weights, out);
  }
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
    front_.transform(rows, before_, unmet_for(learner_->reading()));
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

  TransformChain front_;
  std::unique_ptr<Any> learner_;
  mutable RowBuffer before_;  // in front of the learner; the caller's lock guards them
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

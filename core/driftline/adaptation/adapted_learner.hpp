// A learner inside an adaptation: whoever asks the adaptation asks the learner.
//
// The learner is replaced now and then. What the world has learned of it outlives that: the names
// of the columns, which the next learner is told, and the labels, of which a new learner may not
// know all yet. Such a label has no share, and weights of 0.
//
// Behind a transform each row comes twice, to be predicted as it was before the transform learned
// it and to be learned as it is afterwards. The error that counts is that of the row as it is
// learned, because that is all there is where a label comes late. So rows are woven: first the one
// to predict, without a target, then the one to learn; one call of the learner answers both.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/learners/any_learner.hpp"
#include "driftline/learners/chain.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

template <class Any, class Number>
class AdaptedLearner : public Any {
 public:
  using Handle = Any;
  using Target = Number;

  explicit AdaptedLearner(std::unique_ptr<Any> learner) : learner_(std::move(learner)) {}
  AdaptedLearner(const AdaptedLearner& other)
      : Any(other),
        learner_(other.learner_->copy()),
        names_(other.names_),
        learned_(other.learned_) {}
  AdaptedLearner& operator=(const AdaptedLearner&) = delete;
  AdaptedLearner(AdaptedLearner&&) = default;
  AdaptedLearner& operator=(AdaptedLearner&&) = default;
  ~AdaptedLearner() override = default;

  [[nodiscard]] Reading reading() const override { return learner_->reading(); }
  [[nodiscard]] bool takes_text(const std::string& column) const override {
    return learner_->takes_text(column);
  }
  [[nodiscard]] bool needs_names() const override { return learner_->needs_names(); }
  void meet(std::size_t width, const NameOf& name_of) override {
    while (names_.size() < width) names_.push_back(name_of(names_.size()));
    learner_->meet(width, name_of);
  }
  [[nodiscard]] Output at_weight(std::size_t i) const override { return learner_->at_weight(i); }
  [[nodiscard]] bool has_intercept() const override { return learner_->has_intercept(); }
  [[nodiscard]] std::vector<double> inspect(std::string_view what,
                                            std::size_t label) const override {
    return learner_->inspect(what, label);
  }
  [[nodiscard]] std::vector<double> explain(const Rows& row, std::size_t label) const override {
    return learner_->explain(row, label);
  }
  void predict(const Rows& rows, Target* out) const override { learner_->predict(rows, out); }

 protected:
  static bool is_learned(const Target* targets, const double* weights, std::size_t i) {
    return !is_unlabelled(targets[i]) && weight_of(weights, i) != 0.0;
  }
  static const double* from(const double* weights, std::size_t i) {
    return weights == nullptr ? nullptr : weights + i;
  }
  /// A learner like this one that has learned nothing but the names of the columns.
  [[nodiscard]] std::unique_ptr<Any> fresh() const {
    std::unique_ptr<Any> made = learner_->untaught();
    tell_names(*made);
    return made;
  }
  void tell_names(Any& learner) const {
    if (names_.empty()) return;
    learner.meet(names_.size(), [this](std::size_t column) { return names_[column]; });
  }
  [[nodiscard]] std::size_t own_memory() const {
    std::size_t bytes = learner_->memory() + names_.capacity() * sizeof(std::string);
    for (const std::string& name : names_) bytes += name.capacity();
    return bytes;
  }

  std::unique_ptr<Any> learner_;
  std::vector<std::string> names_;  ///< of the columns met, if the learner needs names
  std::int64_t learned_ = 0;        ///< rows learned so far
};

class AdaptedClassifier : public AdaptedLearner<AnyClassifier, Code> {
 public:
  explicit AdaptedClassifier(std::unique_ptr<AnyClassifier> learner)
      : AdaptedLearner(std::move(learner)) {
    for (std::size_t code = 0; code < learner_->label_count(); ++code) {
      if (learner_->knows(code)) labels_.add(static_cast<Code>(code));
    }
  }

  void predict(const Rows& rows, Code* out) const override {
    learner_->predict(rows, out);
    answer_unknown(out, count_of(rows), first_choice());
  }
  void probabilities(const Rows& rows, double* out, std::size_t stride) const override {
    learner_->probabilities(rows, out, stride);
    const std::size_t told = learner_->label_count();
    if (told == 0) {
      share_alike(count_of(rows), out, stride);
      return;
    }
    for (std::size_t i = 0; i < count_of(rows) && told < labels_.size(); ++i) {
      std::fill(out + i * stride + told, out + i * stride + labels_.size(), 0.0);
    }
  }
  [[nodiscard]] std::size_t label_count() const override { return labels_.size(); }
  [[nodiscard]] bool knows(std::size_t code) const override { return labels_.knows(code); }
  [[nodiscard]] std::vector<double> inspect(std::string_view what,
                                            std::size_t label) const override {
    if (is_told(label)) return learner_->inspect(what, label);
    if (what == "weights") return std::vector<double>(learner_->inspect(what, 0).size(), 0.0);
    throw std::invalid_argument("a label has not been learned since the last change of learner");
  }
  [[nodiscard]] std::vector<double> explain(const Rows& row, std::size_t label) const override {
    if (is_told(label)) return learner_->explain(row, label);
    return std::vector<double>(learner_->explain(row, 0).size(), 0.0);
  }

 protected:
  /// What a learner that has learned nothing yet says: the positive one of two labels, the first of
  /// more; none before the first label.
  [[nodiscard]] Code first_choice() const {
    if (labels_.is_pair()) return 1;
    for (std::size_t code = 0; code < labels_.size(); ++code) {
      if (labels_.knows(code)) return static_cast<Code>(code);
    }
    return no_label;
  }
  static void answer_unknown(Code* out, std::size_t count, Code choice) {
    std::replace(out, out + count, no_label, choice);
  }
  void note(Code label) {
    if (!labels_.knows(static_cast<std::size_t>(label))) labels_.add(label);
  }
  [[nodiscard]] bool is_target(double target) const {
    return target >= 0.0 && target < static_cast<double>(label_count()) &&
           knows(static_cast<std::size_t>(target)) && target == std::floor(target);
  }
  void check_targets() {
    if (!labels_.recount() || learner_->label_count() > labels_.size()) {
      throw std::invalid_argument("the list of labels contradicts itself");
    }
  }
  static void target_fields(auto& self, auto&& visit) { visit.group("labels", self.labels_); }

 private:
  void share_alike(std::size_t count, double* out, std::size_t stride) const {
    double known = 0.0;
    for (std::size_t code = 0; code < labels_.size(); ++code) known += knows(code) ? 1.0 : 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t code = 0; code < labels_.size(); ++code) {
        out[i * stride + code] = knows(code) ? 1.0 / known : 0.0;
      }
    }
  }

  /// One model serves two labels, so it always tells of both.
  [[nodiscard]] bool is_told(std::size_t label) const {
    return label < std::max<std::size_t>(2, learner_->label_count());
  }

  LabelSet labels_;  ///< learned by any learner so far
};

class AdaptedRegressor : public AdaptedLearner<AnyRegressor, double> {
 public:
  using AdaptedLearner::AdaptedLearner;

 protected:
  static double first_choice() { return 0.0; }
  static void answer_unknown(double* /*out*/, std::size_t /*count*/, double /*choice*/) {}
  static void note(double /*target*/) {}
  static bool is_target(double target) { return std::isfinite(target); }
  static void check_targets() {}
  static void target_fields(auto& /*self*/, auto&& /*visit*/) {}
};

/// Rows to predict and rows to learn in one block, by turns.
template <class Target>
class WovenRows {
 public:
  /// False where the blocks cannot be one: they differ in shape, or hold texts.
  bool weave(const Rows& before, const Rows& after, const Target* targets, const double* weights) {
    const auto* seen = std::get_if<DenseRows>(&before);
    const auto* learned = std::get_if<DenseRows>(&after);
    if (seen == nullptr || learned == nullptr || !is_plain(*seen) || !is_plain(*learned) ||
        seen->width != learned->width) {
      return false;
    }
    const std::size_t count = seen->count;
    double* cell = rows_.dense(2 * count, seen->width, seen->is_whole && learned->is_whole);
    targets_.resize(2 * count);
    weights_.resize(2 * count);
    out_.resize(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
      cell = std::copy_n(seen->values + i * seen->stride, seen->width, cell);
      cell = std::copy_n(learned->values + i * learned->stride, learned->width, cell);
      targets_[2 * i] = nothing();
      targets_[2 * i + 1] = targets[i];
      weights_[2 * i] = 0.0;
      weights_[2 * i + 1] = weight_of(weights, i);
    }
    return true;
  }
  [[nodiscard]] const Rows& rows() const { return rows_.rows(); }
  [[nodiscard]] const Target* targets() const { return targets_.data(); }
  [[nodiscard]] const double* weights() const { return weights_.data(); }
  Target* out() { return out_.data(); }
  void unravel(Target* out) const {
    for (std::size_t i = 0; i < out_.size() / 2; ++i) out[i] = out_[2 * i];
  }

 private:
  static bool is_plain(const DenseRows& block) {
    return block.texts == nullptr && block.widths == nullptr;
  }
  static Target nothing() {
    if constexpr (std::is_same_v<Target, Code>) {
      return no_label;
    } else {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }

  RowBuffer rows_;
  std::vector<Target> targets_, out_;
  std::vector<double> weights_;
};

}  // namespace driftline

// Transforms one after another: `a | b`.
//
// What one puts out is what the next one meets. All see a block at a time, so a chain costs what
// its parts cost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/stream/row_feed.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "driftline/transforms/part_states.hpp"

namespace driftline {

class TransformChain final : public AnyTransform {
 public:
  explicit TransformChain(std::vector<std::unique_ptr<AnyTransform>> parts)
      : parts_(std::move(parts)), before_(parts_.size()), after_(parts_.size()) {}
  TransformChain(const TransformChain& other)
      : AnyTransform(other),
        parts_(copies_of(other.parts_)),
        names_(other.names_),
        before_(other.parts_.size()),
        after_(other.parts_.size()) {}
  TransformChain& operator=(const TransformChain&) = delete;
  TransformChain(TransformChain&&) = default;
  TransformChain& operator=(TransformChain&&) = default;
  ~TransformChain() override = default;

  [[nodiscard]] std::unique_ptr<AnyTransform> copy() const override {
    return std::make_unique<TransformChain>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyTransform> untaught() const override {
    return std::make_unique<TransformChain>(untaught_parts(parts_));
  }
  [[nodiscard]] std::size_t size() const { return parts_.size(); }
  [[nodiscard]] const AnyTransform& part(std::size_t i) const { return *parts_[i]; }

  [[nodiscard]] Parameters parameters() const override { return {}; }
  [[nodiscard]] State state() const override { return PartStates::of(parts_); }
  void restore(const State& state) override {
    PartStates::restore(parts_, state);
    names_.clear();
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t bytes = sizeof(*this);
    for (const auto& part : parts_) bytes += part->memory();
    return bytes;
  }
  [[nodiscard]] Reading reading_before(const Reading& next) const override {
    Reading reading = next;
    for (std::size_t i = parts_.size(); i-- > 0;) reading = parts_[i]->reading_before(reading);
    return reading;
  }
  [[nodiscard]] bool takes_text_before(const std::string& column,
                                       const TextRule& next) const override {
    return takes_text_at(0, column, next);
  }
  [[nodiscard]] bool is_never_negative() const override {
    return std::ranges::all_of(parts_, [](const auto& part) { return part->is_never_negative(); });
  }
  [[nodiscard]] double missing() const override { return parts_.back()->missing(); }

  [[nodiscard]] bool needs_names() const override {
    return std::ranges::any_of(parts_, [](const auto& part) { return part->needs_names(); });
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    if (parts_.empty()) return;
    parts_.front()->meet(width, name_of);
    if (needs_names()) {
      while (names_.size() < width) names_.push_back(name_of(names_.size()));
    }
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) pass_on(i);
  }
  [[nodiscard]] std::size_t inputs() const override { return parts_.front()->inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return parts_.back()->outputs(); }
  [[nodiscard]] Output output(std::size_t column) const override {
    return output_of(parts_.size() - 1, column);
  }

  void transform(const Rows& rows, RowBuffer& out, Wanted wanted) const override {
    const Rows* current = &rows;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      RowBuffer& next = i + 1 == parts_.size() ? out : before_[i];
      parts_[i]->transform(*current, next, wanted_after(i, wanted));
      current = &next.rows();
    }
  }

  void learn(const Rows& rows, const double* weights) override {
    step(rows, rows, weights, nullptr, after_.back(), {});  // the last one is nobody's input
  }

  void step(const Rows& before, const Rows& after, const double* weights, RowBuffer* before_out,
            RowBuffer& after_out, Wanted wanted) override {
    const auto [predicts, teaches] =
        step_to_last(before, after, weights, before_out != nullptr, wanted);
    parts_.back()->step(*predicts, *teaches, weights, before_out, after_out,
                        wanted_after(parts_.size() - 1, wanted));
  }
  RowFeed step_by_row(const Rows& before, const Rows& after, const double* weights,
                      RowBuffer& before_out, RowBuffer& after_out, Wanted wanted) override {
    const auto [predicts, teaches] = step_to_last(before, after, weights, true, wanted);
    return parts_.back()->step_by_row(*predicts, *teaches, weights, before_out, after_out,
                                      wanted_after(parts_.size() - 1, wanted));
  }

 private:
  /// A step of all parts but the last: what that one is given to predict and to learn.
  std::pair<const Rows*, const Rows*> step_to_last(const Rows& before, const Rows& after,
                                                   const double* weights, bool predicting,
                                                   Wanted wanted) {
    const Rows* predicts = &before;
    const Rows* teaches = &after;
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) {
      RowBuffer* next_before = predicting ? &before_[i] : nullptr;
      parts_[i]->step(*predicts, *teaches, weights, next_before, after_[i],
                      wanted_after(i, wanted));
      pass_on(i);
      teaches = &after_[i].rows();
      predicts = predicting ? &next_before->rows() : teaches;
    }
    return {predicts, teaches};
  }
  /// Part i + 1 meets what part i has come to put out.
  void pass_on(std::size_t i) {
    if (parts_[i + 1]->inputs() >= parts_[i]->outputs()) return;
    parts_[i + 1]->meet(parts_[i]->outputs(),
                        [this, i](std::size_t column) { return name_after(i, column); });
  }
  [[nodiscard]] bool takes_text_at(std::size_t i, const std::string& column,
                                   const TextRule& next) const {
    if (i == parts_.size()) return next(column);
    return parts_[i]->takes_text_before(
        column, [&](const std::string& passed) { return takes_text_at(i + 1, passed, next); });
  }
  /// What part i puts out in this column, in terms of the chain's own columns.
  [[nodiscard]] Output output_of(std::size_t i, std::size_t column) const {
    Output out = parts_[i]->output(column);
    if (i == 0 || out.source == Output::none) return out;
    Output origin = output_of(i - 1, out.source);
    if (!out.name.empty()) origin.name = std::move(out.name);
    origin.fills = origin.fills || out.fills;
    return origin;
  }
  [[nodiscard]] std::string name_after(std::size_t i, std::size_t column) const {
    Output out = output_of(i, column);
    return out.name.empty() && out.source < names_.size() ? names_[out.source] : out.name;
  }
  [[nodiscard]] Wanted wanted_after(std::size_t i, Wanted wanted) const {
    if (i + 1 == parts_.size()) return wanted;
    Reading next{.keeps_missing = std::isnan(wanted.unmet), .sparse = wanted.sparse};
    for (std::size_t k = parts_.size(); k-- > i + 1;) next = parts_[k]->reading_before(next);
    return wanted_by(next);
  }

  std::vector<std::unique_ptr<AnyTransform>> parts_;
  std::vector<std::string> names_;         // of the columns met, where a part needs names
  mutable std::vector<RowBuffer> before_;  // between two parts; the caller's lock guards them
  mutable std::vector<RowBuffer> after_;
};

}  // namespace driftline

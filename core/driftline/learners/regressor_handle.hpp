// A learner that predicts numbers, behind a handle with its untaught twin.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/any_learner.hpp"
#include "driftline/learners/explanation.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

template <Regressor Model>
class RegressorHandle final : public AnyRegressor {
 public:
  explicit RegressorHandle(Model model) : untaught_(model), model_(std::move(model)) {}

  [[nodiscard]] std::unique_ptr<AnyRegressor> copy() const override {
    return std::make_unique<RegressorHandle>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyRegressor> untaught() const override {
    return std::make_unique<RegressorHandle>(untaught_);
  }
  [[nodiscard]] Parameters parameters() const override { return parameters_of(model_); }
  [[nodiscard]] State state() const override { return state_of(model_); }
  void restore(const State& state) override {
    Model fresh = untaught_;
    driftline::restore(fresh, state);
    model_ = std::move(fresh);
  }
  [[nodiscard]] std::size_t memory() const override { return sizeof(*this) + heap_bytes(model_); }
  [[nodiscard]] Reading reading() const override { return reading_of<Model>(); }
  [[nodiscard]] bool needs_names() const override {
    if constexpr (requires { model_.needs_names(); }) return model_.needs_names();
    return false;
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    if constexpr (requires { model_.meet(width, name_of); }) model_.meet(width, name_of);
  }
  void reseed(std::int64_t seed) override {
    if constexpr (requires { model_.reseed(seed); }) {
      untaught_.reseed(seed);
      model_.reseed(seed);
    }
  }
  [[nodiscard]] std::vector<double> inspect(std::string_view what,
                                            std::size_t label) const override {
    return detail::inspect(model_, what, label);
  }
  [[nodiscard]] std::vector<double> explain(const Rows& row, std::size_t label) const override {
    return detail::explain(model_, row, label);
  }
  [[nodiscard]] bool has_intercept() const override { return model_.constant() != 0.0; }

  void predict(const Rows& rows, double* out) const override {
    over_block<Model>(rows, [=, this](const auto& block) {
      for (std::size_t i = 0; i < block.count; ++i) {
        out[i] = model_.predict(block.row(i, model_.constant()));
      }
    });
  }

  void learn(const Rows& rows, const double* targets, const double* weights) override {
    model_.widen(width_of(rows));
    over_block<Model>(rows, [=, this](const auto& block) {
      for (std::size_t i = 0; i < block.count; ++i) {
        const auto row = block.row(i, model_.constant());
        learn_row(row, targets[i], weight_of(weights, i), prediction_of(row));
      }
    });
  }

  void predict_learn(const Rows& before, const Rows& after, const double* targets,
                     const double* weights, double* out) override {
    model_.widen(width_of(after));
    const bool same = &before == &after;
    over_blocks<Model>(before, after, [=, this](const auto& seen, const auto& learned) {
      for (std::size_t i = 0; i < seen.count; ++i) {
        out[i] = model_.predict(seen.row(i, model_.constant()));
        const auto ready = learned.row(i, model_.constant());
        learn_row(ready, targets[i], weight_of(weights, i), same ? out[i] : prediction_of(ready));
      }
    });
  }

 private:
  /// For those who learn from it.
  [[nodiscard]] double prediction_of(const auto& row) const {
    if constexpr (requires { Model::ignores_prediction; }) {
      return 0.0;
    } else {
      return model_.predict(row);
    }
  }
  void learn_row(const auto& row, double target, double weight, double prediction) {
    if (!std::isnan(target) && weight != 0.0) model_.learn(row, target, prediction, weight);
  }

  Model untaught_;
  Model model_;
};

}  // namespace driftline

// What a transform offers, and any transform behind one handle.
//
// A transform turns a row into a row and learns from rows as it goes. In front of a learner a
// row passes it twice: as it stands before the row is learned, to predict, and after, to learn.
// `step` does both for a block, in the order of the stream.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// A transform that keeps every column in its place. `out` has one number for each entry the
/// row stores. A missing value comes as NaN; it leaves as `unmet`, and so does a column beyond all
/// that the transform has met.
template <class Model>
concept ColumnTransform =
    requires(Model model, const Model trained, DenseRow dense, SparseRow sparse, double* out) {
      trained.transform(dense, out, 0.0);
      trained.transform(sparse, out, 0.0);
      model.learn(dense, 1.0);
      model.learn(sparse, 1.0);
      model.learn_transform(dense, 1.0, out, 0.0);  // learn, then transform the same row
      model.learn_transform(sparse, 1.0, out, 0.0);
    };

class AnyTransform : public AnyModel {
 public:
  [[nodiscard]] virtual std::unique_ptr<AnyTransform> copy() const = 0;
  [[nodiscard]] virtual std::unique_ptr<AnyTransform> untaught() const = 0;
  /// `unmet` stands for a value that is missing: 0, or NaN for a next step that keeps track.
  /// A batch has columns its first rows do not know yet, and they must not count as zeros there.
  virtual void transform(const Rows& rows, RowBuffer& out, double unmet) const = 0;
  /// A row of weight 0 is not learned. `weights` may be null: all are 1.
  virtual void learn(const Rows& rows, const double* weights) = 0;
  /// For each row: `before` goes out as the transform stands, then `after` is learned (unless its
  /// weight is 0) and goes out. `before_out` may be null: nobody predicts.
  virtual void step(const Rows& before, const Rows& after, const double* weights,
                    RowBuffer* before_out, RowBuffer& after_out, double unmet) = 0;
};

template <ColumnTransform Model>
class TransformHandle final : public AnyTransform {
 public:
  explicit TransformHandle(Model model) : untaught_(model), model_(std::move(model)) {}

  [[nodiscard]] std::unique_ptr<AnyTransform> copy() const override {
    return std::make_unique<TransformHandle>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyTransform> untaught() const override {
    return std::make_unique<TransformHandle>(untaught_);
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

  void transform(const Rows& rows, RowBuffer& out, double unmet) const override {
    over_block<Model>(rows, [&](const auto& block) {
      double* values = room_for(block, out, unmet);
      for (std::size_t i = 0; i < block.count; ++i) {
        model_.transform(block.row(i, 0.0), values + place(block, i), unmet);
      }
    });
  }

  void learn(const Rows& rows, const double* weights) override {
    over_block<Model>(rows, [=, this](const auto& block) {
      for (std::size_t i = 0; i < block.count; ++i) {
        const double weight = weight_of(weights, i);
        if (weight != 0.0) model_.learn(block.row(i, 0.0), weight);
      }
    });
  }

  void step(const Rows& before, const Rows& after, const double* weights, RowBuffer* before_out,
            RowBuffer& after_out, double unmet) override {
    over_blocks<Model>(before, after, [&](const auto& seen, const auto& learned) {
      double* predicts = before_out == nullptr ? nullptr : room_for(seen, *before_out, unmet);
      double* teaches = room_for(learned, after_out, unmet);
      for (std::size_t i = 0; i < learned.count; ++i) {
        if (predicts != nullptr)
          model_.transform(seen.row(i, 0.0), predicts + place(seen, i), unmet);
        const double weight = weight_of(weights, i);
        if (weight == 0.0) continue;
        model_.learn_transform(learned.row(i, 0.0), weight, teaches + place(learned, i), unmet);
      }
    });
  }

 private:
  static double* room_for(const DenseRows& rows, RowBuffer& out, double unmet) {
    return out.dense(rows.count, rows.width, unmet == 0.0);
  }
  static double* room_for(const SparseRows& rows, RowBuffer& out, double /*unmet*/) {
    return out.like(rows);
  }
  static std::size_t place(const DenseRows& rows, std::size_t i) { return i * rows.width; }
  static std::size_t place(const SparseRows& rows, std::size_t i) {
    return rows.starts[i] - rows.starts[0];
  }

  Model untaught_;
  Model model_;
};

}  // namespace driftline

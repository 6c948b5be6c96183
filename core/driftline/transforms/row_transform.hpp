// A transform that puts out columns of its own: an encoder, a selection, a hash.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "driftline/transforms/row_writer.hpp"

namespace driftline {

/// `transform` puts the cells of one row; what it does not put is missing, or 0 where the model
/// says `puts_sparse`. A model reads with `keeps_missing`, or it could not tell missing from 0.
///
/// Optional members: `puts_sparse` (most cells are 0: stay sparse if the next step takes it),
/// `learns_last` (the row to learn goes out as the row to predict did: lags), `passes` (puts out
/// what came in, so the next step judges it), `outputs_of(width)` (what is put out for the first
/// `width` columns, where columns come with those met and not with what is learned),
/// `learn_transform(row, weight, out)` (both at once, where that saves reading a row twice),
/// `takes_text_before(name, next)`, `is_never_negative()`.
template <class Model>
concept RowTransform = requires(Model model, const Model trained, DenseRow row, RowWriter& out,
                                const NameOf& name_of, std::size_t column) {
  requires Model::reading.keeps_missing;
  trained.transform(row, out);
  model.learn(row, 1.0);
  model.meet(column, name_of);
  { trained.inputs() } -> std::convertible_to<std::size_t>;
  { trained.outputs() } -> std::convertible_to<std::size_t>;
  { trained.output(column) } -> std::convertible_to<Output>;
};

template <RowTransform Model>
class RowTransformHandle final : public AnyTransform {
 public:
  explicit RowTransformHandle(Model model) : untaught_(model), model_(std::move(model)) {}

  [[nodiscard]] std::unique_ptr<AnyTransform> copy() const override {
    return std::make_unique<RowTransformHandle>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyTransform> untaught() const override {
    return std::make_unique<RowTransformHandle>(untaught_);
  }
  [[nodiscard]] Parameters parameters() const override { return parameters_of(model_); }
  [[nodiscard]] State state() const override { return state_of(model_); }
  void restore(const State& state) override {
    Model fresh = untaught_;
    driftline::restore(fresh, state);
    model_ = std::move(fresh);
  }
  [[nodiscard]] std::size_t memory() const override { return sizeof(*this) + heap_bytes(model_); }

  [[nodiscard]] Reading reading_before(const Reading& next) const override {
    Reading own = reading_of<Model>();
    if (passes) {
      own.refuses_negative = next.refuses_negative;
      own.takes_text = next.takes_text || own.takes_text;
      own.takes_time = next.takes_time || own.takes_time;
    }
    return own;
  }
  [[nodiscard]] bool takes_text_before(const std::string& column,
                                       const TextRule& next) const override {
    if constexpr (requires { model_.takes_text_before(column, next); }) {
      return model_.takes_text_before(column, next);
    } else {
      return reading_of<Model>().takes_text;
    }
  }
  [[nodiscard]] bool is_never_negative() const override {
    if constexpr (requires { model_.is_never_negative(); }) {
      return model_.is_never_negative();
    } else {
      return passes;
    }
  }
  [[nodiscard]] double missing() const override { return std::numeric_limits<double>::quiet_NaN(); }

  [[nodiscard]] bool needs_names() const override { return true; }
  void meet(std::size_t width, const NameOf& name_of) override { model_.meet(width, name_of); }
  [[nodiscard]] std::size_t inputs() const override { return model_.inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return model_.outputs(); }
  [[nodiscard]] Output output(std::size_t column) const override {
    return column < model_.outputs() ? model_.output(column) : Output{};
  }

  void transform(const Rows& rows, RowBuffer& out, Wanted wanted) const override {
    with_block<Model>(rows, [&](const auto& block) {
      RowWriter writer = writer_for(block, out, wanted);
      for (std::size_t i = 0; i < block.count; ++i) {
        model_.transform(block.row(i, 0.0), writer);
        writer.end_row(known_to(block.row(i, 0.0)));
      }
      writer.finish();
    });
  }

  void learn(const Rows& rows, const double* weights) override {
    with_block<Model>(rows, [&](const auto& block) {
      for (std::size_t i = 0; i < block.count; ++i) {
        const double weight = weight_of(weights, i);
        if (weight != 0.0) model_.learn(block.row(i, 0.0), weight);
      }
    });
  }

  void step(const Rows& before, const Rows& after, const double* weights, RowBuffer* before_out,
            RowBuffer& after_out, Wanted wanted) override {
    with_block<Model>(before, [&]<class Block>(const Block& seen) {
      const auto& learned = std::get<Block>(after);
      RowBuffer nobody;
      RowWriter predicts = writer_for(seen, before_out == nullptr ? nobody : *before_out, wanted);
      RowWriter teaches = writer_for(learned, after_out, wanted);
      for (std::size_t i = 0; i < learned.count; ++i) {
        if (before_out != nullptr) {
          model_.transform(seen.row(i, 0.0), predicts);
          predicts.end_row(known_to(seen.row(i, 0.0)));
        }
        teach(learned.row(i, 0.0), weight_of(weights, i), teaches);
        teaches.end_row(known_to(learned.row(i, 0.0)));
      }
      if (before_out != nullptr) predicts.finish();
      teaches.finish();
    });
  }

 private:
  static constexpr bool passes = requires { requires Model::passes; };
  static constexpr bool puts_sparse = requires { requires Model::puts_sparse; };

  /// Dense rows stay dense unless most of what goes out is 0.
  static RowWriter writer_for(const DenseRows& rows, RowBuffer& out, Wanted wanted) {
    if (!puts_sparse) wanted.sparse = Reading::Sparse::filled;
    return {out, wanted, puts_sparse, rows.texts};
  }
  static RowWriter writer_for(const SparseRows& rows, RowBuffer& out, Wanted wanted) {
    return {out, wanted, puts_sparse || rows.is_complete, rows.texts};
  }

  void teach(const auto& row, double weight, RowWriter& out) {
    if (weight == 0.0) return;  // nobody learns from what goes out
    if constexpr (requires { requires Model::learns_last; }) {
      model_.transform(row, out);
      model_.learn(row, weight);
    } else if constexpr (requires { model_.learn_transform(row, weight, out); }) {
      model_.learn_transform(row, weight, out);
    } else {
      model_.learn(row, weight);
      model_.transform(row, out);
    }
  }

  /// Rows of a block may know fewer columns than the model has met by its end.
  [[nodiscard]] std::size_t known_to(const auto& row) const {
    if constexpr (requires { model_.outputs_of(row.width); }) {
      return model_.outputs_of(std::min(row.width, model_.inputs()));
    } else {
      return model_.outputs();
    }
  }

  Model untaught_;
  Model model_;
};

template <RowTransform Model>
std::unique_ptr<AnyTransform> handle_of(Model model) {
  return std::make_unique<RowTransformHandle<Model>>(std::move(model));
}

}  // namespace driftline

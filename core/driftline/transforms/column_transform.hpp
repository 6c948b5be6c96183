// A transform that keeps every column in its place: a scaler, an imputer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/stream/row_feed.hpp"
#include "driftline/transforms/any_transform.hpp"

namespace driftline {

/// `out` has one number for each entry the row stores. A missing value comes as NaN; it leaves
/// as `unmet`, and so does a column beyond all that the transform has met.
///
/// Optional members: `keeps_sign` (no number changes its sign, so the next step judges what comes
/// in), `is_never_negative()`.
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

template <ColumnTransform Model>
class ColumnTransformHandle final : public AnyTransform {
 public:
  explicit ColumnTransformHandle(Model model) : untaught_(model), model_(std::move(model)) {}

  [[nodiscard]] std::unique_ptr<AnyTransform> copy() const override {
    return std::make_unique<ColumnTransformHandle>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyTransform> untaught() const override {
    return std::make_unique<ColumnTransformHandle>(untaught_);
  }
  [[nodiscard]] Parameters parameters() const override { return parameters_of(model_); }
  [[nodiscard]] State state() const override { return state_of(model_); }
  void restore(const State& state) override {
    Model fresh = untaught_;
    driftline::restore(fresh, state);
    model_ = std::move(fresh);
    width_ = 0;
  }
  [[nodiscard]] std::size_t memory() const override { return sizeof(*this) + heap_bytes(model_); }
  /// A sparse row stays sparse, so what the next step cannot take must be read otherwise here.
  [[nodiscard]] Reading reading_before(const Reading& next) const override {
    Reading own = reading_of<Model>();
    own.sparse = std::max(own.sparse, next.sparse);
    if (keeps_sign) own.refuses_negative = next.refuses_negative;
    return own;
  }
  [[nodiscard]] bool is_never_negative() const override {
    if constexpr (requires { model_.is_never_negative(); }) {
      return model_.is_never_negative();
    } else {
      return keeps_sign;
    }
  }

  void meet(std::size_t width, const NameOf& /*name_of*/) override {
    width_ = std::max(width_, width);
  }
  [[nodiscard]] std::size_t inputs() const override { return width_; }
  [[nodiscard]] std::size_t outputs() const override { return width_; }
  [[nodiscard]] Output output(std::size_t column) const override {
    return {.source = column, .name = {}};
  }

  void transform(const Rows& rows, RowBuffer& out, Wanted wanted) const override {
    over_block<Model>(rows, [&](const auto& block) {
      double* values = room_for(block, out, wanted);
      for (std::size_t i = 0; i < block.count; ++i) {
        model_.transform(block.row(i, 0.0), values + place(block, i), wanted.unmet);
      }
      look_through(block, out, wanted);
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
            RowBuffer& after_out, Wanted wanted) override {
    over_blocks<Model>(before, after, [&](const auto& seen, const auto& learned) {
      double* predicts = before_out == nullptr ? nullptr : room_for(seen, *before_out, wanted);
      double* teaches = room_for(learned, after_out, wanted);
      for (std::size_t i = 0; i < learned.count; ++i) {
        if (predicts != nullptr)
          model_.transform(seen.row(i, 0.0), predicts + place(seen, i), wanted.unmet);
        const double weight = weight_of(weights, i);
        if (weight == 0.0) continue;
        model_.learn_transform(learned.row(i, 0.0), weight, teaches + place(learned, i),
                               wanted.unmet);
      }
      if (before_out != nullptr) look_through(seen, *before_out, wanted);
      look_through(learned, after_out, wanted);
    });
  }

  RowFeed step_by_row(const Rows& before, const Rows& after, const double* weights,
                      RowBuffer& before_out, RowBuffer& after_out, Wanted wanted) override {
    const auto* seen = std::get_if<DenseRows>(&before);
    const auto* learned = std::get_if<DenseRows>(&after);
    if (seen == nullptr || learned == nullptr || wanted.unmet != 0.0) {
      return AnyTransform::step_by_row(before, after, weights, before_out, after_out, wanted);
    }
    under_way_ = {.model = &model_,
                  .seen = *seen,
                  .learned = *learned,
                  .weights = weights,
                  .predicts = room_for(*seen, before_out, wanted),
                  .teaches = room_for(*learned, after_out, wanted)};
    return feed_from(under_way_);
  }

 private:
  /// A step whose rows are made when they are asked for.
  struct UnderWay {
    Model* model = nullptr;
    DenseRows seen{};
    DenseRows learned{};
    const double* weights = nullptr;
    double* predicts = nullptr;
    double* teaches = nullptr;

    void make_row(std::size_t i) {
      model->transform(seen.row(i, 0.0), predicts + place(seen, i), 0.0);
      const double weight = weight_of(weights, i);
      if (weight == 0.0) return;
      model->learn_transform(learned.row(i, 0.0), weight, teaches + place(learned, i), 0.0);
    }
  };

  static constexpr bool keeps_sign = requires { requires Model::keeps_sign; };

  static double* room_for(const DenseRows& rows, RowBuffer& out, Wanted wanted) {
    double* room = out.dense(rows.count, rows.width, wanted.unmet == 0.0);
    out.set_widths(rows.widths);
    if (rows.widths != nullptr) std::fill_n(room, rows.count * rows.width, wanted.unmet);
    return room;
  }
  static double* room_for(const SparseRows& rows, RowBuffer& out, Wanted /*wanted*/) {
    return out.like(rows);
  }
  /// Where what is missing stays missing, the next step need not look at each row.
  [[gnu::always_inline]] static void look_through(const DenseRows& rows, RowBuffer& out,
                                                  Wanted wanted) {
    if (wanted.unmet != 0.0 && rows.widths == nullptr) out.find_whole();
  }
  static void look_through(const SparseRows& /*rows*/, RowBuffer& /*out*/, Wanted /*wanted*/) {}
  static std::size_t place(const DenseRows& rows, std::size_t i) { return i * rows.width; }
  static std::size_t place(const SparseRows& rows, std::size_t i) {
    return rows.starts[i] - rows.starts[0];
  }

  Model untaught_;
  Model model_;
  std::size_t width_ = 0;  // columns met; told anew after a restore
  UnderWay under_way_;     // of the last call; none looks at another's
};

template <ColumnTransform Model>
std::unique_ptr<AnyTransform> handle_of(Model model) {
  return std::make_unique<ColumnTransformHandle<Model>>(std::move(model));
}

}  // namespace driftline

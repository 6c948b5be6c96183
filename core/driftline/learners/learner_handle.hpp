// A classifier behind a handle: with its untaught twin and the labels learned. One that predicts
// numbers has `regressor_handle.hpp`.
//
// Inside a virtual call the loop over the rows of a block is compiled for the one learner. In
// test-then-train, where nothing stands in front of the learner, the votes of the prediction
// serve the learning too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/learners/any_learner.hpp"
#include "driftline/learners/explanation.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/learners/look_ahead.hpp"
#include "driftline/learners/regressor_handle.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/stream/row_feed.hpp"

namespace driftline {

template <Classifier Model>
class ClassifierHandle final : public AnyClassifier {
 public:
  explicit ClassifierHandle(Model model) : untaught_(model), model_(std::move(model)) {}

  [[nodiscard]] std::unique_ptr<AnyClassifier> copy() const override {
    return std::make_unique<ClassifierHandle>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyClassifier> untaught() const override {
    return std::make_unique<ClassifierHandle>(untaught_);
  }
  [[nodiscard]] Parameters parameters() const override { return parameters_of(model_); }
  [[nodiscard]] State state() const override { return state_of(*this); }
  void restore(const State& state) override {
    ClassifierHandle fresh(untaught_);
    driftline::restore(fresh, state);
    *this = std::move(fresh);
  }
  void check() {
    if (!labels_.recount()) throw std::invalid_argument("the list of labels contradicts itself");
    if (rows_ < 0 || rows_ > most_rows) throw std::invalid_argument("a count is out of range");
    if constexpr (requires { model_.check(labels_.size()); }) model_.check(labels_.size());
  }
  [[nodiscard]] std::size_t memory() const override { return sizeof(*this) + heap_bytes(*this); }
  [[nodiscard]] Reading reading() const override {
    if constexpr (requires { model_.own_reading(); }) return model_.own_reading();
    return reading_of<Model>();
  }
  [[nodiscard]] bool needs_names() const override {
    if constexpr (requires { model_.needs_names(); }) return model_.needs_names();
    return false;
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    if constexpr (requires { model_.meet(width, name_of); }) model_.meet(width, name_of);
  }
  [[nodiscard]] std::size_t label_count() const override { return labels_.size(); }
  [[nodiscard]] bool knows(std::size_t code) const override { return labels_.knows(code); }
  [[nodiscard]] std::vector<double> inspect(std::string_view what,
                                            std::size_t label) const override {
    return detail::inspect(model_, what, label);
  }
  [[nodiscard]] std::vector<double> inspect_pair(std::string_view what, std::size_t first,
                                                 std::size_t second) const override {
    if constexpr (requires { model_.inspect_pair(what, first, second); }) {
      return model_.inspect_pair(what, first, second);
    } else {
      return AnyClassifier::inspect_pair(what, first, second);
    }
  }
  [[nodiscard]] std::vector<double> explain(const Rows& row, std::size_t label) const override {
    return detail::explain(model_, row, label);
  }
  [[nodiscard]] bool has_intercept() const override { return model_.constant() != 0.0; }
  [[nodiscard]] const Model& prototype() const { return untaught_; }
  void unlearn(const Rows& rows, Code label) override {
    if constexpr (requires { model_.unlearn(std::get<DenseRows>(rows).row(0, 0.0), label); }) {
      with_block<Model>(rows, [&](const auto& block) {
        if (!model_.unlearn(block.row(0, model_.constant()), label)) {
          throw std::invalid_argument(
              "no record of this example: it was never learned, taught "
              "nothing, was forgotten already, or is too old");
        }
      });
    } else {
      AnyClassifier::unlearn(rows, label);
    }
  }
  [[nodiscard]] std::unique_ptr<AnyClassifier> one_vs_one() const override {
    if constexpr (requires { untaught_.one_vs_one(); }) {
      return std::make_unique<ClassifierHandle<decltype(untaught_.one_vs_one())>>(
          untaught_.one_vs_one());
    } else {
      return AnyClassifier::one_vs_one();
    }
  }

  void predict(const Rows& rows, Code* out) const override {
    make_room();
    over_block<Model>(rows, [=, this](const auto& block) {
      const LookAhead ahead(model_, block);
      for (std::size_t i = 0; i < block.count; ++i) {
        ahead.at(i);
        const auto row = block.row(i, model_.constant());
        if constexpr (has_binary) {
          if (labels_.is_pair()) {
            out[i] = model_.binary().margin(row) >= 0.0 ? 1 : 0;
            continue;
          }
        }
        model_.vote(row, votes());
        out[i] = labels_.elect(votes());
      }
    });
  }

  [[nodiscard]] Code predict_one(std::span<const double> row) const override {
    if constexpr (has_binary) {
      if (labels_.is_pair()) return predict_pair(row);
    }
    return AnyClassifier::predict_one(row);
  }
  void learn_one(std::span<const double> row, Code label) override {
    if constexpr (has_binary) {
      if (label >= 0 && label < 2 && labels_.is_pair()) {
        learn_pair(row, label);
        return;
      }
    }
    AnyClassifier::learn_one(row, label);
  }
  [[nodiscard]] Code predict_learn_one(std::span<const double> row, Code label) override {
    if constexpr (has_binary) {
      if (label >= 0 && label < 2 && labels_.is_pair()) return learn_pair(row, label);
    }
    return AnyClassifier::predict_learn_one(row, label);
  }

  void probabilities(const Rows& rows, double* out, std::size_t stride) const override {
    with_block<Model>(rows, [&](const auto& block) {
      for (std::size_t i = 0; i < block.count; ++i) {
        const std::span<double> shares(out + i * stride, labels_.size());
        model_.vote(block.row(i, model_.constant()), shares);
        model_.probabilities(shares);
        if (!labels_.is_complete()) leave_out_unknown(shares);
      }
    });
  }

  void learn(const Rows& rows, const Code* labels, const double* weights) override {
    model_.widen(width_of(rows));
    make_room();
    over_block<Model>(rows, [=, this](const auto& block) {
      const LookAhead ahead(model_, block);
      for (std::size_t i = 0; i < block.count; ++i) {
        ahead.at(i);
        const double weight = weight_of(weights, i);
        if (labels[i] < 0 || weight == 0.0) continue;
        const auto row = block.row(i, model_.constant());
        if constexpr (has_binary) {
          if (labels[i] < 2 && labels_.is_pair()) {
            auto& binary = model_.binary();
            count_row(binary);
            binary.learn(row, labels[i] == 1 ? 1.0 : -1.0, binary.margin(row), weight);
            continue;
          }
        }
        if constexpr (learns_from_votes) model_.vote(row, votes());
        count_row(model_);
        learn_row(row, labels[i], weight);
      }
    });
  }

  void predict_learn(const Rows& before, const Rows& after, const Code* labels,
                     const double* weights, Code* out) override {
    test_then_train({}, before, after, labels, weights, out);
  }
  void predict_learn_fed(const RowFeed& feed, const Rows& before, const Rows& after,
                         const Code* labels, const double* weights, Code* out) override {
    if constexpr (has_binary) {
      test_then_train(feed, before, after, labels, weights, out);
    } else {
      AnyClassifier::predict_learn_fed(feed, before, after, labels, weights, out);
    }
  }

  void vote_learn(const Rows& before, const Rows& after, const Code* labels, const double* weights,
                  const Ballot& ballot) override {
    if constexpr (reading_of<Model>().sparse != Reading::Sparse::kept) {
      vote_learn_block(before, after, labels, weights, ballot);
    } else {
      // The linear ones, row by row: a loop more for each of them is minutes of compiling.
      AnyClassifier::vote_learn(before, after, labels, weights, ballot);
    }
  }
  void reseed(std::int64_t seed) override {
    if constexpr (requires { model_.reseed(seed); }) {
      untaught_.reseed(seed);
      model_.reseed(seed);
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.group("labels", self.labels_);
    visit.group("model", self.model_);
    if constexpr (CountsRows<Model>) visit("rows", self.rows_);
  }

 private:
  static constexpr std::int64_t most_rows = INT64_MAX / 2;  // on file: there is more to come

  /// Two labels are the common case, and then one learner needs no votes.
  static constexpr bool has_binary = requires(Model model) { model.binary(); };
  static constexpr bool learns_from_votes = requires { Model::learns_from_votes; };

  // One row of two labels, in one piece: calls take a fifth of the time.
  [[nodiscard, gnu::flatten]] Code predict_pair(std::span<const double> row) const {
    return model_.binary().margin(whole(row)) >= 0.0 ? 1 : 0;
  }
  /// What it would have predicted.
  [[gnu::flatten]] Code learn_pair(std::span<const double> row, Code label) {
    model_.widen(row.size());
    auto& binary = model_.binary();
    count_row(binary);
    const DenseRow own = whole(row);
    const double margin = binary.margin(own);
    binary.learn(own, label == 1 ? 1.0 : -1.0, margin, 1.0);
    return margin >= 0.0 ? 1 : 0;
  }
  [[nodiscard]] DenseRow whole(std::span<const double> row) const {
    return {
        .values = row.data(), .width = row.size(), .constant = model_.constant(), .is_whole = true};
  }

  /// Each row is made while the learner is busy with the one before.
  void test_then_train(const RowFeed& feed, const Rows& before, const Rows& after,
                       const Code* labels, const double* weights, Code* out) {
    model_.widen(width_of(after));
    make_room();
    const bool same = &before == &after;
    if (weights == nullptr && is_learned_plainly(feed, before, after, labels, out)) return;
    over_blocks<Model>(before, after, [=, this](const auto& seen, const auto& learned) {
      const double constant = model_.constant();
      const LookAhead ahead(model_, seen);
      if (seen.count > 0) feed(0);
      for (std::size_t i = 0; i < seen.count; ++i) {
        ahead.at(i);
        if (i + 1 < seen.count) feed(i + 1);
        const Code label = labels[i];
        const double weight = label < 0 ? 0.0 : weight_of(weights, i);
        const auto row = seen.row(i, constant);
        if constexpr (has_binary) {
          if (label < 2 && labels_.is_pair()) {
            auto& binary = model_.binary();
            // A path of its own: one that both kinds of rows took was 3 ns a row slower for either.
            if constexpr (requires { binary.margins(row, row); }) {
              if (!same && weight != 0.0) {
                const auto ready = learned.row(i, constant);
                const auto [said, margin] = binary.margins(row, ready);
                out[i] = said >= 0.0 ? 1 : 0;
                count_row(binary);
                binary.learn(ready, label == 1 ? 1.0 : -1.0, margin, weight);
                continue;
              }
            }
            double margin = binary.margin(row);
            out[i] = margin >= 0.0 ? 1 : 0;
            if (weight == 0.0) continue;
            count_row(binary);
            const double sign = label == 1 ? 1.0 : -1.0;
            if (same) {
              binary.learn(row, sign, margin, weight);
            } else {
              const auto ready = learned.row(i, constant);
              margin = binary.margin(ready);
              binary.learn(ready, sign, margin, weight);
            }
            continue;
          }
        }
        model_.vote(row, votes());
        out[i] = labels_.elect(votes());
        if (weight == 0.0) continue;
        const auto ready = same ? row : learned.row(i, constant);
        if constexpr (learns_from_votes) {
          if (!same) model_.vote(ready, votes());
        }
        count_row(model_);
        learn_row(ready, label, weight);
      }
    });
  }

  /// Test-then-train by a learner that has a shorter way for two labels.
  bool is_learned_plainly(const RowFeed& feed, const Rows& before, const Rows& after,
                          const Code* labels, Code* out) {
    if constexpr (requires { model_.binary().learn_plainly(feed, before, after, labels, out); }) {
      const auto is_third = [](Code label) { return label > 1; };
      return labels_.is_pair() && std::none_of(labels, labels + count_of(after), is_third) &&
             model_.binary().learn_plainly(feed, before, after, labels, out);
    }
    return false;
  }

  /// Tells `learner` the number of the row that it learns next.
  void count_row(auto& learner) {
    if constexpr (CountsRows<std::remove_cvref_t<decltype(learner)>>) learner.at_row(rows_++);
  }

  [[nodiscard]] std::span<double> votes() const { return {votes_.data(), labels_.size()}; }
  void make_room() const {
    if (votes_.size() < labels_.size()) votes_.resize(labels_.size());
  }
  void vote_learn_block(const Rows& before, const Rows& after, const Code* labels,
                        const double* weights, const Ballot& ballot) {
    model_.widen(width_of(after));
    make_room();
    const bool same = &before == &after;
    const bool asks_again = ballot.heard != nullptr || ballot.then != nullptr;
    over_blocks<Model>(before, after, [=, this](const auto& seen, const auto& learned) {
      const double constant = model_.constant();
      const LookAhead ahead(model_, seen);
      for (std::size_t i = 0; i < seen.count; ++i) {
        ahead.at(i);
        const double weight = labels[i] < 0 ? 0.0 : weight_of(weights, i);
        const auto row = seen.row(i, constant);
        model_.vote(row, votes());
        if (ballot.shares != nullptr) share(ballot.shares + i * ballot.stride, ballot.stride);
        if (ballot.said != nullptr) ballot.said[i] = labels_.elect(votes());
        const auto ready = same ? row : learned.row(i, constant);
        if (!same && (learns_from_votes || asks_again)) model_.vote(ready, votes());
        if (ballot.heard != nullptr) ballot.heard[i] = labels_.elect(votes());
        if (weight != 0.0) {
          count_row(model_);
          learn_row(ready, labels[i], weight);
        }
        if (ballot.then != nullptr) {
          if (weight != 0.0) vote_again(ready);
          ballot.then[i] = labels_.elect(votes());
        }
      }
    });
  }
  /// On the row just learned.
  void vote_again(const auto& row) {
    if constexpr (requires { model_.vote_again(row, votes()); }) {
      model_.vote_again(row, votes());
    } else {
      model_.vote(row, votes());
    }
  }
  /// The votes just counted, as shares; 0 for labels still to come.
  void share(double* out, std::size_t stride) const {
    const std::span<double> shares(out, labels_.size());
    std::ranges::copy(votes(), out);
    std::fill(out + shares.size(), out + stride, 0.0);
    model_.probabilities(shares);
    if (!labels_.is_complete()) leave_out_unknown(shares);
  }
  /// A code that was never learned has no share; the others keep their proportions.
  void leave_out_unknown(std::span<double> shares) const {
    double total = 0.0;
    for (std::size_t c = 0; c < shares.size(); ++c) {
      if (!labels_.knows(c)) shares[c] = 0.0;
      total += shares[c];
    }
    for (std::size_t c = 0; c < shares.size(); ++c) {
      shares[c] = total > 0.0 ? shares[c] / total : labels_.knows(c) ? 1.0 : 0.0;
    }
  }
  void learn_row(const auto& row, Code label, double weight) {
    model_.learn(row, label, weight, std::span<const double>(votes()));
    if (!labels_.knows(static_cast<std::size_t>(label))) add_label(label);
  }
  [[gnu::noinline]] void add_label(Code label) {
    labels_.add(label);
    make_room();
  }

  Model untaught_;
  Model model_;
  LabelSet labels_;
  std::int64_t rows_ = 0;              // given to learn so far, where the model counts them
  mutable std::vector<double> votes_;  // scratch; the caller's lock guards it
};

template <class Model>
auto make_handle(Model model) {
  if constexpr (Classifier<Model>) {
    return std::unique_ptr<AnyClassifier>(
        std::make_unique<ClassifierHandle<Model>>(std::move(model)));
  } else {
    return std::unique_ptr<AnyRegressor>(
        std::make_unique<RegressorHandle<Model>>(std::move(model)));
  }
}

}  // namespace driftline

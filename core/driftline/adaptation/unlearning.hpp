// Unlearning: after each example, ask whether an older one is better forgotten.
//
// A linear learner keeps a record of each update: what it added to the weights and took from the
// covariance. After the round of a new example (x, y) one record is tried. The model without it
// is worth
//   obj = max(0, 1 - y w . x)^2 + b x' Sigma x + g ||w||^2,
// and if that is less than `alpha` times the same of the model with it, the record is taken back.
// So the window of examples that make up the model shrinks where the concept has moved, and
// nowhere else. b and g bring the three terms to one scale, by running averages.
//
// Which record is tried is the strategy. `queue`: the oldest, again and again until it goes.
// `forwarding`: the one `window` rounds old, once. `selecting`: all of the last `window` rounds,
// and the best goes. The record of the round itself is never tried. A record that can no longer be
// tried, and the oldest beyond `max_records`, becomes a permanent part of the model.
//
// The paper's equations are lost in print. What its words leave open are options
// (unlearning_options.hpp); the defaults are the reading that agrees best with the paper.
//
// What is rare is not inlined: the loop over rows is compiled many times, and grows long.
//
// Trying a record costs three dot products, or one where the loss alone says no. Memory is
// O(records x nonzeros). Squared lengths and the weights are kept up by adding and subtracting;
// both are made anew now and then, so that rounding does not pile up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "driftline/adaptation/forgotten_rows.hpp"
#include "driftline/adaptation/record_scan.hpp"
#include "driftline/adaptation/step_recorder.hpp"
#include "driftline/adaptation/step_records.hpp"
#include "driftline/adaptation/unlearning_options.hpp"
#include "driftline/adaptation/unlearning_score.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/learners/linear.hpp"
#include "driftline/learners/reversible.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/kernels.hpp"

namespace driftline {

template <Reversible Learner>
class Unlearning {
 public:
  static constexpr Reading reading = reading_of<Learner>();

  Unlearning(Learner untaught, const UnlearningOptions& options)
      : learner_(std::move(untaught)),
        options_(options),
        records_(static_cast<std::size_t>(options.max_records), learner_.constant(),
                 options.strategy == UnlearningStrategy::selecting),
        forgotten_(static_cast<std::size_t>(options.max_records)) {
    options_.check();
    const bool is_balanced = options_.balance != UnlearningBalance::off;
    const bool has_spread =
        keeps_spread || options_.confidence_for_pa == MissingConfidence::identity;
    weighs_norm_ = is_balanced && options_.terms != UnlearningTerms::none;
    weighs_spread_ = is_balanced && options_.terms == UnlearningTerms::both && has_spread;
    if (options_.sigma == UnlearningSigma::information && !can_forget()) {
      throw std::invalid_argument("sigma='information' needs an AROW with variance='exact'");
    }
  }

  [[nodiscard]] double constant() const { return learner_.constant(); }
  [[nodiscard]] double margin(const auto& row) const { return learner_.margin(row); }
  void widen(std::size_t width) {
    learner_.widen(width);
    permanent_.widen(width, 0.0);
    forgotten_.make_room();
  }
  void negate() {
    learner_.negate();
    driftline::negate(permanent_);
    records_.negate();
  }
  /// The number of the row that `learn` is called with next.
  void at_row(std::int64_t row) { row_ = row; }

  void learn(const auto& row, double sign, double margin, double weight) {
    ++round_;
    StepTrace trace;
    const StepMark mark{.row = row_, .round = round_, .sign = sign};
    const auto make_room = [this] {
      if (records_.is_full()) keep_oldest();
    };
    learner_.learn(row, sign, margin, weight, StepRecorder(records_, mark, &trace, make_room));
    if (options_.alpha < 0.0) {  // nothing is ever tried
      retire();
      return;
    }
    const View before{.margin = sign * margin,
                      .spread = trace.has_moved && keeps_spread ? trace.spread : spread(row),
                      .norm = norm_};
    // Its numbers one by one, here and below: a copy of the whole would wait for them to be stored.
    View view{.margin = before.margin, .spread = before.spread, .norm = before.norm};
    if (trace.has_moved) {
      last_try_ = {};
      look_again(sign, trace, view);
      if (looks_after()) know_spread(row, view);
    }
    average(options_.averages == UnlearningAverages::before ? before : view);
    norm_ = view.norm;
    test(row, sign, before, view);
    retire();
  }

  /// Whether the example was learned, changed the model, and has not been forgotten.
  [[nodiscard]] bool remembers(const auto& row, double sign) const {
    return find(row, sign) < records_.end();
  }
  /// Takes back what the newest such example did. False where there is none.
  bool unlearn(const auto& row, double sign) {
    const std::size_t place = find(row, sign);
    if (place == records_.end()) return false;
    const double norm = norm_without(place);
    if (!remove(place, {})) return false;
    norm_ = measured(norm);
    return true;
  }

  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    if (what == "forgotten") return forgotten_.list();
    if (what == "scores") return forgotten_.scores();
    if (what == "records") return {static_cast<double>(records_.size())};
    return learner_.inspect(what);
  }

  void check() {
    if constexpr (requires { learner_.check(); }) learner_.check();
    const std::size_t width = learner_.weights().columns.size();
    records_.settle(width);
    const bool can_count =
        is_count(round_) && is_count(removals_) && is_count(changes_) && is_count(row_);
    if (permanent_.columns.size() != width || !can_count || !records_.has_rounds_up_to(round_) ||
        !forgotten_.is_sound()) {
      throw std::invalid_argument("the records of past steps do not fit the model");
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.prototype(self.options_);
    visit.group("learner", self.learner_);
    visit.packed("records", self.records_);
    visit.group("forgotten", self.forgotten_);
    visit.group("spread_balance", self.spread_balance_);
    visit.group("norm_balance", self.norm_balance_);
    visit("permanent", self.permanent_);
    visit("norm", self.norm_);
    visit("row", self.row_);
    visit("round", self.round_);
    visit("removals", self.removals_);
    visit("changes", self.changes_);
  }

 private:
  static constexpr StepKind kind = Learner::step_kind;
  static constexpr bool keeps_spread = kind != StepKind::scaled;
  static constexpr std::int64_t removals_until_summed = 100'000;
  static constexpr std::int64_t changes_until_measured = 1024;
  using View = UnlearningView;
  using Scales = UnlearningScales;
  using Search = UnlearningSearch;
  /// The record tried last, and the squared length of the weights without it.
  struct LastTry {
    std::size_t place = SIZE_MAX;
    double norm = 0.0;
  };

  [[nodiscard]] bool can_forget() const {
    if constexpr (requires { learner_.adds_precision(); }) return learner_.adds_precision();
    return false;
  }
  /// Whether the model after an update counts for more than the records that are tried.
  [[nodiscard]] bool looks_after() const {
    return options_.averages == UnlearningAverages::after ||
           options_.original == UnlearningOriginal::post;
  }

  [[nodiscard]] double spread(const auto& row) const {
    if (!weighs_spread_) return 0.0;
    if constexpr (keeps_spread) {
      return learner_.spread(row);
    } else {
      return squared_norm(row);
    }
  }

  /// `view` becomes that of the model the newest step has led to, its spread apart.
  void look_again(double sign, const StepTrace& trace, View& view) {
    if (weighs_norm_) {
      view.norm = measured(view.norm + lengthened(records_.end() - 1, sign * view.margin, trace));
    }
    if (options_.strategy == UnlearningStrategy::selecting) {
      records_.set_newest_length(
          records_.with(records_.end() - 1, [](const auto& step) { return length_of(step); }));
    }
    view.margin += sign * trace.move;
    view.is_spread_old = weighs_spread_;
  }
  /// The spread costs a sum over the row, and most records fail by their loss alone.
  void know_spread(const auto& row, View& view) const {
    if (!view.is_spread_old) return;
    view.is_spread_old = false;
    if constexpr (kind == StepKind::rank_one) {
      view.spread /= 1.0 + records_.mark(records_.end() - 1).precision * view.spread;
    } else {
      view.spread = spread(row);
    }
  }
  /// What ||w||^2 gained by a step that is already taken.
  [[nodiscard]] double lengthened(std::size_t place, double margin, const StepTrace& trace) const {
    if constexpr (kind == StepKind::scaled) {  // the direction is x itself
      return records_.newest_factor() * margin * 2.0 + records_.newest_factor() * trace.move;
    } else {
      return records_.with(place, [&](const auto& step) { return shortened(step); });
    }
  }
  [[nodiscard]] double shortened(const auto& step) const {
    const Coefficients& weights = learner_.weights();
    return driftline::shortened(step.direction, step.factor,
                                DenseRow{.values = weights.columns.data(),
                                         .width = weights.columns.size(),
                                         .constant = weights.intercept});
  }
  /// A squared length that was kept up by adding: made anew now and then, and where most of what
  /// was there before has gone, digits with it.
  [[nodiscard]] double measured(double norm) {
    if (!weighs_norm_) return 0.0;  // nobody asks
    const bool is_sound = ++changes_ % changes_until_measured != 0 && norm >= 1e-4 * norm_;
    return is_sound ? norm : measure();
  }
  [[nodiscard, gnu::noinline]] double measure() const {
    const Coefficients& weights = learner_.weights();
    return squared_norm(DenseRow{.values = weights.columns.data(),
                                 .width = weights.columns.size(),
                                 .constant = weights.intercept});
  }

  void average(const View& view) {
    const double loss = view.loss();
    if (weighs_spread_) spread_balance_.add(loss, view.spread, options_.balance);
    if (weighs_norm_) norm_balance_.add(loss, view.norm, options_.balance);
  }
  [[nodiscard]] Scales weigh() const {
    return {.spread = weighs_spread_ ? spread_balance_.value() : 0.0,
            .norm = weighs_norm_ ? norm_balance_.value() : 0.0};
  }

  void test(const auto& row, double sign, const View& before, View& view) {
    for (std::int64_t i = 0; i < options_.max_tests; ++i) {
      const auto [first, last] = candidates();
      if (first == last) return;
      const Scales scales = weigh();
      const View& original = options_.original == UnlearningOriginal::pre ? before : view;
      const double with = scales.objective(original);
      Search search{.scales = scales, .bound = options_.alpha * with, .best = records_.end()};
      if (options_.strict && search.bound <= 0.0) return;  // no score is below 0
      if (last - first > 1) {
        try_all(first, last, row, sign, view, search);
      } else if (!fails_again(first, search)) {
        try_one(first, row, sign, view, search);
      }
      if (search.best == records_.end()) return;
      const double norm = scales.norm > 0.0 ? search.view.norm : norm_without(search.best);
      if (!remove(search.best, {.with = with, .without = search.bound})) return;
      view = search.view;
      view.norm = norm_ = measured(norm);
    }
  }

  /// Whether a record that was tried on the very same model fails whatever the newest example is.
  [[nodiscard]] bool fails_again(std::size_t place, const Search& search) const {
    return place == last_try_.place && search.scales.norm * last_try_.norm > search.bound;
  }

  void try_one(std::size_t place, const auto& row, double sign, const View& view, Search& search) {
    View tried;
    if (!look_without(place, row, sign, view, search, tried)) return;
    if (search.scales.norm > 0.0) last_try_ = {.place = place, .norm = tried.norm};
    const double objective = search.scales.objective(tried);
    const bool may_equal = !options_.strict && search.best == records_.end();
    if (!(may_equal ? objective <= search.bound : objective < search.bound)) return;
    search.best = place;
    search.bound = objective;
    search.view = tried;
  }

  /// Several records. Where none lists its columns the objectives come of a few passes over all of
  /// them, to the same bits as one by one.
  [[gnu::noinline]] void try_all(std::size_t first, std::size_t last, const auto& row, double sign,
                                 View view, Search& search) {
    know_spread(row, view);
    if (records_.lists_columns() || options_.sigma == UnlearningSigma::information) {
      for (std::size_t place = first; place < last; ++place) {
        if (records_.is_live(place)) try_one(place, row, sign, view, search);
      }
      return;
    }
    const typename RecordScan<kind>::Field field{.records = &records_,
                                                 .weights = &learner_.weights(),
                                                 .first = first,
                                                 .last = last,
                                                 .view = view};
    scan_.weigh(field, row, sign, search);
    if (scan_.is_exact()) {
      const std::size_t best = scan_.lowest(field, search.bound, !options_.strict);
      if (best != last) try_one(best, row, sign, view, search);
      return;
    }
    for (std::size_t place = first; place < last; ++place) {
      if (scan_.objective(place - first) > search.bound || !records_.is_live(place)) continue;
      try_one(place, row, sign, view, search);
    }
  }
  /// The places to try, those of this round left out.
  [[nodiscard]] std::pair<std::size_t, std::size_t> candidates() const {
    std::size_t first = records_.begin();
    std::size_t last = records_.end();
    if (last > first && records_.mark(last - 1).round == round_) --last;
    if (options_.strategy == UnlearningStrategy::queue) return {first, std::min(last, first + 1)};
    if (options_.strategy == UnlearningStrategy::selecting) return {first, last};
    const bool is_due = first < last && round_ - records_.mark(first).round == options_.window;
    return {first, is_due ? first + 1 : first};
  }

  /// `tried` becomes the view of the model without a record. False where its loss, or that and its
  /// spread, exceed the bound already: the rest adds nothing negative, and is not worked out.
  [[nodiscard, gnu::always_inline]] bool look_without(std::size_t place, const auto& row,
                                                      double sign, const View& view,
                                                      const Search& search, View& tried) const {
    return records_.with(place, [&](const auto& step) {
      const double reach = dot_rows(step.direction, row);
      tried.margin = view.margin - sign * step.factor * reach;
      const double loss = tried.loss();
      if (loss > search.bound) return false;
      tried.spread = view.spread;
      tried.is_spread_old = view.is_spread_old;
      if (search.scales.spread > 0.0) {
        know_spread(row, tried);
        tried.spread += regained(step, row, reach);
        if (loss + search.scales.spread * tried.spread > search.bound) return false;
      }
      tried.norm = search.scales.norm > 0.0 ? norm_without(step, view.norm) : view.norm;
      return true;
    });
  }
  [[nodiscard]] double regained(const auto& step, const auto& row, double reach) const {
    if constexpr (keeps_spread) {
      return options_.sigma == UnlearningSigma::information
                 ? learner_.belief().regained_by_forgetting(step, row)
                 : learner_.belief().regained(step, row, reach);
    } else {
      return 0.0;
    }
  }
  [[nodiscard]] double norm_without(const auto& step, double norm) const {
    return std::max(0.0, norm - shortened(step));
  }

  [[nodiscard]] double norm_without(std::size_t place) const {
    if (!weighs_norm_) return 0.0;
    return records_.with(place, [&](const auto& step) { return norm_without(step, norm_); });
  }

  /// False, and nothing is done, where rounding stands in the way (`forget`).
  [[gnu::noinline]] bool remove(std::size_t place, const ForgottenWhy& why) {
    bool is_done = true;
    records_.with(place, [&](const auto& step) { is_done = take_back(step); });
    if (!is_done) return false;
    last_try_ = {};
    forgotten_.add(records_.mark(place).row, row_, why);
    records_.remove(place);
    if (++removals_ % removals_until_summed == 0) sum_up();
    return true;
  }
  bool take_back(const auto& step) {
    if constexpr (keeps_spread) {
      if (options_.sigma == UnlearningSigma::information) return learner_.belief().forget(step);
    }
    learner_.undo(step);
    return true;
  }

  /// The oldest record goes, its step stays.
  void keep_oldest() {
    records_.with(records_.begin(),
                  [&](const auto& step) { add_scaled(permanent_, step.factor, step.direction); });
    records_.remove_oldest();
  }

  /// Lets go of records that no round to come can try.
  void retire() {
    if (options_.strategy == UnlearningStrategy::queue || options_.window == 0) return;
    while (records_.size() > 0 &&
           round_ - records_.mark(records_.begin()).round >= options_.window) {
      keep_oldest();
    }
  }

  /// The weights anew, from what is permanent and what is recorded.
  [[gnu::noinline]] void sum_up() {
    Coefficients& weights = learner_.weights();
    weights = permanent_;
    for (std::size_t place = records_.begin(); place < records_.end(); ++place) {
      if (!records_.is_live(place)) continue;
      records_.with(place,
                    [&](const auto& step) { add_scaled(weights, step.factor, step.direction); });
    }
  }

  [[nodiscard]] std::size_t find(const auto& row, double sign) const {
    for (std::size_t place = records_.end(); place > records_.begin(); --place) {
      const std::size_t at = place - 1;
      if (records_.mark(at).sign != sign) continue;
      if (records_.with(at, [&](const auto& step) { return are_equal(step.x, row); })) return at;
    }
    return records_.end();
  }

  Learner learner_;
  UnlearningOptions options_;
  bool weighs_norm_ = false;  // what the options come to, asked for at every row
  bool weighs_spread_ = false;
  StepRecords<kind> records_;
  ForgottenRows forgotten_;
  RunningRatio spread_balance_;
  RunningRatio norm_balance_;
  Coefficients permanent_;  // what steps that are no longer recorded have added to the weights
  double norm_ = 0.0;       // squared length of the weights
  std::int64_t row_ = 0;
  std::int64_t round_ = 0;
  std::int64_t removals_ = 0;
  std::int64_t changes_ = 0;
  RecordScan<kind> scan_;  // scratch of one round
  LastTry last_try_;       // scratch until the model changes
};

}  // namespace driftline

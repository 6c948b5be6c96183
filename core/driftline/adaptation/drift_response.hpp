// A learner that is watched by a detector and replaced when its errors become more.
//
// Each row that is learned is predicted first. The detector is fed the error of that prediction.
// When it signals a drift and the errors have risen, a new learner takes over, the detector
// starts anew, and the row is the first the new learner learns on its own. A drift to fewer errors
// is a learner that learns: nothing is done about it. What the new learner has learned before
// is the Answer's: nothing, or the rows since the detector's last warning.
//
// A block of rows goes through the learner in one call. The errors are looked at afterwards; if
// there is a drift among them, the rows behind it are run again with the new learner, and what the
// old one has made of them goes with it. So nothing has to be rolled back, and the state is that
// of one row after another.
//
// A warning holds as long as the detector says so at every row; one that passes leaves nothing
// behind. With a detector of its own for warnings, a warning holds until the next warning or drift.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "driftline/adaptation/adapted_learner.hpp"
#include "driftline/adaptation/errors.hpp"
#include "driftline/adaptation/events.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// Base is AdaptedClassifier or AdaptedRegressor.
template <class Base, class Answer>
class DriftResponse final : public Base, public HasEvents {
 public:
  using Any = typename Base::Handle;
  using Target = typename Base::Target;

  /// `warning` may be null: the detector warns itself.
  DriftResponse(std::unique_ptr<Any> learner, std::unique_ptr<AnyDetector> detector,
                std::unique_ptr<AnyDetector> warning, Answer answer)
      : Base(std::move(learner)),
        detector_(std::move(detector)),
        warning_(std::move(warning)),
        answer_(std::move(answer)) {
    require_shares(*detector_);
    if (warning_ != nullptr) require_shares(*warning_);
  }
  DriftResponse(const DriftResponse& other)
      : Base(other),
        HasEvents(other),
        detector_(other.detector_->copy()),
        warning_(other.warning_ == nullptr ? nullptr : other.warning_->copy()),
        answer_(other.answer_),
        errors_of_(other.errors_of_),
        events_(other.events_),
        is_warned_(other.is_warned_) {}
  DriftResponse& operator=(const DriftResponse&) = delete;
  DriftResponse(DriftResponse&&) = default;
  DriftResponse& operator=(DriftResponse&&) = default;
  ~DriftResponse() override = default;

  [[nodiscard]] std::unique_ptr<Any> copy() const override {
    return std::make_unique<DriftResponse>(*this);
  }
  [[nodiscard]] std::unique_ptr<Any> untaught() const override { return untaught_twin(); }
  [[nodiscard]] const Events& events() const override { return events_; }

  [[nodiscard]] Parameters parameters() const override {
    Parameters all = answer_.parameters();
    put_parameters(all, "learner", this->learner_->parameters());
    put_parameters(all, "detector", detector_->parameters());
    if (warning_ != nullptr) put_parameters(all, "warning_detector", warning_->parameters());
    return all;
  }
  [[nodiscard]] State state() const override {
    State all = state_of(*this);
    put_state(all, "learner", this->learner_->state());
    put_state(all, "detector", detector_->state());
    if (warning_ != nullptr) put_state(all, "warning_detector", warning_->state());
    put_state(all, "answer", answer_.state());
    return all;
  }
  void restore(const State& state) override {
    State rest = state;
    auto twin = untaught_twin();
    twin->learner_->restore(take_state(rest, "learner"));
    twin->detector_->restore(take_state(rest, "detector"));
    if (warning_ != nullptr) twin->warning_->restore(take_state(rest, "warning_detector"));
    const State answer = take_state(rest, "answer");
    driftline::restore(*twin, rest);
    twin->answer_.restore(answer, *twin->learner_, twin->learner_->memory(),
                          [&](double target) { return twin->is_target(target); });
    *this = std::move(*twin);
  }
  void check() {
    this->check_targets();
    events_.check();
    if (!is_count(this->learned_) || is_warned_ < 0 || is_warned_ > 1) {
      throw std::invalid_argument("a count is out of range");
    }
  }
  [[nodiscard]] std::size_t memory() const override {
    return sizeof(*this) + this->own_memory() + heap_bytes(*this) + detector_->memory() +
           (warning_ == nullptr ? 0 : warning_->memory()) + answer_.memory();
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    Base::meet(width, name_of);
    answer_.meet(width, name_of);
  }

  void learn(const Rows& rows, const Target* targets, const double* weights) override {
    said_.resize(count_of(rows));
    run(rows, targets, weights, said_.data());
  }
  void predict_learn(const Rows& before, const Rows& after, const Target* targets,
                     const double* weights, Target* out) override {
    if (&before == &after) {
      run(after, targets, weights, out);
    } else if (woven_.weave(before, after, targets, weights)) {
      run(woven_.rows(), woven_.targets(), woven_.weights(), woven_.out());
      woven_.unravel(out);
    } else {
      for (std::size_t i = 0; i < count_of(after); ++i) {
        this->learner_->predict(one_of(before, i), out + i);
        learn(one_of(after, i), targets + i, Base::from(weights, i));
      }
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit("learned", self.learned_);
    visit("is_warned", self.is_warned_);
    Base::target_fields(self, visit);
    visit.group("errors", self.errors_of_);
    visit.group("events", self.events_);
  }

 private:
  using Errors = std::conditional_t<std::is_same_v<Target, Code>, LabelErrors, NumberErrors>;

  struct Block {
    const Rows& rows;
    const Target* targets;
    const double* weights;
  };

  static void require_shares(const AnyDetector& detector) {
    if constexpr (!std::is_same_v<Target, Code>) {
      const double half = 0.5;
      try {
        detector.check({&half, 1});
      } catch (const std::invalid_argument&) {
        throw std::invalid_argument(
            "this detector takes 0 and 1 only, and the error of a number lies between: ADWIN, "
            "PageHinkley or HDDM_W take it");
      }
    }
  }
  [[nodiscard]] std::unique_ptr<DriftResponse> untaught_twin() const {
    std::unique_ptr<AnyDetector> detector = detector_->copy();
    detector->reset();
    std::unique_ptr<AnyDetector> warning = warning_ == nullptr ? nullptr : warning_->copy();
    if (warning != nullptr) warning->reset();
    return std::make_unique<DriftResponse>(this->learner_->untaught(), std::move(detector),
                                           std::move(warning), answer_.untaught());
  }

  /// Predicts, watches and learns rows that are predicted as they are learned.
  void run(const Rows& rows, const Target* targets, const double* weights, Target* out) {
    const Block block{rows, targets, weights};
    prepare(block);
    const std::size_t count = count_of(rows);
    std::size_t next = 0;     // row
    std::size_t watched = 0;  // rows that are learned
    while (next < count) {
      const Rows rest = rows_of(rows, next, count - next);
      this->learner_->predict_learn(rest, rest, targets + next, Base::from(weights, next),
                                    out + next);
      next = watch(block, out, watched) ? places_[watched - 1] + 1 : count;
    }
    this->learned_ += static_cast<std::int64_t>(places_.size());
  }

  /// Which rows are learned, and by what their errors are measured.
  void prepare(const Block& block) {
    const std::size_t count = count_of(block.rows);
    places_.resize(count);
    scales_.resize(count);
    errors_.resize(count);
    signals_.resize(count);
    std::size_t learned = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!Base::is_learned(block.targets, block.weights, i)) continue;
      places_[learned] = i;
      scales_[learned] = errors_of_.scale(block.targets[i]);
      ++learned;
      this->note(block.targets[i]);
    }
    places_.resize(learned);
  }

  /// Feeds errors from `watched` on. True if the learner was replaced; `watched` is then behind
  /// the row at which it was.
  bool watch(const Block& block, const Target* out, std::size_t& watched) {
    for (std::size_t k = watched; k < places_.size(); ++k) {
      const std::size_t i = places_[k];
      errors_[k] = Errors::of(out[i], block.targets[i], scales_[k]);
    }
    while (watched < places_.size()) {
      const std::size_t begin = watched;
      const std::span<const double> errors(errors_.data(), places_.size());
      watched += detector_->update_until_drift(errors.subspan(begin), signals_.data() + begin);
      const bool has_drifted = signal_at(watched - 1) == Signal::drift && detector_->has_risen();
      const std::size_t end = has_drifted ? watched - 1 : watched;
      if (warning_ == nullptr) {
        follow_signals(block, begin, end);
      } else {
        follow_warnings(block, begin, end);
      }
      if (has_drifted) {
        replace(block, end);
        return true;
      }
    }
    return false;
  }

  void follow_signals(const Block& block, std::size_t begin, std::size_t end) {
    std::size_t unfollowed = 0;  // rows of a warning that has passed within the block
    for (std::size_t k = begin; k < end;) {
      if (signal_at(k) != Signal::warning) {
        if (is_warned_ != 0) drop(k, std::exchange(unfollowed, 0));
        is_warned_ = 0;
        ++k;
        continue;
      }
      if (is_warned_ == 0) add_event(k, EventKind::warning, 0.0, 0);
      is_warned_ = 1;
      std::size_t last = k + 1;
      while (last < end && signal_at(last) == Signal::warning) ++last;
      if (last == end) {
        follow(block, k, end);
      } else {
        unfollowed = last - k;
      }
      k = last;
    }
  }
  void follow_warnings(const Block& block, std::size_t begin, std::size_t end) {
    std::size_t since = begin;
    for (std::size_t k = begin; k < end;) {
      k +=
          warning_->update_until_drift(std::span(errors_).subspan(k, end - k), signals_.data() + k);
      if (signal_at(k - 1) != Signal::drift || !warning_->has_risen()) continue;
      if (is_warned_ != 0) drop(k - 1, k - 1 - since);
      since = k - 1;
      warning_->reset();
      add_event(since, EventKind::warning, 0.0, 0);
      is_warned_ = 1;
    }
    if (is_warned_ != 0 && since < end) follow(block, since, end);
  }
  void follow(const Block& block, std::size_t begin, std::size_t end) {
    const std::size_t first = places_[begin];
    const std::size_t count = places_[end - 1] + 1 - first;
    answer_.follow(rows_of(block.rows, first, count), block.targets + first,
                   Base::from(block.weights, first), [this] { return this->fresh(); });
  }

  /// The warning was a false alarm. `unfollowed` rows of it have not reached the answer.
  void drop(std::size_t k, std::size_t unfollowed) {
    if constexpr (Answer::tells_of_drop) {
      add_event(k, EventKind::drop, 0.0, answer_.rows() + static_cast<std::int64_t>(unfollowed));
    }
    answer_.drop();
  }

  void replace(const Block& block, std::size_t k) {
    add_event(k, EventKind::drift, detector_->estimation(), answer_.rows());
    this->learner_ = answer_.take_over([this] { return this->fresh(); });
    detector_->reset();
    if (warning_ != nullptr) warning_->reset();
    is_warned_ = 0;
    const std::size_t i = places_[k];
    this->learner_->learn(one_of(block.rows, i), block.targets + i, Base::from(block.weights, i));
  }
  void add_event(std::size_t k, EventKind kind, double estimate, std::int64_t rows) {
    events_.add(this->learned_ + static_cast<std::int64_t>(k), kind, estimate, rows);
  }
  [[nodiscard]] Signal signal_at(std::size_t k) const { return static_cast<Signal>(signals_[k]); }

  std::unique_ptr<AnyDetector> detector_;
  std::unique_ptr<AnyDetector> warning_;
  Answer answer_;
  Errors errors_of_;
  Events events_;
  std::int64_t is_warned_ = 0;
  // Scratch of one block, by row that is learned; the caller's lock guards it.
  std::vector<std::size_t> places_;
  std::vector<double> scales_, errors_;
  std::vector<std::uint8_t> signals_;
  std::vector<Target> said_;
  WovenRows<Target> woven_;
};

}  // namespace driftline

// The detectors of an ensemble's member: one tells drifts, a more sensitive one tells warnings.
//
// Both are fed the errors of the rows that the member has learned, in blocks. A drift counts only
// if errors have risen: a member that gets better is left alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/detectors/detector.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"

namespace driftline {

inline std::unique_ptr<AnyDetector> copied(const std::unique_ptr<AnyDetector>& detector) {
  return detector == nullptr ? nullptr : detector->copy();
}

class MemberDetectors {
 public:
  /// Either may be null.
  MemberDetectors(const std::unique_ptr<AnyDetector>& drift,
                  const std::unique_ptr<AnyDetector>& warning)
      : drift_(copied(drift)), warning_(copied(warning)) {}
  MemberDetectors(const MemberDetectors& other) : MemberDetectors(other.drift_, other.warning_) {}
  MemberDetectors& operator=(const MemberDetectors&) = delete;
  MemberDetectors(MemberDetectors&&) = default;
  MemberDetectors& operator=(MemberDetectors&&) = default;
  ~MemberDetectors() = default;

  [[nodiscard]] bool tell_drifts() const { return drift_ != nullptr; }
  [[nodiscard]] bool tell_warnings() const { return warning_ != nullptr; }
  [[nodiscard]] AnyDetector& drift() { return *drift_; }
  [[nodiscard]] AnyDetector& warning() { return *warning_; }

  /// A new block begins.
  void clear() {
    places_.clear();
    errors_.clear();
  }
  /// The error of a row of the block, if it was learned.
  void note(std::size_t row, double error) {
    places_.push_back(row);
    errors_.push_back(error);
  }
  /// The row of an error.
  [[nodiscard]] std::size_t row(std::size_t place) const { return places_[place]; }

  struct Fed {
    std::size_t errors;  ///< fed so far
    bool has_risen;
  };
  /// Up to the first drift, or through the block.
  Fed until_drift() { return feed(*drift_, 0, errors_.size()); }
  /// The errors from `begin` on, up to a warning or to `end`.
  Fed until_warning(std::size_t begin, std::size_t end) { return feed(*warning_, begin, end); }

  void put_parameters_to(Parameters& all) const {
    if (drift_ != nullptr) put_parameters(all, "drift_detector", drift_->parameters());
    if (warning_ != nullptr) put_parameters(all, "warning_detector", warning_->parameters());
  }
  void put_states(State& all) const {
    if (drift_ != nullptr) put_state(all, "drift", drift_->state());
    if (warning_ != nullptr) put_state(all, "warning", warning_->state());
  }
  /// Throws std::invalid_argument where a state is there without its detector.
  void take_states(State& all) {
    const State drift = take_state(all, "drift");
    const State warning = take_state(all, "warning");
    if ((drift_ == nullptr && !drift.empty()) || (warning_ == nullptr && !warning.empty())) {
      throw std::invalid_argument("a member has detectors of another ensemble");
    }
    if (drift_ != nullptr) drift_->restore(drift);
    if (warning_ != nullptr) warning_->restore(warning);
  }
  [[nodiscard]] std::size_t memory() const {
    return (drift_ == nullptr ? 0 : drift_->memory()) +
           (warning_ == nullptr ? 0 : warning_->memory());
  }

 private:
  Fed feed(AnyDetector& detector, std::size_t begin, std::size_t end) {
    signals_.resize(errors_.size());
    bool has_risen = false;
    while (begin < end && !has_risen) {
      const std::span<const double> errors(errors_.data() + begin, end - begin);
      begin += detector.update_until_drift(errors, signals_.data() + begin);
      has_risen = static_cast<Signal>(signals_[begin - 1]) == Signal::drift && detector.has_risen();
    }
    return {.errors = begin, .has_risen = has_risen};
  }

  std::unique_ptr<AnyDetector> drift_, warning_;
  // Of one block.
  std::vector<std::size_t> places_;
  std::vector<double> errors_;
  std::vector<std::uint8_t> signals_;
};

}  // namespace driftline

// What a drift detector offers, and any detector behind one handle.
//
// A detector is fed one number at a time and says of each: stable, warning or drift. It knows
// nothing of where the number comes from; most are made for errors, 1 where a prediction was wrong.
//
// After a drift most detectors start over, with the next item: until then they still show what
// they saw. So a detector has `restart`, and the handle calls it before the item after a drift.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

enum class Signal : std::uint8_t { stable, warning, drift };

/// The numbers a detector's theory is about; others are refused.
enum class Domain : std::uint8_t {
  bits,  ///< 0 or 1
  unit,  ///< from 0 to 1
  reals  ///< up to 1e100 either way, so that no square overflows
};

/// Whose reading of the paper: the paper's own, or that of another library where it differs.
enum class Preset : std::uint8_t { paper, river, moa };
template <>
struct Names<Preset> {
  static constexpr std::array<std::string_view, 3> values{"paper", "river", "moa"};
};

template <class Model>
concept DriftDetector = requires(Model model, const Model fed, double x) {
  { Model::domain } -> std::convertible_to<Domain>;
  { model.update(x) } -> std::same_as<Signal>;
  model.restart();
  { fed.estimation() } -> std::same_as<double>;  // the mean of what is watched now
};

inline double strictly_between(std::string_view parameter, double value, double low, double high) {
  if (value > low && value < high) return value;
  throw std::invalid_argument(std::string(parameter) + " must lie between " + as_text(low) +
                              " and " + as_text(high) + ", both excluded, not be " +
                              as_text(value));
}
/// Throws unless the choice is one of those that mean something here.
template <class Enum>
void either(std::string_view parameter, Enum chosen, std::initializer_list<Enum> meant) {
  std::string wanted;
  for (const Enum one : meant) {
    if (one == chosen) return;
    wanted += (wanted.empty() ? "'" : ", '") + name_of(one) + "'";
  }
  throw std::invalid_argument(std::string(parameter) + " must be one of " + wanted + ", not '" +
                              name_of(chosen) + "'");
}
/// A number of items. The bound keeps a mistyped size from asking for all memory.
inline std::int64_t item_count(std::string_view parameter, std::int64_t value,
                               std::int64_t least = 1) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  if (value >= least && value <= most) return value;
  throw std::invalid_argument(std::string(parameter) + " must be at least " +
                              std::to_string(least) + ", not " + std::to_string(value));
}
/// A count that a state may hold: far more than ever come, and none that overflows.
inline bool is_count(std::int64_t value) { return value >= 0 && value < std::int64_t{1} << 62; }
inline void require_state(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(std::string("the state of the detector: ") + what);
}

class AnyDetector : public AnyModel {
 public:
  [[nodiscard]] virtual std::unique_ptr<AnyDetector> copy() const = 0;
  /// As it was when it was made.
  virtual void reset() = 0;
  /// Throws std::invalid_argument, naming the first value that is not in the domain.
  virtual void check(std::span<const double> values) const = 0;
  /// Values have to have passed `check`. Signals are those of each value.
  virtual void update_many(std::span<const double> values, std::uint8_t* signals) = 0;
  virtual Signal update(double value) = 0;
  /// The same up to and with the first drift. Returns how many values were taken.
  virtual std::size_t update_until_drift(std::span<const double> values, std::uint8_t* signals) = 0;
  [[nodiscard]] virtual Signal signal() const = 0;  ///< of the last value
  /// Of a drift just signalled: whether values rose. Who looks for a rise only always says so.
  [[nodiscard]] virtual bool has_risen() const = 0;
  [[nodiscard]] virtual double estimation() const = 0;
  [[nodiscard]] virtual std::int64_t seen() const = 0;
  [[nodiscard]] virtual std::int64_t detections() const = 0;
};

namespace detail {

/// A detector with what the handle knows of its past.
template <class Model>
struct Watch {
  Model model;
  std::int64_t signal = 0;
  std::int64_t seen = 0;
  std::int64_t detections = 0;

  static void fields(auto& self, auto&& visit) {
    Model::fields(self.model, visit);
    visit("signal", self.signal);
    visit("seen", self.seen);
    visit("detections", self.detections);
  }
  void check() {
    require_state(signal >= 0 && signal <= 2, "there is no such signal");
    require_state(is_count(seen) && detections >= 0 && detections <= seen,
                  "a count is out of range");
    if constexpr (requires { model.check(); }) model.check();
  }
};

template <Domain domain>
bool is_in(double value) {
  switch (domain) {
    case Domain::bits:
      return value == 0.0 || value == 1.0;
    case Domain::unit:
      return value >= 0.0 && value <= 1.0;
    default:
      return value >= -1e100 && value <= 1e100;
  }
}

}  // namespace detail

template <DriftDetector Model>
class DetectorHandle final : public AnyDetector {
 public:
  explicit DetectorHandle(Model model) : untaught_(model), now_{std::move(model)} {}

  [[nodiscard]] std::unique_ptr<AnyDetector> copy() const override {
    return std::make_unique<DetectorHandle>(*this);
  }
  void reset() override { now_ = detail::Watch<Model>{untaught_}; }
  [[nodiscard]] Parameters parameters() const override { return parameters_of(untaught_); }
  [[nodiscard]] State state() const override { return state_of(now_); }
  void restore(const State& state) override {
    detail::Watch<Model> fresh{untaught_};
    driftline::restore(fresh, state);
    now_ = std::move(fresh);
  }
  [[nodiscard]] std::size_t memory() const override {
    return sizeof(*this) + heap_bytes(untaught_) + heap_bytes(now_.model);
  }
  [[nodiscard]] Reading reading() const override { return {}; }

  void check(std::span<const double> values) const override {
    if (std::ranges::all_of(values, detail::is_in<Model::domain>)) return;
    const auto bad = std::ranges::find_if_not(values, detail::is_in<Model::domain>);
    constexpr std::array<const char*, 3> wanted{"is neither 0 nor 1", "is not from 0 to 1",
                                                "is not a number from -1e100 to 1e100"};
    throw std::invalid_argument("item " + std::to_string(now_.seen + (bad - values.begin())) +
                                ": " + as_text(*bad) + " " +
                                wanted.at(static_cast<std::size_t>(Model::domain)));
  }

  void update_many(std::span<const double> values, std::uint8_t* signals) override {
    feed_copy<false>(values, signals);
  }
  std::size_t update_until_drift(std::span<const double> values, std::uint8_t* signals) override {
    return feed_copy<true>(values, signals);
  }
  Signal update(double value) override {
    check({&value, 1});
    std::uint8_t signal = 0;
    feed<false>(now_.model, {&value, 1}, &signal);
    return static_cast<Signal>(signal);
  }

  [[nodiscard]] Signal signal() const override { return static_cast<Signal>(now_.signal); }
  [[nodiscard]] bool has_risen() const override {
    if constexpr (requires { now_.model.has_risen(); }) {
      return now_.model.has_risen();
    } else {
      return true;
    }
  }
  [[nodiscard]] double estimation() const override { return now_.model.estimation(); }
  [[nodiscard]] std::int64_t seen() const override { return now_.seen; }
  [[nodiscard]] std::int64_t detections() const override { return now_.detections; }
  [[nodiscard]] const Model& model() const { return now_.model; }

 private:
  /// A local copy of a small detector stays in registers, as nobody else can look at it.
  template <bool stops_at_drift>
  std::size_t feed_copy(std::span<const double> values, std::uint8_t* signals) {
    if constexpr (sizeof(Model) <= 256 && std::is_trivially_copyable_v<Model>) {
      Model model = now_.model;
      const std::size_t taken = feed<stops_at_drift>(model, values, signals);
      now_.model = model;
      return taken;
    } else {
      return feed<stops_at_drift>(now_.model, values, signals);
    }
  }
  template <bool stops_at_drift>
  std::size_t feed(Model& model, std::span<const double> values, std::uint8_t* signals) {
    auto signal = static_cast<Signal>(now_.signal);
    std::int64_t detections = 0;
    std::size_t i = 0;
    while (i < values.size()) {
      if (signal == Signal::drift) [[unlikely]] {
        model.restart();
      }
      if constexpr (requires { model.take_quietly(values); }) {
        const std::size_t taken = model.take_quietly(values.subspan(i));
        std::fill_n(signals + i, taken, std::uint8_t{0});
        i += taken;
        if (taken > 0) signal = Signal::stable;
        if (i == values.size()) break;
      }
      signal = model.update(values[i]);
      signals[i++] = static_cast<std::uint8_t>(signal);
      if (signal == Signal::drift) [[unlikely]] {
        ++detections;
        if constexpr (stops_at_drift) break;
      }
    }
    now_.signal = static_cast<std::int64_t>(signal);
    now_.detections += detections;
    now_.seen += static_cast<std::int64_t>(i);
    return i;
  }

  Model untaught_;
  detail::Watch<Model> now_;
};

}  // namespace driftline

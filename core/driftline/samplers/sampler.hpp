// What a sampler offers, and any sampler behind one handle.
//
// A sampler never sees an item. It is told how many come, with a weight, a time or a key each
// where it wants them, and answers which of them to keep and in which slot. Whoever owns the items
// (Python objects, rows of a table) keeps them by slot, so an item that is passed over is never
// touched, and one that is replaced is simply written over.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

/// Items on offer, in order. What a sampler does not want may be null.
struct Offers {
  std::size_t count = 0;
  const double* weights = nullptr;
  const double* times = nullptr;
  const std::uint64_t* hashes = nullptr;
  const std::uint8_t* has_key = nullptr;  ///< null if all have one
};

/// What a sampler wants to know of each item.
struct Wants {
  bool weights = false;
  bool times = false;
  bool ascending = false;  ///< times may not go back
  bool keys = false;
};

/// The item at `offset` of an offer lies in `slot` now; without an item, the slot is free.
struct Placement {
  static constexpr std::int64_t no_item = -1;
  std::int64_t offset;
  std::int64_t slot;
};

/// Where the item of a slot lay before a merge.
struct Origin {
  static constexpr std::int64_t no_item = -1;
  bool is_other = false;
  std::int64_t slot = no_item;
};
using Origins = std::vector<Origin>;

/// A merge with a sampler that has seen nothing.
inline Origins unchanged(std::size_t held) {
  Origins out(held);
  for (std::size_t i = 0; i < held; ++i) out[i].slot = static_cast<std::int64_t>(i);
  return out;
}

/// A count that a user gives: at least 1, and few enough that twice as many can be numbered.
inline std::int64_t positive_count(const char* parameter, std::int64_t value) {
  if (value >= 1 && value < std::int64_t{1} << 62) return value;
  throw std::invalid_argument(std::string(parameter) + " must be at least 1, not " +
                              std::to_string(value));
}

inline void check_state(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(std::string("the state of the sampler: ") + what);
}

template <class Model>
concept SlotSampler = requires(Model model, const Model filled, const Offers& offers) {
  { Model::wants } -> std::convertible_to<Wants>;
  model.offer(offers, [](std::int64_t, std::int64_t) {});
  { filled.slots() } -> std::same_as<std::vector<std::int64_t>>;  // of the sample, in its order
  { filled.held() } -> std::same_as<std::size_t>;                 // one more than the last slot
  { filled.seen() } -> std::same_as<std::int64_t>;
  { model.merge(filled) } -> std::same_as<Origins>;  // slots anew; throws before it changes
};

class AnySampler : public AnyModel {
 public:
  [[nodiscard]] virtual std::unique_ptr<AnySampler> copy() const = 0;
  [[nodiscard]] virtual Wants wants() const = 0;
  /// Throws std::invalid_argument and changes nothing if an item cannot be taken.
  virtual void offer(const Offers& offers, std::vector<Placement>& out) = 0;
  [[nodiscard]] virtual std::vector<std::int64_t> slots() const = 0;
  [[nodiscard]] virtual std::size_t held() const = 0;
  [[nodiscard]] virtual std::int64_t seen() const = 0;
  /// Throws std::invalid_argument and changes nothing if there is no fair merge.
  virtual Origins merge(const AnySampler& other) = 0;
};

template <SlotSampler Model>
class SamplerHandle final : public AnySampler {
 public:
  explicit SamplerHandle(Model model) : untaught_(model), model_(std::move(model)) {}

  [[nodiscard]] std::unique_ptr<AnySampler> copy() const override {
    return std::make_unique<SamplerHandle>(*this);
  }
  [[nodiscard]] Parameters parameters() const override { return parameters_of(model_); }
  [[nodiscard]] State state() const override { return state_of(model_); }
  void restore(const State& state) override {
    Model fresh = untaught_;
    driftline::restore(fresh, state);
    model_ = std::move(fresh);
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t derived = 0;
    if constexpr (requires { model_.derived_bytes(); }) derived = model_.derived_bytes();
    return sizeof(*this) + heap_bytes(model_) + derived;
  }
  [[nodiscard]] Reading reading() const override { return {}; }
  [[nodiscard]] Wants wants() const override { return Model::wants; }

  void offer(const Offers& offers, std::vector<Placement>& out) override {
    check(offers);
    model_.offer(offers, [&](std::int64_t offset, std::int64_t slot) {
      out.push_back({.offset = offset, .slot = slot});
    });
  }
  [[nodiscard]] std::vector<std::int64_t> slots() const override { return model_.slots(); }
  [[nodiscard]] std::size_t held() const override { return model_.held(); }
  [[nodiscard]] std::int64_t seen() const override { return model_.seen(); }
  Origins merge(const AnySampler& other) override {
    const auto* same = dynamic_cast<const SamplerHandle*>(&other);
    if (same == nullptr) throw std::invalid_argument("samplers of different kinds do not merge");
    return model_.merge(same->model_);
  }
  [[nodiscard]] const Model& model() const { return model_; }

 private:
  void check(const Offers& offers) const {
    if constexpr (Model::wants.weights) {
      for (std::size_t i = 0; offers.weights != nullptr && i < offers.count; ++i) {
        const double weight = offers.weights[i];
        if (!(weight > 0.0) || !std::isfinite(weight)) refuse(i, "weight", weight, "above 0");
      }
    }
    if constexpr (Model::wants.times) {
      double latest = -std::numeric_limits<double>::infinity();
      if constexpr (Model::wants.ascending) latest = model_.latest();
      for (std::size_t i = 0; i < offers.count; ++i) {
        const double time = offers.times[i];
        if (!std::isfinite(time)) refuse(i, "time", time, "a finite number");
        if constexpr (Model::wants.ascending) {
          if (time < latest) refuse(i, "time", time, "at least that before, " + shown(latest));
          latest = time;
        }
      }
    }
  }
  [[noreturn]] void refuse(std::size_t i, const char* what, double found,
                           const std::string& wanted) const {
    throw std::invalid_argument("item " + std::to_string(model_.seen() + static_cast<int64_t>(i)) +
                                ": " + what + " " + shown(found) + " is not " + wanted);
  }
  static std::string shown(double value) {
    std::string text(32, '\0');
    const int length = std::snprintf(text.data(), text.size(), "%.15g", value);
    text.resize(static_cast<std::size_t>(length));
    return text;
  }

  Model untaught_;
  Model model_;
};

}  // namespace driftline

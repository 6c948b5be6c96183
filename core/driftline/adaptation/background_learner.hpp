// BackgroundLearner: a warning starts a second learner, a drift puts it in the first one's place.
//
// The second learner learns along from the warning on, and is asked nothing. When the drift is sure
// it has learned the new concept for a while, and no row had to be kept. It costs a second learner
// during warnings. A drift without a warning starts anew.
//
// Gomes et al. Adaptive random forests for evolving data stream classification. 2017 (per tree).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/adaptation/drift_response.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

template <class Any, class Target>
class SwapIn {
 public:
  static constexpr bool tells_of_drop = true;

  SwapIn() = default;
  SwapIn(const SwapIn& other)
      : second_(other.second_ == nullptr ? nullptr : other.second_->copy()), rows_(other.rows_) {}
  SwapIn& operator=(const SwapIn&) = delete;
  SwapIn(SwapIn&&) = default;
  SwapIn& operator=(SwapIn&&) = default;
  ~SwapIn() = default;

  [[nodiscard]] SwapIn untaught() const { return {}; }
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  void drop() {
    second_ = nullptr;
    rows_ = 0;
  }

  void follow(const Rows& rows, const Target* targets, const double* weights, auto&& fresh) {
    if (second_ == nullptr) second_ = fresh();
    second_->learn(rows, targets, weights);
    for (std::size_t i = 0; i < count_of(rows); ++i) {
      rows_ += !is_unlabelled(targets[i]) && weight_of(weights, i) != 0.0 ? 1 : 0;
    }
  }
  std::unique_ptr<Any> take_over(auto&& fresh) {
    std::unique_ptr<Any> learner = second_ == nullptr ? fresh() : std::move(second_);
    drop();
    return learner;
  }

  void meet(std::size_t width, const NameOf& name_of) {
    if (second_ != nullptr) second_->meet(width, name_of);
  }
  [[nodiscard]] Parameters parameters() const { return {}; }
  [[nodiscard]] State state() const {
    State all{{"rows", std::vector<std::int64_t>{rows_}}};
    if (second_ != nullptr) put_state(all, "learner", second_->state());
    return all;
  }
  void restore(const State& state, const Any& learner, std::size_t /*widest*/,
               auto&& /*is_target*/) {
    State rest = state;
    const State second = take_state(rest, "learner");
    const auto found = rest.find("rows");
    const auto* rows =
        found == rest.end() ? nullptr : std::get_if<std::vector<std::int64_t>>(&found->second);
    const bool is_sound = rest.size() == 1 && rows != nullptr && rows->size() == 1 &&
                          rows->front() >= 0 && (rows->front() > 0) != second.empty();
    if (!is_sound) throw std::invalid_argument("the state of the second learner is not whole");
    rows_ = rows->front();
    if (second.empty()) return;
    second_ = learner.untaught();
    second_->restore(second);
  }
  [[nodiscard]] std::size_t memory() const { return second_ == nullptr ? 0 : second_->memory(); }

 private:
  std::unique_ptr<Any> second_;
  std::int64_t rows_ = 0;  ///< that it has learned
};

template <class Base>
using BackgroundLearner = DriftResponse<Base, SwapIn<typename Base::Handle, typename Base::Target>>;

}  // namespace driftline

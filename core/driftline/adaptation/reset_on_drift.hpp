// ResetOnDrift: when errors become more the learner starts anew.
//
// What it knew before is gone at once, right where the change is abrupt and complete. With
// `keep_warning` the new learner starts with the rows since the warning, as DDM and EDDM mean it:
// at most `max_rows` of them, the latest. They are kept as they came and learned at the drift.
//
// Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "driftline/adaptation/drift_response.hpp"
#include "driftline/adaptation/kept_rows.hpp"
#include "driftline/stream/fields.hpp"

namespace driftline {

template <class Any, class Target>
class StartAnew {
 public:
  static constexpr bool tells_of_drop = false;  // a few rows, and no learner, are let go

  /// `reading` is that of the learner.
  StartAnew(bool keep_warning, std::int64_t max_rows, const Reading& reading)
      : keep_warning_(keep_warning),
        max_rows_(at_least_one("max_rows", max_rows)),
        kept_(static_cast<std::size_t>(max_rows), reading) {}

  [[nodiscard]] StartAnew untaught() const {
    StartAnew made(*this);
    made.kept_.clear();
    return made;
  }
  [[nodiscard]] std::int64_t rows() const { return static_cast<std::int64_t>(kept_.size()); }
  void drop() { kept_.clear(); }

  void follow(const Rows& rows, const Target* targets, const double* weights, auto&& /*fresh*/) {
    if (!keep_warning_) return;
    for (std::size_t i = 0; i < count_of(rows); ++i) {
      const double weight = weight_of(weights, i);
      if (is_unlabelled(targets[i]) || weight == 0.0) continue;
      kept_.push(rows, i, static_cast<double>(targets[i]), weight);
    }
  }
  std::unique_ptr<Any> take_over(auto&& fresh) {
    std::unique_ptr<Any> learner = fresh();
    kept_.replay<Target>([&](const Rows& rows, const Target* targets, const double* weights) {
      learner->learn(rows, targets, weights);
    });
    kept_.clear();
    return learner;
  }

  void meet(std::size_t /*width*/, const NameOf& /*name_of*/) {}
  [[nodiscard]] Parameters parameters() const {
    return {{"keep_warning", keep_warning_}, {"max_rows", max_rows_}};
  }
  [[nodiscard]] State state() const { return kept_.state(); }
  void restore(const State& state, const Any& /*learner*/, std::size_t widest, auto&& is_target) {
    kept_.restore(state, widest, is_target);
  }
  [[nodiscard]] std::size_t memory() const { return kept_.memory(); }

 private:
  bool keep_warning_;
  std::int64_t max_rows_;
  KeptRows kept_;
};

template <class Base>
using ResetOnDrift = DriftResponse<Base, StartAnew<typename Base::Handle, typename Base::Target>>;

}  // namespace driftline

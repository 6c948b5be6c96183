// Shows a model the rows that come next, where it can make use of that.
//
// A model that has `look_ahead(rows, first, count)` is told of a few rows before the first of them,
// and of none when the loop is left. A row may change the model before the next one comes.
#pragma once

#include <algorithm>
#include <cstddef>

namespace driftline {

template <class Model, class Block>
class LookAhead {
 public:
  LookAhead(const Model& model, const Block& block) : model_(model), block_(block) {}
  LookAhead(const LookAhead&) = delete;
  LookAhead& operator=(const LookAhead&) = delete;
  LookAhead(LookAhead&&) = delete;
  LookAhead& operator=(LookAhead&&) = delete;
  ~LookAhead() {
    if constexpr (is_wanted) model_.look_ahead(block_, 0, 0);
  }

  /// Before row i.
  [[gnu::always_inline]] void at(std::size_t i) const {
    if constexpr (is_wanted) {
      if (i % Model::rows_ahead == 0 && block_.count > 1) {
        model_.look_ahead(block_, i, std::min(Model::rows_ahead, block_.count - i));
      }
    }
  }

 private:
  static constexpr bool is_wanted =
      requires(const Model& model, const Block& block) { model.look_ahead(block, 0, 0); };

  const Model& model_;
  const Block& block_;
};

}  // namespace driftline

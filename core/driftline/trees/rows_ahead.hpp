// Where the next few rows come to in a tree, found together.
//
// Walking down a tree is a chain of loads, each waiting for the one before; several rows at a time
// wait together. Meanwhile their leaves come into the caches. The tree may be taught between the
// finding and the using as long as it only grows: what was a leaf is still on the row's way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "driftline/trees/node_pool.hpp"

namespace driftline {

class RowsAhead {
 public:
  static constexpr std::size_t most = 8;

  /// The rows are whole and have numbers only.
  [[gnu::always_inline]] void find(const NodePool& nodes, const double* first, std::size_t stride,
                                   std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) rows_[k] = first + k * stride;
    nodes_.fill(0);
    if (count == most) {  // a number that the compiler knows
      nodes.descend_together(rows_.data(), nodes_.data(), most);
    } else {
      nodes.descend_together(rows_.data(), nodes_.data(), count);
    }
    next_ = 0;
    count_ = count;
  }
  void forget() { count_ = 0; }

  /// Where a row's way goes on; the root if it was not among those.
  [[nodiscard, gnu::always_inline]] std::int32_t start(const double* row) {
    while (next_ < count_ && rows_[next_] != row) ++next_;
    return next_ < count_ ? nodes_[next_] : 0;
  }
  [[nodiscard]] std::int32_t node(std::size_t k) const { return nodes_[k]; }

 private:
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  std::array<const double*, most> rows_{};
  std::array<std::int32_t, most> nodes_{};
};

}  // namespace driftline

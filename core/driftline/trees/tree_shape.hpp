// What can be told of a tree from its nodes alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "driftline/trees/node_pool.hpp"

namespace driftline {

/// Nodes, leaves, leaves that observe, height.
std::vector<double> shape_of(const auto& store) {
  std::vector<double> out(4, 0.0);
  store.walk(0, [&](std::int32_t node, std::int32_t depth) {
    const bool is_leaf = store.nodes[node].is_leaf();
    out[0] += 1.0;
    out[1] += is_leaf ? 1.0 : 0.0;
    out[2] += is_leaf && store.of(node).is_active ? 1.0 : 0.0;
    out[3] = std::max(out[3], static_cast<double>(depth));
  });
  return out;
}

/// For each column, the merit of its tests, weighted by the rows that came to them.
std::vector<double> importances_of(const auto& store, std::size_t width) {
  std::vector<double> out(width, 0.0);
  store.walk(0, [&](std::int32_t node, std::int32_t) {
    if (store.nodes[node].is_leaf()) return;
    const TestFacts& facts = store.nodes.facts(node);
    out[static_cast<std::size_t>(store.nodes[node].column)] += facts.weight * facts.merit;
  });
  return out;
}

}  // namespace driftline

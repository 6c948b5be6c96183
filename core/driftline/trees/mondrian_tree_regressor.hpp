// A Mondrian tree whose nodes predict the mean of their targets, and lose half its squared error.
//
// Losses are weighed by `step`, so targets should have about the size of 1: where they are large
// the tree is always followed to its leaves.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/trees/mondrian_tree.hpp"

namespace driftline {

class MondrianTreeRegressor {
 public:
  static constexpr Reading reading{.keeps_missing = true, .sparse = Reading::Sparse::filled};
  static constexpr bool ignores_prediction = true;

  explicit MondrianTreeRegressor(MondrianOptions options) : tree_(options) {}

  [[nodiscard]] static double constant() { return 0.0; }
  void widen(std::size_t /*width*/) {}
  void reseed(std::int64_t seed) { tree_.reseed(seed); }

  [[nodiscard]] double predict(const DenseRow& row) const {
    double mean = 0.0;
    if (tree_.nodes().empty()) return mean;
    tree_.follow(row, [&](std::int32_t at, double share) {
      mean += share * tree_.nodes().facts().get(static_cast<std::size_t>(at), 0);
    });
    return mean;
  }
  void learn(const DenseRow& row, double target, double /*prediction*/, double weight) {
    tree_.widen_facts(1);
    tree_.learn(Means(), row, target, weight);
  }

  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    return tree_.inspect(what);
  }
  void check() { tree_.check(1); }

  static void fields(auto& self, auto&& visit) { MondrianTree<Means>::fields(self.tree_, visit); }

 private:
  struct Means {
    static std::size_t place(double /*target*/) { return 0; }
    static bool is_settled(const MondrianNode& /*node*/, double /*target*/) { return false; }
    static void start(MondrianNode& /*node*/, double& mean, double target, double /*weight*/) {
      mean = target + 0.0;  // -0 becomes 0, as zeros are not on file
    }
    [[gnu::always_inline]] static double learn(MondrianNode& node, double& mean, double target,
                                               double weight) {
      const double error = target - mean;
      node.weight += weight;
      const double part = weight / node.weight;
      mean += target * part - mean * part;  // the difference itself may be infinite
      return 0.5 * error * error;
    }
    static bool is_sound(const MondrianNode& /*node*/, std::size_t /*count*/) { return true; }
    static bool is_fact(const MondrianNode& /*node*/, double mean) { return std::isfinite(mean); }
  };

  MondrianTree<Means> tree_;
};
static_assert(Regressor<MondrianTreeRegressor>);

}  // namespace driftline

// Rough merits beside the full search, and the quick functions beside the C library's.
#include "driftline/trees/split_screen.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "driftline/numeric/quick.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/trees/leaf_statistics.hpp"
#include "driftline/trees/split_criteria.hpp"
#include "driftline/trees/split_search.hpp"
#include "driftline/trees/tree_options.hpp"
#include "expect.hpp"

namespace {

using namespace driftline;

void expect_quick_functions(testing::Claims& claims) {
  double log_error = 0.0;
  double cdf_error = 0.0;
  for (int i = -20'000; i <= 20'000; ++i) {
    const double z = 0.002 * i;
    const auto x = static_cast<float>(std::exp(0.5 * z));
    log_error = std::max(
        log_error, std::abs(static_cast<double>(quick_log(x)) - std::log(static_cast<double>(x))));
    const double exact =
        0.5 * std::erfc(-static_cast<double>(static_cast<float>(z)) / std::numbers::sqrt2);
    cdf_error = std::max(
        cdf_error, std::abs(static_cast<double>(quick_normal_cdf(static_cast<float>(z))) - exact));
  }
  claims.expect(log_error < 1e-5, "the quick logarithm is right to 1e-5");
  claims.expect(cdf_error < 1e-6,
                "the quick cdf is right to 1e-6, not " + std::to_string(cdf_error * 1e7) + "e-7");
  claims.expect(quick_times_log(0.0F) == 0.0F, "0 log 0 is 0");
}

/// A leaf that has seen rows of some labels; attributes are wide, narrow, far off, of two values,
/// or constant.
LeafStatistics leaf_of(std::uint64_t number, bool is_nearly_pure = false) {
  const Draws draws(number);
  const Lane shape = draws.lane(0);
  const auto attributes = static_cast<std::size_t>(1 + shape.below(30, 0));
  const std::uint64_t labels = 2 + shape.below(7, 1);
  const std::uint64_t rows = 5 + shape.below(400, 2);
  LeafStatistics leaf;
  leaf.start(attributes);
  std::vector<double> x(attributes + 4);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const bool is_common = is_nearly_pure && draws.lane(3).below(40, row) != 0;
    const std::uint64_t label = is_common ? 0 : draws.lane(1).below(labels, row);
    for (std::size_t i = 0; i < attributes; ++i) {
      const Lane lane = draws.lane(10 + i);
      const double own = static_cast<double>(label) * 0.3 * static_cast<double>(i % 3);
      const double value = lane.normal(row) + own;
      switch ((number + i) % 5) {
        case 0:
          x[i] = 1e6 + value;
          break;
        case 1:
          x[i] = value * 1e-9;
          break;
        case 2:
          x[i] = value > 0.0 ? 1.0 : 0.0;
          break;
        case 3:
          x[i] = (number % 7) == 0 ? 3.0 : value * 100.0;
          break;
        default:
          x[i] = value;
      }
    }
    const auto code = static_cast<Code>(label);
    const std::size_t place = leaf.find(code);
    const double weight = 1.0 + static_cast<double>(draws.lane(2).below(6, row));
    leaf.count(place, code, weight);
    LateTerm unused;  // nobody votes
    leaf.observe(x.data(), true, place, weight, true, unused);
  }
  return leaf;
}

/// The best splits among the attributes asked for.
template <class IsWanted>
BestSplit best_of(const LeafStatistics& leaf, const TreeOptions& options, IsWanted is_wanted) {
  BestSplit found;
  SplitSearch(leaf, options).each([&](const Split& split) { found.take(split); }, is_wanted);
  return found;
}
/// By how much the best merit exceeds the second best among them.
template <class IsWanted>
double gap_of(const LeafStatistics& leaf, const TreeOptions& options, IsWanted is_wanted) {
  const BestSplit found = best_of(leaf, options, is_wanted);
  return found.best.merit - found.second;
}

void expect_no_split_is_lost(testing::Claims& claims) {
  const TreeOptions options;
  int told = 0;
  int asked = 0;
  int left_out = 0;
  int sure = 0;
  for (std::uint64_t number = 0; number < 2'000; ++number) {
    const LeafStatistics leaf = leaf_of(number);
    const SplitScreen screen(leaf, options);
    const double gap = gap_of(leaf, options, [](std::size_t) { return true; });
    const double gap_of_few =
        gap_of(leaf, options, [&](std::size_t attribute) { return screen.may_matter(attribute); });
    const BestSplit all = best_of(leaf, options, [](std::size_t) { return true; });
    const BestSplit few =
        best_of(leaf, options, [&](std::size_t attribute) { return screen.may_win(attribute); });
    claims.expect(all.best.attribute == few.best.attribute && all.best.merit == few.best.merit &&
                      all.best.threshold == few.best.threshold,
                  "the best attribute is among those that may win");
    if (!std::isfinite(gap)) {
      claims.expect(!screen.rules_out(1.0), "one split alone is not ruled out");
      continue;
    }
    ++asked;
    claims.expect(gap == gap_of_few, "the two best attributes are among those that may matter");
    claims.expect(
        !screen.rules_out(gap + 0.9e-3),
        "rough merits are right to a tenth of the margin, leaf " + std::to_string(number));
    claims.expect(!screen.rules_in(gap - 0.9e-3), "nor do they promise more than there is");
    sure += screen.rules_in(gap - 1.1e-3) ? 1 : 0;
    told += screen.rules_out(gap + 1.1e-3) ? 1 : 0;
    for (std::size_t i = 0; i < leaf.slots; ++i) left_out += screen.may_matter(i) ? 0 : 1;
  }
  claims.expect(left_out > asked, "most attributes do not matter");
  claims.expect(asked > 1'500, "most leaves have two splits");
  claims.expect(sure * 10 > asked * 9, "rough merits are sure of a gap in nine cases of ten");
  claims.expect(told * 10 > asked * 9, "rough merits tell in nine cases of ten");
}

void expect_labels_tell_the_truth(testing::Claims& claims) {
  const TreeOptions options;
  int told = 0;
  for (std::uint64_t number = 0; number < 2'000; ++number) {
    const LeafStatistics leaf = leaf_of(number, true);
    const double gap = gap_of(leaf, options, [](std::size_t) { return true; });
    for (const double eps : {0.05, 0.1, 0.2, 0.4, 1.0}) {
      const bool is_told = SplitScreen::labels_rule_out(leaf, options, eps);
      claims.expect(!is_told || gap <= eps,
                    "labels rule out no split that is sure, leaf " + std::to_string(number));
      told += is_told && eps == 0.2 ? 1 : 0;
    }
  }
  claims.expect(told > 1'000, "where one label is rare they tell in half of the cases");
}

}  // namespace

int main() {
  testing::Claims claims;
  expect_quick_functions(claims);
  expect_no_split_is_lost(claims);
  expect_labels_tell_the_truth(claims);
  return claims.exit_code();
}

// Products of columns, up to a degree: what lets a linear learner see how columns act together.
//
// Products are ordered by their last column: a column newly met brings itself and its products with
// the columns before it, and moves nothing. So the place of a product is a sum of binomial
// coefficients, and no list of products is kept: memory is one number for each column and degree.
//
// A missing factor makes its products missing. In a sparse matrix what is not stored is 0, and so
// is every product with it. A product too large for a double is missing. Places stop at 2^31:
// columns beyond that make no products (of degree 2, from column 65,535 on).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/column_names.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline {

class PolynomialFeatures {
 public:
  static constexpr Reading reading{.keeps_missing = true};
  static constexpr std::int64_t highest_degree = 10;

  /// `interaction_only`: no column twice in a product.
  PolynomialFeatures(std::int64_t degree, bool interaction_only, bool include_bias)
      : degree_(at_least_one("degree", degree)),
        interaction_only_(interaction_only),
        include_bias_(include_bias) {
    if (degree > highest_degree) {
      throw std::invalid_argument("degree must be at most " + std::to_string(highest_degree) +
                                  ", not " + std::to_string(degree));
    }
    firsts_.resize(static_cast<std::size_t>(degree), std::vector<std::size_t>{0});
  }

  void transform(const auto& row, RowWriter& out) const {
    cells_.clear();
    each_stored(row, [&](std::size_t column, double cell) {
      if (column < usable()) cells_.emplace_back(column, cell);
    });
    if (include_bias_) out.put(0, 1.0);
    put_products(cells_.size(), firsts_.size(), bias(), 1.0, out);
  }
  void learn(const auto& /*row*/, double /*weight*/) {}

  void meet(std::size_t width, const NameOf& name_of) {
    names_.meet(width, name_of);
    while (firsts_[0].size() <= width && firsts_.back().back() < most_outputs) add_column();
  }
  [[nodiscard]] std::size_t inputs() const { return names_.size(); }
  [[nodiscard]] std::size_t outputs() const { return outputs_of(inputs()); }
  [[nodiscard]] std::size_t outputs_of(std::size_t width) const {
    return bias() + firsts_.back()[std::min(width, usable())];
  }
  [[nodiscard]] Output output(std::size_t i) const {
    if (include_bias_ && i == 0) return {.source = Output::none, .name = "bias"};
    std::vector<std::size_t> factors = factors_of(i - bias());
    if (factors.size() == 1) return {.source = factors[0], .name = {}};
    return {.source = Output::none, .name = shown(factors)};
  }
  [[nodiscard]] bool is_never_negative() const { return true; }
  [[nodiscard]] std::size_t extra_memory() const {
    std::size_t bytes = names_.memory();
    for (const auto& row : firsts_) bytes += row.capacity() * sizeof(std::size_t);
    return bytes;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("degree", self.degree_);
    visit.parameter("interaction_only", self.interaction_only_);
    visit.parameter("include_bias", self.include_bias_);
  }

 private:
  static constexpr std::size_t most_outputs = std::size_t{1} << 31U;

  [[nodiscard]] std::size_t bias() const { return include_bias_ ? 1 : 0; }
  /// Columns that make products.
  [[nodiscard]] std::size_t usable() const { return firsts_[0].size() - 1; }

  /// A column k brings itself, then k times each product of a lower degree among the columns up to
  /// k (before k, if no column may come twice).
  void add_column() {
    const std::size_t k = usable();
    for (std::size_t d = firsts_.size(); d-- > 0;) {
      std::size_t brought = 1;
      if (d > 0) brought += interaction_only_ ? firsts_[d - 1][k] : firsts_with(d - 1, k);
      firsts_[d].push_back(firsts_[d][k] + brought);
    }
  }
  /// What firsts_[d][k + 1] will be.
  [[nodiscard]] std::size_t firsts_with(std::size_t d, std::size_t k) const {
    return firsts_[d][k] + 1 + (d > 0 ? firsts_with(d - 1, k) : 0);
  }

  /// Products of at most `degree` of the first `count` cells, each times `product`, from `place`
  /// on.
  void put_products(std::size_t count, std::size_t degree, std::size_t place, double product,
                    RowWriter& out) const {
    for (std::size_t i = 0; i < count; ++i) {
      const auto [column, cell] = cells_[i];
      const double longer = product * cell;
      const std::size_t at = place + firsts_[degree - 1][column];
      out.put(at, std::isfinite(longer) ? longer : std::numeric_limits<double>::quiet_NaN());
      if (degree > 1) {
        put_products(interaction_only_ ? i : i + 1, degree - 1, at + 1, longer, out);
      }
    }
  }

  /// The columns of product i, the last one first.
  [[nodiscard]] std::vector<std::size_t> factors_of(std::size_t i) const {
    std::vector<std::size_t> factors;
    for (std::size_t d = firsts_.size(); d-- > 0;) {
      const auto after = std::ranges::upper_bound(firsts_[d], i);
      const auto column = static_cast<std::size_t>(after - firsts_[d].begin()) - 1;
      factors.push_back(column);
      i -= firsts_[d][column];
      if (i == 0) break;
      --i;
    }
    return factors;
  }
  /// In the order of the names, so that a product is called the same in whatever order columns
  /// came.
  [[nodiscard]] std::string shown(const std::vector<std::size_t>& factors) const {
    std::vector<std::string> names;
    names.reserve(factors.size());
    for (const std::size_t column : factors) names.push_back(names_.at(column));
    std::ranges::sort(names);
    std::string product;
    for (std::size_t k = 0; k < names.size();) {
      const std::size_t first = k;
      while (k < names.size() && names[k] == names[first]) ++k;
      if (!product.empty()) product.append("*");
      product.append(names[first]);
      if (k - first > 1) product.append("^").append(std::to_string(k - first));
    }
    return product;
  }

  std::int64_t degree_;
  bool interaction_only_;
  bool include_bias_;
  ColumnNames names_;
  // firsts_[d][k]: how many products of degree d + 1 and less there are of the columns before k.
  std::vector<std::vector<std::size_t>> firsts_;
  mutable std::vector<std::pair<std::size_t, double>> cells_;  // of the row at hand
};
static_assert(RowTransform<PolynomialFeatures>);

}  // namespace driftline

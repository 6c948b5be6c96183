// Transforms with columns of their own: a block is its rows, and text never outlives its block.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/column_transform.hpp"
#include "driftline/transforms/one_hot_encoder.hpp"
#include "driftline/transforms/row_transform.hpp"
#include "driftline/transforms/select.hpp"
#include "driftline/transforms/standard_scaler.hpp"
#include "driftline/transforms/transform_chain.hpp"
#include "driftline/transforms/transform_union.hpp"
#include "expect.hpp"

namespace driftline::testing {
namespace {

constexpr std::size_t width = 4;
constexpr std::size_t count = 40;

std::string name_of(std::size_t column) { return {static_cast<char>('a' + column)}; }

/// Column d holds text, the others numbers; all take few values, so that some come back.
struct Mixed {
  std::vector<std::string> owned;
  Texts texts;
  std::vector<double> values;

  Mixed() {
    for (const char* text : {"red", "green", "blue", "", "grey"}) owned.emplace_back(text);
    for (const std::string& text : owned) texts.push_back(text);
    std::uint64_t state = 7;
    for (std::size_t i = 0; i < count * width; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const auto drawn = static_cast<std::uint32_t>(state >> 40U);
      values.push_back(i % width == 3 ? text_cell(drawn % static_cast<std::uint32_t>(1 + i / 40))
                                      : drawn % 5 * 0.5);
    }
  }
  [[nodiscard]] Rows rows(std::size_t first, std::size_t last) const {
    return DenseRows{.values = values.data() + first * width,
                     .count = last - first,
                     .width = width,
                     .stride = width,
                     .texts = &texts};
  }
};

std::unique_ptr<AnyTransform> chain(std::unique_ptr<AnyTransform> a,
                                    std::unique_ptr<AnyTransform> b) {
  TransformParts parts;
  parts.push_back(std::move(a));
  parts.push_back(std::move(b));
  return std::make_unique<TransformChain>(std::move(parts));
}

std::unique_ptr<AnyTransform> chosen(const std::string& names) {
  std::vector<std::string> list;
  for (const char name : names) list.emplace_back(1, name);
  return std::make_unique<RowTransformHandle<Select>>(Select(list, true));
}

/// Numbers scaled, and two groups of columns encoded: both add columns as they learn.
std::unique_ptr<AnyTransform> mixed_union() {
  const auto encoder = [] {
    return std::make_unique<RowTransformHandle<OneHotEncoder>>(OneHotEncoder(4));
  };
  TransformParts parts;
  parts.push_back(chain(chosen("d"), encoder()));
  parts.push_back(chain(
      chosen("ab"), std::make_unique<ColumnTransformHandle<StandardScaler>>(StandardScaler(true))));
  parts.push_back(chain(chosen("bc"), encoder()));
  auto all = std::make_unique<TransformUnion>(std::move(parts));
  all->meet(width, name_of);
  return all;
}

void a_block_is_its_rows(Claims& claims) {
  const auto whole = mixed_union();
  const auto single = mixed_union();
  RowBuffer out;
  {
    const Mixed stream;
    whole->step(stream.rows(0, count), stream.rows(0, count), nullptr, nullptr, out, {});
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Mixed stream;  // its texts go with it
    single->step(stream.rows(i, i + 1), stream.rows(i, i + 1), nullptr, nullptr, out, {});
  }
  claims.expect(same_bits(whole->state(), single->state()), "a block of mixed rows is its rows");
  claims.expect(whole->outputs() > width, "encoders have added columns");
  for (std::size_t i = 0; i < whole->outputs(); ++i) {
    claims.expect(whole->output(i).name == single->output(i).name, "columns have the same names");
  }
}

void a_restored_union_goes_on_alike(Claims& claims) {
  const Mixed stream;
  const auto first = mixed_union();
  first->learn(stream.rows(0, 20), nullptr);
  auto second = mixed_union();
  second->restore(first->state());
  second->meet(width, name_of);
  first->learn(stream.rows(20, count), nullptr);
  second->learn(stream.rows(20, count), nullptr);
  claims.expect(same_bits(first->state(), second->state()), "a restored union goes on alike");
}

void numbers_are_never_text(Claims& claims) {
  for (const double number : {0.0, -1.0, 1e308, -1e-308})
    claims.expect(!is_text(number), "a number");
  claims.expect(!is_text(std::numeric_limits<double>::quiet_NaN()), "NaN is no text");
  claims.expect(!is_text(std::numeric_limits<double>::infinity()), "infinity is no text");
  claims.expect(is_text(text_cell(0)) && is_text(text_cell(UINT32_MAX)), "a text is one");
  claims.expect(text_of(text_cell(3), nullptr).empty(), "a text without its block is empty");
}

}  // namespace
}  // namespace driftline::testing

int main() {
  using namespace driftline::testing;
  Claims claims;
  a_block_is_its_rows(claims);
  a_restored_union_goes_on_alike(claims);
  numbers_are_never_text(claims);
  return claims.exit_code();
}

// Rows of two classes under a rule that changes at marks: what the generators of the papers share.
//
// A rule knows its concepts; this class knows when each is in force, balances the classes and flips
// labels. Balanced rows are drawn until they have the class that a fair coin has named. A class
// that the inputs cannot meet (a box wholly on one side) is given up after 1000 draws.
// Noise flips the label after that, independently of everything else.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/marks.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

/// Parameters common to the generators of the papers.
struct ConceptOptions {
  std::uint64_t seed = 0;
  std::vector<std::int64_t> drifts{};
  std::int64_t width = 0;
  double noise = 0.0;
  bool balanced = false;
};

/// `slots` numbers make a row: first its columns, then what only the label needs. `enter` brings
/// the state to a row, `draw` fills the slots with one lane for each, `label` judges them.
template <class R>
concept Rule = requires(const R& rule, typename R::State& state, std::size_t number,
                        std::uint64_t row, const Lane* lanes, double* x, Truth& truth) {
  { rule.columns() } -> std::same_as<std::vector<Column>>;
  { rule.width() } -> std::convertible_to<std::size_t>;  // columns
  { rule.slots() } -> std::convertible_to<std::size_t>;
  { rule.start() } -> std::same_as<typename R::State>;
  rule.enter(state, number, row);
  rule.draw(std::as_const(state), lanes, row, x);
  { rule.label(std::as_const(state), x) } -> std::same_as<bool>;
  rule.describe(std::as_const(state), truth);
};

/// Where no coin decides, such a rule makes many rows column by column: loops without a branch, of
/// which the compiler makes vector instructions.
template <class R>
concept BlockRule = Rule<R> && requires(const R& rule, const typename R::State& state,
                                        const Lane* lanes, std::uint64_t row, std::size_t rows,
                                        double* x, std::size_t stride, std::int64_t* labels) {
  rule.write_block(state, lanes, row, rows, x, stride, labels);
};

template <Rule R>
class ConceptStream {
 public:
  struct Walk {
    std::size_t passed = 0;
    std::size_t number = 0;
    typename R::State state;
    std::vector<double> x;
    std::vector<Lane> lanes;  // of a second or later attempt
  };

  /// The rule sees to gradual change itself where `turns_itself`: its marks then have no width.
  ConceptStream(const ConceptOptions& options, R rule, bool turns_itself = false)
      : rule_(std::move(rule)),
        marks_(options.drifts, turns_itself ? 0 : options.width,
               draws_for(Purpose::turn, options.seed).lane(0)),
        noise_(checked_share("noise", options.noise)),
        is_balanced_(options.balanced),
        features_(draws_for(Purpose::features, options.seed)),
        wanted_(draws_for(Purpose::balance, options.seed).lane(0)),
        flip_(draws_for(Purpose::noise, options.seed).lane(0)) {
    for (std::size_t i = 0; i < rule_.slots(); ++i) lanes_.push_back(features_.lane(i));
  }

  [[nodiscard]] std::vector<Column> columns() const { return rule_.columns(); }
  [[nodiscard]] std::size_t classes() const { return 2; }
  [[nodiscard]] Walk start() const {
    return {.state = rule_.start(),
            .x = std::vector<double>(rule_.slots()),
            .lanes = std::vector<Lane>(rule_.slots())};
  }

  void write(Walk& walk, std::uint64_t row, std::size_t i, const Cells& cells) const {
    enter(walk, row);
    bool label = attempt(walk, lanes_.data(), row);
    if (is_balanced_) label = balance(walk, label, row);
    if (noise_ > 0.0 && flip_.is_true(noise_, row)) label = !label;
    cells.labels[i] = label ? 1 : 0;
    if constexpr (requires { rule_.write(walk.x.data(), i, cells); }) {
      rule_.write(walk.x.data(), i, cells);
    } else {
      for (std::size_t c = 0; c < rule_.width(); ++c) cells.number(c, i, walk.x[c]);
    }
  }

  void fill(Walk& walk, std::uint64_t row, std::size_t rows, const Cells& cells) const
    requires BlockRule<R>
  {
    for (std::size_t i = 0; i < rows;) {
      enter(walk, row + i);
      const std::uint64_t alike = is_balanced_ ? 0 : marks_.rows_alike(row + i, walk.passed);
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(alike, rows - i));
      if (count == 0) {
        write(walk, row + i, i, cells);
        ++i;
        continue;
      }
      rule_.write_block(std::as_const(walk.state), lanes_.data(), row + i, count, cells.numbers + i,
                        cells.stride, cells.labels + i);
      flip(row + i, count, cells.labels + i);
      i += count;
    }
  }

  void step(Walk& walk, std::uint64_t row) const
    requires requires(const R& rule, typename R::State& state) { rule.leave(state, row); }
  {
    enter(walk, row);
    rule_.leave(walk.state, row);
  }

  void describe(Walk& walk, std::uint64_t row, Truth& truth) const {
    enter(walk, row);
    truth.emplace_back("concept", static_cast<std::int64_t>(walk.number));
    rule_.describe(walk.state, truth);
  }

  double label_of(Walk& walk, std::uint64_t row, const double* x) const
    requires(!requires { R::label_is_drawn; })
  {
    enter(walk, row);
    if constexpr (requires { rule_.read(x, walk.x.data()); }) {
      rule_.read(x, walk.x.data());
      return rule_.label(walk.state, walk.x.data()) ? 1.0 : 0.0;
    } else {
      return rule_.label(walk.state, x) ? 1.0 : 0.0;
    }
  }

 private:
  static constexpr std::uint64_t attempts = 1000;

  void enter(Walk& walk, std::uint64_t row) const {
    walk.number = marks_.concept_at(row, walk.passed);
    rule_.enter(walk.state, walk.number, row);
  }
  bool attempt(Walk& walk, const Lane* lanes, std::uint64_t row) const {
    rule_.draw(std::as_const(walk.state), lanes, row, walk.x.data());
    return rule_.label(std::as_const(walk.state), walk.x.data());
  }
  bool balance(Walk& walk, bool label, std::uint64_t row) const {
    const bool wanted = wanted_.is_true(0.5, row);
    for (std::uint64_t n = 1; label != wanted && n < attempts; ++n) {
      for (std::size_t c = 0; c < walk.lanes.size(); ++c) {
        walk.lanes[c] = features_.lane(n * walk.lanes.size() + c);
      }
      label = attempt(walk, walk.lanes.data(), row);
    }
    return label;
  }

  void flip(std::uint64_t row, std::size_t rows, std::int64_t* labels) const {
    if (noise_ == 0.0) return;
    for (std::size_t i = 0; i < rows; ++i) labels[i] ^= flip_.is_true(noise_, row + i) ? 1 : 0;
  }

  R rule_;
  Marks marks_;
  double noise_;
  bool is_balanced_;
  Draws features_;
  std::vector<Lane> lanes_;  // of the first attempt
  Lane wanted_, flip_;
};

}  // namespace driftline

// What a generator offers: columns, rows on demand, and the truth behind each row.
//
// A generator is a constant: parameters, and tables made of them. What moves from row to row (the
// weights of a rotating hyperplane, centroids on their way) is its Walk, which belongs to a pass.
// All random numbers are functions of seed and row (random/draws.hpp), so a generator without
// anything that moves can begin at any row, and one with it gives the same rows whatever the
// size of the batches.
//
// Rows are written column by column: each column of a batch is one piece of memory, as Arrow has
// it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace driftline {

/// A feature: a number, or one of several categories.
struct Column {
  std::string name;
  std::vector<std::string> categories{};  // none: a number
};

/// Memory for a batch. Numbers and codes of categories lie apart; column c of either begins at
/// c * stride. Only one of `labels` and `targets` is used, by what the generator is for.
struct Cells {
  double* numbers;
  std::int32_t* codes;
  std::int64_t* labels;
  double* targets;
  std::size_t stride;

  void number(std::size_t column, std::size_t i, double value) const {
    numbers[column * stride + i] = value;
  }
  void code(std::size_t column, std::size_t i, std::uint64_t value) const {
    codes[column * stride + i] = static_cast<std::int32_t>(value);
  }
};

template <class Number>
struct Grid {
  std::size_t width;
  std::vector<Number> values;  // row by row
};
using Matrix = Grid<double>;

/// The parameters in force at a row, by name.
using TruthValue = std::variant<bool, std::int64_t, double, std::vector<std::int64_t>,
                                std::vector<double>, Matrix, Grid<std::int64_t>>;
using Truth = std::vector<std::pair<std::string, TruthValue>>;

/// `write` makes row `row` and puts it at place i of the cells; `describe` tells its parameters.
template <class G>
concept Generator = requires(const G& generator, typename G::Walk& walk, std::uint64_t row,
                             std::size_t i, const Cells& cells, Truth& truth) {
  { generator.columns() } -> std::same_as<std::vector<Column>>;
  { generator.classes() } -> std::same_as<std::size_t>;  // 0: the target is a number
  { generator.start() } -> std::same_as<typename G::Walk>;
  generator.write(walk, row, i, cells);
  generator.describe(walk, row, truth);
};

/// Something moves between rows: `step` takes the walk from `row` to the next.
template <class G>
concept Moving = requires(const G& generator, typename G::Walk& walk, std::uint64_t row) {
  generator.step(walk, row);
};

/// The label, but for noise, is a function of the features.
template <class G>
concept Ruled =
    requires(const G& generator, typename G::Walk& walk, std::uint64_t row, const double* x) {
      { generator.label_of(walk, row, x) } -> std::same_as<double>;
    };

/// Rows can be made many at a time, faster and to the same bits.
template <class G>
concept Filling =
    requires(const G& generator, typename G::Walk& walk, std::uint64_t row, std::size_t rows,
             const Cells& cells) { generator.fill(walk, row, rows, cells); };

/// One way through a generator's rows, its type forgotten.
class AnyPass {
 public:
  AnyPass() = default;
  AnyPass(const AnyPass&) = delete;
  AnyPass& operator=(const AnyPass&) = delete;
  AnyPass(AnyPass&&) = delete;
  AnyPass& operator=(AnyPass&&) = delete;
  virtual ~AnyPass() = default;

  /// Writes the next rows.
  virtual void fill(std::size_t rows, const Cells& cells) = 0;
  /// Leaves out rows: at once where nothing moves, else a step for each.
  virtual void skip(std::uint64_t rows) = 0;
  /// The row that comes next.
  [[nodiscard]] virtual std::uint64_t row() const = 0;
  /// What is in force there.
  virtual Truth truth() = 0;
  /// Label, without noise, of features as they stand in the columns (codes for categories) at the
  /// row that comes next; none if the label is no function of them.
  virtual std::optional<double> label_of(const double* x) = 0;
};

/// A generator, its type forgotten.
class AnyGenerator {
 public:
  AnyGenerator() = default;
  AnyGenerator(const AnyGenerator&) = delete;
  AnyGenerator& operator=(const AnyGenerator&) = delete;
  AnyGenerator(AnyGenerator&&) = delete;
  AnyGenerator& operator=(AnyGenerator&&) = delete;
  virtual ~AnyGenerator() = default;

  [[nodiscard]] virtual std::vector<Column> columns() const = 0;
  /// How many labels there are; 0 if the target is a number.
  [[nodiscard]] virtual std::size_t classes() const = 0;
  /// A pass from row 0 on; it may outlive the generator.
  [[nodiscard]] virtual std::unique_ptr<AnyPass> start() const = 0;
};

namespace detail {

template <Generator G>
class Pass final : public AnyPass {
 public:
  explicit Pass(std::shared_ptr<const G> generator)
      : generator_(std::move(generator)), walk_(generator_->start()) {}

  void fill(std::size_t rows, const Cells& cells) override {
    const G& generator = *generator_;
    if constexpr (Filling<G>) {
      generator.fill(walk_, row_, rows, cells);
      row_ += rows;
    } else {
      for (std::size_t i = 0; i < rows; ++i, ++row_) {
        generator.write(walk_, row_, i, cells);
        if constexpr (Moving<G>) generator.step(walk_, row_);
      }
    }
  }
  void skip(std::uint64_t rows) override {
    if constexpr (Moving<G>) {
      for (const std::uint64_t end = row_ + rows; row_ < end; ++row_) {
        generator_->step(walk_, row_);
      }
    } else {
      row_ += rows;
    }
  }
  [[nodiscard]] std::uint64_t row() const override { return row_; }
  Truth truth() override {
    Truth truth;
    generator_->describe(walk_, row_, truth);
    return truth;
  }
  std::optional<double> label_of(const double* x) override {
    if constexpr (Ruled<G>) return generator_->label_of(walk_, row_, x);
    return std::nullopt;
  }

 private:
  std::shared_ptr<const G> generator_;
  typename G::Walk walk_;
  std::uint64_t row_ = 0;
};

template <Generator G>
class GeneratorHandle final : public AnyGenerator {
 public:
  explicit GeneratorHandle(G generator)
      : generator_(std::make_shared<const G>(std::move(generator))) {}
  [[nodiscard]] std::vector<Column> columns() const override { return generator_->columns(); }
  [[nodiscard]] std::size_t classes() const override { return generator_->classes(); }
  [[nodiscard]] std::unique_ptr<AnyPass> start() const override {
    return std::make_unique<Pass<G>>(generator_);
  }

 private:
  std::shared_ptr<const G> generator_;
};

}  // namespace detail

template <Generator G>
std::shared_ptr<const AnyGenerator> forget_type(G generator) {
  return std::make_shared<const detail::GeneratorHandle<G>>(std::move(generator));
}

/// "x1"
inline std::string numbered(std::string_view name, std::size_t number) {
  std::string out(name);
  return out.append(std::to_string(number));
}

/// Columns of numbers: x1, x2, ...
inline std::vector<Column> numbered_columns(std::size_t count) {
  std::vector<Column> columns;
  columns.reserve(count);
  for (std::size_t i = 1; i <= count; ++i) columns.push_back({.name = numbered("x", i)});
  return columns;
}

}  // namespace driftline

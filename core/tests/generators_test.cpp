// Rows of a generator depend on nothing but its parameters: not on the size of batches, on
// skipping, or on other passes. Given a number of rows, prints a checksum of every generator
// instead; the table of them is compared across compilers by tests/sources/test_checksums.py.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/sources/generator.hpp"
#include "every_generator.hpp"
#include "expect.hpp"

namespace {

using namespace driftline;
using namespace driftline::testing;

/// Memory for a batch, and the checksum of what is written into it.
class Table {
 public:
  Table(const AnyGenerator& generator, std::size_t rows)
      : columns_(generator.columns()),
        is_labelled_(generator.classes() > 0),
        stride_(rows),
        numbers_(columns_.size() * rows),
        codes_(columns_.size() * rows),
        labels_(rows),
        targets_(rows) {}

  [[nodiscard]] Cells cells() {
    return {.numbers = numbers_.data(),
            .codes = codes_.data(),
            .labels = labels_.data(),
            .targets = targets_.data(),
            .stride = stride_};
  }

  /// A sum over cells, each mixed with its place in the stream: batches add up.
  [[nodiscard]] std::uint64_t checksum(std::uint64_t first, std::size_t rows) const {
    std::uint64_t sum = 0;
    const std::size_t width = columns_.size() + 1;
    for (std::size_t i = 0; i < rows; ++i) {
      std::uint64_t place = (first + i) * width;
      const auto add = [&](std::uint64_t bits) {
        sum += mix(bits + ++place * 0x9e3779b97f4a7c15U);
      };
      std::size_t number = 0;
      std::size_t code = 0;
      for (const Column& column : columns_) {
        add(column.categories.empty()
                ? std::bit_cast<std::uint64_t>(numbers_[number++ * stride_ + i])
                : static_cast<std::uint64_t>(codes_[code++ * stride_ + i]));
      }
      add(is_labelled_ ? static_cast<std::uint64_t>(labels_[i])
                       : std::bit_cast<std::uint64_t>(targets_[i]));
    }
    return sum;
  }

 private:
  std::vector<Column> columns_;
  bool is_labelled_;
  std::size_t stride_;
  std::vector<double> numbers_;
  std::vector<std::int32_t> codes_;
  std::vector<std::int64_t> labels_;
  std::vector<double> targets_;
};

/// Of the rows from `first` on, written in batches.
std::uint64_t checksum(const AnyGenerator& generator, std::uint64_t first, std::uint64_t rows,
                       std::size_t batch) {
  const auto pass = generator.start();
  pass->skip(first);
  Table table(generator, batch);
  std::uint64_t sum = 0;
  for (std::uint64_t row = first; row < first + rows; row += batch) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(batch, first + rows - row));
    pass->fill(count, table.cells());
    sum += table.checksum(row, count);
  }
  return sum;
}

void rows_depend_on_parameters_alone(Claims& claims) {
  constexpr std::uint64_t rows = 3000;
  for (const auto& [name, generator] : every_generator(rows)) {
    const std::uint64_t whole = checksum(*generator, 0, rows, rows);
    for (const std::size_t batch : {1U, 7U, 1000U}) {
      claims.expect(checksum(*generator, 0, rows, batch) == whole, name,
                    "batches of " + std::to_string(batch) + " hold the same rows");
    }
    const std::uint64_t head = checksum(*generator, 0, 1234, 100);
    const std::uint64_t tail = checksum(*generator, 1234, rows - 1234, 100);
    claims.expect(head + tail == whole, name, "rows behind a skip are those of a whole pass");
  }
}

void asking_for_the_truth_changes_nothing(Claims& claims) {
  for (const auto& [name, generator] : every_generator(300)) {
    const std::uint64_t whole = checksum(*generator, 0, 300, 1);
    const auto pass = generator->start();
    Table table(*generator, 1);
    std::uint64_t sum = 0;
    const std::vector<double> x(generator->columns().size(), 0.0);
    for (std::uint64_t row = 0; row < 300; ++row) {
      static_cast<void>(pass->truth());
      static_cast<void>(pass->label_of(x.data()));
      pass->fill(1, table.cells());
      sum += table.checksum(row, 1);
    }
    claims.expect(sum == whole, name, "truth and label_of leave the rows as they are");
  }
}

void print_checksums(std::uint64_t rows) {
  std::cout << "{\n";
  const char* separator = "";
  for (const auto& [name, generator] : every_generator(static_cast<std::int64_t>(rows))) {
    std::cout << separator << " \"" << name << "\": \"" << std::hex
              << checksum(*generator, 0, rows, 4096) << std::dec << '"';
    separator = ",\n";
  }
  std::cout << "\n}\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2) {
    print_checksums(std::strtoull(argv[1], nullptr, 10));
    return 0;
  }
  Claims claims;
  rows_depend_on_parameters_alone(claims);
  asking_for_the_truth_changes_nothing(claims);
  return claims.exit_code();
}

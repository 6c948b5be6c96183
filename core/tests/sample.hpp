// A made-up stream, held dense and sparse at once, to be cut into blocks in any way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "driftline/stream/any_model.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline::testing {

/// What stands in the gaps: 0, left out of a CSR row; or nothing, left out of a dict.
enum class Gap : std::uint8_t { zero, missing };

struct Shape {
  std::size_t count = 60;
  std::size_t width = 7;
  Code labels = 3;
  Gap gap = Gap::zero;
  std::uint64_t seed = 1;
};

/// Values are not negative, so that all learners take them. The last label and the last third
/// of the columns first appear in the middle. A few rows have no target, and a few weight 0.
class Sample {
 public:
  Sample(const Shape& shape, const Reading& reading) : shape_(shape) {
    const double gap = shape.gap == Gap::missing && reading.keeps_missing
                           ? std::numeric_limits<double>::quiet_NaN()
                           : 0.0;
    std::mt19937_64 random(shape.seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    starts_.push_back(0);
    for (std::size_t i = 0; i < shape.count; ++i) {
      for (std::size_t j = 0; j < shape.width; ++j) {
        const bool is_gap = j >= width_at(i) || below(10) < 3;
        const double value = static_cast<double>(1 + below(997)) / 256.0;
        dense_.push_back(is_gap ? gap : value);
        if (is_gap) continue;
        columns_.push_back(static_cast<std::uint32_t>(j));
        values_.push_back(value);
      }
      starts_.push_back(values_.size());
      const auto labels = static_cast<std::uint64_t>(shape.labels - (is_late(i) ? 0 : 1));
      labels_.push_back(below(20) == 0 ? no_label : static_cast<Code>(below(labels)));
      const double number = static_cast<double>(below(1000)) / 100.0 - 5.0;
      targets_.push_back(below(20) == 0 ? std::numeric_limits<double>::quiet_NaN() : number);
      weights_.push_back(below(20) == 0 ? 0.0 : static_cast<double>(1 + below(8)) / 4.0);
    }
  }

  [[nodiscard]] std::size_t count() const { return shape_.count; }
  /// Whether what sparse rows do not store is 0.
  [[nodiscard]] bool is_complete() const { return shape_.gap == Gap::zero; }
  /// The columns row i may hold.
  [[nodiscard]] std::size_t width_at(std::size_t i) const {
    return is_late(i) ? shape_.width : shape_.width - shape_.width / 3;
  }

  [[nodiscard]] Rows dense(std::size_t first, std::size_t last) const {
    return dense(first, last, shape_.width);
  }
  /// Without the columns from `width` on.
  [[nodiscard]] Rows dense(std::size_t first, std::size_t last, std::size_t width) const {
    return DenseRows{.values = dense_.data() + first * shape_.width,
                     .count = last - first,
                     .width = width,
                     .stride = shape_.width};
  }
  [[nodiscard]] Rows sparse(std::size_t first, std::size_t last) const {
    return SparseRows{.starts = starts_.data() + first,
                      .columns = columns_.data(),
                      .values = values_.data(),
                      .count = last - first,
                      .width = shape_.width,
                      .is_complete = is_complete()};
  }

  [[nodiscard]] const double* weights(std::size_t first) const { return weights_.data() + first; }
  /// Labels for Code, numbers for double.
  template <class Target>
  [[nodiscard]] const Target* targets(std::size_t first) const {
    if constexpr (std::is_same_v<Target, Code>) {
      return labels_.data() + first;
    } else {
      return targets_.data() + first;
    }
  }

 private:
  [[nodiscard]] bool is_late(std::size_t i) const { return i >= shape_.count / 2; }

  Shape shape_;
  std::vector<double> dense_;
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> columns_;
  std::vector<double> values_;
  std::vector<Code> labels_;
  std::vector<double> targets_;
  std::vector<double> weights_;
};

}  // namespace driftline::testing

// The nearest rows of a window, exactly: every row is measured, eight at a time.
//
// The scan goes from the newest row to the oldest and keeps the nearest in a short sorted list. A
// row enters if it is nearer than the farthest of the list, so among rows of equal distance
// the newer ones are kept: after a drift they are the better witnesses. A block of eight rows is
// given up as soon as all of them are at least that far by the columns seen so far. That is exact:
// a rounded sum never falls when something that is not negative is added.
//
// Columns are summed as in `kernels.hpp`, in four lanes: a row kept before a column was known, and
// one kept after it, are measured by the same additions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "driftline/learners/knn_metric.hpp"
#include "driftline/learners/knn_window.hpp"
#include "driftline/numeric/cpu.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

struct Neighbor {
  double distance;  ///< infinite if the rows have no column in common
  std::size_t slot;
};

/// The inverse of the distance. Beside a row at distance 0, or so near that sums of inverses might
/// overflow, the others count nothing; where every distance is infinite all count alike.
inline double closeness(const Neighbor& neighbor, const Neighbor& nearest) {
  constexpr double tiny = 0x1p-600;  // a power of 2: weights keep their proportions to the bit
  if (nearest.distance < tiny) return neighbor.distance < tiny ? 1.0 / tiny : 0.0;
  return std::isinf(nearest.distance) ? 1.0 : 1.0 / neighbor.distance;
}

class KNNSearch {
 public:
  KNNSearch(std::int64_t n_neighbors, KNNMetric metric)
      : n_neighbors_(at_least_one("n_neighbors", n_neighbors)), metric_(metric) {}

  /// The nearest first, of equals the newest; fewer than `n_neighbors` while the window has fewer.
  /// They hold until the next call.
  [[nodiscard]] std::span<const Neighbor> nearest(const KNNWindow& window, const DenseRow& row) {
    const std::size_t wanted = std::min(window.size(), static_cast<std::size_t>(n_neighbors_));
    if (found_.size() < wanted) found_.resize(wanted);
    if (wanted == 0) return {};
    pad(window, row);
    with_metric(metric_, [&](auto metric) { scan<decltype(metric)>(window, wanted); });
    return {found_.data(), wanted};
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("n_neighbors", self.n_neighbors_);
    visit.parameter("metric", self.metric_);
  }

 private:
  static constexpr std::size_t block_rows = KNNWindow::block_rows;
  static constexpr std::size_t columns_between_looks = 16;
  static constexpr std::size_t half_rows = 4;
  static constexpr std::size_t halves = block_rows / half_rows;
  // Written as vectors, because compilers make little of loops over the rows of a block. The lanes
  // of eight rows just fit into the registers of a CPU with AVX2.
  using Four [[gnu::vector_size(half_rows * sizeof(double))]] = double;
  using Block = std::array<Four, halves>;
  using Lanes = std::array<std::array<Four, lane_count>, halves>;

  /// The list under way: `worst` is its last distance, and NaN, which nothing reaches, until it
  /// is full.
  struct List {
    Neighbor* neighbors;
    std::size_t wanted;
    std::size_t count = 0;
    double worst = std::numeric_limits<double>::quiet_NaN();

    [[nodiscard]] bool takes(double distance) const { return !(distance >= worst); }
    void insert(double distance, std::size_t slot) {
      std::size_t k = count < wanted ? count++ : wanted - 1;
      for (; k > 0 && distance < neighbors[k - 1].distance; --k) neighbors[k] = neighbors[k - 1];
      neighbors[k] = {.distance = distance, .slot = slot};
      if (count == wanted) worst = neighbors[wanted - 1].distance;
    }
  };

  /// The row as wide as the window: missing where it ends before, zeros against the padding.
  void pad(const KNNWindow& window, const DenseRow& row) {
    const std::size_t width = window.width();
    x_.resize(window.padded_width());
    const std::size_t common = std::min(row.width, width);
    std::copy_n(row.values, common, x_.data());
    std::fill(x_.data() + common, x_.data() + width, std::numeric_limits<double>::quiet_NaN());
    std::fill(x_.data() + width, x_.data() + x_.size(), 0.0);
    has_gaps_ = has_missing({.values = x_.data(), .width = width});
  }

  /// Asks for the CPU itself: what calls it may not be worth that, as one row of few columns.
  template <class Metric>
  [[gnu::noinline]] void scan(const KNNWindow& window, std::size_t wanted) {
    on_this_cpu([this, &window, wanted] {
      List list{.neighbors = found_.data(), .wanted = wanted};
      scan_down<Metric>(window, 0, window.oldest(), list);
      scan_down<Metric>(window, window.oldest(), window.size(), list);
      for (std::size_t k = 0; k < wanted; ++k) {
        found_[k].distance = Metric::finish(found_[k].distance);
      }
    });
  }
  /// From the last place before `end` down to `begin`.
  template <class Metric>
  [[gnu::always_inline]] void scan_down(const KNNWindow& window, std::size_t begin, std::size_t end,
                                        List& list) const {
    while (end > begin) {
      const std::size_t number = (end - 1) / block_rows;
      const std::size_t first = std::max(begin, number * block_rows);
      Block distances;
      const bool is_near = has_gaps_ || window.has_gaps(number)
                               ? measure_present<Metric>(window, number, list.worst, distances)
                               : measure<Metric>(window, number, list.worst, distances);
      if (is_near) {
        for (std::size_t slot = end; slot-- > first;) {
          const std::size_t r = slot % block_rows;
          const double distance = distances[r / half_rows][r % half_rows];
          if (list.takes(distance)) list.insert(distance, slot);
        }
      }
      end = first;
    }
  }
  /// Whether none of a block is nearer than `worst`. False while the list is not full.
  [[gnu::always_inline]] static bool are_far(const Block& distances, double worst) {
    const auto far = (distances[0] >= worst) & (distances[1] >= worst);
    return (far[0] & far[1] & far[2] & far[3]) != 0;
  }

  /// As `join_lanes`: (0 + 2) + (1 + 3).
  template <class Metric>
  [[gnu::always_inline]] static void join(const Lanes& lanes, Block& out) {
#pragma GCC unroll 2
    for (std::size_t h = 0; h < halves; ++h) {
      Four odd = lanes[h][1];
      out[h] = lanes[h][0];
      Metric::join(out[h], lanes[h][2]);
      Metric::join(odd, lanes[h][3]);
      Metric::join(out[h], odd);
    }
  }

  /// A row and a block that miss nothing. False if no row of the block is nearer than `worst`.
  template <class Metric>
  [[gnu::always_inline]] bool measure(const KNNWindow& window, std::size_t number, double worst,
                                      Block& out) const {
    const double* column = window.block(number);
    const double* x = x_.data();
    const std::size_t width = x_.size();
    Lanes lanes{};
    for (std::size_t begin = 0; begin < width; begin += columns_between_looks) {
      const std::size_t end = std::min(width, begin + columns_between_looks);
      for (std::size_t i = begin; i < end; i += lane_count) {
#pragma GCC unroll 4
        for (std::size_t j = 0; j < lane_count; ++j) {
#pragma GCC unroll 2
          for (std::size_t h = 0; h < halves; ++h, column += half_rows) {
            Four values;
            std::memcpy(&values, column, sizeof values);
            Metric::take(lanes[h][j], x[i + j] - values);
          }
        }
      }
      join<Metric>(lanes, out);
      if (are_far(out, worst)) return false;
    }
    return true;
  }

  /// The same with missing values. Where nothing is missing it gives the same bits.
  template <class Metric>
  [[gnu::always_inline]] bool measure_present(const KNNWindow& window, std::size_t number,
                                              double worst, Block& out) const {
    const double* column = window.block(number);
    const double* x = x_.data();
    const std::size_t width = x_.size();
    Lanes lanes{};
    Block present{};
    for (std::size_t i = 0; i < width; i += lane_count) {
#pragma GCC unroll 4
      for (std::size_t j = 0; j < lane_count; ++j) {
#pragma GCC unroll 2
        for (std::size_t h = 0; h < halves; ++h, column += half_rows) {
          Four values;
          std::memcpy(&values, column, sizeof values);
          const Four difference = x[i + j] - values;
          const auto is_there = difference == difference;
          Metric::take(lanes[h][j], is_there ? difference : Four{});
          present[h] += is_there ? Four{} + 1.0 : Four{};
        }
      }
    }
    join<Metric>(lanes, out);
    const auto padding = static_cast<double>(width - window.width());
    const auto columns = static_cast<double>(window.columns());
    for (std::size_t h = 0; h < halves; ++h) {
      const Four common = present[h] - padding;
      if (Metric::is_sum) out[h] *= columns / common;
      out[h] = common > 0.0 ? out[h] : Four{} + std::numeric_limits<double>::infinity();
    }
    return !are_far(out, worst);
  }

  std::int64_t n_neighbors_;
  KNNMetric metric_;
  // Scratch of one search.
  std::vector<double> x_;
  bool has_gaps_ = false;  // whether x_ misses a value
  std::vector<Neighbor> found_;
};

}  // namespace driftline

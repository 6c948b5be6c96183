// Sums over the columns of many records, which lie one behind the other in an array.
//
// Several records at a time: one alone is a few additions that wait for each other. The lanes are a
// vector by name, as the compiler would not see several of them in arrays; they are joined as those
// of `kernels.hpp`, so a sum has the same bits as that of one record alone.
#pragma once

#include <cstddef>
#include <cstring>

#include "driftline/stream/kernels.hpp"

namespace driftline {

/// Vectors of `width` numbers, a multiple of the lanes, `apart` numbers from one to the next.
struct RecordVectors {
  const double* first;
  std::size_t count;
  std::size_t width;
  std::size_t apart;

  using Lanes [[gnu::vector_size(lane_count * sizeof(double))]] = double;
  using Half [[gnu::vector_size(sizeof(Lanes) / 2)]] = double;

  /// As join_lanes, two lanes at once.
  [[gnu::always_inline]] static double join(const Lanes& lane) {
    const Half both = Half{lane[0], lane[1]} + Half{lane[2], lane[3]};
    return both[0] + both[1];
  }

  /// out[k] becomes a sum over the columns of vector k; add(k, its values, those of x, sum) adds.
  template <class Add>
  [[gnu::always_inline]] void sum(const double* x, double* out, Add add) const {
    // By reference: to return so long a vector is another matter on every CPU.
    const auto step = [=](std::size_t k, const double* values, const Lanes& others, Lanes& sum) {
      Lanes own;
      std::memcpy(&own, values, sizeof(own));
      add(k, own, others, sum);
    };
    const double* at = first;
    Lanes value;
    std::size_t k = 0;
    for (; k + 4 <= count; k += 4, at += 4 * apart) {
      Lanes a{};
      Lanes b{};
      Lanes c{};
      Lanes d{};
      for (std::size_t i = 0; i < width; i += lane_count) {
        std::memcpy(&value, x + i, sizeof(value));
        step(k, at + i, value, a);
        step(k + 1, at + apart + i, value, b);
        step(k + 2, at + 2 * apart + i, value, c);
        step(k + 3, at + 3 * apart + i, value, d);
      }
      out[k] = join(a);
      out[k + 1] = join(b);
      out[k + 2] = join(c);
      out[k + 3] = join(d);
    }
    for (; k < count; ++k, at += apart) {
      Lanes sum{};
      for (std::size_t i = 0; i < width; i += lane_count) {
        std::memcpy(&value, x + i, sizeof(value));
        step(k, at + i, value, sum);
      }
      out[k] = join(sum);
    }
  }
};

}  // namespace driftline

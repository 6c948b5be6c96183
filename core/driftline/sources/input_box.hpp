// Where inputs lie: in the whole unit cube, or, for virtual drift, in a box of half its sides whose
// place is drawn anew for each concept. The rule stays; only the part of it that is seen moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"

namespace driftline {

class InputBox {
 public:
  /// Lower corner and side, for one concept.
  struct Place {
    std::vector<double> low;
    double side = 1.0;
    std::size_t number = 0;

    /// Input i from a uniform number.
    [[nodiscard]] double at(std::size_t i, double uniform) const { return low[i] + side * uniform; }
  };

  InputBox(std::uint64_t seed, std::size_t dimensions, bool moves)
      : draws_(draws_for(Purpose::inputs, seed)), dimensions_(dimensions), moves_(moves) {}

  [[nodiscard]] Place start() const { return place_of(0); }
  void enter(Place& place, std::size_t number) const {
    if (moves_ && number != place.number) place = place_of(number);
  }
  [[nodiscard]] bool moves() const { return moves_; }

  void describe(const Place& place, Truth& truth) const {
    if (!moves_) return;
    Matrix box{.width = 2, .values = {}};
    for (const double low : place.low) box.values.insert(box.values.end(), {low, low + place.side});
    truth.emplace_back("box", std::move(box));
  }

 private:
  [[nodiscard]] Place place_of(std::size_t number) const {
    Place place{.low = std::vector<double>(dimensions_, 0.0), .number = number};
    if (!moves_) return place;
    place.side = 0.5;
    for (std::size_t i = 0; i < dimensions_; ++i) {
      place.low[i] = 0.5 * draws_.lane(i).uniform(number);
    }
    return place;
  }

  Draws draws_;
  std::size_t dimensions_;
  bool moves_;
};

}  // namespace driftline

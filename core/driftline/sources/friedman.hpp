// Friedman: a curved target of five of ten inputs, and three ways for it to drift.
//
//   y = 10 sin(pi x1 x2) + 20 (x3 - 0.5)^2 + 10 x4 + 5 x5 + N(0, 1), inputs uniform in [0, 1)
//
// local expanding abrupt   at three marks, two regions with targets of their own appear and grow
// global recurring abrupt  between two marks the inputs change roles
// global slow gradual      at two marks they do; for `transition_window` rows behind each, a fair
// coin
//                          picks the old target or the new one
//
// As in River, whose middle target of the second kind takes x6 where the third kind takes x5.
//
// Friedman. Multivariate Adaptive Regression Splines. 1991.
// Ikonomovska, Gama, Dzeroski. Learning Model Trees from Evolving Data Streams. 2011.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/trigonometry.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/marks.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class Friedman {
 public:
  struct Walk {};

  /// Without drift.
  explicit Friedman(std::uint64_t seed)
      : error_(draws_for(Purpose::noise, seed).lane(0)),
        coin_(draws_for(Purpose::turn, seed).lane(0)) {
    const Draws features = draws_for(Purpose::features, seed);
    for (std::size_t c = 0; c < lanes_.size(); ++c) lanes_[c] = features.lane(c);
  }

  /// `drift_type`: "lea", "gra" or "gsg", in the order above. `position`: three marks for the
  /// first, two for the others.
  Friedman(std::uint64_t seed, const std::string& drift_type,
           const std::vector<std::int64_t>& position, std::int64_t transition_window)
      : Friedman(seed) {
    kind_ = drift_type == "lea"   ? Kind::local
            : drift_type == "gra" ? Kind::recurring
            : drift_type == "gsg" ? Kind::gradual
                                  : Kind::none;
    if (kind_ == Kind::none) refuse("drift_type", "'lea', 'gra' or 'gsg'", "'" + drift_type + "'");
    const std::size_t wanted = kind_ == Kind::local ? 3 : 2;
    if (position.size() != wanted) {
      refuse("position", std::to_string(wanted) + " rows for drift_type='" + drift_type + "'",
             std::to_string(position.size()));
    }
    window_ = checked_count("transition_window", transition_window, 0, std::int64_t{1} << 53);
    if (kind_ != Kind::gradual) window_ = 0;
    // The same rules as for other drifts: ascending, from row 1 on, not within each other.
    marks_ = Marks(position, static_cast<std::int64_t>(window_), coin_).rows();
  }

  [[nodiscard]] static std::vector<Column> columns() { return numbered_columns(10); }
  [[nodiscard]] static std::size_t classes() { return 0; }
  [[nodiscard]] static Walk start() { return {}; }

  void write(Walk& walk, std::uint64_t row, std::size_t i, const Cells& cells) const {
    std::array<double, 10> x{};
    for (std::size_t c = 0; c < x.size(); ++c) {
      x[c] = lanes_[c].uniform(row);
      cells.number(c, i, x[c]);
    }
    cells.targets[i] = label_of(walk, row, x.data()) + error_.normal(row);
  }
  void describe(Walk& /*walk*/, std::uint64_t row, Truth& truth) const {
    truth.emplace_back("concept", static_cast<std::int64_t>(number_at(row)));
  }
  double label_of(Walk& /*walk*/, std::uint64_t row, const double* x) const {
    const std::size_t number = number_at(row);
    if (kind_ == Kind::local && number > 0) return local(number, x);
    if (number == 1) return target(x, {3, kind_ == Kind::recurring ? 5U : 4U, 1, 0, 2});
    if (number == 2 && kind_ == Kind::gradual) return target(x, {1, 4, 3, 2, 0});
    return target(x, {0, 1, 2, 3, 4});
  }

 private:
  enum class Kind : std::uint8_t { none, local, recurring, gradual };
  using Roles = std::array<std::size_t, 5>;

  [[nodiscard]] std::size_t number_at(std::uint64_t row) const {
    std::size_t number = 0;
    while (number < marks_.size() && row >= marks_[number]) ++number;
    if (number == 0 || row - marks_[number - 1] >= window_) return number;
    return coin_.is_true(0.5, row) ? number - 1 : number;
  }
  static double target(const double* x, const Roles& role) {
    const double off = x[role[2]] - 0.5;
    return 10.0 * sin(std::numbers::pi * x[role[0]] * x[role[1]]) + 20.0 * (off * off) +
           10.0 * x[role[3]] + 5.0 * x[role[4]];
  }
  /// The regions lose a condition at each mark, so they grow.
  static double local(std::size_t number, const double* x) {
    const bool is_low =
        x[1] < 0.3 && x[2] < 0.3 && (number > 2 || x[3] > 0.7) && (number > 1 || x[4] < 0.3);
    if (is_low) return 10.0 * x[0] * x[1] + 20.0 * (x[2] - 0.5) + 10.0 * x[3] + 5.0 * x[4];
    const bool is_high =
        x[1] > 0.7 && x[2] > 0.7 && (number > 2 || x[3] < 0.3) && (number > 1 || x[4] > 0.7);
    if (is_high) {
      return 10.0 * cos(x[0] * x[1]) + 20.0 * (x[2] - 0.5) + exp(x[3]) + 5.0 * (x[4] * x[4]);
    }
    return target(x, {0, 1, 2, 3, 4});
  }

  Kind kind_ = Kind::none;
  std::vector<std::uint64_t> marks_;
  std::uint64_t window_ = 0;
  Lane error_, coin_;
  std::array<Lane, 10> lanes_;
};
static_assert(Generator<Friedman> && Ruled<Friedman>);

}  // namespace driftline

// The open points of the unlearning test, each a choice with a name.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "driftline/stream/fields.hpp"

namespace driftline {

/// Which past example is looked at.
enum class UnlearningStrategy : std::uint8_t { queue, forwarding, selecting };
template <>
struct Names<UnlearningStrategy> {
  static constexpr std::array<std::string_view, 3> values{"queue", "forwarding", "selecting"};
};

/// What the unlearned model is compared with: the model before the newest update, or after it.
enum class UnlearningOriginal : std::uint8_t { pre, post };
template <>
struct Names<UnlearningOriginal> {
  static constexpr std::array<std::string_view, 2> values{"pre", "post"};
};

/// How the three terms are made comparable.
enum class UnlearningBalance : std::uint8_t { ratio_of_means, mean_of_ratios, off };
template <>
struct Names<UnlearningBalance> {
  static constexpr std::array<std::string_view, 3> values{"ratio_of_means", "mean_of_ratios",
                                                          "off"};
};

/// Which model the averages of the balance look at.
enum class UnlearningAverages : std::uint8_t { before, after };
template <>
struct Names<UnlearningAverages> {
  static constexpr std::array<std::string_view, 2> values{"before", "after"};
};

enum class UnlearningTerms : std::uint8_t { both, norm, none };
template <>
struct Names<UnlearningTerms> {
  static constexpr std::array<std::string_view, 3> values{"both", "norm", "none"};
};

/// What stands for the confidence of a learner that keeps none.
enum class MissingConfidence : std::uint8_t { none, identity };
template <>
struct Names<MissingConfidence> {
  static constexpr std::array<std::string_view, 2> values{"none", "identity"};
};

/// How a covariance takes a step back: by what was recorded, or exactly, in information form.
enum class UnlearningSigma : std::uint8_t { recorded, information };
template <>
struct Names<UnlearningSigma> {
  static constexpr std::array<std::string_view, 2> values{"recorded", "information"};
};

struct UnlearningOptions {
  UnlearningStrategy strategy = UnlearningStrategy::queue;
  double alpha = 0.9;
  std::int64_t window = 100;  ///< rounds; 0: all
  UnlearningOriginal original = UnlearningOriginal::pre;
  UnlearningBalance balance = UnlearningBalance::mean_of_ratios;
  UnlearningAverages averages = UnlearningAverages::before;
  bool strict = true;
  UnlearningTerms terms = UnlearningTerms::norm;
  MissingConfidence confidence_for_pa = MissingConfidence::none;
  UnlearningSigma sigma = UnlearningSigma::recorded;
  std::int64_t max_tests = 1;
  std::int64_t max_records = 10'000;

  /// Throws std::invalid_argument naming the option.
  void check() const {
    if (!std::isfinite(alpha)) throw std::invalid_argument("alpha must be finite");
    if (window < 0) throw std::invalid_argument("window must be at least 1");
    if (window == 0 && strategy == UnlearningStrategy::forwarding) {
      throw std::invalid_argument("strategy 'forwarding' needs a window");
    }
    at_least_one("max_tests", max_tests);
    at_least_one("max_records", max_records);
  }

  [[nodiscard]] Value window_value() const {
    if (window == 0) return std::monostate();
    return window;
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("strategy", self.strategy);
    visit.parameter("alpha", self.alpha);
    visit.parameter("window", self.window_value());
    visit.parameter("original", self.original);
    visit.parameter("balance", self.balance);
    visit.parameter("averages", self.averages);
    visit.parameter("strict", self.strict);
    visit.parameter("terms", self.terms);
    visit.parameter("confidence_for_pa", self.confidence_for_pa);
    visit.parameter("sigma", self.sigma);
    visit.parameter("max_tests", self.max_tests);
    visit.parameter("max_records", self.max_records);
  }
};

}  // namespace driftline

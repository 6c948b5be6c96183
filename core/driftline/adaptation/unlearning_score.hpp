// What a model is worth on the newest example, and what is sought among models without a record.
//
//   obj = max(0, 1 - y w . x)^2 + b x' Sigma x + g ||w||^2
//
// b and g bring the terms to one scale, by running averages.
#pragma once

#include <cstddef>

#include "driftline/adaptation/unlearning_options.hpp"

namespace driftline {

/// A hinge or a length below this is one that would be 0 but for rounding: PA steps to margin 1,
/// and weights of which all records are gone are 0. 1e-32 must not be compared with 0, nor divide.
inline constexpr double rounding = 1e-12;

/// One factor of the balance, as a running average. A term without a scale of its own is left out.
class RunningRatio {
 public:
  void add(double loss, double scale, UnlearningBalance balance) {
    if (balance == UnlearningBalance::ratio_of_means) {
      top_ += loss;
      bottom_ += scale;
    } else if (scale > rounding * rounding) {
      if (loss > 0.0) top_ += loss / scale;
      bottom_ += 1.0;
    }
  }
  [[nodiscard]] double value() const { return bottom_ > 0.0 ? top_ / bottom_ : 0.0; }
  static void fields(auto& self, auto&& visit) {
    visit("top", self.top_);
    visit("bottom", self.bottom_);
  }

 private:
  double top_ = 0.0;
  double bottom_ = 0.0;
};

/// The loss: 0 from margin 1 on.
inline double squared_hinge(double margin) {
  const double hinge = 1.0 - margin;
  return hinge > rounding ? hinge * hinge : 0.0;
}

/// What the newest example says of a model: y w . x, x' Sigma x and ||w||^2.
struct UnlearningView {
  double margin = 0.0;
  double spread = 0.0;
  double norm = 0.0;
  bool is_spread_old = false;  ///< that of the model before the newest step
  [[nodiscard]] double loss() const { return squared_hinge(margin); }
};

/// b and g.
struct UnlearningScales {
  double spread;
  double norm;
  [[nodiscard]] double objective(const UnlearningView& view) const {
    return view.loss() + spread * view.spread + norm * view.norm;
  }
};

/// The best record to forget, as far as one has passed.
struct UnlearningSearch {
  UnlearningScales scales;
  double bound;  ///< to be below
  std::size_t best;
  UnlearningView view{};  ///< of the model without it
};

}  // namespace driftline

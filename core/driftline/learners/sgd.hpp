// Stochastic gradient descent on a linear model: one step down the loss of each row.
//
// A step costs O(nonzeros) whatever is switched on, because nothing is done to a column before
// its turn comes. The weights are w = s u: L2 shrinks the one number s. L1 is the cumulative
// penalty: each column pays what it owes when a row next holds it. The mean of the iterates is
// kept as (v + r u) / n. A dense row takes the same path, so it gives the same bits.
//
// Neither penalty touches the intercept. A row of weight w has w times the gradient.
//
// Bottou. Stochastic Gradient Descent Tricks. 2012. Xu. Towards Optimal One Pass Large Scale
// Learning with Averaged SGD. 2011. Tsuruoka, Tsujii, Ananiadou. SGD training for
// L1-regularized log-linear models with cumulative penalty. 2009.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/linear.hpp"
#include "driftline/learners/losses.hpp"
#include "driftline/learners/narrow_weights.hpp"
#include "driftline/learners/weights_in_place.hpp"
#include "driftline/numeric/cpu.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/stream/row_feed.hpp"

namespace driftline {

enum class Schedule : std::uint8_t { constant, invscaling, optimal, decay };
template <>
struct Names<Schedule> {
  static constexpr std::array<std::string_view, 4> values{"constant", "invscaling", "optimal",
                                                          "decay"};
};

struct GradientOptions {
  Schedule learning_rate = Schedule::constant;
  double eta0 = 0.01;
  double power_t = 0.5;
  double l1 = 0.0;
  double l2 = 0.0;
  bool average = false;
  std::int64_t average_after = 0;
  bool fit_intercept = true;
};

/// The weights and their step, the same for labels and for numbers.
class GradientDescent {
 public:
  explicit GradientDescent(const GradientOptions& options) : options_(options) {
    positive("eta0", options.eta0);
    positive("power_t", options.power_t);
    not_negative("l1", options.l1);
    not_negative("l2", options.l2);
    if (options.average_after < 0) {
      throw std::invalid_argument("average_after must be at least 0");
    }
    if (options.learning_rate == Schedule::optimal) {
      if (options.l2 == 0.0) {
        throw std::invalid_argument("learning_rate='optimal' needs l2 above 0");
      }
      // The first step is the weight norm to expect, as in scikit-learn. It divides by the slope
      // of the loss there if that is above 1; slopes at negative margins never are.
      const double first = std::sqrt(1.0 / std::sqrt(options.l2));
      optimal_start_ = 1.0 / (options.l2 * first);
    }
  }

  [[nodiscard]] double constant() const { return options_.fit_intercept ? 1.0 : 0.0; }
  void widen(std::size_t width) {
    u_.widen(width, 0.0);
    if (options_.average) v_.widen(width, 0.0);
    if (options_.l1 > 0.0) paid_.widen(width, 0.0);
  }
  void negate() {
    driftline::negate(u_);
    driftline::negate(v_);
    driftline::negate(paid_);
  }

  /// w . x of the newest weights.
  [[nodiscard]] double newest(const auto& row) const { return scaled(u_, scale_, row); }

  /// w . x of the weights that predict: the mean of the iterates, once there is one.
  [[nodiscard]] double score(const auto& row) const {
    if (!is_averaged()) return newest(row);
    return scaled_sum(row) / averaged_;
  }

  [[nodiscard]] bool is_averaged() const { return averaged_ > 0.0; }

  /// One step, given the loss's derivative at newest(row).
  void step(const auto& row, const Slope& slope, double weight) {
    rows_ += 1.0;
    const double eta = rate();
    // Peers clip here too: a diverging model stays finite for longer.
    const double size = slope.size * weight > 1e12 ? 1e12 / weight : slope.size;
    const double step_by_size = -eta * weight * slope.sign;
    if (options_.l2 > 0.0) {
      scale_ *= std::max(0.0, 1.0 - eta * options_.l2);
      if (scale_ < smallest_scale()) fold_scale();
    }
    if (size != 0.0) descend(row, step_by_size, size);
    if (options_.l1 > 0.0) {
      owed_ += eta * options_.l1;
      pay(row);
    }
    if (options_.average && rows_ > static_cast<double>(options_.average_after)) {
      averaged_ += 1.0;
      sum_of_scales_ += scale_;
      v_.intercept += u_.intercept;
    }
  }

  /// Whether a step is nothing but w -= eta slope x.
  [[nodiscard]] bool is_plain() const {
    return options_.learning_rate == Schedule::constant && options_.l1 == 0.0 &&
           options_.l2 == 0.0 && !options_.average && scale_ == 1.0;
  }

  /// Test-then-train of a plain descent down the logistic loss, each row of weight 1: the same as
  /// `newest` and `step`. Rows `come_twice` where a transform stands in front: as it made them
  /// before it learned them, and after.
  template <class Weights, bool come_twice>
  [[gnu::always_inline]] void descend_plainly(const RowFeed& feed, const auto& seen,
                                              const auto& learned, const Code* labels, Code* out) {
    const double constant = this->constant();
    const double eta = options_.eta0;
    Weights u(u_);
    std::size_t taught = 0;
    if (come_twice && seen.count > 0) feed(0);
    for (std::size_t i = 0; i < seen.count; ++i) {
      if (come_twice && i + 1 < seen.count) feed(i + 1);
      const auto row = u.read(seen, i);
      const double margin = u.dot(row, constant);
      out[i] = margin >= 0.0 ? 1 : 0;
      if (labels[i] < 0) continue;
      ++taught;
      const double sign = labels[i] == 1 ? 1.0 : -1.0;
      const auto learn = [&](const auto& ready, double newest) [[gnu::always_inline]] {
        const double size = derivative(ClassificationLoss::log_loss, newest, sign).size;
        if (size != 0.0) u.add(ready, constant, eta * sign, size);
      };
      if constexpr (come_twice) {
        const auto ready = u.read(learned, i);
        learn(ready, u.dot(ready, constant));
      } else {
        learn(row, margin);
      }
    }
    rows_ += static_cast<double>(taught);
    u.write(u_);
  }

  [[nodiscard]] Coefficients weights() const {
    Coefficients w = u_;
    for (std::size_t i = 0; i < w.columns.size(); ++i) {
      w.columns[i] = is_averaged() ? (v_.columns[i] + sum_of_scales_ * u_.columns[i]) / averaged_
                                   : scale_ * u_.columns[i];
    }
    if (is_averaged()) w.intercept = v_.intercept / averaged_;
    return w;
  }

  void check() const {
    const std::size_t width = u_.columns.size();
    if ((averaged_ > 0.0 && !options_.average) ||
        v_.columns.size() != (options_.average ? width : 0) ||
        paid_.columns.size() != (options_.l1 > 0.0 ? width : 0)) {
      throw std::invalid_argument("the penalties or means do not fit the weights");
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("learning_rate", self.options_.learning_rate);
    visit.parameter("eta0", self.options_.eta0);
    visit.parameter("power_t", self.options_.power_t);
    visit.parameter("l1", self.options_.l1);
    visit.parameter("l2", self.options_.l2);
    visit.parameter("average", self.options_.average);
    visit.parameter("average_after", self.options_.average_after);
    visit.parameter("fit_intercept", self.options_.fit_intercept);
    visit("rows", self.rows_);
    visit("u", self.u_);
    visit("scale", self.scale_);
    visit("v", self.v_);
    visit("sum_of_scales", self.sum_of_scales_);
    visit("averaged", self.averaged_);
    visit("paid", self.paid_);
    visit("owed", self.owed_);
  }

 private:
  /// The columns scaled, the intercept as it is.
  [[gnu::always_inline]] static double scaled(const Coefficients& c, double scale,
                                              const auto& row) {
    const double* u = c.columns.data();
    double sum =
        sum_columns(row, c.columns.size(), [=](std::size_t i, double x) { return u[i] * x; });
    // Each row waits for the one before, so what is often 1 is not worth the wait.
    if (scale != 1.0) sum *= scale;
    return sum + c.intercept * row.constant;
  }

  [[nodiscard]] double scaled_sum(const auto& row) const {
    const double* u = u_.columns.data();
    const double* v = v_.columns.data();
    const double r = sum_of_scales_;
    return sum_columns(row, u_.columns.size(),
                       [=](std::size_t i, double x) { return (v[i] + r * u[i]) * x; }) +
           v_.intercept * row.constant;
  }

  [[nodiscard]] double rate() const {
    switch (options_.learning_rate) {
      case Schedule::invscaling:
        return options_.eta0 / power(rows_, options_.power_t);
      case Schedule::optimal:
        return 1.0 / (options_.l2 * (optimal_start_ + rows_ - 1.0));
      case Schedule::decay:
        return options_.eta0 / power(1.0 + options_.l2 * options_.eta0 * rows_, options_.power_t);
      case Schedule::constant:
        break;
    }
    return options_.eta0;
  }

  /// w += size (step x), where step x is ready before the size is. Whatever moves u by delta must
  /// take r delta out of v, so that the sum of the iterates so far, v + r u, stands still.
  void descend(const auto& row, double step, double size) {
    double* u = u_.columns.data();
    const double by = scale_ == 1.0 ? step : step / scale_;
    if (options_.average) {
      double* v = v_.columns.data();
      const double r = sum_of_scales_;
      each_column(row, [=](std::size_t i, double x) {
        const double moved = size * (by * x);
        u[i] += moved;
        v[i] -= r * moved;
      });
    } else {
      each_column(row, [=](std::size_t i, double x) { u[i] += size * (by * x); });
    }
    u_.intercept += size * (step * row.constant);
  }

  /// Every column the row holds pays the penalty it has not yet paid, and stops at 0.
  void pay(const auto& row) {
    double* u = u_.columns.data();
    double* v = options_.average ? v_.columns.data() : nullptr;
    double* paid = paid_.columns.data();
    const double s = scale_;
    const double owed = owed_;
    const double r = sum_of_scales_;
    each_column(row, [=](std::size_t i, double x) {
      if (x == 0.0) return;
      const double before = s * u[i];
      double after = before;
      if (before > 0.0) {
        after = std::max(0.0, before - (owed + paid[i]));
      } else if (before < 0.0) {
        after = std::min(0.0, before + (owed - paid[i]));
      }
      paid[i] += after - before;
      const double moved = (after - before) / s;
      u[i] += moved;
      if (v != nullptr) v[i] -= r * moved;
    });
  }

  /// u grows as s falls. Alone it may go far, a double has range; but v + r u cancels, and
  /// three digits are as many as a mean should lose.
  [[nodiscard]] double smallest_scale() const { return options_.average ? 1e-3 : 1e-100; }

  void fold_scale() {
    for (std::size_t i = 0; i < v_.columns.size(); ++i) {
      v_.columns[i] += sum_of_scales_ * u_.columns[i];
    }
    sum_of_scales_ = 0.0;
    for (double& u : u_.columns) u = u * scale_ + 0.0;  // + 0 turns -0 into 0, as a dense row would
    scale_ = 1.0;
  }

  GradientOptions options_;
  double optimal_start_ = 0.0;
  double rows_ = 0.0;
  Coefficients u_;
  double scale_ = 1.0;
  Coefficients v_;
  double sum_of_scales_ = 0.0;
  double averaged_ = 0.0;  ///< iterates in the mean
  Coefficients paid_;      ///< L1 penalty each column has paid, signed
  double owed_ = 0.0;      ///< L1 penalty due so far
};

class SGDClassifier {
 public:
  SGDClassifier(ClassificationLoss loss, const GradientOptions& options)
      : loss_(loss), descent_(options) {}

  [[nodiscard]] double constant() const { return descent_.constant(); }
  void widen(std::size_t width) { descent_.widen(width); }
  void negate() { descent_.negate(); }
  [[nodiscard]] double margin(const auto& row) const { return descent_.score(row); }
  void learn(const auto& row, double sign, double margin, double weight) {
    const double newest = descent_.is_averaged() ? descent_.newest(row) : margin;
    descent_.step(row, derivative(loss_, newest, sign), weight);
  }
  /// Test-then-train for rows of weight 1 and two labels, where there is a shorter way. Says
  /// whether there was.
  bool learn_plainly(const RowFeed& feed, const Rows& before, const Rows& after, const Code* labels,
                     Code* out) {
    if (loss_ != ClassificationLoss::log_loss || !descent_.is_plain()) return false;
    const bool same = &before == &after;
    if (const auto* sparse = std::get_if<SparseRows>(&after)) {
      if (!same) return false;
      on_this_cpu([=, this, rows = *sparse] {
        descent_.descend_plainly<WeightsInPlace, false>({}, rows, rows, labels, out);
      });
      return true;
    }
    const auto& learned = std::get<DenseRows>(after);
    const auto* seen = std::get_if<DenseRows>(&before);
    if (seen == nullptr || seen->width != learned.width || seen->widths != nullptr ||
        learned.widths != nullptr) {
      return false;
    }
    return [&]<std::size_t... n>(std::index_sequence<n...>) {
      return ((learned.width == n + 1 && learn_narrow<n + 1>(feed, *seen, learned, labels, out)) ||
              ...);
    }(std::make_index_sequence<most_narrow_columns>());
  }
  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    return inspect_weights(descent_.weights(), what);
  }
  void check() const { descent_.check(); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("loss", self.loss_);
    visit.group("descent", self.descent_);
  }

 private:
  template <std::size_t width>
  bool learn_narrow(const RowFeed& feed, const DenseRows& seen, const DenseRows& learned,
                    const Code* labels, Code* out) {
    using Weights = NarrowWeights<width>;
    if (&seen == &learned) {
      on_this_cpu([=, this] {
        descent_.descend_plainly<Weights, false>(feed, seen, learned, labels, out);
      });
    } else {
      on_this_cpu(
          [=, this] { descent_.descend_plainly<Weights, true>(feed, seen, learned, labels, out); });
    }
    return true;
  }

  ClassificationLoss loss_;
  GradientDescent descent_;
};
static_assert(BinaryLearner<SGDClassifier>);

class SGDRegressor {
 public:
  SGDRegressor(RegressionLoss loss, double epsilon, const GradientOptions& options)
      : loss_(loss), epsilon_(not_negative("epsilon", epsilon)), descent_(options) {}

  [[nodiscard]] double constant() const { return descent_.constant(); }
  void widen(std::size_t width) { descent_.widen(width); }
  [[nodiscard]] double predict(const auto& row) const { return descent_.score(row); }
  void learn(const auto& row, double target, double prediction, double weight) {
    const double newest = descent_.is_averaged() ? descent_.newest(row) : prediction;
    descent_.step(row, derivative(loss_, newest - target, epsilon_), weight);
  }
  [[nodiscard]] std::vector<double> inspect(std::string_view what, std::size_t /*label*/) const {
    return inspect_weights(descent_.weights(), what);
  }
  void check() const { descent_.check(); }

  static void fields(auto& self, auto&& visit) {
    visit.parameter("loss", self.loss_);
    visit.parameter("epsilon", self.epsilon_);
    visit.group("descent", self.descent_);
  }

 private:
  RegressionLoss loss_;
  double epsilon_;
  GradientDescent descent_;
};
static_assert(Regressor<SGDRegressor>);

}  // namespace driftline

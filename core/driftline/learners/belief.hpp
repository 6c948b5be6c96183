// A Gaussian belief about the weights: a mean, and how sure of it the learner is.
//
// All second-order learners move it in one of two ways. `move` shifts the mean along Sigma x
// and adds `precision` x x' to the inverse of Sigma. `inform` adds sign x to theta and
// precision x x' to A, where Sigma = A^-1 and the mean is A^-1 theta; theta is kept only for it.
// A learner is then a rule for how far and how much. Both follow a call of `spread` with the same
// row.
//
// DiagonalBelief keeps one variance a column: O(nonzeros) time, two doubles a column.
// FullBelief keeps the whole matrix: O(d^2) time and memory, dense rows only. By
// Sherman and Morrison Sigma loses beta u u' with u = Sigma x, V = x . u,
// beta = precision / (1 + precision V).
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driftline/learners/learner.hpp"
#include "driftline/learners/linear.hpp"
#include "driftline/learners/reversible.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

class DiagonalBelief {
 public:
  static constexpr Reading::Sparse sparse = Reading::Sparse::kept;
  static constexpr std::string_view name = "diagonal";
  static constexpr StepKind step_kind = StepKind::diagonal;

  DiagonalBelief(double initial_variance, bool keeps_theta)
      : initial_variance_(positive("initial_variance", initial_variance)),
        keeps_theta_(keeps_theta) {
    variance_.intercept = initial_variance_;
  }

  [[nodiscard]] double initial_variance() const { return initial_variance_; }
  [[nodiscard]] Coefficients& mean() { return mean_; }
  [[nodiscard]] const Coefficients& mean() const { return mean_; }
  void widen(std::size_t width) {
    mean_.widen(width, 0.0);
    variance_.widen(width, initial_variance_);
    if (keeps_theta_) theta_.widen(width, 0.0);
  }
  void negate() {
    driftline::negate(mean_);
    driftline::negate(theta_);
  }

  [[nodiscard]] double margin(const auto& row) const { return dot(mean_, row); }

  /// V: the variance of the margin.
  [[nodiscard]] double spread(const auto& row) const { return weighted_norm(variance_, row); }

  /// What the margin would be, had A already taken in x x'. Unseen columns have mean 0.
  [[nodiscard]] double margin_ahead(const auto& row) const {
    const double* mean = mean_.columns.data();
    const double* variance = variance_.columns.data();
    const double c = row.constant;
    return sum_columns(
               row, mean_.columns.size(),
               [=](std::size_t i, double x) { return mean[i] * x / (1.0 + variance[i] * x * x); }) +
           mean_.intercept * c / (1.0 + variance_.intercept * c * c);
  }

  /// The terms of margin_ahead, the intercept's last.
  [[nodiscard]] std::vector<double> explain_ahead(const auto& row) const {
    std::vector<double> terms(mean_.columns.size() + 1, 0.0);
    each_column(row, [&](std::size_t i, double x) {
      if (i + 1 < terms.size()) {
        terms[i] = mean_.columns[i] * x / (1.0 + variance_.columns[i] * x * x);
      }
    });
    const double c = row.constant;
    terms.back() = mean_.intercept * c / (1.0 + variance_.intercept * c * c);
    return terms;
  }

  void move(const auto& row, double alpha, double precision, const auto& on_step) {
    double* mean = mean_.columns.data();
    double* variance = variance_.columns.data();
    each_column(row, [=, note = on_step.diagonal(row, precision)](std::size_t i, double x) mutable {
      const double u = variance[i] * x;
      const double after = variance[i] / (1.0 + precision * u * x);
      note(i, x, alpha * u, variance[i] - after);
      mean[i] += alpha * u;
      variance[i] = after;
    });
    const double u = variance_.intercept * row.constant;
    const double after = variance_.intercept / (1.0 + precision * u * row.constant);
    on_step.diagonal_intercept(alpha * u, variance_.intercept - after);
    mean_.intercept += alpha * u;
    variance_.intercept = after;
  }

  /// As `move`, but each variance drops by beta u_i^2, the diagonal of the full rule.
  void move_by_drop(const auto& row, double alpha, double beta, const auto& on_step) {
    double* mean = mean_.columns.data();
    double* variance = variance_.columns.data();
    each_column(row, [=, note = on_step.diagonal(row, 0.0)](std::size_t i, double x) mutable {
      const double u = variance[i] * x;
      note(i, x, alpha * u, beta * u * u);
      mean[i] += alpha * u;
      variance[i] -= beta * u * u;
    });
    const double u = variance_.intercept * row.constant;
    on_step.diagonal_intercept(alpha * u, beta * u * u);
    mean_.intercept += alpha * u;
    variance_.intercept -= beta * u * u;
  }

  template <class Row>
  void undo(const Step<Row>& step) {
    add_scaled(mean_, -step.factor, step.direction);
    add_scaled(variance_, 1.0, step.drop);
  }

  /// What the spread of `row` gains when a step is undone.
  template <class Row>
  [[nodiscard]] static double regained(const Step<Row>& step, const auto& row,
                                       double /*direction . row*/) {
    return weighted_norm_rows(step.drop, row);
  }

  /// Takes the step back in information form: the inverse of Sigma loses exactly precision x x',
  /// whatever came after the step. False, and nothing is done, where rounding has left less
  /// precision than that.
  template <class Row>
  bool forget(const Step<Row>& step) {
    if (!can_forget(step)) return false;
    double* variance = variance_.columns.data();
    const double p = step.precision;
    each_column(step.x,
                [=](std::size_t i, double x) { variance[i] /= 1.0 - p * variance[i] * x * x; });
    const double c = step.x.constant;
    variance_.intercept /= 1.0 - p * variance_.intercept * c * c;
    add_scaled(mean_, -step.factor, step.direction);
    return true;
  }

  /// What the spread of `row` gains by that; infinite where it is impossible.
  template <class Row>
  [[nodiscard]] double regained_by_forgetting(const Step<Row>& step, const auto& row) const {
    if (!can_forget(step)) return std::numeric_limits<double>::infinity();
    const double p = step.precision;
    const auto gain = [=](double s, double learned, double x) {
      const double part = p * s * learned * learned;
      return s * x * x * part / (1.0 - part);
    };
    const double* variance = variance_.columns.data();
    return sum_common(step.x, row, variance_.columns.size(),
                      [=](std::size_t i, double learned, double x) {
                        return gain(variance[i], learned, x);
                      }) +
           gain(variance_.intercept, step.x.constant, row.constant);
  }

  void inform(const auto& row, double sign, double precision) {
    double* theta = theta_.columns.data();
    double* mean = mean_.columns.data();
    double* variance = variance_.columns.data();
    each_column(row, [=](std::size_t i, double x) {
      theta[i] += sign * x;
      variance[i] /= 1.0 + precision * variance[i] * x * x;
      mean[i] = variance[i] * theta[i];
    });
    const double c = row.constant;
    theta_.intercept += sign * c;
    variance_.intercept /= 1.0 + precision * variance_.intercept * c * c;
    mean_.intercept = variance_.intercept * theta_.intercept;
  }

  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    if (what == "variances") return flatten(variance_);
    if (what == "covariance") {
      const std::size_t n = variance_.columns.size();
      std::vector<double> square(n * n, 0.0);
      for (std::size_t i = 0; i < n; ++i) square[i * n + i] = variance_.columns[i];
      return square;
    }
    return inspect_weights(mean_, what);
  }

  void check() const {
    if (variance_.columns.size() != mean_.columns.size() ||
        theta_.columns.size() != (keeps_theta_ ? mean_.columns.size() : 0)) {
      throw std::invalid_argument("the variances do not fit the weights");
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit("weights", self.mean_);
    visit("variances", self.variance_);
    visit("theta", self.theta_);
  }

 private:
  template <class Row>
  [[nodiscard]] bool can_forget(const Step<Row>& step) const {
    const double* variance = variance_.columns.data();
    const double p = step.precision;
    const double c = step.x.constant;
    bool can = p * variance_.intercept * c * c < 1.0;
    each_column(step.x,
                [=, &can](std::size_t i, double x) { can &= p * variance[i] * x * x < 1.0; });
    return can;
  }

  double initial_variance_;
  bool keeps_theta_;
  Coefficients mean_;
  Coefficients variance_;
  Coefficients theta_;
};

class FullBelief {
 public:
  static constexpr Reading::Sparse sparse = Reading::Sparse::refused;
  static constexpr std::string_view name = "full";
  static constexpr StepKind step_kind = StepKind::rank_one;

  FullBelief(double initial_variance, bool keeps_theta)
      : initial_variance_(positive("initial_variance", initial_variance)),
        keeps_theta_(keeps_theta),
        covariance_{initial_variance} {}

  [[nodiscard]] double initial_variance() const { return initial_variance_; }
  [[nodiscard]] Coefficients& mean() { return mean_; }
  [[nodiscard]] const Coefficients& mean() const { return mean_; }

  void widen(std::size_t width) {
    const std::size_t old = side();
    const std::size_t now = width + 1;
    if (now <= old) return;
    // First what may not find the memory: the parts must fit each other whatever happens.
    std::vector<double> wider(now * now, 0.0);
    mean_.columns.reserve(width);
    if (keeps_theta_) theta_.columns.reserve(width);
    for (std::size_t i = 0; i < old; ++i) {
      std::copy_n(covariance_.data() + i * old, old, wider.data() + i * now);
    }
    for (std::size_t i = old; i < now; ++i) wider[i * now + i] = initial_variance_;
    covariance_ = std::move(wider);
    mean_.widen(width, 0.0);
    if (keeps_theta_) theta_.widen(width, 0.0);
  }
  void negate() {
    driftline::negate(mean_);
    driftline::negate(theta_);
  }

  [[nodiscard]] double margin(const DenseRow& row) const { return dot(mean_, row); }

  [[nodiscard]] double spread(const DenseRow& row) const {
    project(row);
    return V_ = dot(x_.data(), u_.data(), side());
  }

  [[nodiscard]] double margin_ahead(const DenseRow& row) const {
    return margin(row) / (1.0 + spread(row));
  }

  [[nodiscard]] std::vector<double> explain_ahead(const DenseRow& row) const {
    const double divisor = 1.0 + spread(row);
    std::vector<double> terms(mean_.columns.size() + 1, 0.0);
    for (std::size_t i = 0; i + 1 < terms.size() && i < row.width; ++i) {
      terms[i] = mean_.columns[i] * row.values[i] / divisor;
    }
    terms.back() = mean_.intercept * row.constant / divisor;
    return terms;
  }

  void move(const DenseRow& row, double alpha, double precision, const auto& on_step) {
    const double beta = precision / (1.0 + precision * V_);
    on_step.rank_one(row, alpha, beta, precision, u_.data(), side() - 1);
    shift(alpha, beta);
  }
  void move_by_drop(const DenseRow& row, double alpha, double beta, const auto& on_step) {
    on_step.rank_one(row, alpha, beta, beta / (1.0 - beta * V_), u_.data(), side() - 1);
    shift(alpha, beta);
  }

  void undo(const Step<DenseRow>& step) {
    load_direction(step);
    shift(-step.factor, -step.beta);
  }

  /// As DiagonalBelief's. `reach` is direction . row.
  [[nodiscard]] static double regained(const Step<DenseRow>& step, const DenseRow& /*row*/,
                                       double reach) {
    return step.beta * reach * reach;
  }

  bool forget(const Step<DenseRow>& step) {
    const double left = 1.0 - step.precision * spread(step.x);
    if (!(left > 0.0)) return false;
    shift(0.0, -step.precision / left);
    add_scaled(mean_, -step.factor, step.direction);
    return true;
  }

  [[nodiscard]] double regained_by_forgetting(const Step<DenseRow>& step,
                                              const DenseRow& row) const {
    const double left = 1.0 - step.precision * spread(step.x);
    if (!(left > 0.0)) return std::numeric_limits<double>::infinity();
    const double reach =
        dot_rows(DenseRow{.values = u_.data() + 1, .width = side() - 1, .constant = u_[0]}, row);
    return step.precision * reach * reach / left;
  }

  void inform(const DenseRow& row, double sign, double precision) {
    shift(0.0, precision / (1.0 + precision * V_));
    add_scaled(theta_, sign, row);
    // The mean is made anew: were it only shifted, theta could return to 0 and the mean not.
    const std::size_t n = side();
    x_[0] = theta_.intercept;
    std::ranges::copy(theta_.columns, x_.begin() + 1);
    mean_.intercept = dot(covariance_.data(), x_.data(), n);
    for (std::size_t i = 1; i < n; ++i) {
      mean_.columns[i - 1] = dot(covariance_.data() + i * n, x_.data(), n);
    }
  }

  [[nodiscard]] std::vector<double> inspect(std::string_view what) const {
    const std::size_t n = side();
    std::vector<double> out;
    if (what == "variances") {
      for (std::size_t i = 1; i < n; ++i) out.push_back(covariance_[i * n + i]);
      out.push_back(covariance_[0]);
      return out;
    }
    if (what == "covariance") {
      for (std::size_t i = 1; i < n; ++i) {
        for (std::size_t j = 1; j < n; ++j) out.push_back(covariance_[i * n + j]);
      }
      return out;
    }
    return inspect_weights(mean_, what);
  }

  void check() const {
    if (covariance_.size() != side() * side() ||
        theta_.columns.size() != (keeps_theta_ ? mean_.columns.size() : 0)) {
      throw std::invalid_argument("the covariance does not fit the weights");
    }
  }

  static void fields(auto& self, auto&& visit) {
    visit("weights", self.mean_);
    visit("covariance", self.covariance_);
    visit("theta", self.theta_);
  }

 private:
  /// Place 0 is the intercept, so that it stays put when the row widens.
  [[nodiscard]] std::size_t side() const { return mean_.columns.size() + 1; }

  /// x_ becomes the row with its constant in front, u_ becomes Sigma x.
  void project(const DenseRow& row) const {
    const std::size_t n = side();
    x_.assign(n, 0.0);
    u_.resize(n);
    x_[0] = row.constant;
    std::copy_n(row.values, std::min(row.width, n - 1), x_.begin() + 1);
    for (std::size_t i = 0; i < n; ++i) u_[i] = dot(covariance_.data() + i * n, x_.data(), n);
  }

  void load_direction(const Step<DenseRow>& step) {
    u_.assign(side(), 0.0);
    u_[0] = step.direction.constant;
    std::copy_n(step.direction.values, std::min(step.direction.width, side() - 1), u_.begin() + 1);
  }

  /// mean += alpha u, Sigma -= beta u u'. u_i u_j is formed first, so Sigma stays symmetric.
  void shift(double alpha, double beta) {
    const std::size_t n = side();
    const double* u = u_.data();
    for (std::size_t i = 0; i < n; ++i) {
      double* line = covariance_.data() + i * n;
      const double ui = u[i];
      each_column(DenseRow{.values = u, .width = n},
                  [=](std::size_t j, double uj) { line[j] -= beta * (ui * uj); });
    }
    mean_.intercept += alpha * u[0];
    add_scaled(mean_, alpha, DenseRow{.values = u + 1, .width = n - 1});
  }

  double initial_variance_;
  bool keeps_theta_;
  Coefficients mean_;
  Coefficients theta_;
  std::vector<double> covariance_;  // side() squared, row by row
  mutable std::vector<double> x_;   // scratch of spread(); the caller's lock guards it
  mutable std::vector<double> u_;
  mutable double V_ = 0.0;
};

}  // namespace driftline

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "model.hpp"

namespace driftline::python {

Regressor::Regressor(std::unique_ptr<AnyRegressor> model, const ParameterNames* order)
    : Learner(order), model_(std::move(model)) {
  read_as(*model_);
}

namespace {

double read_target(nb::handle y) {
  if (PyFloat_CheckExact(y.ptr())) {
    const double target = PyFloat_AS_DOUBLE(y.ptr());
    if (std::isinf(target)) throw nb::value_error("y: the value is infinite");
    return target;
  }
  nb::list one;
  one.append(y);
  return read_numbers(one, 1)[0];
}

}  // namespace

void Regressor::learn_one(nb::handle x, nb::handle y, double w) {
  const double weight = read_weight(w);
  const double target = read_target(y);
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, true);
  meet_now();
  model_->learn(rows, &target, &weight);
}

double Regressor::predict_one(nb::handle x) {
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, false);
  double out = 0.0;
  model_->predict(rows, &out);
  return out;
}

double Regressor::predict_learn_one(nb::handle x, nb::handle y, double w) {
  const double weight = read_weight(w);
  const double target = read_target(y);
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, true);
  meet_now();
  double out = 0.0;
  model_->predict_learn(rows, rows, &target, &weight, &out);
  return out;
}

void Regressor::learn_many(nb::handle X, nb::handle y, nb::handle w) {
  const auto batch = open_batch(X);
  const std::vector<double> weights = read_weights(w, batch->count());
  const std::vector<double> targets = read_numbers(y, batch->count());
  bind_batch(*batch, true, [] {});
  run(*batch, [&](std::size_t start, const Rows& rows) {
    model_->learn(rows, targets.data() + start, weights.empty() ? nullptr : weights.data() + start);
  });
}

nb::object Regressor::predict_many(nb::handle X) {
  const auto batch = open_batch(X);
  bind_batch(*batch, false, [] {});
  std::vector<double> out(batch->count());
  run(*batch,
      [&](std::size_t start, const Rows& rows) { model_->predict(rows, out.data() + start); });
  return tables("numbers_like")(X, as_array(std::move(out)));
}

nb::object Regressor::predict_learn_many(nb::handle X, nb::handle y, nb::handle w) {
  const auto batch = open_batch(X);
  const std::vector<double> weights = read_weights(w, batch->count());
  const std::vector<double> targets = read_numbers(y, batch->count());
  bind_batch(*batch, true, [] {});
  std::vector<double> out(batch->count());
  run(*batch, [&](std::size_t start, const Rows& rows) {
    model_->predict_learn(rows, rows, targets.data() + start,
                          weights.empty() ? nullptr : weights.data() + start, out.data() + start);
  });
  return tables("numbers_like")(X, as_array(std::move(out)));
}

}  // namespace driftline::python

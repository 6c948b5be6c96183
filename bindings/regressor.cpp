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

bool is_usual_target(PyObject* y) {
  return PyFloat_CheckExact(y) && std::isfinite(PyFloat_AS_DOUBLE(y));
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

PyObject* Regressor::quick_learn(PyObject* x, PyObject* y) {
  if (!is_usual_target(y) || !has_read_usual(x)) return nullptr;
  const double target = PyFloat_AS_DOUBLE(y);
  model_->learn(reader_.usual(), &target, nullptr);
  return Py_NewRef(Py_None);
}

PyObject* Regressor::quick_predict(PyObject* x) {
  if (!has_read_usual(x)) return nullptr;
  double out = 0.0;
  model_->predict(reader_.usual(), &out);
  return PyFloat_FromDouble(out);
}

PyObject* Regressor::quick_predict_learn(PyObject* x, PyObject* y) {
  if (!is_usual_target(y) || !has_read_usual(x)) return nullptr;
  const double target = PyFloat_AS_DOUBLE(y);
  double out = 0.0;
  const Rows rows = reader_.usual();
  model_->predict_learn(rows, rows, &target, nullptr, &out);
  return PyFloat_FromDouble(out);
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
  return tables("numbers_like")(X, test_then_train(X, y, w, nb::none(), nb::none()));
}

nb::object Regressor::test_then_train(nb::handle X, nb::handle y, nb::handle w, nb::handle learned,
                                      nb::handle steps) {
  const auto batch = open_batch(X);
  const auto later = learned.is_none() ? nullptr : open_batch(learned);
  const std::size_t lessons = later == nullptr ? batch->count() : later->count();
  const std::vector<double> weights = read_weights(w, lessons);
  const std::vector<double> targets = read_numbers(y, lessons);
  std::vector<double> out(batch->count());
  if (later == nullptr) {
    bind_batch(*batch, true, [] {});
    run(*batch, [&](std::size_t start, const Rows& rows) {
      model_->predict_learn(rows, rows, targets.data() + start,
                            weights.empty() ? nullptr : weights.data() + start, out.data() + start);
    });
    return as_array(std::move(out));
  }
  Interleaving order = read_order(steps, batch->count(), lessons);
  bind_batch(*batch, false, [] {});
  const auto learn_names = [&] {
    bind_batch(*later, true, [] {});
    bind_batch(*batch, false, [] {});
  };
  run_interleaved(*batch, *later, std::move(order), learn_names,
                  [&](const Interleaving::Piece& piece, const Rows& seen, const Rows& lesson) {
                    using Kind = Interleaving::Kind;
                    const double* own = targets.data() + piece.learns;
                    const double* weighs =
                        weights.empty() ? nullptr : weights.data() + piece.learns;
                    if (piece.kind == Kind::predict) {
                      model_->predict(seen, out.data() + piece.predicts);
                    } else if (piece.kind == Kind::learn) {
                      model_->learn(lesson, own, weighs);
                    } else {
                      model_->predict_learn(seen, lesson, own, weighs, out.data() + piece.predicts);
                    }
                  });
  return as_array(std::move(out));
}

}  // namespace driftline::python

#include "model.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace driftline::python {

namespace {

using Clock = std::chrono::steady_clock;

nb::object tables(const char* function) {
  return nb::module_::import_("driftline.stream.tables").attr(function);
}

/// A NumPy array that owns the vector.
template <class T>
nb::object as_array(std::vector<T> values, std::vector<std::size_t> shape) {
  auto* owned = new std::vector<T>(std::move(values));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(owned->data(), shape.size(), shape.data(), owner));
}
template <class T>
nb::object as_array(std::vector<T> values) {
  const std::size_t length = values.size();
  return as_array(std::move(values), {length});
}

nb::object as_object(const Value& value) {
  return std::visit([](const auto& v) { return nb::cast(v); }, value);
}

const double* data_or_null(const std::vector<double>& weights) {
  return weights.empty() ? nullptr : weights.data();
}

}  // namespace

// ---------------------------------------------------------------- Model

Model::Guard::Guard(const Model& model) : model_(model) {
  if (!model.lock_.try_lock()) {
    if (model.owner_.load() == std::this_thread::get_id()) {
      throw std::runtime_error("a value or label of this call has called the model it is read for");
    }
    const nb::gil_scoped_release release;
    model.lock_.lock();
  }
  model.owner_.store(std::this_thread::get_id(), std::memory_order_relaxed);
}

Model::Guard::~Guard() {
  model_.owner_.store(std::thread::id(), std::memory_order_relaxed);
  model_.lock_.unlock();
}

std::unique_ptr<Batch> Model::open_batch(nb::handle X) const {
  std::unique_ptr<Batch> batch = read_batch(X, reading_);
  {
    const nb::gil_scoped_release release;
    batch->check(reading_);
  }
  return batch;
}

void Model::stop_if_interrupted(std::size_t rows_done) {
  const nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() == 0) return;
  nb::python_error error;
  error.value().attr("rows_learned") = rows_done;
  throw error;
}

template <class Work>
void Model::run(const Batch& batch, Work&& work) {
  constexpr std::size_t largest = 256;
  constexpr auto patience = std::chrono::microseconds(1000);
  constexpr auto signal_interval = std::chrono::milliseconds(50);
  const std::size_t count = batch.count();
  const nb::gil_scoped_release release;
  RowBuffer buffer;
  std::size_t size = 16;
  auto asked = Clock::now();
  auto before = asked;
  for (std::size_t start = 0; start < count;) {
    const std::size_t n = std::min(size, count - start);
    const Rows rows = batch.block(start, n, buffer, reading_);
    {
      const std::scoped_lock hold(lock_);
      work(start, rows);
    }
    start += n;
    const auto now = Clock::now();
    size =
        now - before > patience ? std::max<std::size_t>(1, size / 2) : std::min(largest, size * 2);
    before = now;
    if (now - asked > signal_interval && start < count) {
      stop_if_interrupted(start);
      asked = now;
    }
  }
}

nb::dict Model::params() const {
  nb::dict out;
  for (const std::string& name : *order_) out[name.c_str()] = param(name);
  return out;
}

nb::object Model::param(const std::string& name) const {
  for (const auto& [own, value] : core().parameters()) {
    if (own == name) return as_object(value);
  }
  throw nb::attribute_error(name.c_str());
}

std::size_t Model::memory() const {
  const Guard guard(*this);
  return sizeof(*this) + core().memory() + names_memory();
}

nb::tuple Model::snapshot() const {
  const Guard guard(*this);
  nb::dict arrays;
  for (auto& [name, array] : core().state()) {
    arrays[name.c_str()] = std::visit([](const auto& values) { return as_array(values); }, array);
  }
  return nb::make_tuple(arrays, names());
}

nb::dict Model::names() const {
  nb::dict out;
  out["columns"] = columns_.state();
  return out;
}

void Model::restore_names(const nb::dict& schema) {
  columns_.restore(nb::cast<nb::dict>(schema["columns"]));
}

void Model::restore(const nb::dict& arrays, const nb::dict& schema) {
  State state;
  for (auto [name, values] : arrays) {
    const NumberArray array(values);
    if (array.dimensions() != 1 ||
        (array.type() != 'd' && array.type() != 'l' && array.type() != 'q')) {
      throw nb::value_error("a state array must be 1-D, float64 or int64");
    }
    const std::size_t length = array.length(0);
    if (array.type() == 'd') {
      std::vector<double> own(length);
      NumberArray::load('d', array.data(), array.stride(0), length, own.data());
      state[nb::cast<std::string>(name)] = std::move(own);
    } else {
      std::vector<std::int64_t> own(length);
      NumberArray::load_ints(array.type(), array.data(), array.stride(0), length, own.data());
      state[nb::cast<std::string>(name)] = std::move(own);
    }
  }
  const Guard guard(*this);
  const State old = core().state();
  core().restore(state);
  try {
    restore_names(schema);
  } catch (...) {
    core().restore(old);
    throw;
  }
}

bool Model::equals(const Model& other) const {
  if (this == &other) return true;
  State mine;
  Parameters my_parameters;
  {
    const Guard guard(*this);
    mine = core().state();
    my_parameters = core().parameters();
  }
  const Guard guard(other);
  return my_parameters == other.core().parameters() && same_bits(mine, other.core().state()) &&
         columns_.equals(other.columns_);
}

nb::list Model::columns() const { return columns_.names(); }

void Model::adopt_columns(const Model& other) { columns_ = other.columns_; }

// ---------------------------------------------------------------- Learner

nb::dict Learner::by_column(const std::vector<double>& values) const {
  nb::dict out;
  for (std::size_t i = 0; i + 1 < values.size() && i < columns_.width(); ++i) {
    out[columns_.name(i)] = values[i];
  }
  return out;
}

std::vector<double> Learner::attribute(const char* what, std::size_t label) const {
  try {
    return inspect(what, label);
  } catch (const std::invalid_argument& error) {
    throw nb::attribute_error(error.what());
  }
}

nb::object Learner::weights() const {
  const Guard guard(*this);
  return each_label(
      [&](std::size_t label) -> nb::object { return by_column(attribute("weights", label)); });
}

nb::object Learner::variances() const {
  const Guard guard(*this);
  return each_label(
      [&](std::size_t label) -> nb::object { return by_column(attribute("variances", label)); });
}

nb::object Learner::intercept() const {
  const Guard guard(*this);
  return each_label(
      [&](std::size_t label) { return nb::cast(attribute("weights", label).back()); });
}

nb::object Learner::covariance() const {
  const Guard guard(*this);
  return each_label([&](std::size_t label) {
    std::vector<double> flat = attribute("covariance", label);
    std::size_t side = 0;
    while (side * side < flat.size()) ++side;
    return as_array(std::move(flat), {side, side});
  });
}

nb::object Learner::explain_one(nb::handle x) {
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, false);
  static_cast<void>(attribute("weights", 0));  // AttributeError where there are none
  return each_label([&](std::size_t label) -> nb::object {
    const std::vector<double> terms = explain(rows, label);
    nb::dict out;
    const auto add = [&](std::size_t i) {
      if (i + 1 < terms.size() && i < columns_.width()) out[columns_.name(i)] = terms[i];
    };
    if (const auto* dense = std::get_if<DenseRows>(&rows)) {
      for (std::size_t i = 0; i < dense->width; ++i) add(i);
    } else {
      const SparseRow row = std::get<SparseRows>(rows).row(0, 0.0);
      for (std::size_t k = 0; k < row.count; ++k) add(row.columns[k]);
    }
    std::string name = "intercept";
    while (out.contains(name.c_str())) name.insert(0, 1, '(').push_back(')');  // a feature has it
    if (has_intercept()) out[name.c_str()] = terms.back();
    return out;
  });
}

// ---------------------------------------------------------------- Classifier

Classifier::Classifier(std::unique_ptr<AnyClassifier> model, const ParameterNames* order)
    : Learner(order), model_(std::move(model)) {
  reading_ = model_->reading();
}

Code Classifier::seat(nb::handle y, Code code) {
  return code == Labels::unknown ? labels_.seat(y) : code;
}

void Classifier::learn_one(nb::handle x, nb::handle y, double w) {
  const double weight = read_weight(w);
  const Guard guard(*this);
  Code code = labels_.find(y.ptr());
  const Rows rows = reader_.read(x, columns_, reading_, true);
  code = weight == 0.0 ? no_label : seat(y, code);
  model_->learn(rows, &code, &weight);
}

nb::object Classifier::predict_one(nb::handle x) {
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, false);
  Code code = no_label;
  model_->predict(rows, &code);
  return labels_.at(code);
}

nb::object Classifier::predict_learn_one(nb::handle x, nb::handle y, double w) {
  const double weight = read_weight(w);
  const Guard guard(*this);
  Code code = labels_.find(y.ptr());
  const Rows rows = reader_.read(x, columns_, reading_, true);
  code = weight == 0.0 ? no_label : seat(y, code);
  Code predicted = no_label;
  model_->predict_learn(rows, rows, &code, &weight, &predicted);
  return labels_.at(predicted);
}

nb::dict Classifier::predict_proba_one(nb::handle x) {
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, false);
  std::vector<double> shares(model_->label_count());
  model_->probabilities(rows, shares.data(), shares.size());
  nb::dict out;
  for (std::size_t c = 0; c < shares.size(); ++c) {
    const nb::object label = labels_.at(static_cast<Code>(c));
    if (label.is_valid() && !label.is_none()) out[label] = shares[c];
  }
  return out;
}

template <class Work>
void Classifier::run_labelled(Batch& batch, LabelBatch labels, const std::vector<double>& weights,
                              Work&& work) {
  std::vector<Code> codes;
  bind_batch(batch, true, [&] {
    codes = std::move(labels).seat(labels_, data_or_null(weights));
    ++batches_;
  });
  const auto leave = [&](bool is_done) {
    const Guard guard(*this);
    if (--batches_ == 0 && !is_done) {
      labels_.take_back([&](std::size_t code) { return model_->knows(code); });
    }
  };
  try {
    run(batch, [&](std::size_t start, const Rows& rows) {
      work(start, rows, codes.data() + start, weights.empty() ? nullptr : weights.data() + start);
    });
  } catch (...) {
    leave(false);
    throw;
  }
  leave(true);
}

void Classifier::learn_many(nb::handle X, nb::handle y, nb::handle w) {
  const auto batch = open_batch(X);
  const std::vector<double> weights = read_weights(w, batch->count());
  run_labelled(*batch, LabelBatch(y, batch->count()), weights,
               [&](std::size_t, const Rows& rows, const Code* labels, const double* own) {
                 model_->learn(rows, labels, own);
               });
}

nb::object Classifier::predict_many(nb::handle X) {
  const auto batch = open_batch(X);
  bind_batch(*batch, false, [] {});
  std::vector<Code> out(batch->count());
  run(*batch,
      [&](std::size_t start, const Rows& rows) { model_->predict(rows, out.data() + start); });
  return answer(X, std::move(out));
}

nb::object Classifier::predict_learn_many(nb::handle X, nb::handle y, nb::handle w) {
  const auto batch = open_batch(X);
  const std::vector<double> weights = read_weights(w, batch->count());
  std::vector<Code> out(batch->count());
  run_labelled(*batch, LabelBatch(y, batch->count()), weights,
               [&](std::size_t start, const Rows& rows, const Code* labels, const double* own) {
                 model_->predict_learn(rows, rows, labels, own, out.data() + start);
               });
  return answer(X, std::move(out));
}

nb::object Classifier::predict_proba_many(nb::handle X) {
  const auto batch = open_batch(X);
  std::size_t count = 0;
  nb::list known;
  bind_batch(*batch, false, [&] {
    count = model_->label_count();
    known = labels_.state();
  });
  std::vector<double> out(batch->count() * count);
  std::vector<double> shares;
  run(*batch, [&](std::size_t start, const Rows& rows) {
    // Another thread may have taught a label since: the answer keeps to those known at the call.
    const std::size_t now = model_->label_count();
    shares.resize(count_of(rows) * now);
    model_->probabilities(rows, shares.data(), now);
    for (std::size_t i = 0; i < count_of(rows); ++i) {
      std::copy_n(shares.data() + i * now, count, out.data() + (start + i) * count);
    }
  });
  const std::size_t rows = batch->count();
  nb::list labels;
  for (std::size_t c = 0; c < count; ++c) labels.append(known[c]);
  return tables("shares_like")(X, as_array(std::move(out), {rows, count}), labels);
}

nb::object Classifier::answer(nb::handle X, std::vector<Code> codes) const {
  // NumPy has no missing label: rows before the first one make an array of objects. NumPy would
  // take seven passes over it.
  const bool wants_array = PyObject_CheckBuffer(X.ptr()) != 0 || nb::hasattr(X, "indptr");
  if (wants_array && !codes.empty() && codes.front() < 0) {
    const nb::object out = nb::module_::import_("numpy").attr("empty")(codes.size(), "O");
    Py_buffer view{};
    if (PyObject_GetBuffer(out.ptr(), &view, PyBUF_WRITABLE) != 0) throw nb::python_error();
    auto** cells = static_cast<PyObject**>(view.buf);
    std::vector<nb::object> labels{nb::none()};
    for (nb::handle label : labels_.state()) labels.push_back(nb::borrow(label));
    for (std::size_t i = 0; i < codes.size(); ++i) {
      PyObject* old = cells[i];
      cells[i] = nb::object(labels[static_cast<std::size_t>(codes[i]) + 1]).release().ptr();
      Py_XDECREF(old);
    }
    PyBuffer_Release(&view);
    return out;
  }
  return tables("labels_like")(X, as_array(std::move(codes)), labels_.state());
}

nb::list Classifier::labels() const {
  const Guard guard(*this);
  return labels_.known();
}

nb::dict Classifier::names() const {
  nb::dict out = Model::names();
  out["labels"] = labels_.state();
  return out;
}

void Classifier::restore_names(const nb::dict& schema) {
  Labels labels;
  labels.restore(nb::cast<nb::list>(schema["labels"]));
  if (labels.size() < model_->label_count()) {
    throw nb::value_error("the schema has fewer labels than the model");
  }
  Model::restore_names(schema);
  labels_ = std::move(labels);
}

bool Classifier::equals(const Model& other) const {
  const auto* classifier = dynamic_cast<const Classifier*>(&other);
  return classifier != nullptr && Model::equals(other) && labels_.equals(classifier->labels_);
}

nb::object Classifier::each_label(const std::function<nb::object(std::size_t)>& make) const {
  if (model_->label_count() <= 2) return make(1);
  nb::dict out;
  for (std::size_t c = 0; c < model_->label_count(); ++c)
    out[labels_.at(static_cast<Code>(c))] = make(c);
  return out;
}

// ---------------------------------------------------------------- Regressor

Regressor::Regressor(std::unique_ptr<AnyRegressor> model, const ParameterNames* order)
    : Learner(order), model_(std::move(model)) {
  reading_ = model_->reading();
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

// ---------------------------------------------------------------- Transform

Transform::Transform(std::unique_ptr<AnyTransform> model, const ParameterNames* order)
    : Model(order), model_(std::move(model)) {
  reading_ = model_->reading();
}

void Transform::learn_one(nb::handle x, double w) {
  const double weight = read_weight(w);
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, true);
  model_->learn(rows, &weight);
}

nb::object Transform::transform_one(nb::handle x) {
  const Guard guard(*this);
  // Predicting must not add columns, yet every value given comes back: unseen ones as 0.
  Columns columns = columns_;
  const Rows rows = reader_.read(x, columns, reading_, true);
  RowBuffer buffer;
  model_->transform(rows, buffer, 0.0);
  return tables("row_like")(x, columns.names(), [&]() -> nb::object {
    if (const auto* dense = std::get_if<DenseRows>(&buffer.rows())) {
      return as_array(std::vector<double>(dense->values, dense->values + dense->width));
    }
    const SparseRow row = std::get<SparseRows>(buffer.rows()).row(0, 0.0);
    std::vector<double> all(columns.width(), 0.0);
    for (std::size_t k = 0; k < row.count; ++k) all[row.columns[k]] = row.values[k];
    return as_array(std::move(all));
  }());
}

void Transform::learn_many(nb::handle X, nb::handle w) {
  const auto batch = open_batch(X);
  const std::vector<double> weights = read_weights(w, batch->count());
  bind_batch(*batch, true, [] {});
  run(*batch, [&](std::size_t start, const Rows& rows) {
    model_->learn(rows, weights.empty() ? nullptr : weights.data() + start);
  });
}

nb::object Transform::transform_many(nb::handle X) {
  const auto batch = open_batch(X);
  Columns columns;
  {
    const Guard guard(*this);
    columns = columns_;
    batch->bind(columns, batch->count() > 0);
  }
  const std::size_t rows = batch->count();
  const std::size_t width = columns.width();
  RowBuffer buffer;
  if (nb::hasattr(X, "indptr")) {  // CSR leaves as CSR
    std::vector<std::int64_t> starts{0};
    std::vector<std::int64_t> places;
    std::vector<double> values;
    run(*batch, [&](std::size_t, const Rows& block) {
      model_->transform(block, buffer, 0.0);
      const auto& sparse = std::get<SparseRows>(buffer.rows());
      for (std::size_t i = 0; i < sparse.count; ++i) {
        const SparseRow row = sparse.row(i, 0.0);
        places.insert(places.end(), row.columns, row.columns + row.count);
        values.insert(values.end(), row.values, row.values + row.count);
        starts.push_back(static_cast<std::int64_t>(places.size()));
      }
    });
    return tables("csr_like")(X, as_array(std::move(starts)), as_array(std::move(places)),
                              as_array(std::move(values)));
  }
  std::vector<double> out(rows * width);
  run(*batch, [&](std::size_t start, const Rows& block) {
    model_->transform(block, buffer, 0.0);
    if (const auto* dense = std::get_if<DenseRows>(&buffer.rows())) {
      std::copy_n(dense->values, dense->count * width, out.data() + start * width);
      return;
    }
    const auto& sparse = std::get<SparseRows>(buffer.rows());
    for (std::size_t i = 0; i < sparse.count; ++i) {
      const SparseRow row = sparse.row(i, 0.0);
      for (std::size_t k = 0; k < row.count; ++k) {
        out[(start + i) * width + row.columns[k]] = row.values[k];
      }
    }
  });
  return tables("table_like")(X, columns.names(), as_array(std::move(out), {rows, width}));
}

}  // namespace driftline::python

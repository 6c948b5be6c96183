#include "model.hpp"

#include <nanobind/stl/string.h>

#include <stdexcept>
#include <utility>

#include "answers.hpp"
#include "state_arrays.hpp"

namespace driftline::python {

Model::Guard::Guard(const Model& model) : model_(model) {
  if (!model.lock_.try_lock()) {
    if (model.owner_.load() == std::this_thread::get_id()) {
      throw std::runtime_error("a value or label of this call has called the model it is read for");
    }
    const nb::gil_scoped_release release;
    model.lock_.lock();
  }
  model.owner_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  ++model.inside_;
}

Model::Guard::~Guard() {
  --model_.inside_;
  model_.owner_.store(std::thread::id(), std::memory_order_relaxed);
  model_.lock_.unlock();
}

std::unique_ptr<Batch> Model::open_batch(nb::handle X) const {
  std::unique_ptr<Batch> batch = read_batch(X, reading_);
  {
    const nb::gil_scoped_release release;
    batch->check(reading_);
  }
  if (reading_.takes_text) batch->refuse_text(core());
  return batch;
}

void Model::read_as(const AnyModel& core) {
  reading_ = core.reading();
  needs_names_ = core.needs_names();
  is_plain_ =
      !needs_names_ && !reading_.takes_text && !reading_.refuses_negative && !reading_.ignores_row;
  if (reading_.takes_text) reader_.judge_text_by(core);
}

void Model::know_names() {
  if (!needs_names_) return;
  while (names_.size() < columns_.width()) {
    names_.push_back(plain_name(columns_.name(names_.size())));
  }
}

void Model::meet_new(std::size_t width) {
  core().meet(width, [this](std::size_t column) { return names_[column]; });
  met_ = width;
}

nb::object Model::name_of(const Output& output, const Columns& columns) {
  if (!output.name.empty()) return nb::str(output.name.c_str(), output.name.size());
  return output.source < columns.width() ? columns.name(output.source) : nb::object();
}

void Model::stop_if_interrupted(std::size_t rows_done) {
  const nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() == 0) return;
  nb::python_error error;
  error.value().attr("rows_learned") = rows_done;
  throw error;
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
  return nb::make_tuple(as_arrays(core().state()), names());
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
  const State state = as_state(arrays);
  const Guard guard(*this);
  const State old = core().state();
  core().restore(state);
  try {
    restore_names(schema);
  } catch (...) {
    core().restore(old);
    meet_all();
    throw;
  }
  meet_all();
}

void Model::meet_all() {
  reader_.forget_columns();
  names_.clear();
  met_ = 0;
  meet_now();
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

void Model::adopt_columns(const Model& other) {
  columns_ = other.columns_;
  meet_all();
}

nb::object Learner::weight_name(std::size_t i) const {
  return name_of(core().at_weight(i), columns_);
}

nb::dict Learner::by_column(const std::vector<double>& values) const {
  nb::dict out;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    if (const nb::object name = weight_name(i); name.is_valid()) out[name] = values[i];
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

std::vector<double> Learner::facts(const std::string& what) const {
  const Guard guard(*this);
  return inspect(what, 0);
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
      if (i + 1 >= terms.size()) return;
      if (const nb::object name = weight_name(i); name.is_valid()) out[name] = terms[i];
    };
    if (needs_names_) {  // the learner's columns are not the row's
      for (std::size_t i = 0; i + 1 < terms.size(); ++i) {
        if (terms[i] != 0.0) add(i);
      }
    } else if (const auto* dense = std::get_if<DenseRows>(&rows)) {
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

}  // namespace driftline::python

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "driftline/numeric/count_equal.hpp"
#include "model.hpp"

namespace driftline::python {

namespace {

constexpr std::size_t few_labels = 8;  // so many passes over the rows, several at once

/// What is predicted for each row: a code, and a share for each label known by then, if wanted.
class Guesses {
 public:
  Guesses(AnyClassifier& model, std::size_t rows, bool wants_shares)
      : model_(model), codes_(rows), shares_(wants_shares ? rows : 0) {}

  void predict(const Rows& rows, std::size_t at) {
    model_.predict(rows, codes_.data() + at);
    for (std::size_t i = 0; !shares_.empty() && i < count_of(rows); ++i) {
      std::vector<double>& own = shares_[at + i];
      own.resize(model_.label_count());
      model_.probabilities(one_of(rows, i), own.data(), own.size());
    }
  }
  void predict_learn(const Rows& rows, std::size_t at, const Rows& lessons, const Code* labels,
                     const double* weights) {
    if (shares_.empty()) {
      model_.predict_learn(rows, lessons, labels, weights, codes_.data() + at);
      return;
    }
    for (std::size_t i = 0; i < count_of(rows); ++i) {
      predict(one_of(rows, i), at + i);
      model_.learn(one_of(lessons, i), labels + i, weights == nullptr ? nullptr : weights + i);
    }
  }
  void take(const Interleaving::Piece& piece, const Rows& rows, const Rows& lessons,
            const Code* labels, const double* weights) {
    using Kind = Interleaving::Kind;
    if (piece.kind == Kind::predict) {
      predict(rows, piece.predicts);
    } else if (piece.kind == Kind::learn) {
      model_.learn(lessons, labels, weights);
    } else {
      predict_learn(rows, piece.predicts, lessons, labels, weights);
    }
  }

  [[nodiscard]] nb::object codes() && { return as_array(std::move(codes_)); }
  /// A column for each of `labels` codes; 0 for labels that were not known yet.
  [[nodiscard]] nb::object shares(std::size_t labels) const {
    if (shares_.empty()) return nb::none();
    std::vector<double> table(shares_.size() * labels, 0.0);
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      std::ranges::copy(shares_[i], table.begin() + static_cast<std::ptrdiff_t>(i * labels));
    }
    return as_array(std::move(table), {shares_.size(), labels});
  }

 private:
  AnyClassifier& model_;
  std::vector<Code> codes_;
  std::vector<std::vector<double>> shares_;
};

}  // namespace

Classifier::Classifier(std::unique_ptr<AnyClassifier> model, const ParameterNames* order)
    : Learner(order), model_(std::move(model)) {
  read_as(*model_);
}

Code Classifier::seat(nb::handle y, Code code) {
  return code == Labels::unknown ? labels_.seat(y) : code;
}

void Classifier::learn_one(nb::handle x, nb::handle y, double w) {
  const double weight = read_weight(w);
  const Guard guard(*this);
  Code code = labels_.find(y.ptr());
  const Rows rows = reader_.read(x, columns_, reading_, true);
  meet_now();
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
  meet_now();
  code = weight == 0.0 ? no_label : seat(y, code);
  Code predicted = no_label;
  model_->predict_learn(rows, rows, &code, &weight, &predicted);
  return labels_.at(predicted);
}

PyObject* Classifier::quick_learn(PyObject* x, PyObject* y) {
  const Code code = labels_.spot(y);
  if (code < 0 || !has_read_usual(x)) return nullptr;
  model_->learn_one(reader_.usual_row(), code);
  return Py_NewRef(Py_None);
}

PyObject* Classifier::quick_predict(PyObject* x) {
  if (!has_read_usual(x)) return nullptr;
  return labels_.seen(model_->predict_one(reader_.usual_row())).inc_ref().ptr();
}

PyObject* Classifier::quick_predict_learn(PyObject* x, PyObject* y) {
  const Code code = labels_.spot(y);
  if (code < 0 || !has_read_usual(x)) return nullptr;
  return labels_.seen(model_->predict_learn_one(reader_.usual_row(), code)).inc_ref().ptr();
}

void Classifier::unlearn_one(nb::handle x, nb::handle y) {
  const Guard guard(*this);
  const Code code = labels_.find(y.ptr());
  if (code < 0) {
    const std::string message = "no record of this example: the label " + shown(y) +
                                (code == no_label ? " is none" : " was never learned");
    throw nb::value_error(message.c_str());
  }
  Columns columns = columns_;
  const Rows row = reader_.read(x, columns, reading_, true);
  if (columns.width() > columns_.width()) {  // also where a transform would leave them out
    throw nb::value_error("no record of this example: it has columns that were never learned");
  }
  model_->unlearn(row, code);
}

nb::object Classifier::told(const std::string& what) const {
  const Guard guard(*this);
  return each_label([&](std::size_t label) { return nb::cast(inspect(what, label)); });
}

nb::dict Classifier::told_by_pair(const std::string& what) const {
  const Guard guard(*this);
  nb::dict out;
  for (std::size_t second = 1; second < model_->label_count(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      const nb::tuple pair = nb::make_tuple(labels_.at(static_cast<Code>(first)),
                                            labels_.at(static_cast<Code>(second)));
      out[pair] = nb::cast(model_->inspect_pair(what, first, second));
    }
  }
  return out;
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
void Classifier::keep_codes(Work&& work) {
  {
    const Guard guard(*this);
    ++batches_;
  }
  const auto leave = [&](bool is_done) {
    const Guard guard(*this);
    if (--batches_ == 0 && !is_done) {
      labels_.take_back([&](std::size_t code) { return model_->knows(code); });
    }
  };
  try {
    work();
  } catch (...) {
    leave(false);
    throw;
  }
  leave(true);
}

template <class Work>
void Classifier::run_labelled(Batch& batch, LabelBatch labels, const std::vector<double>& weights,
                              Work&& work) {
  keep_codes([&] {
    std::vector<Code> codes;
    bind_batch(batch, true,
               [&] { codes = std::move(labels).seat(labels_, data_or_null(weights)); });
    run(batch, [&](std::size_t start, const Rows& rows) {
      work(start, rows, codes.data() + start, weights.empty() ? nullptr : weights.data() + start);
    });
  });
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

nb::tuple Classifier::test_then_train(nb::handle X, nb::handle y, nb::handle w, nb::handle learned,
                                      nb::handle steps, bool wants_shares) {
  const auto batch = open_batch(X);
  const auto later = learned.is_none() ? nullptr : open_batch(learned);
  const std::size_t lessons = later == nullptr ? batch->count() : later->count();
  const std::vector<double> weights = read_weights(w, lessons);
  LabelBatch labels(y, lessons);
  Guesses guesses(*model_, batch->count(), wants_shares);
  if (later == nullptr) {
    run_labelled(*batch, std::move(labels), weights,
                 [&](std::size_t start, const Rows& rows, const Code* codes, const double* own) {
                   guesses.predict_learn(rows, start, rows, codes, own);
                 });
  } else {
    Interleaving order = read_order(steps, batch->count(), lessons);
    keep_codes([&] {
      std::vector<Code> codes;
      bind_batch(*batch, false, [] {});
      const auto learn_names = [&] {
        bind_batch(*later, true,
                   [&] { codes = std::move(labels).seat(labels_, data_or_null(weights)); });
        bind_batch(*batch, false, [] {});
      };
      run_interleaved(*batch, *later, std::move(order), learn_names,
                      [&](const Interleaving::Piece& piece, const Rows& rows, const Rows& own) {
                        guesses.take(piece, rows, own, codes.data() + piece.learns,
                                     weights.empty() ? nullptr : weights.data() + piece.learns);
                      });
    });
  }
  const Guard guard(*this);
  const nb::object shares = guesses.shares(labels_.size());
  return nb::make_tuple(std::move(guesses).codes(), labels_.state(), shares);
}

namespace {

void add_references(PyObject* object, std::int64_t count) {
#ifdef Py_GIL_DISABLED
  for (; count > 0; --count) Py_INCREF(object);
  for (; count < 0; ++count) Py_DECREF(object);
#else
  Py_SET_REFCNT(object, Py_REFCNT(object) + static_cast<Py_ssize_t>(count));
#endif
}

/// An array of labels, None for a code below 0. References are counted once for all cells of a
/// label: one by one, each would wait for the one before.
nb::object array_of_objects(const std::vector<Code>& codes, const nb::list& labels) {
  const nb::object out = nb::module_::import_("numpy").attr("empty")(codes.size(), "O");
  Py_buffer view{};
  if (PyObject_GetBuffer(out.ptr(), &view, PyBUF_WRITABLE) != 0) throw nb::python_error();
  auto** cells = static_cast<PyObject**>(view.buf);
  std::vector<PyObject*> objects{Py_None};
  for (nb::handle label : labels) objects.push_back(label.ptr());
  std::int64_t replaced = 0;  // a new array holds None, or nothing at all
  for (std::size_t i = 0; i < codes.size(); ++i) {
    replaced += cells[i] == Py_None ? 1 : 0;
    cells[i] = objects[static_cast<std::size_t>(codes[i]) + 1];
  }
  if (objects.size() <= few_labels) {
    for (std::size_t k = 0; k < objects.size(); ++k) {
      add_references(objects[k], count_equal(codes, static_cast<Code>(k) - 1));
    }
  } else {
    for (const Code code : codes) Py_INCREF(objects[static_cast<std::size_t>(code) + 1]);
  }
  add_references(Py_None, -replaced);
  PyBuffer_Release(&view);
  return out;
}

}  // namespace

nb::object Classifier::answer(nb::handle X, std::vector<Code> codes) const {
  // NumPy has no missing label: rows before the first one make an array of objects. NumPy would
  // take seven passes over it.
  const bool wants_array = PyObject_CheckBuffer(X.ptr()) != 0 || nb::hasattr(X, "indptr");
  if (wants_array && !codes.empty() && codes.front() < 0) {
    return array_of_objects(codes, labels_.state());
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

}  // namespace driftline::python

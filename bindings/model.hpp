// A model as Python sees it: the core's handle, the names it goes by, and a lock.
//
// Every verb reads its input, takes the lock, calls the core, and wraps the answer. The lock
// is never waited for while the GIL is held, and the other way round costs only the time of a
// block: so a long batch in one thread lets a prediction from another in between two blocks.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "driftline/evaluation/interleaving.hpp"
#include "driftline/learners/any_learner.hpp"
#include "driftline/learners/chain.hpp"
#include "driftline/parallel/ticket_lock.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "driftline/transforms/row_writer.hpp"
#include "rows.hpp"
#include "schema.hpp"
#include "targets.hpp"

namespace driftline::python {

/// Constructor parameters in the order of the signature.
using ParameterNames = std::vector<std::string>;

class Model {
 public:
  explicit Model(const ParameterNames* order) : order_(order) {}
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  Model(Model&&) = delete;
  Model& operator=(Model&&) = delete;
  virtual ~Model() = default;

  [[nodiscard]] nb::dict params() const;
  [[nodiscard]] nb::object param(const std::string& name) const;
  [[nodiscard]] std::size_t memory() const;
  /// Arrays by name, and the names of columns (and labels), of one moment.
  [[nodiscard]] nb::tuple snapshot() const;
  /// Both or neither: throws ValueError and changes nothing if they do not fit the model.
  void restore(const nb::dict& arrays, const nb::dict& schema);
  [[nodiscard]] virtual bool equals(const Model& other) const;
  [[nodiscard]] nb::list columns() const;
  void adopt_columns(const Model& other);

 protected:
  [[nodiscard]] virtual const AnyModel& core() const = 0;
  [[nodiscard]] virtual AnyModel& core() = 0;
  virtual void restore_names(const nb::dict& schema);
  /// Called with the lock held.
  [[nodiscard]] virtual nb::dict names() const;
  [[nodiscard]] virtual std::size_t names_memory() const { return columns_.memory(); }

  /// Holds the lock, and the GIL as well.
  class Guard {
   public:
    explicit Guard(const Model& model);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    Guard(Guard&&) = delete;
    Guard& operator=(Guard&&) = delete;

   private:
    const Model& model_;
  };
  /// Counts a call as under way that gives up the GIL. Made and ended with the GIL held.
  class Inside {
   public:
    explicit Inside(const Model& model) : model_(model) { ++model.inside_; }
    ~Inside() { --model_.inside_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    Inside(Inside&&) = delete;
    Inside& operator=(Inside&&) = delete;

   private:
    const Model& model_;
  };
  /// Whether this is the usual row, and nobody else is at work in the model: who holds the GIL,
  /// runs nobody's code and keeps the GIL then needs no lock. The row is `reader_.usual()`.
  bool has_read_usual(PyObject* x) {
#ifdef Py_GIL_DISABLED
    return false;
#else
    return inside_ == 0 && is_plain_ && reader_.read_usual(x, columns_);
#endif
  }

  /// Reads a batch and looks through it.
  std::unique_ptr<Batch> open_batch(nb::handle X) const;
  /// Gives it its columns, then calls `named` under the same lock.
  template <class Named>
  void bind_batch(Batch& batch, bool grows, Named&& named) {
    const Guard guard(*this);
    batch.bind(columns_, grows && batch.count() > 0);  // an empty batch changes nothing
    know_names();
    named();
  }

  /// Runs work(start, rows) over the batch, block by block, without the GIL. Blocks grow while
  /// they take less than a millisecond. Ctrl-C stops between two of them; the exception then
  /// says in `rows_learned` how far it got.
  template <class Work>
  void run(const Batch& batch, Work&& work);
  void stop_if_interrupted(std::size_t rows_done);
  /// Two batches, one to predict and one to learn, in the order of time: work(piece, rows to
  /// predict, rows to learn). `learn_names` is called when the first row to learn is due, and gives
  /// both batches their columns: what is predicted before does not know what is learned later.
  template <class Work>
  void run_interleaved(const Batch& predicts, const Batch& learns, Interleaving order,
                       const std::function<void()>& learn_names, Work&& work);

  /// The core is told what the columns are called, where it wants to know. In two steps: names are
  /// Python's, and the core meets them without the GIL, when the row that brings them comes.
  void know_names();
  void meet(std::size_t width) {
    if (needs_names_ && met_ < width) meet_new(width);
  }
  void meet_new(std::size_t width);
  void meet_all();
  /// Rows read one by one bring their columns at once.
  void meet_now() {
    if (!needs_names_) return;
    know_names();
    meet(columns_.width());
  }
  /// Called once the core is there.
  void read_as(const AnyModel& core);
  /// The name of what the core says stands there; a null object for what has no name.
  [[nodiscard]] static nb::object name_of(const Output& output, const Columns& columns);

  const ParameterNames* order_;
  Columns columns_;
  std::vector<std::string> names_;  ///< the same as plain text, if the core wants names
  std::size_t met_ = 0;             ///< columns the core has met
  bool needs_names_ = false;
  Reading reading_;
  OneRow reader_;
  bool is_plain_ = false;  ///< takes numbers as they are, and does not ask for names
  mutable TicketLock lock_;
  mutable std::atomic<std::thread::id> owner_;
  mutable std::size_t inside_ = 0;  ///< calls under way; touched with the GIL held
};

/// How many rows a block has: more while blocks take less than a millisecond. Threads are made for
/// each block, which takes some of that: ten milliseconds, then.
class Pace {
 public:
  explicit Pace(bool is_parallel)
      : largest_(is_parallel ? 16'384 : 256), patience_(is_parallel ? 10'000 : 1'000) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Once a block is done. True if it is time to look for Ctrl-C.
  bool has_waited() {
    const auto now = std::chrono::steady_clock::now();
    size_ = now - before_ > patience_ ? std::max<std::size_t>(1, size_ / 2)
                                      : std::min(largest_, size_ * 2);
    before_ = now;
    if (now - asked_ <= signal_interval) return false;
    asked_ = now;
    return true;
  }

 private:
  static constexpr auto signal_interval = std::chrono::milliseconds(50);

  std::size_t largest_;
  std::chrono::microseconds patience_;
  std::size_t size_ = 16;
  std::chrono::steady_clock::time_point before_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point asked_ = before_;
};

template <class Work>
void Model::run(const Batch& batch, Work&& work) {
  const std::size_t count = batch.count();
  const Inside inside(*this);
  const nb::gil_scoped_release release;
  RowBuffer buffer;
  Pace pace(core().is_parallel());
  for (std::size_t start = 0; start < count;) {
    std::size_t n = std::min(pace.size(), count - start);
    if (needs_names_) n = std::min(n, batch.next_growth(start) - start);
    const Rows rows = batch.block(start, n, buffer, reading_);
    {
      const std::scoped_lock hold(lock_);
      meet(std::min(batch.known_at(start), names_.size()));
      work(start, rows);
    }
    start += n;
    if (pace.has_waited() && start < count) stop_if_interrupted(start);
  }
}

template <class Work>
void Model::run_interleaved(const Batch& predicts, const Batch& learns, Interleaving order,
                            const std::function<void()>& learn_names, Work&& work) {
  using Kind = Interleaving::Kind;
  const Inside inside(*this);
  RowBuffer to_predict;
  RowBuffer to_learn;
  Pace pace(core().is_parallel());
  const auto take = [&](const Interleaving::Piece& piece) {
    const Rows seen = piece.kind == Kind::learn
                          ? Rows()
                          : predicts.block(piece.predicts, piece.count, to_predict, reading_);
    const Rows learned = piece.kind == Kind::predict
                             ? Rows()
                             : learns.block(piece.learns, piece.count, to_learn, reading_);
    {
      const std::scoped_lock hold(lock_);
      if (piece.kind != Kind::predict) meet(std::min(learns.known_at(piece.learns), names_.size()));
      work(piece, seen, learned);
    }
    if (pace.has_waited() && !order.is_done()) stop_if_interrupted(order.learns());
  };
  {
    const nb::gil_scoped_release release;
    for (auto piece = order.next_before_learning(pace.size()); piece.count > 0;
         piece = order.next_before_learning(pace.size())) {
      take(piece);
    }
  }
  if (order.is_done()) return;
  learn_names();
  const nb::gil_scoped_release release;
  while (!order.is_done()) {
    std::size_t most = pace.size();
    if (needs_names_) most = std::min(most, learns.next_growth(order.learns()) - order.learns());
    take(order.next(most));
  }
}

/// What classifiers and regressors share.
class Learner : public Model {
 public:
  using Model::Model;
  [[nodiscard]] nb::object weights() const;
  [[nodiscard]] nb::object intercept() const;
  [[nodiscard]] nb::object variances() const;
  [[nodiscard]] nb::object covariance() const;
  nb::object explain_one(nb::handle x);
  /// What the core tells of itself under this name, for all labels together.
  [[nodiscard]] std::vector<double> facts(const std::string& what) const;

 protected:
  [[nodiscard]] virtual std::vector<double> inspect(std::string_view what,
                                                    std::size_t label) const = 0;
  [[nodiscard]] virtual std::vector<double> explain(const Rows& row, std::size_t label) const = 0;
  [[nodiscard]] virtual bool has_intercept() const = 0;
  /// `make(label)` for the one row of weights, or {label: make(label)} where there are more.
  [[nodiscard]] virtual nb::object each_label(
      const std::function<nb::object(std::size_t)>& make) const = 0;
  /// AttributeError in place of the core's own, so that hasattr works.
  [[nodiscard]] std::vector<double> attribute(const char* what, std::size_t label) const;
  /// Null for a place that has no name.
  [[nodiscard]] nb::object weight_name(std::size_t i) const;
  [[nodiscard]] nb::dict by_column(const std::vector<double>& values) const;
};

class Classifier : public Learner {
 public:
  Classifier(std::unique_ptr<AnyClassifier> model, const ParameterNames* order);

  void learn_one(nb::handle x, nb::handle y, double w);
  nb::object predict_one(nb::handle x);
  nb::dict predict_proba_one(nb::handle x);
  nb::object predict_learn_one(nb::handle x, nb::handle y, double w);
  /// The same for the usual row and a label met before. Null where it is another, and nothing is
  /// done then.
  PyObject* quick_learn(PyObject* x, PyObject* y);
  PyObject* quick_predict(PyObject* x);
  PyObject* quick_predict_learn(PyObject* x, PyObject* y);
  void learn_many(nb::handle X, nb::handle y, nb::handle w);
  nb::object predict_many(nb::handle X);
  nb::object predict_proba_many(nb::handle X);
  nb::object predict_learn_many(nb::handle X, nb::handle y, nb::handle w);
  /// Takes back what the newest example of this row and label taught.
  void unlearn_one(nb::handle x, nb::handle y);
  /// What `inspect` tells, as a list; by label where there are more than two.
  [[nodiscard]] nb::object told(const std::string& what) const;
  /// The same by pair of labels, of a model that has one for each.
  [[nodiscard]] nb::dict told_by_pair(const std::string& what) const;
  /// For evaluation: what is predicted for each row of X, while the rows `learned` (X itself if
  /// None) are learned, row i of them right after row steps[i] of X was predicted, or without
  /// steps after row i. Gives codes, the labels they stand for, and with `wants_shares` a share for
  /// each row and code.
  nb::tuple test_then_train(nb::handle X, nb::handle y, nb::handle w, nb::handle learned,
                            nb::handle steps, bool wants_shares);

  [[nodiscard]] nb::list labels() const;
  [[nodiscard]] bool equals(const Model& other) const override;
  [[nodiscard]] const AnyClassifier& handle() const { return *model_; }
  void adopt_labels(const Classifier& other) { labels_ = other.labels_; }

 protected:
  [[nodiscard]] const AnyModel& core() const override { return *model_; }
  [[nodiscard]] AnyModel& core() override { return *model_; }
  void restore_names(const nb::dict& schema) override;
  [[nodiscard]] nb::dict names() const override;
  [[nodiscard]] std::size_t names_memory() const override {
    return columns_.memory() + labels_.memory();
  }
  [[nodiscard]] std::vector<double> inspect(std::string_view what,
                                            std::size_t label) const override {
    return model_->inspect(what, label);
  }
  [[nodiscard]] std::vector<double> explain(const Rows& row, std::size_t label) const override {
    return model_->explain(row, label);
  }
  [[nodiscard]] bool has_intercept() const override { return model_->has_intercept(); }
  [[nodiscard]] nb::object each_label(
      const std::function<nb::object(std::size_t)>& make) const override;

 private:
  Code seat(nb::handle y, Code code);
  [[nodiscard]] nb::object answer(nb::handle X, std::vector<Code> codes) const;

  /// Seats the labels of a batch, runs it, and takes back labels that were never learned because
  /// the batch was interrupted.
  template <class Work>
  void run_labelled(Batch& batch, LabelBatch labels, const std::vector<double>& weights,
                    Work&& work);
  /// Counts a batch as under way while `work` runs.
  template <class Work>
  void keep_codes(Work&& work);

  std::unique_ptr<AnyClassifier> model_;
  Labels labels_;
  std::size_t batches_ = 0;  ///< under way; while another is, its codes must keep their meaning
};

class Regressor : public Learner {
 public:
  Regressor(std::unique_ptr<AnyRegressor> model, const ParameterNames* order);

  void learn_one(nb::handle x, nb::handle y, double w);
  double predict_one(nb::handle x);
  double predict_learn_one(nb::handle x, nb::handle y, double w);
  /// The same for the usual row and a finite float. Null where it is another, and nothing is done
  /// then.
  PyObject* quick_learn(PyObject* x, PyObject* y);
  PyObject* quick_predict(PyObject* x);
  PyObject* quick_predict_learn(PyObject* x, PyObject* y);
  void learn_many(nb::handle X, nb::handle y, nb::handle w);
  nb::object predict_many(nb::handle X);
  nb::object predict_learn_many(nb::handle X, nb::handle y, nb::handle w);
  /// As Classifier's, without codes and shares.
  nb::object test_then_train(nb::handle X, nb::handle y, nb::handle w, nb::handle learned,
                             nb::handle steps);
  [[nodiscard]] const AnyRegressor& handle() const { return *model_; }

 protected:
  [[nodiscard]] const AnyModel& core() const override { return *model_; }
  [[nodiscard]] AnyModel& core() override { return *model_; }
  [[nodiscard]] std::vector<double> inspect(std::string_view what,
                                            std::size_t label) const override {
    return model_->inspect(what, label);
  }
  [[nodiscard]] std::vector<double> explain(const Rows& row, std::size_t label) const override {
    return model_->explain(row, label);
  }
  [[nodiscard]] bool has_intercept() const override { return model_->has_intercept(); }
  [[nodiscard]] nb::object each_label(
      const std::function<nb::object(std::size_t)>& make) const override {
    return make(0);
  }

 private:
  std::unique_ptr<AnyRegressor> model_;
};

class Transform : public Model {
 public:
  Transform(std::unique_ptr<AnyTransform> model, const ParameterNames* order);

  void learn_one(nb::handle x, double w);
  nb::object transform_one(nb::handle x);
  void learn_many(nb::handle X, nb::handle w);
  nb::object transform_many(nb::handle X);
  [[nodiscard]] nb::list outputs() const;
  [[nodiscard]] const AnyTransform& handle() const { return *model_; }

 protected:
  [[nodiscard]] const AnyModel& core() const override { return *model_; }
  [[nodiscard]] AnyModel& core() override { return *model_; }

 private:
  /// A copy that has met these columns as well, or null where the model knows them all.
  [[nodiscard]] std::unique_ptr<AnyTransform> with_columns(const Columns& columns) const;
  nb::object transform_dicts(nb::handle X, const Batch& batch, const AnyTransform& model,
                             const Columns& columns);
  nb::object transform_sparse(nb::handle X, const Batch& batch, const AnyTransform& model,
                              std::size_t outputs);
  static nb::list output_names(const AnyTransform& model, const Columns& columns);
  /// The columns among `cells` that hold text, as lists by place.
  static nb::dict text_columns(const std::vector<double>& cells, std::size_t width,
                               const Texts* texts);

  std::unique_ptr<AnyTransform> model_;
};

}  // namespace driftline::python

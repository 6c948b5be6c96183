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
#include <vector>

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
  mutable TicketLock lock_;
  mutable std::atomic<std::thread::id> owner_;
};

template <class Work>
void Model::run(const Batch& batch, Work&& work) {
  constexpr std::size_t largest = 256;
  constexpr auto patience = std::chrono::microseconds(1000);
  constexpr auto signal_interval = std::chrono::milliseconds(50);
  const std::size_t count = batch.count();
  const nb::gil_scoped_release release;
  RowBuffer buffer;
  std::size_t size = 16;
  auto asked = std::chrono::steady_clock::now();
  auto before = asked;
  for (std::size_t start = 0; start < count;) {
    std::size_t n = std::min(size, count - start);
    if (needs_names_) n = std::min(n, batch.next_growth(start) - start);
    const Rows rows = batch.block(start, n, buffer, reading_);
    {
      const std::scoped_lock hold(lock_);
      meet(std::min(batch.known_at(start), names_.size()));
      work(start, rows);
    }
    start += n;
    const auto now = std::chrono::steady_clock::now();
    size =
        now - before > patience ? std::max<std::size_t>(1, size / 2) : std::min(largest, size * 2);
    before = now;
    if (now - asked > signal_interval && start < count) {
      stop_if_interrupted(start);
      asked = now;
    }
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
  void learn_many(nb::handle X, nb::handle y, nb::handle w);
  nb::object predict_many(nb::handle X);
  nb::object predict_proba_many(nb::handle X);
  nb::object predict_learn_many(nb::handle X, nb::handle y, nb::handle w);

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
  void learn_many(nb::handle X, nb::handle y, nb::handle w);
  nb::object predict_many(nb::handle X);
  nb::object predict_learn_many(nb::handle X, nb::handle y, nb::handle w);
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
  nb::object transform_csr(nb::handle X, const Batch& batch, const AnyTransform& model,
                           std::size_t outputs);
  static nb::list output_names(const AnyTransform& model, const Columns& columns);
  /// The columns among `cells` that hold text, as lists by place.
  static nb::dict text_columns(const std::vector<double>& cells, std::size_t width,
                               const Texts* texts);

  std::unique_ptr<AnyTransform> model_;
};

}  // namespace driftline::python

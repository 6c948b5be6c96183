// Scorers: arrays in, points out. Scoring runs without the GIL, under a lock of the scorer's own.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "driftline/metrics/classification_scorer.hpp"
#include "driftline/metrics/points.hpp"
#include "driftline/metrics/regression_scorer.hpp"
#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/parallel/ticket_lock.hpp"
#include "rows.hpp"
#include "state_arrays.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// What both scorers share. `Core` is the scorer without Python.
template <class Core>
class Scorer {
 public:
  Scorer(std::vector<std::string> metrics, std::int64_t window, std::int64_t every, double fading)
      : core_({.metrics = std::move(metrics), .window = window, .every = every, .fading = fading}) {
  }

  nb::tuple take_points() {
    Points points = locked([](Core& core) { return core.take_points(); });
    const std::size_t count = points.rows.size();
    return nb::make_tuple(as_array(std::move(points.rows)), as_array(std::move(points.scored)),
                          as_array(std::move(points.values), {count, estimate_count, width()}));
  }
  nb::object values() {
    return as_array(locked([](Core& core) { return core.values(); }), {estimate_count, width()});
  }
  std::int64_t scored() {
    return locked([](Core& core) { return core.scored(); });
  }
  nb::dict state() {
    return as_arrays(locked([](Core& core) { return state_of(core); }));
  }
  void restore(const nb::dict& arrays) {
    const State state = as_state(arrays);
    locked([&](Core& core) { restore_scorer(core, state); });
  }

 protected:
  /// Calls work(core) with the lock held and without the GIL.
  auto locked(auto&& work) {
    const nb::gil_scoped_release release;
    const std::scoped_lock hold(lock_);
    return work(core_);
  }
  static Arrivals arrivals(std::int64_t begin, std::int64_t end, std::size_t count,
                           const std::optional<Column<std::int64_t>>& steps) {
    if (steps) expect_length("steps", steps->shape(0), count);
    return {.begin = begin, .end = end, .count = count, .steps = steps ? steps->data() : nullptr};
  }
  static void expect_length(const char* what, std::size_t found, std::size_t wanted) {
    if (found == wanted) return;
    throw nb::value_error((std::string(what) + ": " + std::to_string(found) + " entries for " +
                           std::to_string(wanted) + " items")
                              .c_str());
  }

 private:
  [[nodiscard]] std::size_t width() const { return core_.settings().metrics.size(); }

  Core core_;
  TicketLock lock_;
};

class LabelScorer : public Scorer<ClassificationScorer> {
 public:
  using Scorer::Scorer;

  void meet(const Column<Code>& ranks, Code positive) {
    locked([&](ClassificationScorer& core) {
      core.meet(std::span(ranks.data(), ranks.shape(0)), positive);
    });
  }
  void update(const Column<Code>& truth, const Column<Code>& predicted, std::int64_t begin,
              std::int64_t end, const std::optional<Column<std::int64_t>>& steps,
              const std::optional<Table<double>>& shares) {
    const std::size_t count = truth.shape(0);
    expect_length("predicted", predicted.shape(0), count);
    if (shares) expect_length("shares", shares->shape(0), count);
    const Arrivals come = arrivals(begin, end, count, steps);
    locked([&](ClassificationScorer& core) {
      if (shares && shares->shape(1) != core.labels()) {
        throw std::invalid_argument("shares: " + std::to_string(shares->shape(1)) +
                                    " columns for " + std::to_string(core.labels()) + " labels");
      }
      core.update(come, {.truth = truth.data(),
                         .predicted = predicted.data(),
                         .shares = shares ? shares->data() : nullptr});
    });
  }
  nb::object confusion() {
    std::optional<std::size_t> labels;
    std::vector<std::int64_t> counts = locked([&](ClassificationScorer& core) {
      if (core.label_scores().has_confusion()) labels = core.labels();
      return core.label_scores().confusion();
    });
    if (!labels) return nb::none();
    return as_array(std::move(counts), {*labels, *labels + 1});
  }
};

class NumberScorer : public Scorer<RegressionScorer> {
 public:
  using Scorer::Scorer;

  void update(const Column<double>& truth, const Column<double>& predicted, std::int64_t begin,
              std::int64_t end, const std::optional<Column<std::int64_t>>& steps) {
    const std::size_t count = truth.shape(0);
    expect_length("predicted", predicted.shape(0), count);
    const Arrivals come = arrivals(begin, end, count, steps);
    locked([&](RegressionScorer& core) {
      core.update(come, {.truth = truth.data(), .predicted = predicted.data()});
    });
  }
};

template <class Self>
nb::class_<Self> scorer(nb::module_& m, const char* name) {
  return nb::class_<Self>(m, name)
      .def(nb::init<std::vector<std::string>, std::int64_t, std::int64_t, double>(), "metrics"_a,
           "window"_a, "every"_a, "fading"_a)
      .def("take_points", &Self::take_points,
           nb::sig("def take_points(self) -> tuple[numpy.typing.NDArray[numpy.int64], "
                   "numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64]]"),
           "Rows come, rows scored and values[point, estimate, metric] at the points since the "
           "last call.")
      .def("values", &Self::values,
           nb::sig("def values(self) -> numpy.typing.NDArray[numpy.float64]"),
           "Values[estimate, metric] now; NaN where there is nothing to tell.")
      .def_prop_ro("scored", &Self::scored, "Items scored so far.")
      .def("state", &Self::state, nb::sig("def state(self) -> dict[str, typing.Any]"),
           "All that was learned, as arrays by name.")
      .def("restore", &Self::restore, "state"_a,
           nb::sig("def restore(self, state: dict[str, typing.Any]) -> None"),
           "Go on where the scorer of that state was. ValueError, and no change, if it does not "
           "fit.");
}

}  // namespace

void bind_scorers(nb::module_& m) {
  scorer<LabelScorer>(m, "ClassificationScorer")
      .def("meet", &LabelScorer::meet, "ranks"_a.noconvert(), "positive"_a,
           "Labels are the codes below len(ranks) from now on, ranks their places in sorted "
           "order. Precision, recall, F1 and AUC are those of the positive one; with -1, means "
           "over all labels.")
      .def("update", &LabelScorer::update, "truth"_a.noconvert(), "predicted"_a.noconvert(),
           nb::kw_only(), "begin"_a, "end"_a, "steps"_a.noconvert() = nb::none(),
           "shares"_a = nb::none(),
           "Score items while rows [begin, end) arrive: item i right after row steps[i], or row "
           "begin + i; with begin == end, after all rows. Predicted -1 is no answer. shares[i, c] "
           "is given to label c. ValueError, and no change, on anything else.")
      .def_prop_ro("confusion", &LabelScorer::confusion,
                   nb::sig("def confusion(self) -> numpy.typing.NDArray[numpy.int64] | None"),
                   "Counts by true label and predicted label; the last column is for no answer. "
                   "None above 256 labels.");
  scorer<NumberScorer>(m, "RegressionScorer")
      .def("update", &NumberScorer::update, "truth"_a, "predicted"_a, nb::kw_only(), "begin"_a,
           "end"_a, "steps"_a.noconvert() = nb::none(),
           "Score items while rows [begin, end) arrive: item i right after row steps[i], or row "
           "begin + i; with begin == end, after all rows. ValueError, and no change, on anything "
           "that is not finite.");
}

}  // namespace driftline::python

// Answers to drift, made of copies of a learner and of detectors, state and names included.
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "detector.hpp"
#include "driftline/adaptation/background_learner.hpp"
#include "driftline/adaptation/concept_reset.hpp"
#include "driftline/adaptation/events.hpp"
#include "driftline/adaptation/reset_on_drift.hpp"
#include "driftline/adaptation/sliding_window.hpp"

// After detector.hpp: its template looks for the verbs of each family.
#include "families.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

const ParameterNames no_names;
/// Constant after the first call, which the module makes.
const ParameterNames* reset_names() {
  static const ParameterNames names{"keep_warning", "max_rows"};
  return &names;
}
const ParameterNames* window_names() {
  static const ParameterNames names{"window", "every"};
  return &names;
}
const ParameterNames* drift_names() {
  static const ParameterNames names{"drifts"};
  return &names;
}

/// `Kind` only makes it a type of its own.
template <class Family, template <class> class Kind>
class Adapted : public Family {
 public:
  template <class Handle>
  Adapted(std::unique_ptr<Handle> model, const ParameterNames* order, const Family& learner)
      : Family(std::move(model), order) {
    this->adopt_columns(learner);
    if constexpr (std::is_same_v<Family, Classifier>) this->adopt_labels(learner);
  }

  /// Row, kind, estimate and number of rows of each event.
  [[nodiscard]] nb::list events() const {
    constexpr std::array kinds{"warning", "drift", "retrain", "drop"};
    const typename Family::Guard guard(*this);
    const Events& all = dynamic_cast<const HasEvents&>(this->handle()).events();
    nb::list out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      out.append(nb::make_tuple(all.row(i), kinds.at(static_cast<std::size_t>(all.kind(i))),
                                all.estimate(i), all.count(i)));
    }
    return out;
  }
};

template <class Family>
using Base =
    std::conditional_t<std::is_same_v<Family, Classifier>, AdaptedClassifier, AdaptedRegressor>;

template <class Family, template <class> class Kind>
auto adaptation(nb::module_& m, const char* name) {
  nb::class_<Adapted<Family, Kind>, Family> cls(m, name);
  one_row_verbs(cls);
  cls.def("_events", &Adapted<Family, Kind>::events,
          nb::sig("def _events(self) -> list[tuple[int, str, float, int]]"));
  return cls;
}

template <class Family>
void bind_reset(nb::module_& m, const char* name) {
  using Self = Adapted<Family, ResetOnDrift>;
  using Core = ResetOnDrift<Base<Family>>;
  adaptation<Family, ResetOnDrift>(m, name)
      .def(
          "__init__",
          [](Self* self, const Family& learner, const Detector& detector, bool keep_warning,
             std::int64_t max_rows) {
            new (self) Self(
                std::make_unique<Core>(learner.handle().copy(), detector.handle().copy(), nullptr,
                                       StartAnew<typename Core::Any, typename Core::Target>(
                                           keep_warning, max_rows, learner.handle().reading())),
                reset_names(), learner);
          },
          "learner"_a, "detector"_a, "keep_warning"_a, "max_rows"_a)
      .def_prop_ro(
          "keep_warning", [](const Self& self) { return self.param("keep_warning"); },
          nb::sig("def keep_warning(self) -> bool"))
      .def_prop_ro(
          "max_rows", [](const Self& self) { return self.param("max_rows"); },
          nb::sig("def max_rows(self) -> int"));
}

template <class Family>
void bind_background(nb::module_& m, const char* name) {
  using Self = Adapted<Family, BackgroundLearner>;
  using Core = BackgroundLearner<Base<Family>>;
  adaptation<Family, BackgroundLearner>(m, name).def(
      "__init__",
      [](Self* self, const Family& learner, const Detector& detector, const Detector* warning) {
        new (self)
            Self(std::make_unique<Core>(learner.handle().copy(), detector.handle().copy(),
                                        warning == nullptr ? nullptr : warning->handle().copy(),
                                        SwapIn<typename Core::Any, typename Core::Target>()),
                 &no_names, learner);
      },
      "learner"_a, "detector"_a, "warning_detector"_a.none());
}

template <class Family>
void bind_window(nb::module_& m, const char* name) {
  using Self = Adapted<Family, SlidingWindow>;
  using Core = SlidingWindow<Base<Family>>;
  adaptation<Family, SlidingWindow>(m, name)
      .def(
          "__init__",
          [](Self* self, const Family& learner, std::int64_t window, std::int64_t every) {
            new (self) Self(std::make_unique<Core>(learner.handle().copy(), window, every),
                            window_names(), learner);
          },
          "learner"_a, "window"_a, "every"_a)
      .def_prop_ro(
          "window", [](const Self& self) { return self.param("window"); },
          nb::sig("def window(self) -> int"))
      .def_prop_ro(
          "every", [](const Self& self) { return self.param("every"); },
          nb::sig("def every(self) -> int"));
}

template <class Family>
void bind_concept_reset(nb::module_& m, const char* name) {
  using Self = Adapted<Family, ConceptReset>;
  using Core = ConceptReset<Base<Family>>;
  adaptation<Family, ConceptReset>(m, name).def(
      "__init__",
      [](Self* self, const Family& learner, const std::vector<std::int64_t>& drifts) {
        new (self)
            Self(std::make_unique<Core>(learner.handle().copy(), drifts), drift_names(), learner);
      },
      "learner"_a, "drifts"_a);
}

}  // namespace

void bind_adaptation(nb::module_& m) {
  bind_reset<Classifier>(m, "ResetOnDriftClassifier");
  bind_reset<Regressor>(m, "ResetOnDriftRegressor");
  bind_background<Classifier>(m, "BackgroundLearnerClassifier");
  bind_background<Regressor>(m, "BackgroundLearnerRegressor");
  bind_window<Classifier>(m, "SlidingWindowClassifier");
  bind_window<Regressor>(m, "SlidingWindowRegressor");
  bind_concept_reset<Classifier>(m, "ConceptResetClassifier");
  bind_concept_reset<Regressor>(m, "ConceptResetRegressor");
}

}  // namespace driftline::python

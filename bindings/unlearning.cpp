// Unlearning over every reversible learner, found behind the handle of an untaught classifier.
#include "driftline/adaptation/unlearning.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driftline/learners/arow.hpp"
#include "driftline/learners/cw.hpp"
#include "driftline/learners/one_vs_rest.hpp"
#include "driftline/learners/passive_aggressive.hpp"
#include "driftline/learners/scw.hpp"
#include "families.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

struct UnlearningTag;
using UnlearningClassifier = Bound<Classifier, UnlearningTag>;

/// In the order of the constructor.
const ParameterNames& option_names() {
  static const ParameterNames names{"strategy",          "alpha",    "window",    "original",
                                    "balance",           "averages", "strict",    "terms",
                                    "confidence_for_pa", "sigma",    "max_tests", "max_records"};
  return names;
}

/// Null where the model is none over `Learner`.
template <Reversible Learner>
std::unique_ptr<AnyClassifier> over(const AnyClassifier& model, const UnlearningOptions& options) {
  const auto* handle = dynamic_cast<const ClassifierHandle<OneVsRest<Learner>>*>(&model);
  if (handle == nullptr) return nullptr;
  return make_handle(OneVsRest(Unlearning(handle->prototype().untaught(), options)));
}

template <class... Learners>
std::unique_ptr<AnyClassifier> over_any(const AnyClassifier& model,
                                        const UnlearningOptions& options) {
  std::unique_ptr<AnyClassifier> found;
  static_cast<void>((... || ((found = over<Learners>(model, options)) != nullptr)));
  if (found == nullptr) {
    throw nb::type_error("this learner cannot be unlearned; PAClassifier, CW, AROW and SCW can");
  }
  return found;
}

std::unique_ptr<AnyClassifier> unlearning(const AnyClassifier& model,
                                          const UnlearningOptions& options) {
  return over_any<PAClassifier, AROW<DiagonalBelief>, AROW<FullBelief>, CW<DiagonalBelief>,
                  CW<FullBelief>, SCW<DiagonalBelief>, SCW<FullBelief>>(model, options);
}

std::int64_t window_of(std::optional<std::int64_t> window) {
  return window.has_value() ? at_least_one("window", *window) : 0;
}

}  // namespace

void bind_unlearning(nb::module_& m) {
  nb::class_<UnlearningClassifier, Classifier> cls(m, "Unlearning");
  one_row_verbs(cls);
  cls.def(
      "__init__",
      [](UnlearningClassifier* self, const Classifier& learner, const std::string& strategy,
         double alpha, std::optional<std::int64_t> window, const std::string& original,
         const std::string& balance, const std::string& averages, bool strict,
         const std::string& terms, const std::string& confidence_for_pa, const std::string& sigma,
         std::int64_t max_tests, std::int64_t max_records) {
        const UnlearningOptions options{
            .strategy = parse<UnlearningStrategy>("strategy", strategy),
            .alpha = alpha,
            .window = window_of(window),
            .original = parse<UnlearningOriginal>("original", original),
            .balance = parse<UnlearningBalance>("balance", balance),
            .averages = parse<UnlearningAverages>("averages", averages),
            .strict = strict,
            .terms = parse<UnlearningTerms>("terms", terms),
            .confidence_for_pa = parse<MissingConfidence>("confidence_for_pa", confidence_for_pa),
            .sigma = parse<UnlearningSigma>("sigma", sigma),
            .max_tests = max_tests,
            .max_records = max_records};
        new (self) UnlearningClassifier(unlearning(learner.handle(), options), &option_names());
      },
      "learner"_a, "strategy"_a, "alpha"_a, "window"_a.none(), "original"_a, "balance"_a,
      "averages"_a, "strict"_a, "terms"_a, "confidence_for_pa"_a, "sigma"_a, "max_tests"_a,
      "max_records"_a);
  for (const std::string& name : option_names()) {
    cls.def_prop_ro(
        name.c_str(), [&name](const UnlearningClassifier& self) { return self.param(name); },
        nb::sig(("def " + name + "(self) -> typing.Any").c_str()));
  }
  cls.def("unlearn_one", &Classifier::unlearn_one, "x"_a.none(), "y"_a.none(),
          nb::sig("def unlearn_one(self, x: object, y: object) -> None"),
          "Take back what the newest such example taught. ValueError where there is no record.");
  cls.def("_told", &Classifier::told, "what"_a,
          nb::sig("def _told(self, what: str) -> typing.Any"));
}

}  // namespace driftline::python

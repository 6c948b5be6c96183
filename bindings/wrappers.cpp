// Models made of other models. They take copies of their parts, state and names included.
#include <nanobind/stl/string.h>

#include "driftline/learners/chain.hpp"
#include "driftline/transforms/transform_union.hpp"
#include "families.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

const ParameterNames no_names;

struct PipelineTag;
struct UnionTag;
struct OneVsOneTag;

TransformParts parts_of(const nb::list& steps, std::size_t count) {
  TransformParts parts;
  parts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    parts.push_back(nb::cast<const Transform&>(steps[i]).handle().copy());
  }
  return parts;
}

TransformChain front_of(const nb::list& steps, std::size_t count) {
  return TransformChain(parts_of(steps, count));
}

void require_steps(const nb::list& steps) {
  if (steps.size() == 0) throw nb::value_error("a pipeline needs at least one step");
}

/// The columns of the first part that has met any.
void adopt_columns(Model& self, const nb::list& steps) {
  for (nb::handle step : steps) {
    const auto& part = nb::cast<const Model&>(step);
    if (part.columns().size() > 0) {
      self.adopt_columns(part);
      return;
    }
  }
}

/// For those in front, which offer it where the model inside can unlearn.
void unlearning_verb(auto& cls) {
  cls.def("_unlearn_one", &Classifier::unlearn_one, "x"_a.none(), "y"_a.none(),
          nb::sig("def _unlearn_one(self, x: object, y: object) -> None"));
}

using ClassifierPipeline = Bound<Classifier, PipelineTag>;
using RegressorPipeline = Bound<Regressor, PipelineTag>;
using TransformPipeline = Bound<Transform, PipelineTag>;
using UnionTransform = Bound<Transform, UnionTag>;
using OneVsOneClassifier = Bound<Classifier, OneVsOneTag>;

}  // namespace

void bind_wrappers(nb::module_& m) {
  nb::class_<OneVsOneClassifier, Classifier> one_vs_one(m, "OneVsOneClassifier");
  one_row_verbs(one_vs_one);
  one_vs_one.def(
      "__init__",
      [](OneVsOneClassifier* self, const Classifier& model) {
        new (self) OneVsOneClassifier(model.handle().one_vs_one(), &no_names);
      },
      "model"_a);
  one_vs_one.def("_told_by_pair", &Classifier::told_by_pair, "what"_a,
                 nb::sig("def _told_by_pair(self, what: str) -> dict[typing.Any, list[float]]"));
  unlearning_verb(one_vs_one);
  nb::class_<ClassifierPipeline, Classifier> classifiers(m, "ClassifierPipeline");
  one_row_verbs(classifiers);
  unlearning_verb(classifiers);
  classifiers.def(
      "__init__",
      [](ClassifierPipeline* self, const nb::list& steps) {
        require_steps(steps);
        const std::size_t last = steps.size() - 1;
        const auto& learner = nb::cast<const Classifier&>(steps[last]);
        TransformChain front = front_of(steps, last);
        if (!front.is_never_negative() && learner.handle().reading().refuses_negative) {
          throw nb::value_error(
              "this learner counts, and the transforms in front of it make negative numbers");
        }
        new (self) ClassifierPipeline(
            std::make_unique<ClassifierChain>(std::move(front), learner.handle().copy()),
            &no_names);
        adopt_columns(*self, steps);
        self->adopt_labels(learner);
      },
      "steps"_a, nb::sig("def __init__(self, steps: list[typing.Any]) -> None"));
  nb::class_<RegressorPipeline, Regressor> regressors(m, "RegressorPipeline");
  one_row_verbs(regressors);
  regressors.def(
      "__init__",
      [](RegressorPipeline* self, const nb::list& steps) {
        require_steps(steps);
        const std::size_t last = steps.size() - 1;
        const auto& learner = nb::cast<const Regressor&>(steps[last]);
        new (self) RegressorPipeline(
            std::make_unique<RegressorChain>(front_of(steps, last), learner.handle().copy()),
            &no_names);
        adopt_columns(*self, steps);
      },
      "steps"_a, nb::sig("def __init__(self, steps: list[typing.Any]) -> None"));
  nb::class_<TransformPipeline, Transform> transforms(m, "TransformPipeline");
  one_row_verbs(transforms);
  transforms.def(
      "__init__",
      [](TransformPipeline* self, const nb::list& steps) {
        require_steps(steps);
        new (self) TransformPipeline(
            std::make_unique<TransformChain>(front_of(steps, steps.size())), &no_names);
        adopt_columns(*self, steps);
      },
      "steps"_a, nb::sig("def __init__(self, steps: list[typing.Any]) -> None"));
  nb::class_<UnionTransform, Transform> unions(m, "TransformUnion");
  one_row_verbs(unions);
  unions.def(
      "__init__",
      [](UnionTransform* self, const nb::list& parts) {
        require_steps(parts);
        new (self) UnionTransform(std::make_unique<TransformUnion>(parts_of(parts, parts.size())),
                                  &no_names);
        adopt_columns(*self, parts);
      },
      "parts"_a, nb::sig("def __init__(self, parts: list[typing.Any]) -> None"));
}

}  // namespace driftline::python

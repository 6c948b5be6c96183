// Ensembles, made of untaught copies of one learner.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "driftline/ensembles/bagging_regressor.hpp"
#include "driftline/ensembles/boosting.hpp"
#include "driftline/ensembles/forest.hpp"
#include "driftline/ensembles/leveraging_bagging.hpp"
#include "driftline/random/poisson.hpp"
#include "driftline/random/purposes.hpp"
#include "ensemble_entries.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

struct BaggingTag;
struct ForestTag;
struct MondrianTag;
struct PatchesTag;
struct ADWINBaggingTag;
struct LeveragingBaggingTag;
struct BoostingTag;
struct ADWINBoostingTag;

template <class Tag>
void bind_forest(nb::module_& m, const char* name) {
  using Self = EnsembleOf<Classifier, Tag>;
  ensemble<Classifier, Tag>(m, name).def(
      "__init__",
      [](Self* self, const Classifier& model, std::int64_t n_models, std::int64_t seed,
         std::int64_t threads, double rate, bool weighs_votes, const std::string& preset,
         const Detector* drift, const Detector* warning,
         const std::optional<SubspaceSize::Given>& subspace) {
        ForestOptions own;
        own.rate = rate;
        own.weighs_votes = weighs_votes;
        own.preset = parse<Preset>("preset", preset);
        own.drift = untaught(drift);
        own.warning = untaught(warning);
        if (subspace) own.subspace.emplace(*subspace);
        new (self) Self(std::make_unique<Forest>(
            model.handle().untaught(),
            EnsembleOptions{.n_models = n_models, .seed = seed, .threads = threads},
            std::move(own)));
      },
      "model"_a, "n_models"_a, "seed"_a, "threads"_a, "rate"_a, "weighs_votes"_a, "preset"_a,
      "drift_detector"_a.none(), "warning_detector"_a.none(), "subspace_size"_a.none());
}

ErrorWindow error_window(double delta, Preset preset) {
  // MOA keeps the part of the window behind a cut; River starts over.
  return ErrorWindow(ADWIN(delta, 32, 5, 5, 10, preset == Preset::river ? preset : Preset::moa));
}

template <class Tag>
void bind_leveraging(nb::module_& m, const char* name) {
  using Self = EnsembleOf<Classifier, Tag>;
  ensemble<Classifier, Tag>(m, name).def(
      "__init__",
      [](Self* self, const Classifier& model, std::int64_t n_models, std::int64_t seed,
         std::int64_t threads, double w, double adwin_delta, const std::string& bagging_method,
         const std::string& preset) {
        const auto whose = parse<Preset>("preset", preset);
        new (self) Self(std::make_unique<LeveragingBagging>(
            model.handle().untaught(),
            EnsembleOptions{.n_models = n_models, .seed = seed, .threads = threads},
            LeveragingOptions{.rate = w,
                              .method = parse<BaggingMethod>("bagging_method", bagging_method),
                              .preset = whose},
            error_window(adwin_delta, whose)));
      },
      "model"_a, "n_models"_a, "seed"_a, "threads"_a, "w"_a, "adwin_delta"_a, "bagging_method"_a,
      "preset"_a);
}

template <class Tag>
void bind_boosting(nb::module_& m, const char* name, bool replaces_worst) {
  using Self = EnsembleOf<Classifier, Tag>;
  ensemble<Classifier, Tag>(m, name).def(
      "__init__",
      [replaces_worst](Self* self, const Classifier& model, std::int64_t n_models,
                       std::int64_t seed, const std::string& preset) {
        const auto whose = parse<Preset>("preset", preset);
        new (self) Self(std::make_unique<Boosting>(
            model.handle().untaught(), EnsembleOptions{.n_models = n_models, .seed = seed},
            BoostingOptions{.replaces_worst = replaces_worst, .preset = whose},
            error_window(0.002, Preset::moa)));
      },
      "model"_a, "n_models"_a, "seed"_a, "preset"_a);
}

template <class Tag>
void bind_means(nb::module_& m, const char* name) {
  using Self = EnsembleOf<Regressor, Tag>;
  ensemble<Regressor, Tag>(m, name).def(
      "__init__",
      [](Self* self, const Regressor& model, std::int64_t n_models, std::int64_t seed,
         std::int64_t threads, double rate) {
        new (self) Self(std::make_unique<BaggingRegressor>(
            model.handle().untaught(),
            EnsembleOptions{.n_models = n_models, .seed = seed, .threads = threads}, rate));
      },
      "model"_a, "n_models"_a, "seed"_a, "threads"_a, "rate"_a);
}

void bind_draws(nb::module_& m) {
  m.def(
      "bagging_weight",
      [](double rate, std::int64_t seed, std::size_t member, std::uint64_t row) {
        return poisson_from(rate, draws_for(Purpose::weights, seed).lane(member).bits(row));
      },
      "rate"_a, "seed"_a, "member"_a, "row"_a,
      "How often a member of an ensemble learns a row: Poisson(rate).");
  m.def(
      "bagging_chance",
      [](std::int64_t seed, std::size_t member, std::uint64_t row) {
        return draws_for(Purpose::weights, seed).lane(member).uniform(row);
      },
      "seed"_a, "member"_a, "row"_a, "The same draw as a number in [0, 1).");
  m.def("member_seed", &member_seed, "seed"_a, "member"_a, "generation"_a,
        "The seed of a member's learner.");
  m.def(
      "chosen_columns",
      [](std::int64_t seed, std::size_t member, std::int64_t generation, std::size_t width,
         std::size_t count) {
        if (count > width) throw std::invalid_argument("count must be at most width");
        return chosen_columns(seed, member, generation, width, count);
      },
      "seed"_a, "member"_a, "generation"_a, "width"_a, "count"_a,
      "The columns that a member's learner begins with, ascending.");
  m.def(
      "column_chance",
      [](std::int64_t seed, std::size_t member, std::int64_t generation, std::uint64_t column) {
        return column_lane(seed, member, generation).uniform(column);
      },
      "seed"_a, "member"_a, "generation"_a, "column"_a,
      "What decides whether a member sees a column that comes later, in [0, 1).");
}

}  // namespace

void bind_ensembles(nb::module_& m) {
  bind_forest<BaggingTag>(m, "BaggingClassifier");
  bind_forest<ForestTag>(m, "ARFClassifier");
  bind_forest<PatchesTag>(m, "SRPClassifier");
  bind_forest<MondrianTag>(m, "AMFClassifier");
  bind_leveraging<ADWINBaggingTag>(m, "ADWINBaggingClassifier");
  bind_leveraging<LeveragingBaggingTag>(m, "LeveragingBaggingClassifier");
  bind_boosting<BoostingTag>(m, "AdaBoostClassifier", false);
  bind_boosting<ADWINBoostingTag>(m, "ADWINBoostingClassifier", true);
  bind_means<BaggingTag>(m, "BaggingRegressor");
  bind_means<MondrianTag>(m, "AMFRegressor");
  bind_draws(m);
}

}  // namespace driftline::python

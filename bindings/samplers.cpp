#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "driftline/samplers/decay_sampler.hpp"
#include "driftline/samplers/exponential_sampler.hpp"
#include "driftline/samplers/key_sampler.hpp"
#include "driftline/samplers/reservoir_sampler.hpp"
#include "driftline/samplers/time_window_sampler.hpp"
#include "driftline/samplers/weighted_reservoir_sampler.hpp"
#include "driftline/samplers/window_sampler.hpp"
#include "key_columns.hpp"
#include "sampler.hpp"

// Before families.hpp, whose template looks for the verbs of each family.
#include "families.hpp"
#include "sampler_verbs.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(self)) {
    PyObject* items = nb::inst_ptr<Sampler>(self)->items().ptr();
    Py_VISIT(items);
  }
  return 0;
}
int clear(PyObject* self) {
  if (nb::inst_ready(self)) nb::inst_ptr<Sampler>(self)->clear_items();
  return 0;
}
const std::array<PyType_Slot, 3> collected{
    {{.slot = Py_tp_traverse, .pfunc = reinterpret_cast<void*>(traverse)},
     {.slot = Py_tp_clear, .pfunc = reinterpret_cast<void*>(clear)},
     {.slot = 0, .pfunc = nullptr}}};

void bind_family(nb::module_& m) {
  nb::class_<Sampler, Model>(m, "Sampler", nb::type_slots(collected.data()),
                             "What every native sampler offers.")
      .def("_offer_many", &Sampler::offer_many, "count"_a, "take"_a, "weights"_a.none(),
           "times"_a.none(), "hashes"_a.none(), "has_key"_a.none(),
           nb::sig("def _offer_many(self, count: int, take: typing.Any, weights: typing.Any, "
                   "times: typing.Any, hashes: typing.Any, has_key: typing.Any) -> None"))
      .def("sample", &Sampler::sample, nb::sig("def sample(self) -> list[typing.Any]"),
           "The items in the sample now.")
      .def_prop_ro("seen", &Sampler::seen, "Items offered so far.")
      .def("_merge", &Sampler::merge, "other"_a);
  const nb::class_<PlainSampler, Sampler> plain(m, "PlainSampler", "Samplers of bare items.");
  const nb::class_<WeightedSampler, Sampler> weighted(m, "WeightedSampler",
                                                      "Samplers of items with weights.");
  const nb::class_<TimedSampler, Sampler> timed(m, "TimedSampler", "Samplers of items with times.");
  const nb::class_<DecayedSampler, Sampler> decayed(m, "DecayedSampler",
                                                    "Samplers of items with times and weights.");
  nb::class_<KeyedSampler, Sampler>(m, "KeyedSampler", "Samplers of items with keys.")
      .def_prop_ro("share", &KeyedSampler::share, "The proportion of keys that is kept now.");
}

template <class Family, class Tag, class Make>
void sampler(nb::module_& m, const char* name, ParameterNames names, Make make) {
  detail::bind_as<Family, Tag>(m, name, std::move(names), make, &Make::operator());
}

template <class Model>
std::unique_ptr<AnySampler> handle(Model model) {
  return std::make_unique<SamplerHandle<Model>>(std::move(model));
}

}  // namespace

void bind_samplers(nb::module_& m) {
  bind_key_columns(m);
  bind_family(m);
  sampler<KeyedSampler, struct KeySamplerTag>(
      m, "KeySampler", {"proportion", "buckets", "seed", "max_keys"},
      [](double proportion, std::int64_t buckets, std::int64_t seed, std::int64_t max_keys) {
        return handle(KeySampler(proportion, buckets, seed, max_keys));
      });
  sampler<PlainSampler, struct ReservoirSamplerTag>(
      m, "ReservoirSampler", {"size", "algorithm", "seed"},
      [](std::int64_t size, const std::string& algorithm, std::int64_t seed) {
        return handle(
            ReservoirSampler(size, parse<ReservoirAlgorithm>("algorithm", algorithm), seed));
      });
  sampler<WeightedSampler, struct WeightedReservoirSamplerTag>(
      m, "WeightedReservoirSampler", {"size", "algorithm", "seed"},
      [](std::int64_t size, const std::string& algorithm, std::int64_t seed) {
        return handle(
            WeightedReservoirSampler(size, parse<WeightedAlgorithm>("algorithm", algorithm), seed));
      });
  sampler<PlainSampler, struct WindowSamplerTag>(
      m, "WindowSampler", {"size", "window", "seed"},
      [](std::int64_t size, std::int64_t window, std::int64_t seed) {
        return handle(WindowSampler(size, window, seed));
      });
  sampler<TimedSampler, struct TimeWindowSamplerTag>(
      m, "TimeWindowSampler", {"size", "span", "seed"},
      [](std::int64_t size, double span, std::int64_t seed) {
        return handle(TimeWindowSampler(positive_count("size", size), span, seed));
      });
  sampler<TimedSampler, struct TimeWindowTag>(m, "TimeWindow", {"span"}, [](double span) {
    return handle(TimeWindowSampler(TimeWindowSampler::all, span, 0));
  });
  sampler<PlainSampler, struct ExponentialSamplerTag>(
      m, "ExponentialSampler", {"size", "rate", "seed"},
      [](std::int64_t size, double rate, std::int64_t seed) {
        return handle(ExponentialSampler(size, rate, seed));
      });
  sampler<DecayedSampler, struct DecaySamplerTag>(
      m, "DecaySampler", {"size", "rate", "seed"},
      [](std::int64_t size, double rate, std::int64_t seed) {
        return handle(DecaySampler(size, rate, seed));
      });
}

}  // namespace driftline::python

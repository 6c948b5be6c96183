#include <nanobind/stl/string.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "detector_entries.hpp"
#include "driftline/detectors/adwin.hpp"
#include "driftline/detectors/cusum.hpp"
#include "driftline/detectors/ddm.hpp"
#include "driftline/detectors/ecdd.hpp"
#include "driftline/detectors/eddm.hpp"
#include "driftline/detectors/gma.hpp"
#include "driftline/detectors/hddm_a.hpp"
#include "driftline/detectors/hddm_w.hpp"
#include "driftline/detectors/kswin.hpp"
#include "driftline/detectors/page_hinkley.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

void bind_family(nb::module_& m) {
  nb::class_<Detector, Model>(m, "Detector", "What every native drift detector offers.")
      .def("_update_many", &Detector::update_many, "values"_a,
           nb::sig("def _update_many(self, values: typing.Any) -> typing.Any"))
      .def("reset", &Detector::reset, "Forget all values, as if the detector were new.")
      .def_prop_ro("drift_detected", &Detector::drift_detected, "Whether the last value is drift.")
      .def_prop_ro("warning_detected", &Detector::warning_detected,
                   "Whether the last value is a warning; never together with drift.")
      .def_prop_ro("_has_risen", &Detector::has_risen)
      .def_prop_ro("estimation", &Detector::estimation, "The mean of what is watched now.")
      .def_prop_ro("seen", &Detector::seen, "Values taken so far.")
      .def_prop_ro("n_detections", &Detector::detections, "Drifts signalled so far.");
}

}  // namespace

void bind_detectors(nb::module_& m) {
  bind_family(m);
  detector<struct AdwinTag>(
      m, "ADWIN", {"delta", "clock", "max_buckets", "min_window_length", "grace_period", "preset"},
      [](double delta, std::int64_t clock, std::int64_t max_buckets, std::int64_t min_window_length,
         std::int64_t grace_period, const std::string& preset) {
        return handle(
            ADWIN(delta, clock, max_buckets, min_window_length, grace_period, preset_of(preset)));
      });
  attribute(m, "ADWIN", "width", &ADWIN::width, "Values in the window.");
  attribute(m, "ADWIN", "total", &ADWIN::total, "The sum of the values in the window.");
  attribute(m, "ADWIN", "variance", &ADWIN::variance, "The variance of the values in the window.");
  detector<struct DdmTag>(
      m, "DDM", {"warm_start", "warning_threshold", "drift_threshold", "preset"},
      [](std::int64_t warm_start, double warning_threshold, double drift_threshold,
         const std::string& preset) {
        return handle(DDM(warm_start, warning_threshold, drift_threshold, preset_of(preset)));
      });
  detector<struct EddmTag>(
      m, "EDDM", {"warm_start", "alpha", "beta", "preset"},
      [](std::int64_t warm_start, double alpha, double beta, const std::string& preset) {
        return handle(EDDM(warm_start, alpha, beta, preset_of(preset)));
      });
  detector<struct PageHinkleyTag>(
      m, "PageHinkley", {"min_instances", "delta", "threshold", "alpha", "mode", "preset"},
      [](std::int64_t min_instances, double delta, double threshold, double alpha,
         const std::string& mode, const std::string& preset) {
        return handle(PageHinkley(min_instances, delta, threshold, alpha,
                                  parse<Direction>("mode", mode), preset_of(preset)));
      });
  detector<struct KswinTag>(
      m, "KSWIN", {"alpha", "window_size", "stat_size", "seed", "preset"},
      [](double alpha, std::int64_t window_size, std::int64_t stat_size, std::int64_t seed,
         const std::string& preset) {
        return handle(KSWIN(alpha, window_size, stat_size, seed, preset_of(preset)));
      });
  attribute(m, "KSWIN", "p_value", &KSWIN::p_value, "Of the last comparison; 1 before the first.");
  detector<struct HddmATag>(m, "HDDM_A",
                            {"drift_confidence", "warning_confidence", "two_sided_test", "preset"},
                            [](double drift_confidence, double warning_confidence,
                               bool two_sided_test, const std::string& preset) {
                              return handle(HDDMA(drift_confidence, warning_confidence,
                                                  two_sided_test, preset_of(preset)));
                            });
  detector<struct HddmWTag>(
      m, "HDDM_W",
      {"drift_confidence", "warning_confidence", "lambda_val", "two_sided_test", "preset"},
      [](double drift_confidence, double warning_confidence, double lambda_val, bool two_sided_test,
         const std::string& preset) {
        return handle(HDDMW(drift_confidence, warning_confidence, lambda_val, two_sided_test,
                            preset_of(preset)));
      });
  detector<struct CusumTag>(m, "CUSUM", {"min_instances", "delta", "threshold"},
                            [](std::int64_t min_instances, double delta, double threshold) {
                              return handle(CUSUM(min_instances, delta, threshold));
                            });
  detector<struct GmaTag>(m, "GMA", {"min_instances", "threshold", "alpha"},
                          [](std::int64_t min_instances, double threshold, double alpha) {
                            return handle(GMA(min_instances, threshold, alpha));
                          });
  detector<struct EcddTag>(
      m, "ECDD", {"min_instances", "average_run_length", "warning_share", "preset"},
      [](std::int64_t min_instances, std::int64_t average_run_length, double warning_share,
         const std::string& preset) {
        return handle(ECDD(min_instances, average_run_length, warning_share, preset_of(preset)));
      });
}

}  // namespace driftline::python

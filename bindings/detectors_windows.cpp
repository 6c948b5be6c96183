// Entries of the detectors that keep a window or a sample of values.
#include <cstdint>
#include <string>

#include "detector_entries.hpp"
#include "driftline/detectors/fhddm.hpp"
#include "driftline/detectors/fhddms.hpp"
#include "driftline/detectors/incremental_ks.hpp"
#include "driftline/detectors/mddm.hpp"
#include "driftline/detectors/rddm.hpp"
#include "driftline/detectors/seq_drift2.hpp"
#include "driftline/detectors/stepd.hpp"

namespace driftline::python {

void bind_window_detectors(nb::module_& m) {
  detector<struct RddmTag>(
      m, "RDDM",
      {"min_instances", "warning_threshold", "drift_threshold", "max_concept_size",
       "min_size_stable_concept", "warning_limit"},
      [](std::int64_t min_instances, double warning_threshold, double drift_threshold,
         std::int64_t max_concept_size, std::int64_t min_size_stable_concept,
         std::int64_t warning_limit) {
        return handle(RDDM(min_instances, warning_threshold, drift_threshold, max_concept_size,
                           min_size_stable_concept, warning_limit));
      });
  detector<struct StepdTag>(
      m, "STEPD", {"window_size", "alpha_drift", "alpha_warning", "preset"},
      [](std::int64_t window_size, double alpha_drift, double alpha_warning,
         const std::string& preset) {
        return handle(STEPD(window_size, alpha_drift, alpha_warning, preset_of(preset)));
      });
  detector<struct FhddmTag>(
      m, "FHDDM", {"sliding_window_size", "confidence_level", "preset"},
      [](std::int64_t sliding_window_size, double confidence_level, const std::string& preset) {
        return handle(FHDDM(sliding_window_size, confidence_level, preset_of(preset)));
      });
  detector<struct FhddmsTag>(
      m, "FHDDMS", {"sliding_window_size", "short_window_size", "confidence_level", "preset"},
      [](std::int64_t sliding_window_size, std::int64_t short_window_size, double confidence_level,
         const std::string& preset) {
        return handle(
            FHDDMS(sliding_window_size, short_window_size, confidence_level, preset_of(preset)));
      });
  detector<struct MddmATag>(
      m, "MDDM_A", {"sliding_window_size", "difference", "confidence_level"},
      [](std::int64_t sliding_window_size, double difference, double confidence_level) {
        return handle(MDDMA(sliding_window_size, ArithmeticWeights(difference), confidence_level));
      });
  detector<struct MddmETag>(
      m, "MDDM_E", {"sliding_window_size", "lambda_val", "confidence_level"},
      [](std::int64_t sliding_window_size, double lambda_val, double confidence_level) {
        return handle(
            MDDME(sliding_window_size, GeometricWeights<true>(lambda_val), confidence_level));
      });
  detector<struct MddmGTag>(
      m, "MDDM_G", {"sliding_window_size", "ratio", "confidence_level"},
      [](std::int64_t sliding_window_size, double ratio, double confidence_level) {
        return handle(MDDMG(sliding_window_size, GeometricWeights<false>(ratio), confidence_level));
      });
  detector<struct SeqDrift2Tag>(
      m, "SeqDrift2", {"delta", "block_size", "reservoir_size", "seed"},
      [](double delta, std::int64_t block_size, std::int64_t reservoir_size, std::int64_t seed) {
        return handle(SeqDrift2(delta, block_size, reservoir_size, seed));
      });
  detector<struct IncrementalKsTag>(m, "IncrementalKS", {"alpha", "window_size"},
                                    [](double alpha, std::int64_t window_size) {
                                      return handle(IncrementalKS(alpha, window_size));
                                    });
  attribute(m, "IncrementalKS", "statistic", &IncrementalKS::statistic,
            "The largest distance of the two distributions; 0 until both windows are full.");
  attribute(m, "IncrementalKS", "p_value", &IncrementalKS::p_value,
            "Of the distance now; 1 until both windows are full.");
}

}  // namespace driftline::python

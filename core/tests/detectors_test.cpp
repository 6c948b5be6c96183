// Detectors as the core alone uses them: behind a handle, in portions, saved in the middle, and fed
// with states that contradict themselves, under the sanitizers.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/detectors/adwin.hpp"
#include "driftline/detectors/cusum.hpp"
#include "driftline/detectors/ddm.hpp"
#include "driftline/detectors/detector.hpp"
#include "driftline/detectors/ecdd.hpp"
#include "driftline/detectors/eddm.hpp"
#include "driftline/detectors/feature_monitor.hpp"
#include "driftline/detectors/fhddm.hpp"
#include "driftline/detectors/fhddms.hpp"
#include "driftline/detectors/gma.hpp"
#include "driftline/detectors/hddm_a.hpp"
#include "driftline/detectors/hddm_w.hpp"
#include "driftline/detectors/incremental_ks.hpp"
#include "driftline/detectors/kswin.hpp"
#include "driftline/detectors/mddm.hpp"
#include "driftline/detectors/page_hinkley.hpp"
#include "driftline/detectors/rddm.hpp"
#include "driftline/detectors/seq_drift2.hpp"
#include "driftline/detectors/stepd.hpp"
#include "driftline/random/draws.hpp"
#include "expect.hpp"

namespace {

using namespace driftline;
using driftline::testing::Claims;

constexpr std::size_t items = 3000;

/// Errors whose rate rises in the middle.
std::vector<double> errors() {
  const Lane lane = Draws(9).lane(0);
  std::vector<double> out;
  out.reserve(items);
  for (std::size_t i = 0; i < items; ++i) {
    out.push_back(lane.is_true(i < items / 2 ? 0.1 : 0.6, i) ? 1.0 : 0.0);
  }
  return out;
}

using Signals = std::vector<std::uint8_t>;

void feed(AnyDetector& detector, std::span<const double> values, Signals& out) {
  detector.check(values);
  out.resize(out.size() + values.size());
  detector.update_many(values, out.data() + out.size() - values.size());
}

/// Every number of a state replaced by others, and every array cut short: refused, or usable.
void survives_false_states(Claims& claims, const std::string& name, const AnyDetector& detector,
                           std::span<const double> values) {
  for (const auto& [entry, array] : detector.state()) {
    for (const double number : {0.0, -1.0, 2.0, 3.0, 1e300}) {
      State state = detector.state();
      std::visit(
          [&](auto& own) {
            using T = typename std::remove_cvref_t<decltype(own)>::value_type;
            for (auto& value : own) value = static_cast<T>(number > 1e18 ? 1e18 : number);
            if (number == 3.0 && !own.empty()) own.pop_back();
          },
          state[entry]);
      const std::unique_ptr<AnyDetector> twin = detector.copy();
      if (testing::is_refused([&] { twin->restore(state); })) {
        claims.expect(same_bits(twin->state(), detector.state()), name,
                      "a state that is refused changes nothing");
        continue;
      }
      Signals ignored;
      feed(*twin, values, ignored);
    }
  }
}

void keeps_its_promises(Claims& claims, const std::string& name, const AnyDetector& untaught) {
  const std::vector<double> stream = errors();
  const std::span<const double> values(stream);
  const std::unique_ptr<AnyDetector> at_once = untaught.copy();
  Signals signals;
  feed(*at_once, values, signals);
  claims.expect(at_once->detections() > 0, name, "finds the drift");

  const std::unique_ptr<AnyDetector> portions = untaught.copy();
  Signals parts;
  for (std::size_t i = 0; i < items; i += 7)
    feed(*portions, values.subspan(i).first(i + 7 > items ? items - i : 7), parts);
  claims.expect(parts == signals && same_bits(portions->state(), at_once->state()), name,
                "portions give the same signals and the same state");

  const std::unique_ptr<AnyDetector> half = untaught.copy();
  Signals halves;
  feed(*half, values.first(items / 2 + 11), halves);
  const std::unique_ptr<AnyDetector> loaded = untaught.copy();
  loaded->restore(half->state());
  survives_false_states(claims, name, *half, values.first(200));
  const std::unique_ptr<AnyDetector> young = untaught.copy();
  Signals first;
  feed(*young, values.first(10), first);
  survives_false_states(claims, name, *young, values.first(200));
  feed(*loaded, values.subspan(items / 2 + 11), halves);
  claims.expect(halves == signals, name, "a restored detector goes on as before");

  const State before = half->state();
  claims.expect(
      testing::is_refused([&] { half->update(std::nan("")); }) && same_bits(half->state(), before),
      name, "NaN is refused and changes nothing");
  half->reset();
  claims.expect(same_bits(half->state(), untaught.state()), name, "a reset detector is as new");
}

template <class Kind>
void check(Claims& claims, const std::string& name, Kind kind) {
  keeps_its_promises(claims, name, DetectorHandle<Kind>(std::move(kind)));
}

void monitor_names_the_column_that_moved(Claims& claims) {
  const std::vector<double> stream = errors();
  const Lane lane = Draws(3).lane(1);
  FeatureMonitor monitor(0.001, 100, Correction::holm);
  bool has_named = false;
  bool is_right = true;
  for (std::size_t i = 0; i < items; ++i) {
    const std::vector<double> row{lane.uniform(i), stream[i] + 0.01 * lane.uniform(i + items)};
    if (!monitor.update(row.data(), row.size())) continue;
    has_named = true;
    is_right = is_right && monitor.moved() == std::vector<std::int64_t>{1};
  }
  claims.expect(has_named && is_right, "FeatureMonitor", "names the column that moved, no other");
}

}  // namespace

int main() {
  Claims claims;
  for (const Preset preset : {Preset::paper, Preset::river, Preset::moa}) {
    const std::string of = " of " + name_of(preset);
    check(claims, "ADWIN" + of, ADWIN(0.002, 32, 5, 5, 10, preset));
    check(claims, "DDM" + of, DDM(30, 2.0, 3.0, preset));
    check(claims, "EDDM" + of, EDDM(30, 0.95, 0.9, preset));
    check(claims, "HDDM_A" + of, HDDMA(0.001, 0.005, true, preset));
    check(claims, "HDDM_W" + of, HDDMW(0.001, 0.005, 0.05, true, preset));
    check(claims, "PageHinkley" + of, PageHinkley(30, 0.005, 20.0, 0.9999, Direction::up, preset));
  }
  for (const Preset preset : {Preset::paper, Preset::river}) {
    check(claims, "KSWIN", KSWIN(0.005, 100, 30, 1, preset));
  }
  check(claims, "CUSUM", CUSUM(30, 0.005, 20.0));
  check(claims, "GMA", GMA(30, 0.2, 0.99));
  check(claims, "ECDD", ECDD(30, 400, 0.5, Preset::paper));
  check(claims, "RDDM", RDDM(129, 1.773, 2.258, 400, 150, 60));
  check(claims, "STEPD", STEPD(30, 0.003, 0.05, Preset::paper));
  check(claims, "FHDDM", FHDDM(100, 1e-6, Preset::paper));
  check(claims, "FHDDMS", FHDDMS(100, 25, 1e-6, Preset::paper));
  check(claims, "MDDM_A", MDDMA(100, ArithmeticWeights(0.01), 1e-6));
  check(claims, "MDDM_G", MDDMG(100, GeometricWeights<false>(1.01), 1e-6));
  check(claims, "MDDM_E", MDDME(100, GeometricWeights<true>(0.01), 1e-6));
  check(claims, "SeqDrift2", SeqDrift2(0.01, 50, 200, 1));
  check(claims, "IncrementalKS", IncrementalKS(0.001, 100));
  monitor_names_the_column_that_moved(claims);
  return claims.exit_code();
}

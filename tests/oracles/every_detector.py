"""Every public detector, streams that each of them takes, and the test stream of the references."""

import numpy as np

from driftline import detectors

DETECTORS = {
    "ADWIN": lambda: detectors.ADWIN(),
    "ADWIN(river)": lambda: detectors.ADWIN(preset="river", clock=4, max_buckets=3),
    "ADWIN(moa)": lambda: detectors.ADWIN(preset="moa"),
    "CUSUM": lambda: detectors.CUSUM(threshold=10.0),
    "DDM": lambda: detectors.DDM(),
    "DDM(river)": lambda: detectors.DDM(preset="river"),
    "ECDD": lambda: detectors.ECDD(),
    "ECDD(moa)": lambda: detectors.ECDD(average_run_length=100, preset="moa"),
    "EDDM": lambda: detectors.EDDM(),
    "EDDM(river)": lambda: detectors.EDDM(preset="river"),
    "EDDM(moa)": lambda: detectors.EDDM(preset="moa"),
    "FHDDM": lambda: detectors.FHDDM(),
    "FHDDM(river)": lambda: detectors.FHDDM(sliding_window_size=64, preset="river"),
    "FHDDMS": lambda: detectors.FHDDMS(),
    "FHDDMS(river)": lambda: detectors.FHDDMS(confidence_level=0.001, preset="river"),
    "GMA": lambda: detectors.GMA(threshold=0.2),
    "HDDM_A": lambda: detectors.HDDM_A(),
    "HDDM_A(moa)": lambda: detectors.HDDM_A(two_sided_test=True, preset="moa"),
    "HDDM_W": lambda: detectors.HDDM_W(),
    "HDDM_W(river)": lambda: detectors.HDDM_W(two_sided_test=True, preset="river"),
    "HDDM_W(moa)": lambda: detectors.HDDM_W(two_sided_test=True, preset="moa"),
    "IncrementalKS": lambda: detectors.IncrementalKS(window_size=100),
    "KSWIN": lambda: detectors.KSWIN(seed=7),
    "KSWIN(river)": lambda: detectors.KSWIN(window_size=40, stat_size=15, seed=7, preset="river"),
    "MDDM_A": lambda: detectors.MDDM_A(),
    "MDDM_E": lambda: detectors.MDDM_E(),
    "MDDM_G": lambda: detectors.MDDM_G(),
    "PageHinkley": lambda: detectors.PageHinkley(threshold=10.0),
    "PageHinkley(river)": lambda: detectors.PageHinkley(threshold=10.0, preset="river"),
    "PageHinkley(moa)": lambda: detectors.PageHinkley(threshold=10.0, preset="moa", mode="up"),
    "RDDM": lambda: detectors.RDDM(),
    "RDDM(short)": lambda: detectors.RDDM(
        max_concept_size=400, min_size_stable_concept=150, warning_limit=60
    ),
    "STEPD": lambda: detectors.STEPD(),
    "STEPD(moa)": lambda: detectors.STEPD(preset="moa"),
    "SeqDrift2": lambda: detectors.SeqDrift2(seed=7),
    "SeqDrift2(small)": lambda: detectors.SeqDrift2(
        block_size=50, reservoir_size=200, delta=0.1, seed=7
    ),
}
# The monitor of many features takes rows, not numbers: tests/detectors/test_feature_monitor.py.
CLASSES = {name: getattr(detectors, name) for name in detectors.__all__ if name != "FeatureMonitor"}
# Those whose theory is about any number, and about numbers from 0 to 1.
REALS = ("ADWIN", "CUSUM", "GMA", "IncrementalKS", "KSWIN", "PageHinkley")
UNIT = ("DDM", "HDDM_A", "HDDM_W", "SeqDrift2")


def kind(name):
    return name.partition("(")[0]


def errors(count, seed, shares=(0.1, 0.4, 0.2, 0.6)):
    """Return errors whose rate changes at equal distances."""
    rng = np.random.default_rng(seed)
    rate = np.repeat(shares, -(-count // len(shares)))[:count]
    return (rng.random(count) < rate).astype(float)


def values(name, count, seed=0):
    """Return a drifting stream of the widest kind that a detector takes."""
    bits = errors(count, seed)
    noise = np.random.default_rng(seed + 1000).random(count)
    if kind(name) in REALS:
        return 3.0 * bits + noise - 1.0
    return 0.9 * bits + 0.1 * noise if kind(name) in UNIT else bits


def reference_stream():
    """Return 4000 errors of a linear congruential generator, with drifts at 1500 and 3000."""
    state, out = 42, []
    for i in range(4000):
        state = (1103515245 * state + 12345) % 2**31
        rate = 0.2 if i < 1500 else 0.5 if i < 3000 else 0.1
        out.append(float(state / 2**31 < rate))
    return np.array(out)


def drifts(signals):
    return np.flatnonzero(np.asarray(signals) == 2).tolist()


def warnings(signals):
    return np.flatnonzero(np.asarray(signals) == 1).tolist()


def one_by_one(detector, stream):
    """Return the signals of a detector that is asked after each value."""
    out = []
    for x in stream:
        detector.update(x)
        out.append(2 if detector.drift_detected else int(detector.warning_detected))
    return np.array(out, dtype=np.uint8)

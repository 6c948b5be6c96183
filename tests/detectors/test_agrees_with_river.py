"""Detectors that River has too say the same at every value of random streams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import values
from river import drift

from driftline import detectors

PAIRS = {
    "ADWIN": [
        (lambda: detectors.ADWIN(preset="river"), drift.ADWIN),
        (
            lambda: detectors.ADWIN(preset="river", clock=1, max_buckets=3, min_window_length=8),
            lambda: drift.ADWIN(clock=1, max_buckets=3, min_window_length=8),
        ),
        (
            lambda: detectors.ADWIN(preset="river", delta=0.2, clock=7, grace_period=40),
            lambda: drift.ADWIN(delta=0.2, clock=7, grace_period=40),
        ),
    ],
    "DDM": [
        (lambda: detectors.DDM(preset="river"), drift.binary.DDM),
        (
            lambda: detectors.DDM(preset="river", warm_start=5, warning_threshold=1.2),
            lambda: drift.binary.DDM(warm_start=5, warning_threshold=1.2),
        ),
    ],
    "EDDM": [
        (lambda: detectors.EDDM(preset="river"), drift.binary.EDDM),
        (
            lambda: detectors.EDDM(preset="river", warm_start=10, alpha=0.9, beta=0.7),
            lambda: drift.binary.EDDM(warm_start=10, alpha=0.9, beta=0.7),
        ),
    ],
    "FHDDM": [
        (
            lambda: detectors.FHDDM(preset="river", confidence_level=0.01),
            lambda: drift.binary.FHDDM(confidence_level=0.01),
        ),
        (
            lambda: detectors.FHDDM(preset="river", sliding_window_size=33, confidence_level=0.1),
            lambda: drift.binary.FHDDM(sliding_window_size=33, confidence_level=0.1),
        ),
    ],
    "FHDDMS": [
        (
            lambda: detectors.FHDDMS(preset="river", confidence_level=0.01),
            lambda: drift.binary.FHDDM(short_window_size=25, confidence_level=0.01),
        ),
    ],
    "HDDM_A": [
        (
            lambda two=two: detectors.HDDM_A(two_sided_test=two, drift_confidence=0.01),
            lambda two=two: drift.binary.HDDMA(two_sided_test=two, drift_confidence=0.01),
        )
        for two in (False, True)
    ]
    + [(lambda: detectors.HDDM_A(preset="river"), drift.binary.HDDMA)],
    "HDDM_W": [
        (
            lambda two=two: detectors.HDDM_W(two_sided_test=two, preset="river"),
            lambda two=two: drift.binary.HDDMW(two_sided_test=two),
        )
        for two in (False, True)
    ],
    "PageHinkley": [
        (
            lambda m=mode: detectors.PageHinkley(preset="river", threshold=8.0, mode=m),
            lambda m=mode: drift.PageHinkley(threshold=8.0, mode=m),
        )
        for mode in ("up", "down", "both")
    ],
}
CASES = [(name, i) for name, pairs in PAIRS.items() for i in range(len(pairs))]


def signal(detector):
    """Return 0, 1 or 2; River may leave a warning standing beside a drift."""
    return 2 if detector.drift_detected else int(getattr(detector, "warning_detected", False))


@pytest.mark.parametrize(("name", "case"), CASES)
@given(seed=st.integers(0, 2**32))
def test_every_update_gives_rivers_signal(name, case, seed):
    make_ours, make_theirs = PAIRS[name][case]
    ours, theirs = make_ours(), make_theirs()

    for i, x in enumerate(values(name, 1200, seed)):
        ours.update(x)
        theirs.update(x)
        assert (i, signal(ours)) == (i, signal(theirs))


@given(seed=st.integers(0, 2**32))
def test_window_of_adwin_is_rivers(seed):
    ours, theirs = detectors.ADWIN(preset="river", delta=0.1), drift.ADWIN(delta=0.1)

    for x in values("ADWIN", 1200, seed):
        ours.update(x)
        theirs.update(x)
        assert ours.width == theirs.width
        assert ours.total == pytest.approx(theirs.total)
        assert ours.estimation == pytest.approx(theirs.estimation)
        # River's `variance` is the sum of squares, not divided by their number.
        assert ours.variance * ours.width == pytest.approx(theirs.variance, abs=1e-9)

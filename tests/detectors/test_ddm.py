"""DDM beside its formulas."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, values

from driftline import detectors


def reference(stream, warm_start=30, warning=2.0, drift=3.0):
    out, n, errors, low = [], 0, 0.0, (math.inf, 0.0)
    for x in stream:
        n, errors = n + 1, errors + x
        p = errors / n
        s = math.sqrt(p * (1 - p) / n)
        signal = 0
        if n >= warm_start and errors > 0:
            low = min(low, (p, s), key=lambda pair: sum(pair)) if p + s != sum(low) else (p, s)
            signal = (
                2 if p + s > low[0] + drift * low[1] else int(p + s > low[0] + warning * low[1])
            )
        out.append(signal)
        if signal == 2:
            n, errors, low = 0, 0.0, (math.inf, 0.0)
    return out


@given(seed=st.integers(0, 10_000), warm_start=st.sampled_from([1, 10, 30]))
def test_agrees_with_the_formulas(seed, warm_start):
    stream = values("DDM", 800, seed)

    signals = detectors.DDM(warm_start=warm_start).update_many(stream)

    assert signals.tolist() == reference(stream, warm_start)


def test_first_error_after_a_perfect_start_is_no_drift_unless_a_preset_says_so():
    stream = np.zeros(200)
    stream[150] = 1.0

    assert drifts(detectors.DDM().update_many(stream)) == []
    assert drifts(detectors.DDM(preset="river").update_many(stream)) == [150]


def test_warning_comes_before_an_abrupt_drift():
    rng = np.random.default_rng(0)
    signals = detectors.DDM().update_many(rng.random(2000) < np.repeat([0.1, 0.5], 1000))

    warned, found = np.argmax(signals[1000:] == 1), np.argmax(signals[1000:] == 2)

    assert 0 < warned < found < 100


@pytest.mark.parametrize(
    "wrong", [{"warm_start": 0}, {"warning_threshold": 0.0}, {"drift_threshold": -1.0}], ids=str
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.DDM(**wrong)

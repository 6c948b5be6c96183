"""The three MDDM beside weighted means of their windows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, errors

from driftline import detectors

WEIGHTS = {
    "MDDM_A": lambda i: 1 + 0.01 * i,
    "MDDM_E": lambda i: np.exp(0.01 * i),
    "MDDM_G": lambda i: 1.01**i,
}
PARAMETERS = {"MDDM_A": "difference", "MDDM_E": "lambda_val", "MDDM_G": "ratio"}


def reference(stream, weights, delta):
    out, part, best = [], [], 0.0
    v = weights / weights.sum()
    eps = math.sqrt(v @ v / 2 * math.log(1 / delta))
    for x in stream:
        part.append(1 - x)
        signal = 0
        if len(part) >= len(v):
            mean = v @ part[-len(v) :]
            best = max(best, mean)
            signal = 2 if best - mean > eps else 0
        out.append(signal)
        if signal:
            part, best = [], 0.0
    return out


@pytest.mark.parametrize("name", WEIGHTS)
@given(seed=st.integers(0, 10_000), n=st.sampled_from([100, 31]))
def test_agrees_with_the_weighted_mean(name, seed, n):
    stream = errors(800, seed)
    detector = getattr(detectors, name)(sliding_window_size=n, confidence_level=1e-3)

    expected = reference(stream, WEIGHTS[name](np.arange(n)), 1e-3)

    assert detector.update_many(stream).tolist() == expected


@pytest.mark.parametrize("name", WEIGHTS)
def test_estimation_is_the_weighted_error_rate_also_after_a_million_results(name):
    stream = errors(1_000_000, seed=1, shares=(0.2,))
    detector = getattr(detectors, name)(confidence_level=1e-20)

    detector.update_many(stream[:40])
    assert detector.estimation == pytest.approx(
        np.average(stream[:40], weights=WEIGHTS[name](np.arange(40)))
    )
    detector.update_many(stream[40:])

    # A drift would have emptied the window.
    assert detector.n_detections == 0
    weights = WEIGHTS[name](np.arange(100))
    assert detector.estimation == pytest.approx(np.average(stream[-100:], weights=weights))


@pytest.mark.parametrize("name", WEIGHTS)
def test_sees_an_abrupt_drift_sooner_than_equal_weights_do(name):
    stream = errors(2000, seed=1, shares=(0.1, 0.6))

    weighted = drifts(getattr(detectors, name)().update_many(stream))

    assert 1000 < weighted[0] < drifts(detectors.FHDDM().update_many(stream))[0]


@pytest.mark.parametrize("name", WEIGHTS)
def test_parameter_without_meaning_is_refused_by_name(name):
    cls = getattr(detectors, name)

    with pytest.raises(ValueError, match=r"^sliding_window_size must"):
        cls(sliding_window_size=0)
    with pytest.raises(ValueError, match=r"^confidence_level must"):
        cls(confidence_level=0.0)
    with pytest.raises(ValueError, match=f"^{PARAMETERS[name]} must"):
        cls(**{PARAMETERS[name]: -1.0})

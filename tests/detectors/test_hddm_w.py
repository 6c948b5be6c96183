"""HDDM_W beside averages over all values since the last drift."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, values

from driftline import detectors


def average(part, lam):
    """Return the weighted mean and the sum of squared weights, from the weights themselves."""
    weights = np.array([lam * (1 - lam) ** (len(part) - 1 - i) for i in range(len(part))])
    weights[0] /= lam  # the first value has all the weight at the start
    return weights @ part, weights @ weights


def reference(stream, drift=0.001, warning=0.005, lam=0.05):
    out, part, cut, level = [], [], 0, math.inf
    for x in stream:
        part.append(x)
        mean, squares = average(part, lam)
        signal = 0
        bound = math.sqrt(squares * math.log(1 / drift) / 2)
        if mean + bound < level:
            level, cut = mean + bound, len(part)
        else:
            (z1, c1), (z2, c2) = average(part[:cut], lam), average(part[cut:], lam)
            bounds = [math.sqrt((c1 + c2) * math.log(1 / d) / 2) for d in (warning, drift)]
            signal = sum(z2 - z1 > b for b in bounds)
        out.append(signal)
        if signal == 2:
            part, level = [], math.inf
    return out


@given(seed=st.integers(0, 10_000), lam=st.sampled_from([0.05, 0.2]))
def test_agrees_with_the_weights_themselves(seed, lam):
    stream = values("HDDM_W", 200, seed)

    signals = detectors.HDDM_W(lambda_val=lam).update_many(stream)

    assert signals.tolist() == reference(stream, lam=lam)


def test_fall_is_drift_only_if_asked_and_silent_in_moa():
    steps = np.repeat([1.0, 0.0], 300)

    assert drifts(detectors.HDDM_W().update_many(steps)) == []
    assert 300 < drifts(detectors.HDDM_W(two_sided_test=True).update_many(steps))[0] < 340
    silent = detectors.HDDM_W(two_sided_test=True, preset="moa")
    assert drifts(silent.update_many(steps)) == []
    assert silent.estimation == 0.0


@pytest.mark.parametrize("name", ["drift_confidence", "warning_confidence", "lambda_val"])
def test_parameter_without_meaning_is_refused_by_name(name):
    for wrong in (0.0, 1.0, float("nan")):
        with pytest.raises(ValueError, match=f"^{name} must"):
            detectors.HDDM_W(**{name: wrong})

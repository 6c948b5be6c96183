"""ECDD beside its formulas, and the rate of false alarms it promises."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, errors

from driftline import detectors

LIMITS = {
    100: lambda p: 2.76 - 6.23 * p + 18.12 * p**3 - 312.45 * p**5 + 1002.18 * p**7,
    400: lambda p: 3.97 - 6.56 * p + 48.73 * p**3 - 330.13 * p**5 + 848.18 * p**7,
}


def reference(stream, run_length, is_moa, lam=0.2):
    out, part, z = [], [], 0.0
    for x in stream:
        part.append(x)
        z = lam * x + (1 - lam) * z
        p, t = np.mean(part), len(part)
        s = math.sqrt(p * (1 - p) * lam * (1 - (1 - lam) ** (2 * t)) / (2 - lam))
        limit = LIMITS[run_length](p if is_moa else min(p, 0.35))
        signal = 2 if z > p + limit * s else int(z > p + 0.5 * limit * s)
        signal = signal if t >= 30 else 0
        out.append(signal)
        if signal == 2:
            part, z = [], 0.0
    return out


@pytest.mark.parametrize("preset", ["paper", "moa"])
@given(seed=st.integers(0, 10_000), run_length=st.sampled_from([100, 400]))
def test_agrees_with_the_formulas(preset, seed, run_length):
    stream = errors(400, seed)

    detector = detectors.ECDD(average_run_length=run_length, preset=preset)

    assert detector.update_many(stream).tolist() == reference(stream, run_length, preset == "moa")


def test_longer_run_length_means_fewer_false_alarms():
    stream = np.random.default_rng(5).random(100_000) < 0.1

    alarms = {
        n: len(drifts(detectors.ECDD(average_run_length=n).update_many(stream))) for n in LIMITS
    }

    # Within a factor of three of what the paper's simulation says: its rate is known beforehand,
    # here it is learned anew after each alarm.
    assert 100_000 / 300 < alarms[100] < 100_000 / 33
    assert 100_000 / 1200 < alarms[400] < 100_000 / 133


@pytest.mark.parametrize(
    "wrong", [{"min_instances": 0}, {"average_run_length": 1000}, {"warning_share": 1.0}], ids=str
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.ECDD(**wrong)

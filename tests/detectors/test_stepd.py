"""STEPD beside SciPy's normal distribution over all results."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, errors
from scipy import stats

from driftline import detectors


def p_value(older, recent, is_moa):
    p = (older.sum() + recent.sum()) / (len(older) + len(recent))
    h = 1 / len(older) + 1 / len(recent)
    rise = recent.mean() - older.mean()
    if p * (1 - p) == 0 or (not is_moa and rise - h / 2 <= 0):
        return 1.0
    z = (abs(rise) - h / 2) / math.sqrt(p * (1 - p) * h)
    return 2 * stats.norm.sf(abs(z))


def reference(stream, w, is_moa, drift=0.003, warning=0.05):
    out, part = [], []
    for x in stream:
        part.append(x)
        signal = 0
        if len(part) >= 2 * w:
            p = p_value(np.array(part[:-w]), np.array(part[-w:]), is_moa)
            signal = 2 if p < drift else int(p < warning)
        out.append(signal)
        if signal == 2:
            part = []
    return out


@pytest.mark.parametrize("preset", ["paper", "moa"])
@given(seed=st.integers(0, 10_000), w=st.sampled_from([30, 11]))
def test_agrees_with_scipy_over_all_results(preset, seed, w):
    stream = errors(300, seed)

    signals = detectors.STEPD(window_size=w, preset=preset).update_many(stream)

    assert signals.tolist() == reference(stream, w, preset == "moa")


def test_improvement_is_drift_in_moa_only():
    stream = errors(400, seed=1, shares=(0.8, 0.1))

    assert drifts(detectors.STEPD().update_many(stream)) == []
    assert any(200 < at < 230 for at in drifts(detectors.STEPD(preset="moa").update_many(stream)))


def test_stream_without_an_error_or_a_hit_is_stable():
    for constant in (0.0, 1.0):
        assert not detectors.STEPD().update_many(np.full(500, constant)).any()


@pytest.mark.parametrize(
    "wrong", [{"window_size": 0}, {"alpha_drift": 0.0}, {"alpha_warning": 1.0}], ids=str
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.STEPD(**wrong)

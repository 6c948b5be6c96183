"""GMA beside its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, values

from driftline import detectors


def reference(stream, threshold, alpha, least=30):
    out, part, s = [], [], 0.0
    for x in stream:
        part.append(x)
        s = alpha * s + (1 - alpha) * (x - np.mean(part))
        out.append(2 if len(part) >= least and s > threshold else 0)
        if out[-1]:
            part, s = [], 0.0
    return out


@given(seed=st.integers(0, 10_000), alpha=st.sampled_from([0.99, 0.9]))
def test_agrees_with_the_definition(seed, alpha):
    stream = values("GMA", 300, seed)

    signals = detectors.GMA(threshold=0.4, alpha=alpha).update_many(stream)

    assert signals.tolist() == reference(stream, 0.4, alpha)


def test_a_fall_is_no_drift():
    steps = np.repeat([5.0, 0.0], 500)

    assert drifts(detectors.GMA().update_many(steps)) == []
    assert drifts(detectors.GMA().update_many(-steps)) != []


@pytest.mark.parametrize(
    "wrong", [{"min_instances": 0}, {"threshold": 0.0}, {"alpha": 1.0}, {"alpha": 0.0}], ids=str
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.GMA(**wrong)

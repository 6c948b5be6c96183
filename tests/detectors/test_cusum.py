"""CUSUM beside its definition, and beside Page-Hinkley's test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import values

from driftline import detectors


def reference(stream, delta, threshold, least=30):
    out, part, g = [], [], 0.0
    for x in stream:
        part.append(x)
        g = max(0.0, g + x - np.mean(part) - delta)
        out.append(2 if len(part) >= least and g > threshold else 0)
        if out[-1]:
            part, g = [], 0.0
    return out


@given(seed=st.integers(0, 10_000), delta=st.sampled_from([0.0, 0.1]))
def test_agrees_with_the_definition(seed, delta):
    stream = values("CUSUM", 300, seed)

    signals = detectors.CUSUM(delta=delta, threshold=5.0).update_many(stream)

    assert signals.tolist() == reference(stream, delta, 5.0)


@given(seed=st.integers(0, 10_000))
def test_is_page_hinkley_for_a_rise_without_forgetting(seed):
    stream = values("CUSUM", 600, seed)
    twin = detectors.PageHinkley(threshold=8.0, alpha=1.0, mode="up")

    signals = detectors.CUSUM(threshold=8.0).update_many(stream)

    assert signals.tolist() == twin.update_many(stream).tolist()


@pytest.mark.parametrize(
    "wrong", [{"min_instances": 0}, {"delta": -1.0}, {"threshold": 0.0}], ids=str
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.CUSUM(**wrong)

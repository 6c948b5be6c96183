"""Page-Hinkley beside the sums of its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, values

from driftline import detectors


def reference(stream, delta=0.005, threshold=8.0, alpha=1.0, least=30):
    """Test from the definition: m_t over all values since the last drift."""
    out, start = [], 0
    for t in range(len(stream)):
        part = stream[start : t + 1]
        deviations = part - np.cumsum(part) / np.arange(1, len(part) + 1)
        faded = alpha ** np.arange(len(part))[::-1]
        rise, fall = sums(deviations - delta, alpha), sums(deviations + delta, alpha)
        assert rise[-1] == pytest.approx(np.sum((deviations - delta) * faded))
        gap = max(rise[-1] - min(rise), max(fall) - fall[-1])
        out.append(2 if len(part) >= least and gap > threshold else 0)
        start = t + 1 if out[-1] else start
    return out


def sums(terms, alpha):
    out, total = [], 0.0
    for term in terms:
        total = alpha * total + term
        out.append(total)
    return out


@given(seed=st.integers(0, 10_000), alpha=st.sampled_from([1.0, 0.99]))
def test_agrees_with_the_definition(seed, alpha):
    stream = values("PageHinkley", 200, seed)

    signals = detectors.PageHinkley(threshold=8.0, alpha=alpha).update_many(stream)

    assert signals.tolist() == reference(stream, alpha=alpha)


def test_mode_tells_which_way_the_mean_moves():
    steps = np.repeat([0.0, 1.0, 0.0], 300)

    assert [300 < at < 600 for at in drifts(found("up", steps))] == [True]
    assert all(at > 600 for at in drifts(found("down", steps)))
    assert drifts(found("both", steps))[0] < 600


def found(mode, steps):
    return detectors.PageHinkley(mode=mode, threshold=20.0).update_many(steps)


def test_moa_answers_later_the_longer_the_stream_was_calm():
    delays = []
    for calm in (100, 2000):
        stream = np.repeat([0.0, 1.0], [calm, 2000])
        detector = detectors.PageHinkley(preset="moa", delta=0.1, threshold=20.0, alpha=1.0)
        delays.append(drifts(detector.update_many(stream))[0] - calm)

    assert delays[1] > delays[0] + 100


@pytest.mark.parametrize(
    "wrong",
    [
        *({"min_instances": 0}, {"delta": -1.0}, {"threshold": 0.0}),
        *({"alpha": 0.0}, {"alpha": 1.1}, {"mode": "sideways"}),
    ],
    ids=str,
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.PageHinkley(**wrong)


def test_moa_cannot_look_for_a_fall():
    with pytest.raises(ValueError, match="mode 'down' has no meaning"):
        detectors.PageHinkley(preset="moa", mode="down")

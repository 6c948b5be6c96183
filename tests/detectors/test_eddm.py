"""EDDM beside NumPy over all distances so far."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, errors

from driftline import detectors

# Odd numbers: distances are small integers, and would meet a round share to the last bit.
ALPHA, BETA = 0.9531, 0.9017


def reference(stream, warm_start, alpha=ALPHA, beta=BETA):
    out, n, places, largest, signal = [], 0, [0], 0.0, 0
    for x in stream:
        n += 1
        if x:
            places.append(n)
            distances = np.diff(places)
            signal = 0
            if len(distances) >= warm_start:
                reach = distances.mean() + 2 * distances.std()
                if reach > largest:
                    largest = reach
                elif reach / largest < alpha:
                    signal = 2 if reach / largest < beta else 1
        out.append(signal)
        if signal == 2:
            n, places, largest, signal = 0, [0], 0.0, 0
    return out


@given(seed=st.integers(0, 10_000), warm_start=st.sampled_from([10, 30]))
def test_agrees_with_numpy_over_all_distances(seed, warm_start):
    stream = errors(800, seed)

    detector = detectors.EDDM(warm_start=warm_start, alpha=ALPHA, beta=BETA)

    assert detector.update_many(stream).tolist() == reference(stream, warm_start)


def test_warning_lasts_until_the_next_error():
    stream = errors(3000, seed=1)
    signals = detectors.EDDM().update_many(stream)
    places = np.flatnonzero((signals[:-1] == 1) & (stream[1:] == 0))

    assert len(places) > 10
    assert (signals[places + 1] == 1).all()


def test_errors_that_come_ten_times_closer_are_drift():
    stream = errors(4000, seed=1, shares=(0.03, 0.3))

    found = drifts(detectors.EDDM().update_many(stream))

    assert any(2000 < at < 2300 for at in found)


@pytest.mark.parametrize(
    "wrong", [{"warm_start": 0}, {"alpha": 0.0}, {"alpha": 0.5}, {"beta": -1.0}], ids=str
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.EDDM(**wrong)

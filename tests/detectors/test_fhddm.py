"""FHDDM and FHDDMS beside the means of their windows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, errors

from driftline import detectors


def reference(stream, sizes, delta):
    """Windows of several sizes; drift where the accuracy of one is far below its best."""
    out, part, best = [], [], {}
    for x in stream:
        part.append(1 - x)
        signal = 0
        if len(part) >= sizes[0]:
            for n in sizes:
                mean = np.mean(part[-n:])
                best[n] = max(best.get(n, 0.0), mean)
                if best[n] - mean > math.sqrt(math.log(1 / delta) / (2 * n)):
                    signal = 2
        out.append(signal)
        if signal:
            part, best = [], {}
    return out


@given(
    seed=st.integers(0, 10_000), n=st.sampled_from([100, 64, 25]), d=st.sampled_from([0.1, 1e-3])
)
def test_agrees_with_the_means_of_the_window(seed, n, d):
    stream = errors(600, seed)
    detector = detectors.FHDDM(sliding_window_size=n, confidence_level=d)

    assert detector.update_many(stream).tolist() == reference(stream, [n], d)


@given(seed=st.integers(0, 10_000), short=st.sampled_from([25, 20, 1]))
def test_with_a_short_window_agrees_with_the_means_of_both(seed, short):
    stream = errors(600, seed)
    detector = detectors.FHDDMS(short_window_size=short, confidence_level=1e-3)

    assert detector.update_many(stream).tolist() == reference(stream, [100, short], 1e-3)


def test_river_reads_one_as_right():
    stream = errors(1000, seed=1, shares=(0.1, 0.7))

    assert drifts(detectors.FHDDM(preset="river").update_many(stream)) == []
    assert drifts(detectors.FHDDM(preset="river").update_many(1 - stream)) == drifts(
        detectors.FHDDM().update_many(stream)
    )


def test_short_window_finds_an_abrupt_drift_sooner():
    stream = errors(2000, seed=1, shares=(0.05, 0.95))

    long, both = detectors.FHDDM(), detectors.FHDDMS()

    assert drifts(both.update_many(stream))[0] < drifts(long.update_many(stream))[0]


@pytest.mark.parametrize("cls", [detectors.FHDDM, detectors.FHDDMS])
def test_parameter_without_meaning_is_refused_by_name(cls):
    with pytest.raises(ValueError, match=r"^sliding_window_size must"):
        cls(sliding_window_size=0)
    with pytest.raises(ValueError, match=r"^confidence_level must"):
        cls(confidence_level=1.0)
    with pytest.raises(ValueError, match=r"^preset must be one of 'paper', 'river', not 'moa'"):
        cls(preset="moa")


def test_short_window_has_to_be_shorter():
    for size in (0, 100):
        with pytest.raises(ValueError, match=r"^short_window_size must"):
            detectors.FHDDMS(short_window_size=size)

"""ADWIN beside a window that keeps every value."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, one_by_one, values

from driftline import detectors


class Reference:
    """The paper's window, as a list of buckets that hold their values, oldest first."""

    def __init__(self, delta, clock, max_buckets, least=5, grace=10):
        self.delta, self.clock, self.max_buckets = delta, clock, max_buckets
        self.least, self.grace = least, grace
        self.buckets, self.n = [], 0

    def update(self, x):
        self.n += 1
        self.buckets.append([x])
        self.merge()
        found = False
        if self.n % self.clock == 0 and self.width > self.grace:
            while self.has_cut():
                self.buckets.pop(0)
                found = True
        return 2 if found else 0

    def merge(self):
        size = 1
        while sum(len(b) == size for b in self.buckets) > self.max_buckets:
            first = next(i for i, b in enumerate(self.buckets) if len(b) == size)
            self.buckets[first : first + 2] = [self.buckets[first] + self.buckets[first + 1]]
            size *= 2

    @property
    def width(self):
        return sum(map(len, self.buckets))

    def has_cut(self):
        values = np.concatenate(self.buckets)
        log = math.log(2 * math.log(len(values)) / self.delta)
        ends = np.cumsum([len(b) for b in self.buckets])[:-1]
        for n0 in ends:
            n1 = len(values) - n0
            m = 1 / n0 + 1 / n1
            eps = math.sqrt(2 * m * values.var() * log) + 2 / 3 * log * m
            if min(n0, n1) >= self.least and abs(values[:n0].mean() - values[n0:].mean()) > eps:
                return True
        return False


@given(
    seed=st.integers(0, 1000),
    delta=st.sampled_from([0.002, 0.1, 0.5]),
    clock=st.sampled_from([1, 8, 32]),
    max_buckets=st.sampled_from([2, 3, 5]),
)
def test_agrees_with_a_window_that_keeps_every_value(seed, delta, clock, max_buckets):
    stream = values("ADWIN", 400, seed)
    reference = Reference(delta, clock, max_buckets)
    detector = detectors.ADWIN(delta=delta, clock=clock, max_buckets=max_buckets)

    expected = [reference.update(x) for x in stream]

    assert one_by_one(detector, stream).tolist() == expected
    kept = np.concatenate(reference.buckets)
    assert detector.width == len(kept)
    assert detector.total == pytest.approx(kept.sum())
    assert detector.variance == pytest.approx(kept.var())


def test_mean_that_stays_gives_few_alarms():
    rng = np.random.default_rng(3)
    alarms = sum(
        len(drifts(detectors.ADWIN().update_many(rng.random(20_000) < 0.3))) for _ in range(20)
    )

    # The paper bounds the chance of a false cut at a test by delta: 625 tests a stream.
    assert alarms <= 0.002 * 20 * 625


def test_abrupt_rise_and_fall_are_found_within_a_hundred_values_and_the_mean_follows():
    stream = np.repeat([0.0, 1.0, 0.0], 1000)
    stream[::10] = 0.5
    detector = detectors.ADWIN()

    found = drifts(detector.update_many(stream))

    assert 1000 < found[0] < 1100
    assert any(2000 < at < 2100 for at in found)
    assert detector.estimation == pytest.approx(stream[-500:].mean(), abs=0.02)


def test_memory_grows_with_the_logarithm_of_the_window():
    detector = detectors.ADWIN()
    detector.update_many(np.zeros(1_000_000))

    assert detector.width == 1_000_000
    assert detector.memory < 10_000


@pytest.mark.parametrize(
    "wrong",
    [
        *({"delta": 0.0}, {"delta": 1.0}, {"delta": float("nan")}, {"clock": 0}),
        *({"max_buckets": 1}, {"max_buckets": 10**6}, {"min_window_length": 0}),
        {"grace_period": -1},
    ],
    ids=str,
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.ADWIN(**wrong)

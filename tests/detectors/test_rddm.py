"""RDDM beside a list of its results, and what it adds to DDM."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, errors

from driftline import detectors


class Reference:
    def __init__(self, least, stored, most, limit, warning=1.773, drift=2.258):
        self.least, self.stored, self.most, self.limit = least, stored, most, limit
        self.thresholds = (warning, drift)
        self.kept, self.counted, self.warned = [], [], None
        self.low, self.signal = (math.inf, 0.0), 0

    def level(self):
        p = np.mean(self.counted)
        return p, math.sqrt(p * (1 - p) / len(self.counted))

    def lower(self):
        if len(self.counted) >= self.least and sum(self.level()) < sum(self.low):
            self.low = self.level()

    def start_over(self):
        since = self.kept[-1:] if self.warned is None else self.kept[-self.warned :]
        self.kept, self.counted, self.low = since, [], (math.inf, 0.0)
        for x in since:
            self.counted.append(x)
            self.lower()
        self.warned = None

    def update(self, x):
        if self.signal == 2:
            self.start_over()
        elif self.signal == 0 and len(self.counted) >= self.most:
            self.counted, self.warned = list(self.kept), None
        self.kept = [*self.kept, x][-self.stored :]
        self.counted.append(x)
        self.warned = self.warned and self.warned + 1
        self.lower()
        self.signal = 0
        if len(self.counted) >= self.least:
            p, s = self.level()
            self.signal = sum(p + s > self.low[0] + k * self.low[1] for k in self.thresholds)
        self.judge_warning()
        return self.signal

    def judge_warning(self):
        if self.signal == 0:
            self.warned = None
        elif self.signal == 1:
            self.warned = self.warned or 1
            if self.warned > self.limit:
                self.signal, self.warned = 2, None


@given(
    seed=st.integers(0, 10_000), least=st.sampled_from([20, 50]), limit=st.sampled_from([15, 40])
)
def test_agrees_with_a_list_of_results(seed, least, limit):
    stream = errors(700, seed)
    reference = Reference(least, 100, 200, limit)
    detector = detectors.RDDM(
        min_instances=least, min_size_stable_concept=100, max_concept_size=200, warning_limit=limit
    )

    assert detector.update_many(stream).tolist() == [reference.update(x) for x in stream]


def test_drift_after_a_long_calm_is_found_sooner_than_by_ddm():
    stream = errors(200_000, seed=3, shares=(0.2,) * 99 + (0.4,))

    ours = [at for at in drifts(detectors.RDDM().update_many(stream)) if at >= 198_000]
    ddms = [at for at in drifts(detectors.DDM().update_many(stream)) if at >= 198_000]

    assert ours
    assert not ddms or ours[0] < ddms[0]


def test_warning_that_does_not_end_becomes_a_drift():
    detector = detectors.RDDM(drift_threshold=1000.0, warning_limit=50)

    signals = detector.update_many(errors(3000, seed=2, shares=(0.1, 0.5)))
    first = drifts(signals)[0]

    assert (signals[first - 50 : first] == 1).all()


@pytest.mark.parametrize(
    "name", ["min_instances", "max_concept_size", "min_size_stable_concept", "warning_limit"]
)
def test_parameter_without_meaning_is_refused_by_name(name):
    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.RDDM(**{name: 0})

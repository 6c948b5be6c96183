"""What an adaptation did reaches its user: in the model, behind transforms, and in reports."""

import numpy as np
import pytest
from oracles.every_adaptation import DRIFT, MADE

from driftline import adaptation, detectors, evaluation, learners, sources
from driftline.report import Event
from driftline.transforms import StandardScaler


class Majority:
    """A learner written in Python."""

    def __init__(self):
        self.counts = {}

    def learn_one(self, x, y):
        self.counts[y] = self.counts.get(y, 0) + 1

    def predict_one(self, x):
        return max(self.counts, key=self.counts.get, default=None)


def stream():
    return sources.SINE1(drifts=[DRIFT], rows=2 * DRIFT, seed=1)


def evaluated(model):
    return evaluation.prequential({"it": model}, stream(), baselines=False, progress=False)


def test_no_adaptation_is_left_out():
    assert sorted(MADE) == sorted(adaptation.__all__)


@pytest.mark.parametrize("name", MADE)
def test_report_has_the_events_of_the_model_and_draws_them(name):
    model = MADE[name]()

    report = evaluated(model)

    told = [(event.row, event.kind, event.detail) for event in report["it"].events]
    assert told
    assert told == model.events
    assert "noticed: " in report.to_svg()


@pytest.mark.parametrize("name", MADE)
def test_events_behind_a_transform_are_told_as_well(name):
    model = StandardScaler() | MADE[name]()

    report = evaluated(model)

    told = [(event.row, event.kind, event.detail) for event in report["it"].events]
    assert told
    assert told == model.events == model[-1].events


@pytest.mark.parametrize("name", ["ResetOnDrift", "SlidingWindow"])
def test_events_around_a_learner_of_python_are_told_behind_a_transform(name):
    options = {"ResetOnDrift": (detectors.DDM(),), "SlidingWindow": ()}[name]
    model = StandardScaler() | getattr(adaptation, name)(Majority(), *options)

    model.learn_many([[0.0]] * 2000, ["dry"] * 1500 + ["wet"] * 500)

    assert model.events
    assert model.events == model[-1].events


def test_pipeline_without_an_adaptation_tells_of_nothing():
    model = StandardScaler() | learners.AROW()

    assert not hasattr(model, "events")


class Watcher(Majority):
    """A learner written in Python that tells of itself."""

    def __init__(self, events):
        super().__init__()
        self.events = events


def test_model_of_your_own_may_tell_of_events():
    model = Watcher([(3, "drift"), (np.int64(5), "reset", "too many errors")])

    found = evaluated(model)["it"].events

    assert found == (Event(3, "drift"), Event(5, "reset", "too many errors"))


@pytest.mark.parametrize("events", [None, 3, "drift", ["drift"], [(1, 2)], [("a", "b")], {"a": 1}])
def test_attribute_of_that_name_that_is_something_else_is_left_out(events):
    assert evaluated(Watcher(events))["it"].events == ()

"""Around a native learner an adaptation is native: a batch costs Python the same, however long."""

import sys

import numpy as np
import pytest
from oracles.every_adaptation import DRIFT, MADE

from driftline import adaptation, detectors, sources


def python_calls(act):
    """Count the Python functions entered while `act` runs."""
    calls = []
    sys.setprofile(lambda frame, event, argument: calls.append(event) if event == "call" else None)
    try:
        act()
    finally:
        sys.setprofile(None)
    return len(calls)


def rows():
    batch = next(sources.SINE1(drifts=[DRIFT], rows=2 * DRIFT, seed=1).batches(2 * DRIFT))
    columns = [batch.x.column(i).to_numpy() for i in range(batch.x.num_columns)]
    return np.column_stack(columns), batch.y.to_numpy()


class Guess:
    """A learner written in Python."""

    def learn_one(self, x, y):
        pass

    def predict_one(self, x):
        return 0


@pytest.mark.parametrize("verb", ["learn_many", "predict_learn_many"])
@pytest.mark.parametrize("name", MADE)
def test_no_python_runs_per_row_also_where_it_drifts(name, verb):
    X, y = rows()
    short, long = MADE[name](), MADE[name]()

    few = python_calls(lambda: getattr(short, verb)(X[:2], y[:2]))
    many = python_calls(lambda: getattr(long, verb)(X, y))

    assert long.events
    assert many == few


def test_around_a_learner_of_python_there_are_calls_for_every_row():
    X, y = rows()
    model = adaptation.ResetOnDrift(Guess(), detectors.ADWIN())

    assert python_calls(lambda: model.learn_many(X, y)) > len(X)

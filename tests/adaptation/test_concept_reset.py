"""ConceptReset beside a loop that makes a new learner at each drift."""

import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driftline import evaluation, learners
from driftline.adaptation import ConceptReset
from driftline.learners import AROW, LMS
from driftline.sources import SINE1
from driftline.transforms import StandardScaler

MAKE = {
    "AROW": AROW,
    "StandardScaler|AROW": lambda: StandardScaler() | AROW(),
    "GaussianNB": learners.GaussianNB,
}


def rows(seed, count=60):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(count, 2))
    return X, X[:, 0] + 0.3 * rng.normal(size=count) > 0.0


def in_a_loop(make, drifts, X, y):
    learner, said, known = make(), [], set()
    for i, (x, label) in enumerate(zip(X, y, strict=True)):
        if i in drifts:
            learner = make()
        answer = learner.predict_one(x)
        if answer is None and known:
            answer = len(known) == 2 or next(iter(known))  # the positive one of two
        said.append(answer)
        learner.learn_one(x, label)
        known.add(label)
    return said, learner


@pytest.mark.parametrize("name", MAKE)
@given(
    seed=st.integers(0, 2**32 - 1),
    drifts=st.sets(st.integers(0, 60), max_size=4).map(sorted),
    size=st.sampled_from([1, 7, 60]),
)
def test_it_is_a_new_learner_from_each_drift_on(name, seed, drifts, size):
    X, y = rows(seed)
    expected, learner = in_a_loop(MAKE[name], drifts, X, y.tolist())

    model = ConceptReset(MAKE[name](), drifts)
    said = []
    for start in range(0, 60, size):
        cut = slice(start, start + size)
        said += model.predict_learn_many(X[cut].tolist(), y[cut].tolist())

    assert said == expected
    assert [row for row, _, _ in model.events] == [row for row in drifts if row > 0]
    if 60 not in drifts:
        assert model.predict_many(X.tolist()) == learner.predict_many(X.tolist())


def test_numbers_are_predicted_anew_too():
    X, y = rows(1)
    model, fresh = ConceptReset(LMS(), [40]), LMS()

    model.learn_many(X, y.astype(float))
    fresh.learn_many(X[40:], y[40:].astype(float))

    assert model.weights == fresh.weights


def test_stream_tells_its_own_drifts():
    stream = SINE1(drifts=[300, 700], rows=1000, seed=2)

    model = ConceptReset(AROW(), stream)

    assert model.drifts == (300, 700)


def test_oracle_beats_the_learner_that_is_told_nothing():
    stream = SINE1(drifts=[1000, 2000], rows=3000, seed=3)
    oracle, plain = ConceptReset(AROW(), stream), AROW()

    report = evaluation.prequential({"told": oracle, "untold": plain}, stream, baselines=False)

    told, untold = (result.curve.of("accuracy", "cumulative")[-1] for result in report)
    assert told > untold + 0.1
    assert [event.row for event in report.models[0].events] == [1000, 2000]


def test_state_saved_before_a_drift_still_starts_anew_at_it():
    X, y = rows(4)
    model = ConceptReset(AROW(), [30])
    model.learn_many(X[:20], y[:20])

    twin = copy.copy(model)
    for each in (model, twin):
        each.learn_many(X[20:], y[20:])

    assert twin == model
    assert twin.events == [(30, "drift", "a known drift: started anew")]


@pytest.mark.parametrize("drifts", [[5, 5], [7, 3], [-1]])
def test_rows_that_do_not_ascend_are_refused(drifts):
    with pytest.raises(ValueError, match="ascending"):
        ConceptReset(AROW(), drifts)


@pytest.mark.parametrize("drifts", [None, 5, "soon", [1.5], ["5"], [None], [float("nan")]])
def test_what_are_no_rows_is_refused(drifts):
    with pytest.raises(TypeError, match="drifts must be rows"):
        ConceptReset(AROW(), drifts)


def test_row_that_no_stream_reaches_is_refused():
    with pytest.raises(ValueError, match="rows up to"):
        ConceptReset(AROW(), [2**63])


def test_learner_of_python_is_refused():
    with pytest.raises(TypeError, match="driftline's own"):
        ConceptReset(object(), [5])

"""SlidingWindow knows the last rows and no others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.drifting_rows import (
    CLASSIFIERS,
    REGRESSORS,
    labelled,
    numbered,
    sliding_window,
    told,
)
from oracles.python_learners import NativeInside
from scipy.sparse import csr_array

from driftline import learners, transforms
from driftline.adaptation import SlidingWindow
from driftline.state import dumps, loads

SIZES = {"window": st.integers(1, 120), "every": st.integers(1, 120)}


@pytest.mark.parametrize("name", CLASSIFIERS)
@given(stream=labelled(rows=250), **SIZES)
def test_classifier_agrees_with_the_rule_row_by_row(name, stream, window, every):
    said, events, last = sliding_window(CLASSIFIERS[name], stream, window, every)

    model = SlidingWindow(CLASSIFIERS[name](), window=window, every=every)
    answered = model.predict_learn_many(stream.X.tolist(), stream.y, stream.w)

    assert answered == said
    assert told(model) == events
    assert model.predict_many(stream.X.tolist()) == last.predict_many(stream.X.tolist())


@pytest.mark.parametrize("name", REGRESSORS)
@given(stream=numbered(rows=250), **SIZES)
def test_regressor_agrees_with_the_rule_row_by_row(name, stream, window, every):
    said, events, _ = sliding_window(REGRESSORS[name], stream, window, every)

    model = SlidingWindow(REGRESSORS[name](), window=window, every=every)
    answered = model.predict_learn_many(stream.X.tolist(), stream.y, stream.w)

    assert answered == said
    assert told(model) == events


@given(stream=labelled(rows=250), size=st.integers(1, 200), **SIZES)
def test_block_behind_a_scaler_gives_the_rows_one_by_one(stream, size, window, every):
    def make():
        return transforms.StandardScaler() | SlidingWindow(
            learners.AROW(), window=window, every=every
        )

    single, batch = make(), make()

    said = [single.predict_learn_one(*row) for row in stream.each()]
    answered = []
    for start in range(0, len(stream.X), size):
        cut = slice(start, start + size)
        answered += batch.predict_learn_many(stream.X[cut].tolist(), stream.y[cut], stream.w[cut])

    assert answered == said
    assert batch == single


@given(stream=labelled(rows=120), kinds=st.lists(st.integers(0, 2), min_size=4, max_size=4))
def test_rows_of_any_kind_are_kept_as_they_came(stream, kinds):
    turn = [lambda X: X, csr_array, lambda X: X.tolist()]
    mixed, dense = (SlidingWindow(learners.AROW(), window=50, every=20) for _ in range(2))

    for place, kind in enumerate(kinds):
        cut = slice(30 * place, 30 * place + 30)
        mixed.learn_many(turn[kind](stream.X[cut]), stream.y[cut], stream.w[cut])
        dense.learn_many(stream.X[cut], stream.y[cut], stream.w[cut])

    assert mixed.weights == dense.weights
    assert mixed.predict_many(stream.X.tolist()) == dense.predict_many(stream.X.tolist())


def test_window_keeps_texts_and_columns_that_come_late():
    rows = [{"colour": "red"}, {"colour": "blue", "size": 2.0}, {"size": 1.0}, {"colour": "red"}]

    def make():
        return transforms.OneHotEncoder() | learners.GaussianNB()

    model, known = SlidingWindow(make(), window=3, every=1), make()

    model.learn_many(rows, ["a", "b", "b", "a"])
    model = loads(dumps(model))
    model.learn_one({"colour": "green", "weight": 3.0}, "c")
    for x, y in zip([*rows[2:], {"colour": "green", "weight": 3.0}], ["b", "a", "c"], strict=True):
        known.learn_one(x, y)

    for x in [*rows, {"colour": "green"}]:
        shares = known.predict_proba_one(x)
        assert model.predict_proba_one(x) == pytest.approx(shares)


def test_what_left_the_window_is_forgotten():
    model = SlidingWindow(learners.PriorClassifier(), window=10, every=5)

    model.learn_many(np.zeros((100, 1)), ["old"] * 85 + ["new"] * 15)

    assert model.predict_proba_one([0.0]) == {"old": 0.0, "new": 1.0}


def test_learner_of_python_has_the_same_events():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(500, 3))
    y = np.where(X[:, 0] > 0, "a", "b").tolist()
    native = SlidingWindow(learners.AROW(), window=70, every=30)
    own = SlidingWindow(NativeInside(), window=70, every=30)

    native.learn_many(X, y)
    own.learn_many(X, y)

    assert native.events
    assert own.events == native.events
    assert own.predict_many(X.tolist()) == native.predict_many(X.tolist())


@pytest.mark.parametrize("wrong", [{"window": 0}, {"every": 0}, {"every": -1}], ids=str)
@pytest.mark.parametrize("learner", [learners.AROW(), NativeInside()], ids=["native", "Python"])
def test_size_below_one_row_is_refused(learner, wrong):
    with pytest.raises(ValueError, match="must be at least 1"):
        SlidingWindow(learner, **wrong)

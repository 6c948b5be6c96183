"""Online bagging of regressors, beside the paper written out row by row."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.plain_ensembles import Bagging

from driftline.ensembles import BaggingRegressor
from driftline.learners import LMS, PARegressor


def numbers(rows, seed):
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(rows, 3)), 2)
    return X, X @ [1.0, -2.0, 0.5] + rng.normal(scale=0.1, size=rows)


@given(seed=st.integers(0, 2**32), rows=st.integers(1, 50))
def test_agrees_with_the_paper_written_out(seed, rows):
    X, y = numbers(rows, seed)
    reference = Bagging(PARegressor, 4, seed)
    model = BaggingRegressor(PARegressor(), n_models=4, seed=seed)

    expected = []
    for x, target in zip(X, y, strict=True):
        total = 0.0
        for member in reference.members:
            total += member.predict_one(x)
        expected.append(total / 4)
        reference.learn_one(x, float(target))

    assert model.predict_learn_many(X, y).tolist() == expected
    theirs = [[member.predict_one(x) for x in X] for member in reference.members]
    assert [[member.predict_one(x) for x in X] for member in model.members] == theirs


def test_mean_errs_less_than_members_do_on_average():
    X, y = numbers(500, 1)
    model = BaggingRegressor(LMS(), n_models=9, seed=1)
    model.learn_many(X[:300], y[:300])

    own = [np.mean((m.predict_many(X[300:]) - y[300:]) ** 2) for m in model.members]

    assert np.mean((model.predict_many(X[300:]) - y[300:]) ** 2) <= np.mean(own)


@pytest.mark.parametrize("threads", [2, 3, "all"])
def test_threads_change_no_bit(threads):
    X, y = numbers(400, 2)
    alone = BaggingRegressor(LMS(), n_models=5, seed=1)
    shared = BaggingRegressor(LMS(), n_models=5, seed=1, threads=threads)

    assert (alone.predict_learn_many(X, y) == shared.predict_learn_many(X, y)).all()
    assert alone.members == shared.members

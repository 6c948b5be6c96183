"""What is particular to the bagging of regressors."""

import numpy as np
import pytest

from driftline.ensembles import BaggingRegressor
from driftline.learners import LMS, Perceptron


def numbers(rows, seed):
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(rows, 3)), 2)
    return X, X @ [1.0, -2.0, 0.5] + rng.normal(scale=0.1, size=rows)


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


def test_a_classifier_is_no_member_of_a_regressor():
    with pytest.raises(TypeError, match="members must be regressors"):
        BaggingRegressor(Perceptron())

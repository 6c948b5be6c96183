"""Rows of so many columns that a product of their densities is taken block by block."""

import pickle

import numpy as np
import pytest

from driftline import learners


@pytest.mark.parametrize("columns", [511, 512, 513, 514, 515, 1026, 5003])
@pytest.mark.parametrize("make", [learners.GaussianNB, learners.HoeffdingTreeClassifier])
def test_votes_are_numbers_and_those_of_a_copy_that_derived_them_anew(make, columns):
    rng = np.random.default_rng(columns)
    X = rng.normal(size=(60, columns)) * 10.0 ** rng.uniform(-3, 3, size=columns)
    y = rng.integers(0, 2, size=60)
    model = make()
    model.learn_many(X, y)

    shares = model.predict_proba_many(X)

    assert np.isfinite(shares).all()
    assert (shares == pickle.loads(pickle.dumps(model)).predict_proba_many(X)).all()

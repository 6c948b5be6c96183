"""What is particular to Mondrian trees for numbers."""

import numpy as np
import pytest

from driftline.learners import MondrianTreeRegressor


def test_node_predicts_the_weighted_mean():
    model = MondrianTreeRegressor()
    model.learn_one([0.0], 1.0, 3.0)
    model.learn_one([0.0], 5.0, 1.0)

    assert model.predict_one([9.0]) == 2.0


def test_steps_are_followed_and_noise_is_not():
    rng = np.random.default_rng(1)
    X = rng.random((3000, 1))
    steps = np.where(X[:, 0] > 0.5, 3.0, -3.0)
    model = MondrianTreeRegressor()
    model.learn_many(X, steps + rng.normal(size=3000))
    leaves = MondrianTreeRegressor(use_aggregation=False)
    leaves.learn_many(X, steps + rng.normal(size=3000))
    asked = np.linspace(0.1, 0.9, 8)[:, None]
    truth = np.where(asked[:, 0] > 0.5, 3.0, -3.0)

    error = np.abs(model.predict_many(asked) - truth).mean()
    of_leaves = np.abs(leaves.predict_many(asked) - truth).mean()

    assert error < 0.4 < of_leaves


@pytest.mark.parametrize("scale", [1e200, np.finfo(float).max])
def test_huge_targets_leave_finite_answers(scale):
    model = MondrianTreeRegressor()
    X = np.linspace(0, 1, 40)[:, None]

    model.learn_many(X, scale * np.where(np.arange(40) % 2, 1.0, -1.0))

    assert np.isfinite(model.predict_many(X)).all()

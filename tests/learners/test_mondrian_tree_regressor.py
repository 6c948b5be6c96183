"""What is particular to Mondrian trees for numbers."""

import numpy as np
import pytest

from driftline.learners import MondrianTreeRegressor


def test_node_predicts_the_weighted_mean():
    model = MondrianTreeRegressor()
    model.learn_one([0.0], 1.0, 3.0)
    model.learn_one([0.0], 5.0, 1.0)

    assert model.predict_one([9.0]) == 2.0


def test_average_over_prunings_follows_noise_less_than_leaves_do():
    rng = np.random.default_rng(1)
    X = rng.random((3000, 1))
    truth = np.where(X[:, 0] > 0.5, 3.0, -3.0)
    y = truth + rng.normal(size=3000)
    averaged, leaves = MondrianTreeRegressor(), MondrianTreeRegressor(use_aggregation=False)

    for model in (averaged, leaves):
        model.learn_many(X, y)

    assert _error(averaged, X, truth) < 0.8 * _error(leaves, X, truth)


def _error(model, X, truth):
    return np.abs(model.predict_many(X) - truth).mean()


@pytest.mark.parametrize("scale", [1e200, np.finfo(float).max])
def test_huge_targets_leave_finite_answers(scale):
    model = MondrianTreeRegressor()
    X = np.linspace(0, 1, 40)[:, None]

    model.learn_many(X, scale * np.where(np.arange(40) % 2, 1.0, -1.0))

    assert np.isfinite(model.predict_many(X)).all()


@pytest.mark.parametrize("use_aggregation", [True, False])
def test_importances_are_shares_of_the_columns(use_aggregation):
    X = np.random.default_rng(1).random((1000, 4))
    model = MondrianTreeRegressor(seed=1, use_aggregation=use_aggregation)
    assert model.feature_importances == {}
    model.learn_many(X, X[:, 1])

    importances = model.feature_importances
    assert list(importances) == [0, 1, 2, 3]
    assert sum(importances.values()) == pytest.approx(1.0)
    if use_aggregation:  # without losses nothing tells a column that matters
        assert importances[1] > 0.5

"""Regression trees and forests err no more than River's with the same parameters."""

import numpy as np
import pytest
from oracles.regression_rows import friedman
from river import forest, tree

from driftline.ensembles import ARFRegressor
from driftline.learners import HoeffdingTreeRegressor

# Both are noisy estimates of the same thing: one stream of a few thousand rows tells them apart by
# no less than this.
TOLERANCE = 1.05


def river_error(model, X, y):
    squares = []
    for x, target in zip(X, y, strict=True):
        row = dict(enumerate(x.tolist()))
        squares.append((model.predict_one(row) - target) ** 2)
        model.learn_one(row, target)
    return np.sqrt(np.mean(squares))


def own_error(model, X, y):
    return np.sqrt(np.mean((model.predict_learn_many(X, y) - y) ** 2))


@pytest.mark.parametrize("leaf_prediction", ["mean", "adaptive"])
def test_tree_errs_no_more_than_river_s(leaf_prediction):
    X, y = friedman(4000, 1)
    ours = own_error(HoeffdingTreeRegressor(leaf_prediction=leaf_prediction), X, y)
    theirs = river_error(tree.HoeffdingTreeRegressor(leaf_prediction=leaf_prediction), X, y)
    assert ours < TOLERANCE * theirs


def test_forest_errs_no_more_than_river_s():
    X, y = friedman(1500, 2)
    ours = own_error(ARFRegressor(n_models=5, seed=1), X, y)
    theirs = river_error(forest.ARFRegressor(n_models=5, seed=1), X, y)
    assert ours < TOLERANCE * theirs

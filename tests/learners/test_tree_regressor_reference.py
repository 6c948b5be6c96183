"""The regression trees of the oracles are themselves held to figures worked out elsewhere."""

import numpy as np
import pytest
from oracles.fimt_dd_reference import FIMTDD, PageHinkley
from oracles.tree_regressor_reference import (
    LinearModel,
    Moments,
    Split,
    TreeRegressor,
    spread_reduction,
)

from driftline import sources


def moments(*values):
    found = Moments()
    for value in values:
        found.add(value, 1.0)
    return found


@pytest.mark.parametrize(("criterion", "merit"), [("variance", 20.25), ("deviation", 3.7569776637)])
def test_reductions_are_those_worked_out_by_hand(criterion, merit):
    branches = [moments(1, 2, 3), moments(10, 11, 12)]
    assert spread_reduction(branches, criterion) == pytest.approx(merit, abs=1e-10)


def test_joined_moments_are_those_of_all_values():
    joined = moments(1.0, 5.0).joined(moments(2.0, 7.0, 9.0))
    assert joined.weight == 5.0
    assert joined.mean == pytest.approx(np.mean([1, 5, 2, 7, 9]))
    assert joined.variance == pytest.approx(np.var([1, 5, 2, 7, 9]))


def test_a_step_is_found_at_the_first_attempt():
    tree = TreeRegressor(grace_period=100)
    for i in range(100):
        tree.learn_one([float(i % 10), float(i)], float(i >= 50))
    assert isinstance(tree.root, Split)
    assert (tree.root.feature, tree.root.threshold) == (1, 49.0)
    assert [child.target.mean for child in tree.root.children] == [0.0, 1.0]


def test_branches_of_fewer_than_five_are_not_made():
    tree = TreeRegressor(grace_period=20)
    for i in range(20):
        tree.learn_one([float(i)], 100.0 * (i < 2))
    assert all(branch.weight >= 5 for branch in tree.root.branches)


def test_linear_model_comes_near_a_line():
    rng = np.random.default_rng(4)
    model = LinearModel()
    X = rng.normal(size=(5000, 2))
    y = 3.0 * X[:, 0] - X[:, 1] + 5.0
    for x, target in zip(X.tolist(), y.tolist(), strict=True):
        model.learn(x, target, 1.0)
    errors = [model.predict(x) - t for x, t in zip(X[:200].tolist(), y, strict=False)]
    assert np.sqrt(np.mean(np.square(errors))) < 0.1 * np.std(y)


@pytest.mark.parametrize("leaf_prediction", ["mean", "model", "adaptive"])
def test_every_kind_of_leaf_is_better_than_the_mean_of_all(leaf_prediction):
    table = sources.Friedman(seed=3, rows=3000).to_arrow()
    *inputs, target = table.column_names
    X = np.column_stack([table[name].to_numpy() for name in inputs])
    y = table[target].to_numpy()
    tree = TreeRegressor(leaf_prediction=leaf_prediction, delta=1e-3)

    errors = []
    for x, value in zip(X.tolist(), y.tolist(), strict=True):
        errors.append(tree.predict_one(x) - value)
        tree.learn_one(x, value)

    assert len(tree.nodes()) > 1
    assert np.sqrt(np.mean(np.square(errors[1000:]))) < 0.9 * np.std(y)


def test_page_hinkley_alarms_some_time_after_errors_have_risen_and_not_before():
    test = PageHinkley()
    alarms = [test.alarms(error) for error in [0.1] * 500 + [0.6] * 500]
    assert 500 + 100 < alarms.index(True) < 500 + 200  # 50 / (0.5 - 0.005), and the mean follows


def test_fimt_dd_replaces_what_a_drift_has_made_wrong():
    rng = np.random.default_rng(8)
    X = rng.random((9000, 2))
    y = np.where(X[:, 0] > 0.5, 10.0, 0.0)
    y[4500:] = 10.0 - y[4500:]
    y += rng.normal(scale=0.1, size=len(y))
    tree, plain = FIMTDD(), TreeRegressor(criterion="deviation", leaf_prediction="model")
    errors = {"tree": [], "plain": []}
    for x, value in zip(X.tolist(), y.tolist(), strict=True):
        for one, own in ((tree, errors["tree"]), (plain, errors["plain"])):
            own.append(abs(one.predict_one(x) - value))
            one.learn_one(x, value)

    kinds, rows = zip(*tree.events, strict=True)
    assert kinds[0] == "alternate"
    assert rows[0] > 4500
    assert "switch" in kinds
    assert np.mean(errors["tree"][-1000:]) < 0.5 * np.mean(errors["plain"][-1000:])

"""What is particular to FIMT-DD. Elsewhere it is compared with a plain one."""

import numpy as np
import pytest
from oracles.regression_rows import bent, flipped

from driftline.learners import FIMTDDRegressor


def late_error(model, X, y):
    return np.abs(model.predict_learn_many(np.array(X), np.array(y)) - y)[-1000:].mean()


def test_tree_recovers_from_a_drift_and_one_that_never_alarms_does_not():
    X, y = flipped(5, 10_000)
    model, deaf = FIMTDDRegressor(), FIMTDDRegressor(drift_threshold=1e12)

    errors = late_error(model, X, y), late_error(deaf, X, y)

    assert model.n_switch_alternate_trees > 0
    assert deaf.n_started_alternate_trees == 0
    assert errors[0] < 0.5 * errors[1]


def test_nothing_is_replaced_where_nothing_drifts():
    X, y = bent(6, 10_000)
    model = FIMTDDRegressor()

    model.learn_many(X, y)

    assert model.n_switch_alternate_trees == 0


def test_tree_that_wins_nothing_is_given_up():
    X, y = bent(7, 4000)
    model = FIMTDDRegressor(
        drift_threshold=1e-6,
        drift_alpha=0.0,
        alternate_check_period=10,
        alternate_patience=10,
        grace_period=50,
    )

    model.learn_many(X, y)

    gone = model.n_switch_alternate_trees + model.n_pruned_alternate_trees
    assert model.n_pruned_alternate_trees > 0
    assert model.n_started_alternate_trees == gone + model.n_alternate_trees


def test_memory_limit_holds_with_trees_beside_the_tree():
    X, y = bent(3, 3000, drift=1500)
    model = FIMTDDRegressor(grace_period=20, tau=1.0, max_bytes=60_000, drift_threshold=2.0)
    most = 0

    for x, target in zip(X, y, strict=True):
        model.learn_one(x, target)
        most = max(most, model.tree_memory)

    assert model.n_started_alternate_trees > 0
    assert most <= 60_000


@pytest.mark.parametrize(
    "bad",
    [
        {"drift_alpha": -1.0},
        {"drift_threshold": 0.0},
        {"alternate_fading": 0.0},
        {"alternate_check_period": 0},
        {"alternate_patience": 0},
    ],
)
def test_parameter_out_of_range_is_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        FIMTDDRegressor(**bad)

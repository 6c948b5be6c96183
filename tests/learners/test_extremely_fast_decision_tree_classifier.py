"""What is particular to the extremely fast decision tree, beside a plain one."""

import numpy as np
import pytest
from oracles.extremely_fast_tree_reference import ExtremelyFastTree
from oracles.hoeffding_comparison import assert_same_tree

from driftline import learners

EAGER = {"grace_period": 50, "delta": 0.01}


def tree(**parameters):
    return learners.ExtremelyFastDecisionTreeClassifier(**parameters)


def rows_with_a_drift(rows=3000, seed=0):
    """The label depends on column 0 at first, on column 3 later."""
    X = np.random.default_rng(seed).normal(size=(rows, 4))
    is_late = np.arange(rows) >= rows // 2
    return X, np.where(is_late, X[:, 3] > 0, X[:, 0] > 0.3).astype(int)


@pytest.mark.parametrize("seed", range(3))
def test_nodes_are_those_of_the_definition(seed):
    X, y = rows_with_a_drift(seed=seed)
    model, reference = tree(**EAGER), ExtremelyFastTree(**EAGER)

    model.learn_many(X, y)
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        reference.learn_one(x, label)

    assert_same_tree(model, reference, {0: 0, 1: 1})


def test_root_changes_its_attribute_after_a_drift():
    X, y = rows_with_a_drift(rows=12_000)
    model = tree(**EAGER)

    model.learn_many(X[:6000], y[:6000])
    before = next(model.walk()).feature
    model.learn_many(X[6000:], y[6000:])
    model.learn_many(X[6000:], y[6000:])

    assert (before, next(model.walk()).feature) == (0, 3)


def test_first_split_comes_earlier_than_a_hoeffding_trees():
    X, y = rows_with_a_drift(rows=3000)
    columns = np.column_stack([X[:, 0], X[:, 0]])  # which of the two is better stays open
    quick, patient = tree(), learners.HoeffdingTreeClassifier()

    quick.learn_many(columns[:800], y[:800])
    patient.learn_many(columns[:800], y[:800])

    assert quick.n_nodes > patient.n_nodes == 1


def test_memory_limit_holds_after_every_row():
    X, y = rows_with_a_drift()
    model = tree(grace_period=10, tau=1.0, max_bytes=20_000)

    most = 0
    for x, label in zip(X, y.tolist(), strict=True):
        model.learn_one(x, label)
        most = max(most, model.tree_memory)

    assert most <= 20_000


def test_nodes_given_back_are_used_again():
    X, y = rows_with_a_drift(rows=2000)
    model = tree(grace_period=10, delta=0.5, min_samples_reevaluate=10)

    for _ in range(20):
        model.learn_many(X, y)

    # A copy holds no node that is not in use.
    assert model.tree_memory < 1.5 * model.__copy__().tree_memory


@pytest.mark.parametrize("bad", [0.0, -1.0, float("inf")])
def test_reevaluation_needs_a_positive_weight(bad):
    with pytest.raises(ValueError, match="min_samples_reevaluate"):
        tree(min_samples_reevaluate=bad)


@pytest.mark.parametrize(("preset", "patience"), [("river", 20), ("moa", 2000)])
def test_preset_says_how_often_tests_are_looked_at(preset, patience):
    rng = np.random.default_rng(1)
    X = rng.random((5000, 3))
    y = (X[:, 0] + 0.3 * rng.random(5000) > X[:, 1]).astype(int)
    plain, given = (
        tree(preset=preset, grace_period=50, **own)
        for own in ({}, {"min_samples_reevaluate": patience})
    )
    for model in (plain, given):
        model.learn_many(X, y)

    assert plain.min_samples_reevaluate is None
    assert plain.rules() == given.rules()

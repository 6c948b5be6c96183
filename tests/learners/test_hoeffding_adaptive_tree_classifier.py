"""What is particular to the Hoeffding adaptive tree, beside a plain one."""

import numpy as np
import pytest
from oracles.adaptive_tree_reference import AdaptiveTree
from oracles.hoeffding_comparison import assert_same_tree

from driftline import learners

EAGER = {"grace_period": 50, "delta": 0.01, "drift_window_threshold": 50}


def tree(**parameters):
    return learners.HoeffdingAdaptiveTreeClassifier(**parameters)


def rows_that_flip(rows=6000, every=1500, seed=0):
    """The label of a side changes again and again."""
    X = np.random.default_rng(seed).normal(size=(rows, 4))
    return X, ((X[:, 0] > 0) ^ (np.arange(rows) // every % 2 == 1)).astype(int)


@pytest.mark.parametrize("seed", range(3))
def test_nodes_and_changes_are_those_of_the_definition(seed):
    X, y = rows_that_flip(seed=seed)
    model, reference = tree(bootstrap_sampling=False, **EAGER), AdaptiveTree(**EAGER)

    model.learn_many(X, y)
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        reference.learn_one(x, label)

    events = [what for what, _ in reference.events]
    assert_same_tree(model, reference, {0: 0, 1: 1})
    assert model.n_switch_alternate_trees == events.count("switch") > 0
    assert model.n_pruned_alternate_trees == events.count("prune")


def test_it_recovers_from_a_drift_that_a_hoeffding_tree_does_not_forget():
    X, y = rows_that_flip(rows=20_000, every=5000)
    adaptive = tree(seed=1).predict_learn_many(X, y)
    fixed = learners.HoeffdingTreeClassifier().predict_learn_many(X, y)

    assert np.mean(adaptive == y) > np.mean(fixed == y) + 0.1


def test_weights_are_drawn_by_the_seed():
    X, y = rows_that_flip(rows=1000)
    one, twin, other, plain = (
        tree(seed=1, **EAGER),
        tree(seed=1, **EAGER),
        tree(seed=2, **EAGER),
        tree(bootstrap_sampling=False, **EAGER),
    )

    for model in (one, twin, other, plain):
        model.learn_many(X, y)

    assert one == twin
    assert one.rules() != other.rules()
    assert one.rules() != plain.rules()


def test_trees_beside_the_tree_survive_a_copy():
    X, y = rows_that_flip()
    model = tree(**EAGER)
    most = 0

    for start in range(0, 6000, 100):
        model.learn_many(X[start : start + 100], y[start : start + 100])
        twin = model.__copy__()
        most = max(most, model.n_alternate_trees)
        twin.learn_many(X[:50], y[:50])
        again = model.__copy__()
        again.learn_many(X[:50], y[:50])
        assert twin == again

    assert most > 0


@pytest.mark.parametrize(
    "bad", [{"drift_window_threshold": 0}, {"drift_delta": 0.0}, {"switch_significance": 1.0}]
)
def test_parameter_out_of_range_is_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad)).removeprefix("drift_")):
        tree(**bad)

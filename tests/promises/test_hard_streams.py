"""Trees, ensembles and nearest neighbours take any stream: they answer, in bounded memory.

Bounds compare a stream with one of half its length: what should not grow does not, what grows with
what has come does not grow faster.
"""

import copy
import math

import numpy as np
import pytest
from oracles.every_model import (
    TREES,
    is_classifier,
    learn,
    made_of_trees,
    takes_text,
    targets_for,
)

from driftline import ensembles, learners

NAMES = [
    name
    for name in (*learners.__all__, *ensembles.__all__)
    if name in ensembles.__all__ or name in TREES or name.startswith(("KNN", "MondrianTree"))
]
CLASSIFIERS = [name for name in NAMES if is_classifier(made_of_trees(name))]
# Windows of errors grow with the logarithm of the rows.
STILL = 1.2
SLACK = 20_000


def normal(rows, columns=3, seed=0):
    return np.random.default_rng(seed).normal(size=(rows, columns))


def plain_targets(model, rows):
    return targets_for(model, rows, ("a", "b"), np.random.default_rng(1))


def taught(name, X, y=None, w=None):
    model = made_of_trees(name)
    return learn(model, X, plain_targets(model, len(X)) if y is None else y, w)


def assert_answers(model, x):
    if is_classifier(model):
        shares = model.predict_proba_one(x)
        assert sum(shares.values()) == pytest.approx(1.0)
        assert all(0.0 <= share <= 1.0 for share in shares.values())
    else:
        assert math.isfinite(model.predict_one(x))
    assert copy.copy(model) == model


def test_trees_ensembles_and_neighbours_are_here():
    assert len(NAMES) >= len(ensembles.__all__) + 9


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_labels_that_keep_coming_cost_what_has_come(name):
    half, whole = (taught(name, normal(n), np.arange(n)) for n in (1000, 2000))

    assert len(whole.labels) == 2000
    assert whole.memory < 3 * half.memory + SLACK
    assert_answers(whole, [0.0, 0.0, 0.0])


@pytest.mark.parametrize("name", NAMES)
def test_constant_features_teach_nothing_to_keep(name):
    half, whole = (taught(name, np.ones((n, 3))) for n in (1000, 2000))

    assert whole.memory <= STILL * half.memory + SLACK
    assert_answers(whole, [1.0, 1.0, 1.0])


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_stream_of_one_label_is_told_that_label(name):
    half, whole = (taught(name, normal(n), ["only"] * n) for n in (1000, 2000))

    assert whole.predict_proba_one([9.0, 0.0, 0.0]) == {"only": 1.0}
    assert whole.memory <= STILL * half.memory + SLACK


@pytest.mark.parametrize("missing", [[0], [0, 1, 2]])
@pytest.mark.parametrize("name", NAMES)
def test_columns_without_any_value_are_borne(name, missing):
    def gappy(rows):
        X = normal(rows)
        X[:, missing] = np.nan
        return X

    half, whole = (taught(name, gappy(n)) for n in (500, 1000))

    assert whole.memory < 3 * half.memory + SLACK
    assert_answers(whole, [1.0, math.nan, 1.0])


@pytest.mark.parametrize("name", [name for name in NAMES if takes_text(made_of_trees(name))])
def test_nominal_attribute_of_ever_new_values_is_bounded(name):
    def named(rows):
        return [{"city": f"city {i}", "size": float(i % 7)} for i in range(rows)]

    half, whole = (taught(name, named(n)) for n in (2000, 4000))

    assert whole.memory <= STILL * half.memory + SLACK
    assert_answers(whole, {"city": "city 1", "size": 1.0})
    assert_answers(whole, {"city": "nowhere", "size": 1.0})


@pytest.mark.parametrize("name", NAMES)
def test_row_of_weight_zero_teaches_nothing(name):
    X = normal(60)
    model = taught(name, X)
    before = copy.copy(model)

    learn(model, X, plain_targets(model, 60), np.zeros(60))

    assert [model.predict_one(x) for x in X.tolist()] == [before.predict_one(x) for x in X.tolist()]
    assert model.memory <= before.memory + SLACK


@pytest.mark.parametrize("weight", [-1.0, -1e-300, math.nan, math.inf])
@pytest.mark.parametrize("name", NAMES)
def test_negative_or_endless_weight_is_refused_and_nothing_learned(name, weight):
    X = normal(10)
    model = taught(name, X)
    before, weights = copy.copy(model), np.ones(10)
    weights[7] = weight

    with pytest.raises(ValueError, match="weight"):
        learn(model, X, plain_targets(model, 10), weights)

    assert model == before

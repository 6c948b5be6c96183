"""Compiled Mondrian trees do what their definition in plain Python does, with the same draws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.mondrian_comparison import CLOSE, CompiledNodes, assert_same_nodes, draws
from oracles.mondrian_reference import Means, MondrianReference, Shares

from driftline.learners import MondrianTreeClassifier, MondrianTreeRegressor

OPTIONS = st.fixed_dictionaries(
    {
        "step": st.sampled_from([0.1, 1.0, 3.0]),
        "use_aggregation": st.booleans(),
        "max_nodes": st.sampled_from([None, None, 1, 4, 9]),
    }
)


@st.composite
def rows(draw, most=40):
    """Rows with ties, gaps and weights whose sums are exact."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count, width = draw(st.integers(1, most)), draw(st.integers(1, 5))
    X = np.round(rng.normal(size=(count, width)), draw(st.sampled_from([0, 1, 6])))
    X[rng.random(X.shape) < draw(st.sampled_from([0.0, 0.2]))] = np.nan
    return rng, X, rng.choice([0.0, 0.5, 1.0, 2.0], size=count, p=[0.1, 0.2, 0.5, 0.2])


def asked(rng, X):
    """Rows that were learned, rows that were not, and some with gaps."""
    others = rng.normal(size=(4, X.shape[1]))
    others[3, 0] = np.nan
    return [*X[:4].tolist(), *others.tolist()]


def assert_same_shares(model, expected, x):
    found = model.predict_proba_one(x)
    assert found == pytest.approx(expected, **CLOSE)


@given(
    rows(),
    OPTIONS,
    st.sampled_from([0.1, 0.5, 2.0]),
    st.booleans(),
    st.integers(1, 4),
    st.integers(0, 9),
)
def test_classifier(stream, options, dirichlet, split_pure, labels, seed):
    rng, X, w = stream
    y = [f"label {code}" for code in rng.integers(labels, size=len(X))]
    model = MondrianTreeClassifier(dirichlet=dirichlet, split_pure=split_pure, seed=seed, **options)
    reference = MondrianReference(Shares(dirichlet), draws(seed), split_pure=split_pure, **options)

    for x, label, weight in zip(X.tolist(), y, w.tolist(), strict=True):
        model.learn_one(x, label, weight)
        reference.learn(x, label, weight)

    assert_same_nodes(model, reference)
    for x in asked(rng, X):
        assert_same_shares(model, reference.predict(x), x)


@given(rows(), OPTIONS, st.integers(0, 9))
def test_regressor(stream, options, seed):
    rng, X, w = stream
    y = np.round(rng.normal(size=len(X)), 3)
    model = MondrianTreeRegressor(seed=seed, **options)
    reference = MondrianReference(Means(), draws(seed), **options)

    for x, target, weight in zip(X.tolist(), y.tolist(), w.tolist(), strict=True):
        model.learn_one(x, target, weight)
        reference.learn(x, target, weight)

    assert_same_nodes(model, reference)
    for x in asked(rng, X):
        expected = reference.predict(x).get(None, 0.0)
        assert model.predict_one(x) == pytest.approx(expected, **CLOSE)


@given(rows(most=7), st.integers(0, 9))
def test_answer_is_the_average_over_all_prunings(stream, seed):
    rng, X, _ = stream
    y = [f"label {code}" for code in rng.integers(3, size=len(X))]
    model = MondrianTreeClassifier(split_pure=True, seed=seed)
    reference = MondrianReference(Shares(), draws(seed), split_pure=True)

    for x, label in zip(X.tolist(), y, strict=True):
        model.learn_one(x, label)
        reference.learn(x, label)

    for x in asked(rng, X):
        expected = reference.predict_by_prunings(x)
        assert reference.predict(x) == pytest.approx(expected, **CLOSE)
        assert_same_shares(model, expected, x)


def test_split_takes_an_exponential_time_and_a_column_by_distance():
    trees = [MondrianTreeRegressor(seed=seed) for seed in range(400)]
    for tree in trees:
        tree.learn_many([[0.0, 0.0], [3.0, -1.0]], [0.0, 1.0])

    nodes = [CompiledNodes(tree) for tree in trees]
    times = [own.at("times", own.children(own.root)[0]) for own in nodes]
    columns = [own.at("columns", own.root) for own in nodes]

    # Four standard errors of a mean of 1/4 and of a share of 1/4.
    assert np.mean(times) == pytest.approx(0.25, abs=4 * 0.25 / math.sqrt(400))
    assert np.mean(columns) == pytest.approx(0.25, abs=4 * math.sqrt(0.75 * 0.25 / 400))

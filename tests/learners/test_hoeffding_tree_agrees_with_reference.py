"""The compiled Hoeffding tree grows what its definition in plain Python grows."""

import math
from functools import partial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles.hoeffding_comparison import (
    assert_same_answers,
    assert_same_tree,
    codes_of,
    noisy_rows,
    taught,
)
from oracles.hoeffding_observers import HistogramObserver, QuantizerObserver
from oracles.hoeffding_reference import HoeffdingTree

from driftline.learners import HoeffdingTreeClassifier

WORD = 4  # the column of words
NUMBERED = (3.0, 1.0, 2.0)  # words that are numbers: the column must be named


def plain(X, y, weights=None, **options):
    """Teach the plain tree; return it and its answers."""
    renamed = dict(options)
    renamed.pop("nominal_attributes", None)
    renamed["criterion"] = renamed.pop("split_criterion", "info_gain")
    reference = HoeffdingTree(**renamed, nominal=[WORD] if len(X[0]) > WORD else [])
    return reference, taught(reference, zip(X, y, strict=True), codes_of(y), weights)


def assert_agrees(reference, wanted, X, y, weights=None, **options):
    """Teach the compiled tree the same rows, and compare answers and nodes."""
    model, found = HoeffdingTreeClassifier(**options), []
    for i, (x, label) in enumerate(zip(X, y, strict=True)):
        found.append(model.predict_one(x))
        model.learn_one(x, label, 1.0 if weights is None else float(weights[i]))
    assert_same_answers(found, wanted, codes_of(y) | {None: None})
    assert_same_tree(model, reference, codes_of(y))


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    labels=st.integers(2, 4),
    missing=st.sampled_from([0.0, 0.1, 0.5]),
    criterion=st.sampled_from(["info_gain", "gini", "hellinger"]),
    leaf_prediction=st.sampled_from(["mc", "nb", "nba"]),
    preset=st.sampled_from(["river", "moa"]),
    binary_split=st.booleans(),
)
def test_any_stream_grows_the_same_tree(
    seed, labels, missing, criterion, leaf_prediction, preset, binary_split
):
    rows = noisy_rows(seed, 600, labels=labels, missing=missing, words=NUMBERED)
    options = {
        "grace_period": 40,
        "delta": 0.05,
        "tau": 0.2,
        "split_criterion": criterion,
        "leaf_prediction": leaf_prediction,
        "preset": preset,
        "binary_split": binary_split,
        "nominal_attributes": [WORD],
    }
    reference, wanted = plain(*rows, **options)
    assume(reference.ties == 0)  # where all splits are equal, rounding takes one of them
    assert_agrees(reference, wanted, *rows, **options)


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_texts_grow_the_same_tree_without_being_named(seed):
    rows = noisy_rows(seed, 1000, missing=0.1)
    options = {"grace_period": 100, "delta": 0.05, "tau": 0.15}
    reference, wanted = plain(*rows, **options)
    assert_agrees(reference, wanted, *rows, **options)
    assert WORD in [getattr(node, "feature", None) for node in reference.nodes()]


@pytest.mark.parametrize("seed", range(3))
def test_weights_grow_the_same_tree(seed):
    X, y = noisy_rows(seed, 1500)
    weights = [(0.0, 0.5, 1.0, 6.0)[i % 4] for i in range(len(y))]
    options = {"grace_period": 50, "delta": 0.01}
    reference, wanted = plain(X, y, weights, **options)
    assert_agrees(reference, wanted, X, y, weights, **options)
    assert len(reference.nodes()) > 3


@pytest.mark.parametrize(
    ("splitter", "numeric"),
    [
        ("histogram", HistogramObserver),
        ("quantizer", QuantizerObserver),
        ("exhaustive", partial(HistogramObserver, limit=math.inf)),
    ],
)
def test_every_way_to_observe_numbers_grows_the_same_tree(splitter, numeric):
    X, y = noisy_rows(1, 600)
    rows, options = ([x[:WORD] for x in X], y), {"grace_period": 40, "delta": 0.05, "tau": 0.2}
    reference, wanted = plain(*rows, numeric=numeric, **options)
    assert_agrees(reference, wanted, *rows, splitter=splitter, **options)
    assert len(reference.nodes()) > 10


def test_elec2_grows_the_same_tree(dataset):
    table = dataset("elec2").slice(0, 20_000)
    *inputs, target = table.column_names
    X = list(zip(*(table[name].to_pylist() for name in inputs), strict=True))
    y = table[target].to_pylist()
    codes = codes_of(y)
    model, reference = HoeffdingTreeClassifier(), HoeffdingTree()

    wanted = taught(reference, zip(X, y, strict=True), codes)
    found = model.predict_learn_many(table.select(inputs), table[target]).to_pylist()

    assert len(reference.nodes()) > 20
    assert_same_answers(found, wanted, codes | {None: None})
    shape = [codes_to_names(node, inputs) for node in reference.nodes()]
    assert [node.feature for node in model.walk()] == shape


def codes_to_names(node, inputs):
    return inputs[node.feature] if hasattr(node, "feature") else None

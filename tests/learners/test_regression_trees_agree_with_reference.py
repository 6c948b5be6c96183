"""Compiled regression trees grow what their definitions in plain Python grow.

They differ in one thing: a step of a linear model never goes beyond the answer wanted. With few
columns and weights near 1 such a step does not come up.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.fimt_dd_reference import FIMTDD
from oracles.regression_rows import (
    assert_same_numbers,
    assert_same_tree,
    bent,
    both_taught,
    flipped,
)
from oracles.tree_regressor_reference import TreeRegressor

from driftline.learners import FIMTDDRegressor, HoeffdingTreeRegressor

# The paper's linear models, and no values joined.
PAPER = {"learning_rate": 0.02, "max_bins": 5000}


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    missing=st.sampled_from([0.0, 0.1, 0.5]),
    criterion=st.sampled_from(["variance", "deviation"]),
    leaf_prediction=st.sampled_from(["mean", "model", "adaptive"]),
    max_depth=st.sampled_from([None, 1, 3]),
    is_weighted=st.booleans(),
)
def test_any_stream_grows_the_same_tree(
    seed, missing, criterion, leaf_prediction, max_depth, is_weighted
):
    X, y = bent(seed, 500, missing=missing)
    weights = np.random.default_rng(seed).choice([0.0, 0.5, 1.0, 2.0], 500) if is_weighted else None
    common = {"grace_period": 40, "delta": 0.05, "tau": 0.2, "leaf_prediction": leaf_prediction}
    own = {**PAPER, "split_criterion": criterion, "max_depth": max_depth}
    model = HoeffdingTreeRegressor(**own, **common)
    deepest = np.inf if max_depth is None else max_depth
    reference = TreeRegressor(criterion=criterion, max_depth=deepest, **common)

    found, wanted = both_taught(model, reference, X, y, weights)

    assert_same_numbers(found, wanted)
    assert_same_tree(model, reference)


@pytest.mark.parametrize("leaf_prediction", ["mean", "model", "adaptive"])
def test_other_default_parameters_are_those_of_the_definition(leaf_prediction):
    X, y = bent(1, 4000)
    model = HoeffdingTreeRegressor(leaf_prediction=leaf_prediction, **PAPER)
    reference = TreeRegressor(leaf_prediction=leaf_prediction)

    found, wanted = both_taught(model, reference, X, y)

    assert_same_numbers(found, wanted)
    assert_same_tree(model, reference)
    assert model.n_nodes > 1


@settings(max_examples=10)
@given(
    seed=st.integers(0, 2**32 - 1),
    threshold=st.sampled_from([3.0, 10.0]),
    check_every=st.sampled_from([20, 150]),
)
def test_fimt_dd_starts_takes_and_gives_up_the_same_trees(seed, threshold, check_every):
    X, y = bent(seed, 1200, drift=700)
    common = {"grace_period": 40, "delta": 0.05}
    watch = {"drift_threshold": threshold, "alternate_check_period": check_every}
    model = FIMTDDRegressor(alternate_patience=300, max_bins=5000, **watch, **common)
    reference = FIMTDD(check_every=check_every, patience=300, **common)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("oracles.fimt_dd_reference.THRESHOLD", threshold)
        found, wanted = both_taught(model, reference, X, y)

    kinds = [kind for kind, _ in reference.events]
    assert_same_numbers(found, wanted)
    assert_same_tree(model, reference)
    assert model.n_started_alternate_trees == kinds.count("alternate")
    assert model.n_switch_alternate_trees == kinds.count("switch")
    assert model.n_pruned_alternate_trees == kinds.count("prune")


def test_fimt_dd_with_default_parameters_is_that_of_the_definition():
    X, y = flipped(8, 6000)
    model, reference = FIMTDDRegressor(max_bins=6000), FIMTDD()

    found, wanted = both_taught(model, reference, X, y)

    assert_same_numbers(found, wanted)
    assert_same_tree(model, reference)
    assert "switch" in [kind for kind, _ in reference.events]

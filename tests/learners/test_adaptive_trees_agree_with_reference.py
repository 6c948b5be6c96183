"""Compiled trees that change their minds do what their definitions in plain Python do."""

import pytest
from oracles.adaptive_tree_reference import AdaptiveTree
from oracles.extremely_fast_tree_reference import ExtremelyFastTree
from oracles.hoeffding_comparison import (
    assert_same_answers,
    assert_same_tree,
    codes_of,
    noisy_rows,
    taught,
)

from driftline.learners import (
    ExtremelyFastDecisionTreeClassifier,
    HoeffdingAdaptiveTreeClassifier,
)


def turned_over(seed, rows):
    """Return rows of numbers whose two labels change places in the middle."""
    X, y = noisy_rows(seed, rows)
    other = {"label 0": "label 1", "label 1": "label 0"}
    return [x[:4] for x in X], [other[a] if i > rows // 2 else a for i, a in enumerate(y)]


def assert_agrees(model, reference, X, y):
    codes = codes_of(y)
    wanted = taught(reference, zip(X, y, strict=True), codes)
    found = []
    for x, label in zip(X, y, strict=True):
        found.append(model.predict_one(x))
        model.learn_one(x, label)
    assert_same_answers(found, wanted, codes | {None: None})
    return codes


@pytest.mark.parametrize("seed", range(4))
def test_adaptive_tree_starts_and_takes_the_same_alternates(seed):
    options = {"grace_period": 50, "delta": 0.01}
    model = HoeffdingAdaptiveTreeClassifier(bootstrap_sampling=False, **options)
    reference = AdaptiveTree(**options)

    codes = assert_agrees(model, reference, *turned_over(seed, 3000))

    assert "switch" in [kind for kind, _ in reference.events]
    assert_same_tree(model, reference, codes)


@pytest.mark.parametrize("seed", range(4))
def test_extremely_fast_tree_takes_the_same_splits_back(seed):
    options = {"grace_period": 50, "delta": 0.01, "min_samples_reevaluate": 50}
    model, reference = ExtremelyFastDecisionTreeClassifier(**options), ExtremelyFastTree(**options)

    assert_agrees(model, reference, *turned_over(seed, 1500))

    tested = [getattr(node, "feature", None) for node in reference.nodes()]
    assert [node.feature for node in model.walk()] == tested
    assert len(tested) > 3

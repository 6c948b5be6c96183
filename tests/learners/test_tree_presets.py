"""What the presets of all classification trees decide alike."""

import numpy as np
import pytest

from driftline.learners import (
    ExtremelyFastDecisionTreeClassifier,
    HoeffdingAdaptiveTreeClassifier,
    HoeffdingTreeClassifier,
)


@pytest.mark.parametrize(
    "tree",
    [
        ExtremelyFastDecisionTreeClassifier,
        HoeffdingAdaptiveTreeClassifier,
        HoeffdingTreeClassifier,
    ],
)
@pytest.mark.parametrize(
    ("options", "is_split"),
    [
        ({"preset": "river"}, False),
        ({"preset": "moa"}, True),
        ({"preset": "river", "max_share_to_split": 1.0}, True),
        ({"preset": "moa", "max_share_to_split": 0.99}, False),
    ],
)
def test_preset_decides_whether_a_leaf_of_nearly_one_label_is_split(tree, options, is_split):
    X = np.arange(8000)[:, None] % 200 / 200
    y = (X[:, 0] > 0.994).astype(int)  # one row in 200
    model = tree(grace_period=100, min_branch_fraction=0.0, **options)

    model.learn_many(X, y)

    assert (model.n_nodes > 1) == is_split

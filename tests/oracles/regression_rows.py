"""Rows with numbers to predict, and how a compiled regression tree is held against a plain one."""

import numpy as np
import pytest
from oracles.tree_regressor_reference import Split

from driftline import sources


def bent(seed, rows, *, missing=0.0, columns=4, drift=None):
    """Return rows whose target has steps and slopes; from row `drift` on the steps are others."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, columns))
    X[:, 1] = np.round(X[:, 1], 1)  # values that come again
    steps = np.where(X[:, 0] > 0.3, 4.0, -4.0)
    if drift is not None:
        steps[drift:] *= -1.0
    y = steps + 2.0 * X[:, 1] * (X[:, 2] > 0.0) + rng.normal(scale=0.5, size=rows)
    X[rng.random(X.shape) < missing] = np.nan
    return X.tolist(), y.tolist()


def flipped(seed, rows):
    """Return rows whose target is one of two levels; in the middle these change places."""
    rng = np.random.default_rng(seed)
    X = rng.random((rows, 2))
    y = np.where((X[:, 0] > 0.5) == (np.arange(rows) < rows // 2), 10.0, 0.0)
    return X.tolist(), (y + rng.normal(scale=0.1, size=rows)).tolist()


def friedman(rows, seed):
    """Return X and y of Friedman's function."""
    table = sources.Friedman(seed=seed, rows=rows).to_arrow()
    *inputs, target = table.column_names
    return np.column_stack([table[name].to_numpy() for name in inputs]), table[target].to_numpy()


def both_taught(model, reference, X, y, weights=None):
    """Let both predict and learn all rows; return what they said."""
    found, wanted = [], []
    for i, (x, target) in enumerate(zip(X, y, strict=True)):
        w = 1.0 if weights is None else float(weights[i])
        found.append(model.predict_learn_one(x, target, w))
        wanted.append(reference.predict_one(x))
        reference.learn_one(x, target, w)
    return found, wanted


def assert_same_numbers(found, wanted):
    assert found == pytest.approx(wanted, rel=1e-6, abs=1e-6)


def assert_same_tree(model, reference):
    """Node by node: tests, thresholds, merits, weights and means."""
    mine, theirs = list(model.walk()), reference.nodes()
    assert [node.feature for node in mine] == [getattr(node, "feature", None) for node in theirs]
    for node, other in zip(mine, theirs, strict=True):
        if isinstance(other, Split):
            assert node.threshold == other.threshold
            assert node.merit == pytest.approx(other.merit, rel=1e-6)
            assert node.weight == pytest.approx(other.leaf.target.weight)
        else:
            assert node.weight == pytest.approx(other.target.weight)
            assert node.mean == pytest.approx(other.target.mean, rel=1e-6, abs=1e-9)
            assert node.deviation == pytest.approx(other.target.deviation, rel=1e-6, abs=1e-9)

"""A tree at its limit of bytes goes on alike, whether it was saved, copied or left alone."""

import copy
import inspect
import pickle

import numpy as np
import pytest

from driftline import learners
from driftline.state import dumps, loads

LIMIT = 20_000
OPTIONS = {
    **{"grace_period": 50, "delta": 0.1, "tau": 0.2},
    **{"max_bytes": LIMIT, "memory_estimate_period": 300},
}
# Several leaves fit, and trees cut off parts of themselves early and often.
PARTICULAR = {
    "FIMTDDRegressor": {"max_bins": 64, "drift_threshold": 10.0, "alternate_check_period": 50},
    "HoeffdingTreeRegressor": {"max_bins": 64},
    "HoeffdingAdaptiveTreeClassifier": {"drift_window_threshold": 100, "drift_delta": 0.1},
}
TREES = [
    name
    for name in learners.__all__
    if "max_bytes" in inspect.signature(getattr(learners, name)).parameters
]
WAYS = {
    "file": lambda model: loads(dumps(model)),
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
    "copy": copy.copy,
}


def drifting(name, rows, seed):
    """Rows whose label hangs on another column after every thousand."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, 6))
    told = X[np.arange(rows), np.arange(rows) // 1000 % 3] + X[:, 3]
    return X, 10 * told if name.endswith("Regressor") else (told > 0).astype(int)


def tree(name):
    return getattr(learners, name)(**OPTIONS, **PARTICULAR.get(name, {}))


def test_every_tree_is_here():
    assert len(TREES) == 5
    assert set(PARTICULAR) <= set(TREES)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", TREES)
def test_tree_at_its_limit_goes_on_as_if_it_had_not_been_saved(name, seed, way):
    X, y = drifting(name, 6000, seed)
    model, twin = tree(name), tree(name)
    most = 0

    for start in range(0, 6000, 250):
        rows = slice(start, start + 250)
        found = model.predict_learn_many(X[rows], y[rows])
        assert np.array_equal(found, twin.predict_learn_many(X[rows], y[rows]))
        assert twin.tree_memory == model.tree_memory
        most = max(most, model.tree_memory)
        twin = WAYS[way](twin)

    assert twin == model
    assert 0.9 * LIMIT < most <= LIMIT


@pytest.mark.parametrize("name", TREES)
def test_limit_holds_after_every_row(name):
    X, y = drifting(name, 4000, seed=1)
    model, most = tree(name), 0

    for i in range(len(X)):
        model.learn_many(X[i : i + 1], y[i : i + 1])
        most = max(most, model.tree_memory)

    assert 0.9 * LIMIT < most <= LIMIT


@pytest.mark.parametrize("name", TREES)
def test_places_of_nodes_that_were_cut_off_are_given_back(name):
    X, y = drifting(name, 9000, seed=2)
    model = tree(name)
    model.learn_many(X, y)

    # Beside the tree there are columns, and what watches the nodes.
    assert model.memory <= copy.copy(model).memory + LIMIT // 4

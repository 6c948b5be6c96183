"""A row of finite numbers, however large, leaves no NaN in a learner that chooses its own step.

Learners of a fixed rate (SGD, LMS) are left out: there a huge row makes a huge step, by definition.
Trees and ensembles answer, and go to a file and back.
"""

import inspect
import itertools

import numpy as np
import pytest
from oracles.every_model import made_of_trees

from driftline import ensembles, learners
from driftline.learners import (
    AROW,
    CW,
    LMS,
    NAROW,
    SCW,
    PAClassifier,
    PARegressor,
    Perceptron,
    SecondOrderPerceptron,
)
from driftline.state import dumps, loads

FORMS = {
    AROW: {"variance": ["exact", "drop"]},
    CW: {"form": ["variance", "stdev"]},
    SCW: {"variant": ["SCW-I", "SCW-II"]},
    NAROW: {},
    SecondOrderPerceptron: {},
}
SECOND_ORDER = [
    (cls, {"covariance": covariance, **dict(zip(options, chosen, strict=True))})
    for cls, options in FORMS.items()
    for covariance in ("diagonal", "full")
    for chosen in itertools.product(*options.values())
]
FIRST_ORDER = [
    (Perceptron, {}),
    *((PAClassifier, {"variant": variant}) for variant in ("PA", "PA-I", "PA-II")),
    *((PARegressor, {"variant": variant}) for variant in ("PA", "PA-I", "PA-II")),
]
SCALES = [1e20, 1e50, 1e76, 1e77, 1e100, 1e152, 1e154, 1e200, 1e300]


def rows(scale, seed):
    """Return plain rows with huge ones among them."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 3))
    X[5] = rng.uniform(-1, 1, size=3) * scale
    X[20:40:2] = rng.uniform(-1, 1, size=(10, 3)) * scale
    return X, rng.random(60) < 0.5


def state(model):
    """Return all numbers of the model."""
    arrays, _ = model._snapshot()
    return np.concatenate([np.ravel(a).astype(float) for a in arrays.values() if a.dtype == float])


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(("cls", "options"), [*SECOND_ORDER, *FIRST_ORDER])
def test_every_number_of_the_model_stays_finite(cls, options, scale):
    for seed in range(20):
        model = cls(**options)
        X, y = rows(scale, seed)

        model.learn_many(X, y.astype(float) if cls is PARegressor else y)

        assert np.isfinite(state(model)).all()


@pytest.mark.parametrize(("cls", "options"), SECOND_ORDER)
def test_row_whose_numbers_overflow_teaches_nothing(cls, options):
    model = cls(**options)
    model.learn_many(*rows(1.0, seed=1))
    before = dumps(model)

    for label in (False, True):
        model.learn_one([1e200, -1e250, 1.0], label)

    assert dumps(model) == before


NORMALIZED = [*FIRST_ORDER[1:], (LMS, {"implicit": True})]


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize(("cls", "options"), NORMALIZED)
def test_row_of_infinite_norm_teaches_nothing(cls, options, fit_intercept):
    model = cls(**options, fit_intercept=fit_intercept)
    learns_numbers = cls in (PARegressor, LMS)
    for x, label in ((0.01, True), (0.02, False)):
        model.learn_one([x], 1e6 * label if learns_numbers else label)
    before = dumps(model)

    for x in (1e308, -1e308):
        model.learn_one([x], 1.0 if learns_numbers else False)

    assert state(loads(before)).tolist() == state(model).tolist()


SPLITTERS = {
    "classifier": ["gaussian", "histogram", "quantizer", "exhaustive"],
    "regressor": ["exhaustive", "quantizer"],
}
TREES = [
    (getattr(learners, name), splitter)
    for name in learners.__all__
    if "splitter" in inspect.signature(getattr(learners, name)).parameters
    for splitter in SPLITTERS["regressor" if name.endswith("Regressor") else "classifier"]
]
LARGEST = [1e300, 1e307, 1e308, 1.7e308]


def two_sides(scale, seed):
    """Rows of both signs, all of them huge or one in seven; the first column tells the label."""
    rng = np.random.default_rng(seed)
    huge = np.sign(rng.normal(size=(600, 2))) * scale
    some = rng.normal(size=(600, 2))
    some[::7] = huge[::7]
    return [(X, X[:, 0] > 0) for X in (huge, some)]


def targets(cls, y):
    return y.astype(float) if cls.__name__.endswith("Regressor") else y


def assert_sound(model, X):
    twin = loads(dumps(model))
    answers = np.asarray(model.predict_many(X))
    assert twin == model
    assert np.isfinite(answers).all()
    assert np.array_equal(answers, twin.predict_many(X))


@pytest.mark.parametrize("scale", LARGEST)
@pytest.mark.parametrize(("cls", "splitter"), TREES)
def test_tree_of_huge_rows_answers_and_can_be_saved(cls, splitter, scale):
    for X, y in two_sides(scale, seed=0):
        model = cls(grace_period=20, splitter=splitter)
        model.learn_many(X, targets(cls, y))

        assert_sound(model, X)
        assert "nan" not in model.rules()
        assert "inf" not in model.rules()


@pytest.mark.parametrize("scale", LARGEST)
@pytest.mark.parametrize(("cls", "splitter"), [own for own in TREES if own[1] == "quantizer"])
def test_quantizer_tells_huge_values_apart(cls, splitter, scale):
    for X, y in two_sides(scale, seed=1):
        model = cls(grace_period=20, splitter=splitter)
        model.learn_many(X, targets(cls, y))

        right = (np.asarray(model.predict_many(X)) > 0.5) == y
        assert right.mean() > 0.95


@pytest.mark.parametrize("name", ensembles.__all__)
def test_ensemble_of_huge_rows_answers_and_can_be_saved(name):
    for X, y in two_sides(1e308, seed=2):
        model = made_of_trees(name)
        model.learn_many(X, targets(getattr(ensembles, name), y))

        assert_sound(model, X)

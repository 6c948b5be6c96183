"""A row of finite numbers, however large, leaves no NaN in a learner that chooses its own step.

Learners of a fixed rate (SGD, LMS) are left out: there a huge row makes a huge step, by definition.
"""

import itertools

import numpy as np
import pytest

from driftline.learners import (
    AROW,
    CW,
    NAROW,
    SCW,
    PAClassifier,
    PARegressor,
    Perceptron,
    SecondOrderPerceptron,
)
from driftline.state import dumps

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

"""Streams for the SGD, naive Bayes and scaler tests, the forms a stream comes in, and naive SGD."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from hypothesis import strategies as st

FORMS = ["dense", "rows", "csr", "dicts"]

# Values lie on a coarse grid, step sizes do not (see STEPS): a margin of exactly 1, where hinge
# jumps and the last bit would decide, then needs an accident that cannot happen.
GRID = st.integers(-12, 12).map(lambda k: k / 8)
STEPS = [0.0731, 0.0217]
WEIGHTS = st.sampled_from([1.0, 1.0, 0.0, 0.5, 2.5])


@dataclass(frozen=True)
class Stream:
    X: np.ndarray
    y: list[Any]
    w: np.ndarray


@st.composite
def streams(draw, values=GRID, targets=None, missing=True, max_rows=20, max_features=4):
    """Draw rows of `values`, some of them missing, with `targets` (0 or 1 by default)."""
    d = draw(st.integers(1, max_features))
    value = st.one_of(values, values, values, st.just(math.nan)) if missing else values
    target = st.integers(0, 1) if targets is None else targets
    row = st.tuples(st.lists(value, min_size=d, max_size=d), target, WEIGHTS)
    X, y, w = zip(*draw(st.lists(row, min_size=1, max_size=max_rows)), strict=True)
    return Stream(np.array(X, dtype=float), list(y), np.array(w))


def as_csr(X: np.ndarray) -> sp.csr_array:
    return sp.csr_array(np.nan_to_num(X))


def as_dict(x: np.ndarray) -> dict[str, float]:
    return {f"f{j}": float(v) for j, v in enumerate(x) if not math.isnan(v)}


def teach(model: Any, stream: Stream, form: str = "dense") -> Any:
    """Let the model learn the stream in one of the FORMS; CSR reads a missing value as zero."""
    X, y, w = stream.X, stream.y, stream.w
    if form == "dense":
        model.learn_many(X, y, w=w)
    elif form == "csr":
        model.learn_many(as_csr(X), y, w=w)
    else:
        for x, label, weight in zip(X, y, w, strict=True):
            model.learn_one(as_dict(x) if form == "dicts" else x, label, w=float(weight))
    return model


def weights_of(model: Any, d: int) -> np.ndarray:
    """Read the weights as an array, whether the features have names or numbers."""
    known = model.weights
    return np.array([known.get(j, known.get(f"f{j}", 0.0)) for j in range(d)])


def probabilities(model: Any, x: Any, labels: list[Any]) -> np.ndarray:
    known = model.predict_proba_one(x)
    return np.array([known.get(label, 0.0) for label in labels])


def step_size(t: int, learning_rate: str, eta0: float, power_t: float, l2: float) -> float:
    """Return eta of row number t, the first being 1."""
    if learning_rate == "constant":
        return eta0
    if learning_rate == "invscaling":
        return eta0 / t**power_t
    if learning_rate == "decay":  # Xu 2011
        return eta0 / (1 + l2 * eta0 * t) ** power_t
    typical_weight = math.sqrt(1 / math.sqrt(l2))  # "optimal": Bottou's, as in scikit-learn
    return 1 / (l2 * (1 / (typical_weight * l2) + t - 1))


def naive_sgd(
    stream: Stream,
    slope: Callable[[float, float], float],
    *,
    learning_rate="constant",
    eta0=0.01,
    power_t=0.5,
    l1=0.0,
    l2=0.0,
    average=False,
    average_after=0,
    fit_intercept=True,
):
    """Return each row's score before it is learned, then the weights and the intercept.

    `slope(score, target)` is the derivative of the loss by the score. Every weight is touched on
    every row: O(d), nothing lazy. `owed` and `paid` are u and q of Tsuruoka et al. 2009.
    """
    coef, bias = np.zeros(stream.X.shape[1]), 0.0
    mean, mean_bias, paid, owed, t = coef.copy(), 0.0, coef.copy(), 0.0, 0
    scores = []
    for x, target, weight in zip(np.nan_to_num(stream.X), stream.y, stream.w, strict=True):
        scores.append(float(x @ mean + mean_bias))
        if weight == 0:
            continue
        t += 1
        eta = step_size(t, learning_rate, eta0, power_t, l2)
        step = -eta * weight * slope(float(x @ coef + bias), target)
        coef = (1 - eta * l2) * coef + step * x
        bias += step * fit_intercept
        owed += eta * l1
        clipped = np.where(
            coef > 0, np.maximum(0, coef - (owed + paid)), np.minimum(0, coef + (owed - paid))
        )
        clipped = np.where(x != 0, clipped, coef)
        paid += clipped - coef
        coef = clipped
        share = 1 / max(1, t - average_after) if average else 1.0
        mean = mean + share * (coef - mean)
        mean_bias += share * (bias - mean_bias)
    return np.array(scores), mean, mean_bias


@st.composite
def sgd_parameters(draw):
    """Draw a schedule, penalties and averaging: every combination can come up."""
    learning_rate = draw(st.sampled_from(["constant", "invscaling", "optimal", "decay"]))
    return {
        "learning_rate": learning_rate,
        "eta0": draw(st.sampled_from(STEPS)),
        "power_t": draw(st.sampled_from([0.5, 0.75, 1.0])),
        "l1": draw(st.sampled_from([0.0, 0.0043, 0.37])),
        "l2": draw(st.sampled_from([0.0137, 0.31] + [0.0] * (learning_rate != "optimal"))),
        "average": draw(st.booleans()),
        "average_after": draw(st.sampled_from([0, 3])),
        "fit_intercept": draw(st.booleans()),
    }


def assert_close(ours: Any, reference: Any) -> None:
    """Compare to 1e-9 of the largest value: about 1e-16 per operation, a few thousand of them."""
    size = max(1.0, float(np.max(np.abs(reference), initial=0.0)))
    np.testing.assert_allclose(ours, reference, rtol=1e-9, atol=1e-9 * size)

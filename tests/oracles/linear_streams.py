"""Streams for the linear learners, and the plain ways to replay one through a reference.

A reference is a step: it takes a belief, a row x, y in {-1, +1} (or a real target) and a weight,
and returns the next belief. A belief is the weight vector, or a pair of it and a matrix.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy.sparse import csr_array

FORMS = ("rows", "dicts", "batch", "sparse")
COVARIANCES = ("diagonal", "full")


@dataclass(frozen=True)
class Stream:
    X: np.ndarray
    y: list
    weight: np.ndarray


# The stream of the worked example; its table of final states is in each learner's test.
WORKED = Stream(
    np.array([[1.0, 0.5], [-0.5, 1.0], [0.2, -1.0], [1.0, 1.0]]), [1, -1, 1, -1], np.ones(4)
)


@st.composite
def _rows(draw, fewest, scales):
    """Rows with zeros, missing values and repeats, and the generator that made them.

    Values come from a normal generator, not from hypothesis: some rules jump (AROW's variance
    does where the margin is 1), and on the round numbers that hypothesis loves, a rounding error
    would choose the side. Sample weights are powers of two, so multiplying by them rounds nothing.
    """
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = draw(st.integers(fewest, 30)), draw(st.integers(1, 5))
    X = rng.normal(scale=draw(st.sampled_from(scales)), size=shape)
    X[rng.random(shape) < draw(st.sampled_from([0.0, 0.3, 0.7]))] = 0.0
    X[rng.random(shape) < draw(st.sampled_from([0.0, 0.2]))] = np.nan
    if draw(st.booleans()):
        X = X[rng.integers(shape[0], size=shape[0])]
    weight = rng.choice(draw(st.sampled_from([[1.0], [0.0, 0.25, 1.0, 4.0]])), size=shape[0])
    return rng, X, weight


@st.composite
def binary_streams(draw, scales=(0.1, 1.0, 10.0)):
    rng, X, weight = draw(_rows(1, scales))
    return Stream(X, rng.choice([-1, 1], size=len(X)).tolist(), weight)


@st.composite
def regression_streams(draw, scales=(0.1, 1.0, 10.0)):
    rng, X, weight = draw(_rows(1, scales))
    return Stream(X, rng.normal(scale=3.0, size=len(X)).tolist(), weight)


@st.composite
def labelled_streams(draw, labels="abcd"):
    """Every label occurs, in any order; every weight is positive."""
    rng, X, weight = draw(_rows(len(labels), (0.1, 1.0, 10.0)))
    y = rng.permutation([*labels, *rng.choice(list(labels), size=len(X) - len(labels))])
    return Stream(X, y.tolist(), np.maximum(weight, 0.25))


def teach(model, stream, form="batch"):
    """Feed the stream to the model in one of FORMS; a dict leaves out what is zero or missing.

    The features of a dict are named "0", "1", ..., so int(name) is the column in every form.
    """
    if form == "batch":
        model.learn_many(stream.X, stream.y, w=stream.weight)
    elif form == "sparse" and model.params.get("covariance") == "full":
        with pytest.raises(ValueError, match="dense rows only"):
            model.learn_many(csr_array(stream.X), stream.y, w=stream.weight)
        teach(model, stream, "batch")
    elif form == "sparse":
        model.learn_many(csr_array(stream.X), stream.y, w=stream.weight)
    else:
        for row, label, weight in zip(stream.X, stream.y, stream.weight.tolist(), strict=True):
            model.learn_one(as_dict(row) if form == "dicts" else row, label, weight)
    return model


def as_dict(row):
    return {str(i): v for i, v in enumerate(row.tolist()) if v != 0.0 and not np.isnan(v)}


def design(X, fit_intercept):
    """What the formulas see: missing is zero, the intercept is a last feature that is always 1."""
    X = np.nan_to_num(X)
    return np.column_stack([X, np.ones(len(X))]) if fit_intercept else X


def gaussian(variance=1.0):
    """The belief of a second-order learner before the first row."""
    return lambda n_features: (np.zeros(n_features), variance * np.eye(n_features))


def replay(step, start, stream, fit_intercept):
    """Every belief on the way, from before the first row to after the last."""
    X = design(stream.X, fit_intercept)
    beliefs = [start(X.shape[1])]
    for x, y, weight in zip(X, stream.y, stream.weight, strict=True):
        beliefs.append(_stepped(step, beliefs[-1], x, y, weight))
    return beliefs


def _stepped(step, belief, x, y, weight):
    """A row without content or without weight is skipped."""
    return step(belief, x, y, weight) if weight > 0.0 and x.any() else belief


def replay_one_vs_rest(step, start, stream):
    """{label: belief}. Two labels share one belief, the second label's; the third parts them."""
    X = design(stream.X, fit_intercept=True)
    fresh = start(X.shape[1])
    labels, shared, beliefs = [], fresh, {}
    for x, label, weight in zip(X, stream.y, stream.weight, strict=True):
        if label not in labels:
            labels.append(label)
            if len(labels) == 3:
                beliefs = {labels[0]: _negated(shared), labels[1]: shared}
            if len(labels) >= 3:
                beliefs[label] = fresh
        shared = _stepped(step, shared, x, 1 if labels.index(label) == 1 else -1, weight)
        beliefs = {
            own: _stepped(step, belief, x, 1 if own == label else -1, weight)
            for own, belief in beliefs.items()
        }
    return beliefs


def _negated(belief):
    return (-belief[0], belief[1]) if isinstance(belief, tuple) else -belief


def precision_added(S, x, growth, covariance):
    """S after S^-1 += growth x x', or only the diagonal of it (Sherman and Morrison)."""
    u = S @ x
    if covariance == "full":
        return S - growth / (1.0 + growth * (x @ u)) * np.outer(u, u)
    return np.diag(1.0 / (1.0 / np.diag(S) + growth * x**2))


def assert_close(actual, expected, largest):
    """Equal but for rounding.

    Two orders of summation differ by some 1e-16 of the largest term in each of 30 rows, and later
    rows magnify that a little: 1e-9 of a value leaves room. A value that is what remains of
    larger ones gets 1e-11 of the largest there was, or the claim would be about cancellation.
    """
    np.testing.assert_allclose(actual, expected, rtol=1e-9, atol=1e-11 * largest)


def _assert_weights(weights, intercept, expected, fit_intercept, largest):
    """A feature that the model never met has no entry, which must mean weight zero."""
    columns = {int(name): weight for name, weight in weights.items()}
    actual = [columns.get(i, 0.0) for i in range(len(expected) - fit_intercept)]
    assert_close([*actual, intercept] if fit_intercept else actual, expected, largest)


def assert_same_weights(model, history, fit_intercept):
    """`history` holds the weight vectors on the way; the last is what the model should have."""
    largest = np.abs(history).max()
    _assert_weights(model.weights, model.intercept, history[-1], fit_intercept, largest)


def assert_same_belief(model, history, fit_intercept):
    """Weights, variances and covariance; those of features the model never met are not asked."""
    columns = [int(name) for name in model.weights]
    S = history[-1][1][np.ix_(columns, columns)]
    assert_same_weights(model, [w for w, _ in history], fit_intercept)
    assert list(model.variances) == list(model.weights)
    assert_close(list(model.variances.values()), np.diag(S), largest=0.0)
    assert_close(model.covariance_matrix, S, largest=np.abs(S).max(initial=0.0))


def assert_same_weights_per_label(model, expected):
    """`expected` is {label: weight vector}, by order of arrival; the last weight is the intercept.

    With an intercept no row is shorter than 1, so no step is much larger than the loss.
    """
    largest = max(10.0, *(np.abs(w).max() for w in expected.values()))
    assert model.labels == list(expected)
    for label, w in expected.items():
        _assert_weights(model.weights[label], model.intercept[label], w, True, largest)


def weight_vector(model):
    return np.array(list(model.weights.values()))


def sigmoid(margin):
    return 1.0 / (1.0 + np.exp(-margin))

"""Weights of a linear classifier as arrays over positional features."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def is_linear(facade: Any) -> bool:
    """Say whether the wrapped model has weights."""
    return hasattr(facade.model, "weights")


def margin_weights(model: Any, width: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a row of weights and an intercept per known label, in the order of `model.labels`."""
    labels, weights, intercept = model.labels, model.weights, model.intercept
    if len(labels) > 2:
        rows = np.array([_row(weights[label], width) for label in labels])
        return rows, np.array([intercept[label] for label in labels])
    # One row serves two labels: it speaks for the second, its negative for the first.
    signs = np.array([-1.0, 1.0])[-len(labels) :]
    return np.outer(signs, _row(weights, width)), signs * intercept


def _row(weights: Mapping[int, float], width: int) -> NDArray[np.float64]:
    row = np.zeros(width)  # a feature the model has never met weighs nothing
    row[list(weights)] = list(weights.values())
    return row

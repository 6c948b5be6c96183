"""Streams of numbers and labels whose concept turns around now and then."""

import numpy as np


def drifting(rows, *, columns=5, labels=2, every=10**9, seed=0):
    """Normal numbers; the label is the sum of two of them, cut into equal parts.

    Every so many rows the labels turn around. Returns rows as an array, and labels: 0 and 1, whose
    order does not hang on which comes first, or strings where there are more.
    """
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(rows, columns)), 3)
    score = X[:, 0] + X[:, 1] + rng.normal(scale=0.3, size=rows)
    cuts = np.quantile(score, np.arange(1, labels) / labels) if labels > 1 else []
    codes = np.searchsorted(cuts, score)
    turned = np.arange(rows) // every % 2 == 1
    codes[turned] = labels - 1 - codes[turned]
    return X, codes if labels <= 2 else np.array([f"label {code}" for code in codes])

"""Nearest neighbours by brute force: every distance, then a sort."""

import numpy as np


def kept(stream, window_size):
    """Return what is left of a stream: the last rows of those with a weight."""
    learned = np.flatnonzero(stream.w > 0)[-window_size:]
    return stream.X[learned], [stream.y[i] for i in learned], stream.w[learned]


def distances(X, x, metric):
    """Leave out what is missing, and scale sums up to the columns that any row has."""
    columns = int((~np.isnan(X)).any(axis=0).sum())
    apart = np.abs(X - x)
    common = (~np.isnan(apart)).sum(axis=1)
    apart = np.nan_to_num(apart, nan=0.0)
    if metric == "chebyshev":
        found = apart.max(axis=1)
    else:
        total = (apart**2 if metric == "euclidean" else apart).sum(axis=1)
        found = total * (columns / np.maximum(common, 1))
    found = np.where(common == 0, np.inf, found)
    return np.sqrt(found) if metric == "euclidean" else found


def nearest(X, x, metric, n_neighbors):
    """Return places and distances, the nearest first, the newer of equals first."""
    found = distances(X, x, metric)
    places = np.lexsort((-np.arange(len(X)), found))[:n_neighbors]
    return places, found[places]


def closeness(found):
    """Return 1 / distance; rows at distance 0 are alone, rows all infinitely far are equal."""
    if found[0] == 0:
        return (found == 0).astype(float)
    return np.ones(len(found)) if np.isinf(found[0]) else 1 / found

"""Fewer points for the same picture: of each stretch, the highest and the lowest stay.

A screen has about a thousand columns of pixels. A curve of more points draws the same, and loses
nothing that can be seen as long as every stretch keeps its extremes: a short fall at a drift is
what a reader looks for.
"""

import itertools

import numpy as np
from numpy.typing import NDArray


def kept(values: NDArray[np.float64], limit: int) -> NDArray[np.int64]:
    """Return the places of at most `limit` values: the first, the last, and extremes between.

    Examples
    --------
    >>> values = np.zeros(1000)
    >>> values[377] = -1.0
    >>> places = kept(values, 100)
    >>> len(places) <= 100, 377 in places
    (True, True)
    """
    count = len(values)
    if count <= limit:
        return np.arange(count)
    bounds = np.linspace(1, count - 1, (limit - 2) // 2 + 1).astype(np.int64)
    places = {0, count - 1}
    for begin, end in itertools.pairwise(bounds):
        places |= _extremes(values[begin:end], int(begin))
    return np.array(sorted(places), dtype=np.int64)


def _extremes(stretch: NDArray[np.float64], begin: int) -> set[int]:
    known = np.flatnonzero(~np.isnan(stretch))
    if not len(known):
        return {begin}
    return {
        begin + int(known[stretch[known].argmin()]),
        begin + int(known[stretch[known].argmax()]),
    }

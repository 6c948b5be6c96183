"""Nearest neighbours that vote. The algorithm is core/driftline/learners/knn_classifier.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.learners.front import ClassifierFront


class KNNClassifier(ClassifierFront, _core.KNNClassifier):
    """Nearest neighbours among the last rows vote; the search is exact.

    There is nothing to fit: a row is kept when it is learned and forgotten when `window_size`
    newer ones have come, so a drift is over after that many rows. Good where labels change
    smoothly or in ways no straight line follows. Every prediction measures the whole window, and
    a column of large numbers drowns the others: put a scaler in front.

    Memory is 8 bytes for each row of the window and each column, and does not grow after that.

    Parameters
    ----------
    n_neighbors
        How many rows vote, at least 1. Of rows that are equally far the newer ones do.
    window_size
        How many of the last learned rows are kept, at least 1.
    metric
        What a distance is: "euclidean", "manhattan" (sum of the differences) or "chebyshev"
        (the largest one). A column that is missing in one of two rows is left out, and the sum
        under the root, or the sum, is scaled up by columns over columns present. Columns are
        those that any row of the window has a value in. Rows with no column in common are
        infinitely far.
    weighted
        Divide votes by the distance. Rows at distance 0 then vote alone. A vote is always
        multiplied by the weight the row was learned with.
    softmax
        Make probabilities of e to the votes, instead of each label's part of all votes.

    Notes
    -----
    Names and defaults are River's, where it has them. River's `engine` is always the exact search
    over a window here, so its `window_size` is a parameter of the learner. Left out are
    `min_distance_keep`, which River's learner does not heed, distances written in Python, and
    `cleanup_every`: a label whose rows have all left the window stays known with probability 0.
    River prefers the older of equally far rows, and lets one row at distance 0 decide alone even
    if votes are not weighted.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.KNNClassifier(n_neighbors=3)
    >>> model.learn_many([[1.0], [1.5], [5.0], [6.0]], ["low", "low", "high", "high"])
    >>> model.predict_one([4.0])
    'high'
    >>> model.predict_proba_one([5.0])
    {'low': 0.0, 'high': 1.0}

    References
    ----------
    Fix, Hodges. Discriminatory Analysis: Nonparametric Discrimination. 1951.
    """

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        window_size: int = 1000,
        metric: str = "euclidean",
        weighted: bool = True,
        softmax: bool = False,
    ) -> None:
        super().__init__(n_neighbors, window_size, metric, weighted, softmax)

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"n_neighbors": 3, "window_size": 20}

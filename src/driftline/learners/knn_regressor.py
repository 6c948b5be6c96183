"""Means of nearest neighbours. The algorithm is core/driftline/learners/knn_regressor.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.learners.front import RegressorFront


class KNNRegressor(RegressorFront, _core.KNNRegressor):
    """Mean or median of the nearest neighbours among the last rows; the search is exact.

    There is nothing to fit: a row is kept when it is learned and forgotten when `window_size`
    newer ones have come. It follows any curve, but never leaves the range of the targets in the
    window. A column of large numbers drowns the others: put a scaler in front.

    Memory is 8 bytes for each row of the window and each column, and does not grow after that.

    Parameters
    ----------
    n_neighbors
        How many rows are asked, at least 1. Of rows that are equally far the newer ones are.
    window_size
        How many of the last learned rows are kept, at least 1.
    metric
        What a distance is: "euclidean", "manhattan" or "chebyshev", missing values as in
        `KNNClassifier`.
    aggregation_method
        What becomes of the neighbours' targets: their "mean", their "median", or the
        "weighted_mean", in which a target is divided by the distance and rows at distance 0
        count alone. All heed the weights the rows were learned with.

    Notes
    -----
    Names and defaults are River's, where it has them; see `KNNClassifier` for what differs. River
    returns the target of a row at distance 0, whatever the aggregation.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.KNNRegressor(n_neighbors=2)
    >>> model.learn_many([[1.0], [2.0], [3.0]], [10.0, 20.0, 30.0])
    >>> model.predict_one([2.6])
    25.0

    References
    ----------
    Stone. Consistent Nonparametric Regression. 1977.
    """

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        window_size: int = 1000,
        metric: str = "euclidean",
        aggregation_method: str = "mean",
    ) -> None:
        super().__init__(n_neighbors, window_size, metric, aggregation_method)

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"n_neighbors": 3, "window_size": 20}

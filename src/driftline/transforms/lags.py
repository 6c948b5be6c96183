"""Lags. The algorithm is core/driftline/transforms/lags.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.transforms.front import TransformFront

MOST = 1_000_000


class Lags(TransformFront, _core.Lags):
    """Put out what stood in each column some rows ago.

    For streams in which the last rows tell something of the next: prices, sensors, loads. Lag `k`
    is the value `k` learned rows before; it is missing until there have been as many, and where
    that row missed it. The row itself is not put out: `Discard() + Lags()` gives both. As it learns
    nothing, `transform_many` gives the same lags for all its rows; in a pipeline `learn_many` and
    `predict_learn_many` move on with each row.

    Parameters
    ----------
    lags
        How many rows back, at most 1,000,000: a number `n` for 1, 2, ..., `n`, or a list. The
        largest lag times the columns is what is kept.

    Examples
    --------
    >>> from driftline import transforms
    >>> lags = transforms.Lags(lags=[1, 2])
    >>> for load in (10.0, 20.0, 30.0):
    ...     lags.learn_one({"load": load})
    >>> lags.transform_one({"load": 40.0})
    {'load_lag1': 30.0, 'load_lag2': 20.0}
    """

    def __init__(self, *, lags: int | Sequence[int] = (1,)) -> None:
        if isinstance(lags, int):
            lags = range(1, lags + 1) if lags <= MOST else (lags,)  # which the core refuses
        super().__init__(tuple(lags))

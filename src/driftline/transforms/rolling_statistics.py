"""Rolling statistics. The algorithm is core/driftline/transforms/rolling_statistics.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.transforms.arguments import listed
from driftline.transforms.front import TransformFront


class RollingStatistics(TransformFront, _core.RollingStatistics):
    """Put out statistics of the last values of each column.

    Tells a learner where a column stood lately and how much it moved: a row is then seen against
    its recent past. The windows hold values learned, so a row's own values join after it; missing
    values are not counted. The row itself is not put out: `Discard() + RollingStatistics()` gives
    both. A value costs O(window) time, and a column `window` numbers: for long windows take a
    `StandardScaler` or lags instead.

    Parameters
    ----------
    window
        Values held of each column, at most 1,000,000.
    statistics
        Which to put out, from `"mean"`, `"std"`, `"var"`, `"min"`, `"max"`, `"median"`, `"sum"`,
        `"count"`. `"std"` and `"var"` divide by `n - 1` and are missing below two values; the
        others but `"sum"` and `"count"` are missing while the window is empty.

    Examples
    --------
    >>> from driftline import transforms
    >>> lately = transforms.RollingStatistics(window=3, statistics=["mean", "max"])
    >>> for load in (9.0, 1.0, 2.0, 3.0):
    ...     lately.learn_one({"load": load})
    >>> lately.transform_one({"load": 50.0})
    {'load_mean_3': 2.0, 'load_max_3': 3.0}
    """

    def __init__(
        self,
        *,
        window: int = 10,
        statistics: str | Sequence[str] = ("mean", "std", "min", "max"),
    ) -> None:
        super().__init__(window, listed(statistics))

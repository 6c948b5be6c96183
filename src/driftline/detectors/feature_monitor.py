"""A monitor of features. The algorithm is core/driftline/detectors/feature_monitor.hpp."""

from typing import Literal, Self

from driftline import _core
from driftline.state import Stateful


class FeatureMonitor(Stateful, _core.FeatureMonitor):
    """Watch every feature of a stream, and name those whose distribution has moved.

    For inputs without labels. Each feature has an `IncrementalKS` of its own; at every row their
    p-values are judged together, so that among many features few are named by chance. A feature
    that moved takes its recent values as the new reference, the others go on. Rows are dicts,
    lists or arrays; `update_many` takes any table. A missing value leaves its feature as it is.

    Parameters
    ----------
    alpha
        Level of the test at each row, over all features together.
    window_size
        Values of each feature in the reference, and as many recent ones.
    correction
        "holm" or "bonferroni" keep the chance of any false name at a row below alpha; "holm" never
        names fewer. "fdr" keeps the share of false names below alpha, and names more.

    Examples
    --------
    >>> import numpy as np, pyarrow as pa
    >>> from driftline import detectors
    >>> rng = np.random.default_rng(1)
    >>> columns = {name: rng.normal(size=1200) for name in ("price", "demand", "load")}
    >>> columns["demand"][1000:] += 2
    >>> monitor = detectors.FeatureMonitor(window_size=200)
    >>> monitor.update_many(pa.table(columns))  # the rows at which features moved
    [(1064, ['demand'])]

    References
    ----------
    dos Reis, Flach, Matwin, Batista. Fast Unsupervised Online Drift Detection Using Incremental
    Kolmogorov-Smirnov Test. 2016.
    Holm. A Simple Sequentially Rejective Multiple Test Procedure. 1979.
    Benjamini, Hochberg. Controlling the False Discovery Rate. 1995.
    """

    def __init__(
        self,
        *,
        alpha: float = 0.001,
        window_size: int = 500,
        correction: Literal["holm", "bonferroni", "fdr"] = "holm",
    ) -> None:
        super().__init__(alpha, window_size, correction)

    def clone(self) -> Self:
        """Return a monitor of the same parameters that has seen nothing."""
        return type(self)(**self.params)

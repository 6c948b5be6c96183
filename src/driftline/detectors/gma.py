"""GMA. The algorithm is core/driftline/detectors/gma.hpp."""

from driftline import _core
from driftline.detectors.front import DetectorFront


class GMA(DetectorFront, _core.GMA):
    """Drift where a moving average of deviations from the running mean is high.

    For numbers whose scale you know: `threshold` is the rise of the mean that matters, in the units
    of the data. A rise only, no warnings. For errors of 0 and 1 the threshold must be below 1.

    Parameters
    ----------
    min_instances
        Values before the first test.
    threshold
        Average deviation that is drift.
    alpha
        Share of the average that is kept at each value.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> values = np.random.default_rng(1).normal(np.repeat([0.0, 3.0], 500))
    >>> np.flatnonzero(detectors.GMA().update_many(values) == 2)
    array([537])

    References
    ----------
    Roberts. Control Chart Tests Based on Geometric Moving Averages. 1959.
    """

    def __init__(
        self,
        *,
        min_instances: int = 30,
        threshold: float = 1.0,
        alpha: float = 0.99,
    ) -> None:
        super().__init__(min_instances, threshold, alpha)

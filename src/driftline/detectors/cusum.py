"""CUSUM. The algorithm is core/driftline/detectors/cusum.hpp."""

from driftline import _core
from driftline.detectors.front import DetectorFront


class CUSUM(DetectorFront, _core.CUSUM):
    """Drift where deviations above the running mean have added up.

    Page-Hinkley's test in its plainest form: any numbers, a rise only, no warnings. Set `threshold`
    to the sum of deviations that matters, in the units of the data.

    Parameters
    ----------
    min_instances
        Values before the first test.
    delta
        Deviation per value that is tolerated.
    threshold
        Sum of deviations that is drift.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.CUSUM().update_many(errors) == 2)
    array([1201])

    References
    ----------
    Page. Continuous Inspection Schemes. 1954.
    """

    def __init__(
        self,
        *,
        min_instances: int = 30,
        delta: float = 0.005,
        threshold: float = 50.0,
    ) -> None:
        super().__init__(min_instances, delta, threshold)

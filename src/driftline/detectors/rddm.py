"""RDDM. The algorithm is core/driftline/detectors/rddm.hpp."""

from driftline import _core
from driftline.detectors.front import DetectorFront


class RDDM(DetectorFront, _core.RDDM):
    """DDM that forgets what lies long ago, and so answers soon after a long calm.

    Choose it over `DDM` for long streams: the error rate is counted anew every so often, and a
    warning that does not end becomes a drift. It is more sensitive, and gives more false alarms.
    Takes errors only: 1 where a prediction was wrong, 0 where it was right.

    Parameters
    ----------
    min_instances
        Values before the first test.
    warning_threshold
        Standard deviations above the lowest level that warn.
    drift_threshold
        Standard deviations above the lowest level that are drift.
    max_concept_size
        Values without a warning after which the rate is counted anew.
    min_size_stable_concept
        Values that it is then counted from.
    warning_limit
        Values after which a warning becomes a drift.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.RDDM().update_many(errors) == 2)
    array([ 242, 1041, 1390])

    References
    ----------
    Barros, Cabral, Goncalves, Santos. RDDM: Reactive Drift Detection Method. 2017.
    """

    def __init__(
        self,
        *,
        min_instances: int = 129,
        warning_threshold: float = 1.773,
        drift_threshold: float = 2.258,
        max_concept_size: int = 40000,
        min_size_stable_concept: int = 7000,
        warning_limit: int = 1400,
    ) -> None:
        super().__init__(
            min_instances,
            warning_threshold,
            drift_threshold,
            max_concept_size,
            min_size_stable_concept,
            warning_limit,
        )

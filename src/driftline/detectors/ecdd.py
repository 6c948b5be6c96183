"""ECDD. The algorithm is core/driftline/detectors/ecdd.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class ECDD(DetectorFront, _core.ECDD):
    """Drift where a moving average of errors leaves its control limits.

    The one whose rate of false alarms you choose: one in `average_run_length` values on average.
    Very quick to see a drift, and as quick to see one that is none. Takes errors only, and is made
    for error rates below a third.

    Parameters
    ----------
    min_instances
        Values before the first test.
    average_run_length
        Values from one false alarm to the next, on average.
    warning_share
        Share of the way to the limit that warns.
    preset
        "paper" takes the limit of an error rate of 0.35 for all above it, as the paper's formula
        ends about there. "moa" goes on with the formula.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.ECDD().update_many(errors) == 2)
    array([ 228,  561,  706, 1014, 1274])

    References
    ----------
    Ross, Adams, Tasoulis, Hand. Exponentially Weighted Moving Average Charts for Detecting Concept
    Drift. 2012.
    """

    def __init__(
        self,
        *,
        min_instances: int = 30,
        average_run_length: Literal[100, 400] = 400,
        warning_share: float = 0.5,
        preset: Literal["paper", "moa"] = "paper",
    ) -> None:
        super().__init__(min_instances, average_run_length, warning_share, preset)

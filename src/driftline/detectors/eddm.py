"""EDDM. The algorithm is core/driftline/detectors/eddm.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class EDDM(DetectorFront, _core.EDDM):
    """Drift where errors come closer together than they used to.

    For slow drifts of a learner that errs seldom: the distance between errors shrinks before the
    error rate has visibly risen. On noisy streams it gives many false alarms. Takes errors
    only: 1 where a prediction was wrong, 0 where it was right.

    Parameters
    ----------
    warm_start
        Errors before the first test.
    alpha
        Share of the largest distance below which it warns.
    beta
        Share of the largest distance below which it is drift, at most alpha.
    preset
        "paper" takes the largest distance from the errors after the warm start. "river" and "moa"
        take it from the values after it; "river" divides by one less in the variance.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(0).random(4000) < np.repeat([0.05, 0.3], 2000)
    >>> signals = detectors.EDDM().update_many(errors)
    >>> drifts = np.flatnonzero(signals == 2)
    >>> int(drifts[drifts > 2000][0])
    2014

    References
    ----------
    Baena-Garcia, del Campo-Avila, Fidalgo, Bifet, Gavalda, Morales-Bueno. Early Drift Detection
    Method. 2006.
    """

    def __init__(
        self,
        *,
        warm_start: int = 30,
        alpha: float = 0.95,
        beta: float = 0.9,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        super().__init__(warm_start, alpha, beta, preset)

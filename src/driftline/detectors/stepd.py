"""STEPD. The algorithm is core/driftline/detectors/stepd.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class STEPD(DetectorFront, _core.STEPD):
    """Drift where the recent error rate is significantly above that of all earlier results.

    Finds abrupt drifts within few errors, as it looks at the last 30 results only; every so often
    chance looks like drift, so expect a false alarm now and then. Takes errors only: 1 where a
    prediction was wrong, 0 where it was right.

    Parameters
    ----------
    window_size
        Results that count as recent.
    alpha_drift
        Level of the test that is drift.
    alpha_warning
        Level of the test that warns.
    preset
        "paper" reacts to a rise of errors only, "moa" to a fall as well.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.STEPD().update_many(errors) == 2)
    array([ 242, 1023, 1285])

    References
    ----------
    Nishida, Yamauchi. Detecting Concept Drift Using Statistical Testing. 2007.
    """

    def __init__(
        self,
        *,
        window_size: int = 30,
        alpha_drift: float = 0.003,
        alpha_warning: float = 0.05,
        preset: Literal["paper", "moa"] = "paper",
    ) -> None:
        super().__init__(window_size, alpha_drift, alpha_warning, preset)

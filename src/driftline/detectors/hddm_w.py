"""HDDM_W. The algorithm is core/driftline/detectors/hddm_w.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class HDDM_W(DetectorFront, _core.HDDM_W):  # noqa: N801 - the name it is known by
    """Drift where a moving average has risen beyond McDiarmid's bound.

    For gradual drift: recent values weigh more, so a slow rise shows sooner than in `HDDM_A`, at
    the price of some more false alarms. Values lie between 0 and 1.

    Parameters
    ----------
    drift_confidence
        Chance of a false alarm that is allowed to a drift.
    warning_confidence
        The same for a warning.
    lambda_val
        Weight of a new value in the average.
    two_sided_test
        Look for a fall of the mean as well.
    preset
        "river" gives the first value less weight in the bound. With two sides, "moa" answers a fall
        by starting over, and says nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.HDDM_W().update_many(errors) == 2)
    array([1033, 1280, 1622])

    References
    ----------
    Frias-Blanco, del Campo-Avila, Ramos-Jimenez, Morales-Bueno, Ortiz-Diaz, Caballero-Mota. Online
    and Non-Parametric Drift Detection Methods Based on Hoeffding's Bounds. 2015.
    """

    def __init__(
        self,
        *,
        drift_confidence: float = 0.001,
        warning_confidence: float = 0.005,
        lambda_val: float = 0.05,
        two_sided_test: bool = False,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        super().__init__(drift_confidence, warning_confidence, lambda_val, two_sided_test, preset)

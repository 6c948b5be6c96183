"""HDDM_A. The algorithm is core/driftline/detectors/hddm_a.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class HDDM_A(DetectorFront, _core.HDDM_A):  # noqa: N801 - the name it is known by
    """Drift where the mean has risen beyond Hoeffding's bound, at some moment of the past.

    A good first choice for errors under abrupt drift: quick, with few false alarms and warnings
    before. It assumes nothing of the values but that they lie between 0 and 1. For gradual drift
    see `HDDM_W`.

    Parameters
    ----------
    drift_confidence
        Chance of a false alarm that is allowed to a drift.
    warning_confidence
        The same for a warning.
    two_sided_test
        Look for a fall of the mean as well. None: as the preset does by default, which for "moa"
        is True, for the others False.
    preset
        What a fall does, if it is looked for: "paper" and "river" signal it as drift; "moa"
        starts over and says nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.HDDM_A().update_many(errors) == 2)
    array([1029])

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
        two_sided_test: bool | None = None,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        is_two_sided = preset == "moa" if two_sided_test is None else two_sided_test
        super().__init__(drift_confidence, warning_confidence, is_two_sided, preset)

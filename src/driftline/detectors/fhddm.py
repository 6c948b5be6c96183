"""FHDDM. The algorithm is core/driftline/detectors/fhddm.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class FHDDM(DetectorFront, _core.FHDDM):
    """Drift where the accuracy of a window is far below the best it had.

    Cheap, and with few false alarms while errors are rare: it needs a drop of 26 points with the
    defaults, and overlooks smaller ones. Takes errors only: 1 where a prediction was wrong, 0 where
    it was right.

    Parameters
    ----------
    sliding_window_size
        Results in the window.
    confidence_level
        Chance of a false alarm that is allowed (delta in the paper).
    preset
        "paper" looks for a rise of errors. "river" looks for a fall of what it is given, so give it
        1 where a prediction was right.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.FHDDM().update_many(errors) == 2)
    array([1068])

    References
    ----------
    Pesaranghader, Viktor. Fast Hoeffding Drift Detection Method for Evolving Data Streams. 2016.
    """

    def __init__(
        self,
        *,
        sliding_window_size: int = 100,
        confidence_level: float = 0.000001,
        preset: Literal["paper", "river"] = "paper",
    ) -> None:
        super().__init__(sliding_window_size, confidence_level, preset)

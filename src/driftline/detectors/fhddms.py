"""FHDDMS. The algorithm is core/driftline/detectors/fhddms.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class FHDDMS(DetectorFront, _core.FHDDMS):
    """FHDDM with a short window inside the long one.

    The short window sees an abrupt drift some rows sooner than `FHDDM`, the long one sees gradual
    drifts. Takes errors only: 1 where a prediction was wrong, 0 where it was right.

    Parameters
    ----------
    sliding_window_size
        Results in the window.
    short_window_size
        Results in the short window, which is the end of the long one.
    confidence_level
        Chance of a false alarm that is allowed (delta in the paper).
    preset
        "paper" looks for a rise of errors. "river" looks for a fall of what it is given, so give it
        1 where a prediction was right.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.1, 0.9], 1000)
    >>> np.flatnonzero(detectors.FHDDMS().update_many(errors) == 2)
    array([1014])

    References
    ----------
    Pesaranghader, Viktor, Paquet. Reservoir of Diverse Adaptive Learners and Stacking Fast
    Hoeffding Drift Detection Methods for Evolving Data Streams. 2018.
    """

    def __init__(
        self,
        *,
        sliding_window_size: int = 100,
        short_window_size: int = 25,
        confidence_level: float = 0.000001,
        preset: Literal["paper", "river"] = "paper",
    ) -> None:
        super().__init__(sliding_window_size, short_window_size, confidence_level, preset)

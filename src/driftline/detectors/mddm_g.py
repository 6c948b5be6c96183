"""MDDM_G. The algorithm is core/driftline/detectors/mddm.hpp."""

from driftline import _core
from driftline.detectors.front import DetectorFront


class MDDM_G(DetectorFront, _core.MDDM_G):  # noqa: N801 - the name it is known by
    """FHDDM with weights that grow geometrically towards the recent results.

    Sees a drift somewhat sooner than `FHDDM`, with as few false alarms; the three kinds of weights
    differ little. Takes errors only: 1 where a prediction was wrong, 0 where it was right.

    Parameters
    ----------
    sliding_window_size
        Results in the window.
    ratio
        Factor from one weight to the next (r in the paper).
    confidence_level
        Chance of a false alarm that is allowed (delta in the paper).

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.MDDM_G().update_many(errors) == 2)
    array([1057])

    References
    ----------
    Pesaranghader, Viktor, Paquet. McDiarmid Drift Detection Methods for Evolving Data Streams.
    2018.
    """

    def __init__(
        self,
        *,
        sliding_window_size: int = 100,
        ratio: float = 1.01,
        confidence_level: float = 0.000001,
    ) -> None:
        super().__init__(sliding_window_size, ratio, confidence_level)

"""ADWIN. The algorithm is core/driftline/detectors/adwin.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class ADWIN(DetectorFront, _core.ADWIN):
    """A window that grows while the mean stays, and is cut where the mean has changed.

    The first choice where you do not know how fast drift comes: it needs no window size, has few
    false alarms and finds a rise and a fall of any number, errors or not. It gives no warnings.
    Its bound is meant for values of about the size 0 to 1; scale others.

    Parameters
    ----------
    delta
        Confidence: the smaller, the fewer false alarms and the later a drift is found.
    clock
        A cut is looked for at every so many values.
    max_buckets
        Buckets of each size (M in the paper): more place a cut more exactly, and cost more.
    min_window_length
        Values that each side of a cut must have.
    grace_period
        No cut is looked for before the window has more values than this.
    preset
        "paper" keeps what comes after the cut. "river" forgets the whole window after a drift;
        "moa" signals only a rise of the mean; both widen the bound for short parts.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> detector = detectors.ADWIN()
    >>> signals = detector.update_many(errors)
    >>> int(np.argmax(signals == 2))
    1087
    >>> detector.drift_detected, detector.width, round(detector.estimation, 2)
    (False, 1008, 0.49)

    References
    ----------
    Bifet, Gavalda. Learning from Time-Changing Data with Adaptive Windowing. 2007.
    """

    def __init__(
        self,
        *,
        delta: float = 0.002,
        clock: int = 32,
        max_buckets: int = 5,
        min_window_length: int = 5,
        grace_period: int = 10,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        super().__init__(delta, clock, max_buckets, min_window_length, grace_period, preset)

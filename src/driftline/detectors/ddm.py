"""DDM. The algorithm is core/driftline/detectors/ddm.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class DDM(DetectorFront, _core.DDM):
    """Drift where the error rate has risen far above its lowest level.

    The classic for a learner's errors, 1 where it was wrong, with warnings before the drift: keep
    the rows from the warning on and retrain with them. It finds abrupt drifts; the longer the
    stream was stable, the later. `RDDM` mends that, `EDDM` is for slow drifts.

    Parameters
    ----------
    warm_start
        Values before the first test.
    warning_threshold
        Standard deviations above the lowest level that warn.
    drift_threshold
        Standard deviations above the lowest level that are drift.
    preset
        "paper" sets the lowest level only after the first error. "river" and "moa" do not wait:
        after a start without errors the first one is drift.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> signals = detectors.DDM().update_many(errors)
    >>> [int(np.argmax(signals[1000:] == level)) for level in (1, 2)]
    [35, 90]

    References
    ----------
    Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
    """

    def __init__(
        self,
        *,
        warm_start: int = 30,
        warning_threshold: float = 2.0,
        drift_threshold: float = 3.0,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        super().__init__(warm_start, warning_threshold, drift_threshold, preset)

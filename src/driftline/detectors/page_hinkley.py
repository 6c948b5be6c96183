"""Page-Hinkley. The algorithm is core/driftline/detectors/page_hinkley.hpp."""

from typing import Literal

from driftline import _core
from driftline.detectors.front import DetectorFront


class PageHinkley(DetectorFront, _core.PageHinkley):
    """Drift where deviations from the running mean have added up.

    The cheapest detector for numbers of any kind, such as the error of a regressor. What counts as
    a drift is in the units of the data: set `threshold` to the sum of deviations that matters.

    Parameters
    ----------
    min_instances
        Values before the first test.
    delta
        Deviation per value that is tolerated.
    threshold
        Sum of deviations that is drift (lambda in the literature).
    alpha
        Share of the sum that is kept at each value; 1 forgets nothing, as in Page's test.
    mode
        Whether the mean has to go "up", "down", or either way: "both".
    preset
        "paper" measures the sum from its lowest point. "river" does too, but starts the highest
        point of the search for a fall at -1; "moa" compares the sum itself, for a rise only.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> values = np.random.default_rng(1).normal(np.repeat([0.0, 1.0], 500))
    >>> np.flatnonzero(detectors.PageHinkley().update_many(values) == 2)
    array([518])

    References
    ----------
    Page. Continuous Inspection Schemes. 1954.
    Hinkley. Inference about the Change-Point from Cumulative Sum Tests. 1971.
    """

    def __init__(
        self,
        *,
        min_instances: int = 30,
        delta: float = 0.005,
        threshold: float = 50.0,
        alpha: float = 1 - 0.0001,
        mode: Literal["up", "down", "both"] = "both",
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        super().__init__(min_instances, delta, threshold, alpha, mode, preset)

"""KSWIN. The algorithm is core/driftline/detectors/kswin.hpp."""

from typing import Any, Literal

from driftline import _core
from driftline.detectors.front import DetectorFront
from driftline.stream import draws


class KSWIN(DetectorFront, _core.KSWIN):
    """Drift where the newest values have another distribution than older ones.

    It finds any change of a distribution, of its spread or shape as well as of its mean: for
    inputs and for real-valued errors. It tests at every value, so a false alarm now and then is
    certain; lower `alpha` for fewer. For 0 and 1 other detectors find more with fewer alarms.

    Parameters
    ----------
    alpha
        Level of the test at each value.
    window_size
        Values kept.
    stat_size
        Newest values, compared with as many drawn from the rest; at most half of the window.
    seed
        Seed of the draws; None draws one now, to be seen in `params`.
    preset
        "paper" compares the statistic with sqrt(-ln(alpha) / stat_size), and keeps the newest
        values after a drift. "river" asks for a p-value of alpha, and forgets all.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> rng = np.random.default_rng(1)
    >>> values = np.concatenate([rng.normal(size=300), rng.normal(scale=9, size=300)])
    >>> detector = detectors.KSWIN(alpha=0.001, seed=1)
    >>> np.flatnonzero(detector.update_many(values) == 2)
    array([324])

    References
    ----------
    Raab, Heusinger, Schleif. Reactive Soft Prototype Computing for Concept Drift Streams. 2020.
    """

    def __init__(
        self,
        *,
        alpha: float = 0.005,
        window_size: int = 100,
        stat_size: int = 30,
        seed: int | None = None,
        preset: Literal["paper", "river"] = "paper",
    ) -> None:
        self._seed = draws.seed_or_new(seed)
        super().__init__(alpha, window_size, stat_size, self._seed, preset)

    @property
    def params(self) -> dict[str, Any]:
        """Constructor parameters by name."""
        return super().params | {"seed": self._seed}  # as it was given, drawn or not

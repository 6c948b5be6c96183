"""IncrementalKS. The algorithm is core/driftline/detectors/incremental_ks.hpp."""

from driftline import _core
from driftline.detectors.front import DetectorFront


class IncrementalKS(DetectorFront, _core.IncrementalKS):
    """Drift where the last values have another distribution than a window of reference.

    For inputs without labels: any change of a distribution is found, and with `p_value` and
    `statistic` you may set the level yourself. The first `window_size` values are the reference;
    after a drift the last ones are. For many columns at once see `FeatureMonitor`.

    Parameters
    ----------
    alpha
        Level of the test at each value.
    window_size
        Values in each of the two windows.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> rng = np.random.default_rng(1)
    >>> values = np.concatenate([rng.normal(size=2000), rng.normal(scale=2, size=2000)])
    >>> detector = detectors.IncrementalKS()
    >>> np.flatnonzero(detector.update_many(values) == 2)
    array([2110, 2610])
    >>> round(detector.p_value, 3)
    0.05

    References
    ----------
    dos Reis, Flach, Matwin, Batista. Fast Unsupervised Online Drift Detection Using Incremental
    Kolmogorov-Smirnov Test. 2016.
    """

    def __init__(
        self,
        *,
        alpha: float = 0.001,
        window_size: int = 500,
    ) -> None:
        super().__init__(alpha, window_size)

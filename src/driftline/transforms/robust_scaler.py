"""Robust scaling. The algorithm is core/driftline/transforms/robust_scaler.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class RobustScaler(TransformFront, _core.RobustScaler):
    """Subtract the median so far, divide by the range between two quantiles so far.

    For features with values far out, which move a mean and a range but neither of these. The
    quantiles are exact for the first 64 values of a feature, then estimates from 64 points, which
    take 1 KB a feature. A missing value, a feature never seen and one whose quantiles are equal
    become 0. Every row counts once, whatever its weight, unless that is 0. Of sparse rows only
    what they store is counted and scaled.

    Parameters
    ----------
    with_centering
        Subtract the median.
    with_scaling
        Divide by the range between the quantiles.
    q_inf
        The lower quantile, above 0.
    q_sup
        The upper quantile, above `q_inf` and below 1.

    Examples
    --------
    >>> from driftline import transforms
    >>> scaler = transforms.RobustScaler()
    >>> for price in (1.0, 2.0, 3.0, 4.0, 1_000_000.0):
    ...     scaler.learn_one({"price": price})
    >>> scaler.transform_one({"price": 5.0})  # median 3, quartiles 2 and 4
    {'price': 1.0}
    """

    def __init__(
        self,
        *,
        with_centering: bool = True,
        with_scaling: bool = True,
        q_inf: float = 0.25,
        q_sup: float = 0.75,
    ) -> None:
        super().__init__(with_centering, with_scaling, q_inf, q_sup)

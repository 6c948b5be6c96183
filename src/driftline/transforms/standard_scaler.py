"""Standard scaling. The algorithm is core/driftline/transforms/standard_scaler.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class StandardScaler(TransformFront, _core.StandardScaler):
    """Subtract the mean so far, divide by the standard deviation so far.

    Put it in front of linear learners unless the features already have like scales. A missing
    value, a feature never seen and one without spread become 0. Sparse rows stay sparse: only
    what they store is counted and scaled.

    Parameters
    ----------
    with_std
        Divide by the standard deviation; otherwise only the mean is subtracted.

    Examples
    --------
    >>> from driftline import transforms
    >>> scaler = transforms.StandardScaler()
    >>> for price in (1.0, 3.0):
    ...     scaler.learn_one({"price": price})
    >>> scaler.transform_one({"price": 4.0})
    {'price': 2.0}

    References
    ----------
    Welford. Note on a method for calculating corrected sums of squares and products. 1962.
    """

    def __init__(self, *, with_std: bool = True) -> None:
        super().__init__(with_std)

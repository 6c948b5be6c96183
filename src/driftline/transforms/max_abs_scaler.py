"""Scaling by the greatest size. The algorithm is core/driftline/transforms/max_abs_scaler.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class MaxAbsScaler(TransformFront, _core.MaxAbsScaler):
    """Divide by the greatest size so far, to values between -1 and 1.

    Zeros stay zeros and no sign changes, so it suits sparse rows, and may stand in front of models
    of counts. A missing value and a feature that has only been 0 become 0.

    Examples
    --------
    >>> from driftline import transforms
    >>> scaler = transforms.MaxAbsScaler()
    >>> for change in (-4.0, 2.0):
    ...     scaler.learn_one({"change": change})
    >>> scaler.transform_one({"change": 1.0})
    {'change': 0.25}
    """

    def __init__(self) -> None:
        super().__init__()

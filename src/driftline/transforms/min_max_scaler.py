"""Min-max scaling. The algorithm is core/driftline/transforms/min_max_scaler.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class MinMaxScaler(TransformFront, _core.MinMaxScaler):
    """Move the range so far to [0, 1].

    For steps that want values of one known range. One odd value stretches the range for good, and
    a drift beyond it presses the old values together: prefer `StandardScaler` or `RobustScaler` in
    front of linear learners. A missing value, a feature never seen and one that has had one value
    only become 0. Of sparse rows only what they store is counted and scaled.

    Parameters
    ----------
    clip
        A value outside the range so far becomes 0 or 1; otherwise it lies below or above.

    Examples
    --------
    >>> from driftline import transforms
    >>> scaler = transforms.MinMaxScaler()
    >>> for price in (10.0, 30.0):
    ...     scaler.learn_one({"price": price})
    >>> scaler.transform_one({"price": 15.0})
    {'price': 0.25}
    >>> scaler.transform_one({"price": 50.0})
    {'price': 2.0}
    """

    def __init__(self, *, clip: bool = False) -> None:
        super().__init__(clip)

"""A constant column. The algorithm is core/driftline/transforms/bias.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class Bias(TransformFront, _core.Bias):
    """Add a column "bias" that always holds the same number.

    For steps without an intercept of their own, or to have the intercept penalized and scaled like
    any other weight. All other columns pass. In a `+`, where the parts would all pass the same
    columns, write `Select() | Bias()`: only the constant.

    Parameters
    ----------
    value
        The number.

    Examples
    --------
    >>> from driftline import transforms
    >>> transforms.Bias().transform_one({"price": 2.5})
    {'bias': 1.0, 'price': 2.5}
    """

    def __init__(self, *, value: float = 1.0) -> None:
        super().__init__(value)

"""Ordinal encoding. The algorithm is core/driftline/transforms/ordinal_encoder.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class OrdinalEncoder(TransformFront, _core.OrdinalEncoder):
    """Number the values of each column: 0, 1, 2, ... in the order they came.

    For learners that take a number for a name, such as trees. To a linear learner the numbers mean
    an order and distances that are not there: use `OneHotEncoder`. Values are text or numbers. A
    missing value stays missing.

    Parameters
    ----------
    unknown_value
        What becomes of a value not learned yet; None makes it missing.
    max_categories
        Values known of each column; later ones are treated as never seen. It bounds the memory.

    Examples
    --------
    >>> from driftline import transforms
    >>> encoder = transforms.OrdinalEncoder()
    >>> for colour in ("red", "green"):
    ...     encoder.learn_one({"colour": colour})
    >>> encoder.transform_one({"colour": "green"})
    {'colour': 1.0}
    >>> encoder.transform_one({"colour": "blue"})
    {'colour': -1.0}
    """

    def __init__(self, *, unknown_value: float | None = -1.0, max_categories: int = 10_000) -> None:
        super().__init__(unknown_value, max_categories)

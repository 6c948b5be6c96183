"""One-hot encoding. The algorithm is core/driftline/transforms/one_hot_encoder.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class OneHotEncoder(TransformFront, _core.OneHotEncoder):
    """Give every value of every column a column of its own: 1 where a row has it, 0 elsewhere.

    The usual way to feed text categories to a linear learner. Values are text or numbers; one that
    has not been learned yet leaves all columns 0. Rows stay sparse, so many values cost little:
    `transform_one` of a dict gives only the ones.

    Parameters
    ----------
    max_categories
        Values known of each column; later ones are treated as never seen. It bounds the memory.

    Examples
    --------
    >>> from driftline import transforms
    >>> encoder = transforms.OneHotEncoder()
    >>> for colour in ("red", "green"):
    ...     encoder.learn_one({"colour": colour, "wheels": 4})
    >>> encoder.transform_one({"colour": "green", "wheels": 4})
    {'wheels_4': 1.0, 'colour_green': 1.0}
    >>> encoder.transform_one({"colour": "blue", "wheels": 4})
    {'wheels_4': 1.0}
    """

    def __init__(self, *, max_categories: int = 10_000) -> None:
        super().__init__(max_categories)

"""Imputation. The algorithm is core/driftline/transforms/imputer.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class Imputer(TransformFront, _core.Imputer):
    """Replace a missing value by what its column has had so far.

    Linear learners and scalers do without it: to them a missing value adds nothing. Put it in front
    of a step that would take 0 for a value, or to have a category where there is none. None, NaN
    and an absent name are the same, so a row gets every column met so far. A column of which no
    value has come yet stays missing. Of a SciPy sparse matrix only stored NaN are replaced.

    Parameters
    ----------
    strategy
        `"mean"` and `"median"` of numbers (the median is exact for 64 values, then an
        estimate), `"most_frequent"`, `"previous"` or `"constant"`. The last three take text as
        well. Of several values equally frequent the first met is taken.
    fill_value
        For `"constant"`: a number, which goes into columns that began with a number, or a text,
        which goes into columns that began with a text.
    indicator
        Add a column `<name>_missing` behind each: 1 where a value was filled in, otherwise 0.
    max_categories
        For `"most_frequent"`: values counted of each column; later ones are not. It bounds the
        memory.

    Examples
    --------
    >>> from driftline import transforms
    >>> imputer = transforms.Imputer()
    >>> imputer.learn_many([{"age": 30.0}, {"age": 40.0}])
    >>> imputer.transform_one({"age": None})
    {'age': 35.0}
    >>> imputer = transforms.Imputer(strategy="previous", indicator=True)
    >>> imputer.learn_one({"colour": "red"})
    >>> imputer.transform_one({})
    {'colour': 'red', 'colour_missing': 1.0}
    """

    def __init__(
        self,
        *,
        strategy: str = "mean",
        fill_value: float | str = 0.0,
        indicator: bool = False,
        max_categories: int = 1_000,
    ) -> None:
        super().__init__(strategy, fill_value, indicator, max_categories)

"""Products of columns. The algorithm is core/driftline/transforms/polynomial_features.hpp."""

from driftline import _core
from driftline.transforms.front import TransformFront


class PolynomialFeatures(TransformFront, _core.PolynomialFeatures):
    """Put out the columns and their products up to a degree.

    Lets a linear learner see how columns act together. Scale before (products of large numbers are
    larger still), and mind the number: 100 columns have 5,150 products of degree 2 or less, and
    176,850 of degree 3. With many columns take `RandomFourierFeatures`. A missing factor makes a
    product missing.

    Parameters
    ----------
    degree
        Largest number of factors, at most 10.
    interaction_only
        Let no column come twice in a product: `a*b`, but no `a^2`.
    include_bias
        Put out a column `bias` that is always 1.

    Examples
    --------
    >>> from driftline import transforms
    >>> products = transforms.PolynomialFeatures(degree=2)
    >>> products.transform_one({"a": 2.0, "b": 3.0})
    {'a': 2.0, 'a^2': 4.0, 'b': 3.0, 'a*b': 6.0, 'b^2': 9.0}
    """

    def __init__(
        self, *, degree: int = 2, interaction_only: bool = False, include_bias: bool = False
    ) -> None:
        super().__init__(degree, interaction_only, include_bias)

"""Passive-aggressive learning. The algorithm is core/driftline/learners/passive_aggressive.hpp."""

from typing import Literal

from driftline import _core
from driftline.learners.front import ClassifierFront, RegressorFront

Variant = Literal["PA", "PA-I", "PA-II"]


class PAClassifier(ClassifierFront, _core.PAClassifier):
    """Linear classifier that makes the smallest change to get each row right with margin 1.

    Fast, with one parameter; follows a drift at once because nothing slows its steps. For the
    same reason it follows wrong labels: lower `C` where there are many.

    Parameters
    ----------
    C
        The longest step (PA-I), or how dear its square is (PA-II), above 0. PA has no use for it.
    variant
        "PA" takes the whole step, "PA-I" at most `C`, "PA-II" a shorter one the longer it is.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.PAClassifier(C=0.1)
    >>> model.learn_one([1.0, 0.5], True)
    >>> model.learn_one([-0.5, 1.0], False)
    >>> model.predict_one([1.0, 0.0])
    True

    References
    ----------
    Crammer, Dekel, Keshet, Shalev-Shwartz, Singer. Online Passive-Aggressive Algorithms. 2006.
    """

    def __init__(
        self, *, C: float = 1.0, variant: Variant = "PA-I", fit_intercept: bool = True
    ) -> None:
        super().__init__(C, variant, fit_intercept)


class PARegressor(RegressorFront, _core.PARegressor):
    """Linear regressor that makes the smallest change to come within epsilon of each number.

    Parameters
    ----------
    C
        The longest step (PA-I), or how dear its square is (PA-II), above 0. PA has no use for it.
    variant
        "PA" takes the whole step, "PA-I" at most `C`, "PA-II" a shorter one the longer it is.
    epsilon
        An error up to this is no error, at least 0.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.PARegressor(variant="PA", epsilon=0.0, fit_intercept=False)
    >>> model.learn_one([2.0], 6.0)
    >>> model.predict_one([1.0])
    3.0

    References
    ----------
    Crammer, Dekel, Keshet, Shalev-Shwartz, Singer. Online Passive-Aggressive Algorithms. 2006.
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        variant: Variant = "PA-I",
        epsilon: float = 0.1,
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(C, variant, epsilon, fit_intercept)

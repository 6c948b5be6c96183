"""LMS. The algorithm is core/driftline/learners/lms.hpp."""

from driftline import _core
from driftline.learners.front import RegressorFront


class LMS(RegressorFront, _core.LMS):
    """Linear regressor that steps against each error, in proportion to it (Widrow-Hoff).

    Parameters
    ----------
    learning_rate
        Length of the step (eta), above 0. Plain LMS diverges where it reaches 2 over the squared
        norm of a row.
    implicit
        Take the error after the step instead of before: stable for any learning rate.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.LMS(learning_rate=0.25, fit_intercept=False)
    >>> model.learn_one([2.0], 6.0)
    >>> model.predict_one([1.0])
    3.0

    References
    ----------
    Widrow, Hoff. Adaptive switching circuits. 1960.
    """

    def __init__(
        self, *, learning_rate: float = 0.01, implicit: bool = False, fit_intercept: bool = True
    ) -> None:
        super().__init__(learning_rate, implicit, fit_intercept)

"""NAROW. The algorithm is core/driftline/learners/narow.hpp."""

from typing import Literal

from driftline import _core
from driftline.learners.front import ClassifierFront


class NAROW(ClassifierFront, _core.NAROW):
    """AROW that chooses its own regularization, row by row.

    Parameters
    ----------
    confidence_bound
        Once the variance of a margin is below 1 over this (b in the paper), a row makes the
        model no surer. Above 0.
    covariance
        "diagonal" keeps a variance for each weight; "full" one for each pair, dense rows only.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.NAROW()
    >>> model.learn_one([1.0, 0.5], "up")
    >>> model.learn_one([-0.5, 1.0], "down")
    >>> model.predict_one([1.0, 0.5])
    'up'

    References
    ----------
    Orabona, Crammer. New Adaptive Algorithms for Online Classification. 2010.
    """

    def __init__(
        self,
        *,
        confidence_bound: float = 1.0,
        covariance: Literal["diagonal", "full"] = "diagonal",
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(confidence_bound, covariance, fit_intercept)

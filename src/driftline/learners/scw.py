"""Soft confidence-weighted learning. The algorithm is core/driftline/learners/scw.hpp."""

from typing import Literal

from driftline import _core
from driftline.learners.front import ClassifierFront


class SCW(ClassifierFront, _core.SCW):
    """Confidence-weighted classifier that does not follow a row at any price.

    Parameters
    ----------
    C
        The longest step (SCW-I), or how dear its square is (SCW-II), above 0. Lower it when
        labels are noisy.
    confidence
        By how many standard deviations the margin must exceed 0 (phi in the paper), above 0.
    variant
        "SCW-I" limits the step, "SCW-II" shortens it the more the longer it is.
    covariance
        "diagonal" keeps a variance for each weight; "full" one for each pair, dense rows only.
    initial_variance
        Variance of a feature never seen, above 0.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.SCW()
    >>> model.learn_one([1.0, 0.5], "up")
    >>> model.learn_one([-0.5, 1.0], "down")
    >>> model.predict_one([1.0, 0.5])
    'up'

    References
    ----------
    Wang, Zhao, Hoi. Exact Soft Confidence-Weighted Learning. 2012.
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        confidence: float = 1.0,
        variant: Literal["SCW-I", "SCW-II"] = "SCW-I",
        covariance: Literal["diagonal", "full"] = "diagonal",
        initial_variance: float = 1.0,
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(C, confidence, variant, covariance, initial_variance, fit_intercept)

"""Confidence-weighted learning. The algorithm is core/driftline/learners/cw.hpp."""

from typing import Literal

from driftline import _core
from driftline.learners.front import ClassifierFront


class CW(ClassifierFront, _core.CW):
    """Linear classifier that demands to be right about each row with a given confidence.

    Learns quickly from clean labels. A wrong label is followed all the way, so where there are
    some, `AROW` or `SCW` serve better.

    Parameters
    ----------
    confidence
        By how many variances (or standard deviations) the margin must exceed 0 (phi in the
        papers), above 0.
    form
        Whether margins are measured in variances ("variance", 2008 ICML) or in standard
        deviations ("stdev", 2008 NIPS).
    covariance
        "diagonal" keeps a variance for each weight; "full" one for each pair, dense rows only.
    initial_variance
        Variance of a feature never seen, above 0.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.CW(form="stdev")
    >>> model.learn_one([1.0, 0.5], "up")
    >>> model.learn_one([-0.5, 1.0], "down")
    >>> model.predict_one([1.0, 0.5])
    'up'

    References
    ----------
    Dredze, Crammer, Pereira. Confidence-Weighted Linear Classification. 2008.
    Crammer, Dredze, Pereira. Exact Convex Confidence-Weighted Learning. 2008.
    """

    def __init__(
        self,
        *,
        confidence: float = 1.0,
        form: Literal["variance", "stdev"] = "variance",
        covariance: Literal["diagonal", "full"] = "diagonal",
        initial_variance: float = 1.0,
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(confidence, form, covariance, initial_variance, fit_intercept)

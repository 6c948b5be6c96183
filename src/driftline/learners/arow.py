"""AROW. The algorithm is core/driftline/learners/arow.hpp; this is its front door."""

from typing import Literal

from driftline import _core
from driftline.learners.front import ClassifierFront


class AROW(ClassifierFront, _core.AROW):
    """Linear classifier that keeps a confidence for every weight.

    Rare features learn in big steps, familiar ones barely move, and a wrong label does little
    harm: a good first choice for wide or text-like data. It never becomes less sure, so after
    a drift it is slow to change its mind.

    Parameters
    ----------
    regularization
        Distrust of a single example (r in the paper), above 0. Raise it when labels are noisy.
    covariance
        "diagonal" keeps a variance for each weight. "full" keeps one for each pair: better on few
        correlated features, but time and memory grow with their square; dense rows only.
    variance
        How diagonal variances shrink: "exact" for the diagonal model, or "drop", the diagonal of
        the full rule, which some other libraries use.
    initial_variance
        Variance of a feature never seen, above 0.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.AROW()
    >>> model.learn_one({"free": 1, "now": 1}, "spam")
    >>> model.learn_one({"meeting": 1, "now": 1}, "ham")
    >>> model.predict_one({"free": 1})
    'spam'

    References
    ----------
    Crammer, Kulesza, Dredze. Adaptive Regularization of Weight Vectors. 2009.
    """

    def __init__(
        self,
        *,
        regularization: float = 1.0,
        covariance: Literal["diagonal", "full"] = "diagonal",
        variance: Literal["exact", "drop"] = "exact",
        initial_variance: float = 1.0,
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(regularization, covariance, variance, initial_variance, fit_intercept)

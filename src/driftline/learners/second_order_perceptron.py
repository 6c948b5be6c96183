"""The second-order perceptron: core/driftline/learners/second_order_perceptron.hpp."""

from typing import Literal

from driftline import _core
from driftline.learners.front import ClassifierFront


class SecondOrderPerceptron(ClassifierFront, _core.SecondOrderPerceptron):
    """Perceptron that whitens the rows it got wrong, and so copes with correlated features.

    Parameters
    ----------
    initial_precision
        How much one mistake counts against the features' past (a in the paper), above 0. The
        larger, the nearer to a plain perceptron.
    covariance
        "diagonal" keeps a number for each feature; "full" one for each pair, dense rows only.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.SecondOrderPerceptron()
    >>> model.learn_one([1.0, 0.5], "up")
    >>> model.learn_one([-0.5, 1.0], "down")
    >>> model.predict_one([1.0, 0.5])
    'up'

    References
    ----------
    Cesa-Bianchi, Conconi, Gentile. A Second-Order Perceptron Algorithm. 2005.
    """

    def __init__(
        self,
        *,
        initial_precision: float = 1.0,
        covariance: Literal["diagonal", "full"] = "diagonal",
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(initial_precision, covariance, fit_intercept)

"""Gaussian naive Bayes. The algorithm is core/driftline/learners/gaussian_nb.hpp."""

from typing import Literal

from driftline import _core
from driftline.learners.front import ClassifierFront


class GaussianNB(ClassifierFront, _core.GaussianNB):
    """Naive Bayes for numbers: each feature a normal distribution under each label.

    Nothing to tune and no scaling needed; good when features say separate things, poor when
    they repeat each other. It weighs all the past alike, so a drift fades in only slowly.

    Parameters
    ----------
    var_smoothing
        This part of the largest variance is added to every variance, at least 0. Above 0, a
        row costs all columns of the model, as any may have the largest.
    unstored
        What a sparse table does not store: "zero", a value like any other, so that a row costs
        all columns, or "missing", as what a dict does not name. A row then costs what it stores,
        and votes by that alone: the choice for text with many words. Transforms in front read
        the table as they always do.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.GaussianNB()
    >>> model.learn_many([[1.0], [1.2], [5.0], [5.4]], ["low", "low", "high", "high"])
    >>> model.predict_one([4.9])
    'high'

    References
    ----------
    John, Langley. Estimating Continuous Distributions in Bayesian Classifiers. 1995.
    """

    def __init__(
        self, *, var_smoothing: float = 0.0, unstored: Literal["zero", "missing"] = "zero"
    ) -> None:
        super().__init__(var_smoothing, unstored)

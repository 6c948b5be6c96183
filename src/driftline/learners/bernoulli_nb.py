"""Bernoulli naive Bayes. The algorithm is core/driftline/learners/bernoulli_nb.hpp."""

from driftline import _core
from driftline.learners.front import ClassifierFront


class BernoulliNB(ClassifierFront, _core.BernoulliNB):
    """Naive Bayes for features that are on or off, where being off counts too.

    Parameters
    ----------
    alpha
        Added to every count, above 0.
    threshold
        A value above this is on, at least 0. A missing value is off.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.BernoulliNB()
    >>> model.learn_one({"goal": 1}, "sport")
    >>> model.learn_one({"vote": 1}, "politics")
    >>> model.predict_one({"goal": 1})
    'sport'

    References
    ----------
    McCallum, Nigam. A Comparison of Event Models for Naive Bayes Text Classification. 1998.
    """

    def __init__(self, *, alpha: float = 1.0, threshold: float = 0.0) -> None:
        super().__init__(alpha, threshold)

"""Multinomial naive Bayes. The algorithm is core/driftline/learners/multinomial_nb.hpp."""

from driftline import _core
from driftline.compat.river import POOR_SCORE, POSITIVE_INPUT
from driftline.learners.front import ClassifierFront


class MultinomialNB(ClassifierFront, _core.MultinomialNB):
    """Naive Bayes for counts, such as words in a text. No value may be negative.

    Parameters
    ----------
    alpha
        Added to every count, above 0, so that a word never seen excludes no label.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.MultinomialNB()
    >>> model.learn_one({"goal": 2, "team": 1}, "sport")
    >>> model.learn_one({"vote": 2, "team": 1}, "politics")
    >>> model.predict_one({"goal": 1})
    'sport'

    References
    ----------
    McCallum, Nigam. A Comparison of Event Models for Naive Bayes Text Classification. 1998.
    """

    def __init__(self, *, alpha: float = 1.0) -> None:
        super().__init__(alpha)

    def _more_tags(self) -> set[str]:
        return {POSITIVE_INPUT, POOR_SCORE}

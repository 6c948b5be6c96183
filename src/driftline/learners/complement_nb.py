"""Complement naive Bayes. The algorithm is core/driftline/learners/complement_nb.hpp."""

from driftline import _core
from driftline.compat.river import POOR_SCORE, POSITIVE_INPUT
from driftline.learners.front import ClassifierFront


class ComplementNB(ClassifierFront, _core.ComplementNB):
    """Naive Bayes for counts that judges a label by what all others lack.

    Often better than `MultinomialNB` where some labels are rare. No value may be negative.

    Parameters
    ----------
    alpha
        Added to every count, above 0.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.ComplementNB()
    >>> model.learn_one({"goal": 2, "team": 1}, "sport")
    >>> model.learn_one({"vote": 2, "team": 1}, "politics")
    >>> model.predict_one({"goal": 1})
    'sport'

    References
    ----------
    Rennie, Shih, Teevan, Karger. Tackling the Poor Assumptions of Naive Bayes. 2003.
    """

    def __init__(self, *, alpha: float = 1.0) -> None:
        super().__init__(alpha)

    def _more_tags(self) -> set[str]:
        return {POSITIVE_INPUT, POOR_SCORE}

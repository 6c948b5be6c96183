"""What a learner must beat. The algorithms are core/driftline/learners/baselines.hpp."""

from driftline import _core
from driftline.compat.river import POOR_SCORE
from driftline.learners.front import ClassifierFront, RegressorFront


class PriorClassifier(ClassifierFront, _core.PriorClassifier):
    """Answer the label seen most often; the shares are the frequencies so far.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.PriorClassifier()
    >>> model.learn_many([[0], [0], [0]], ["a", "b", "b"])
    >>> model.predict_one([0])
    'b'
    """

    def __init__(self) -> None:
        super().__init__()

    def _more_tags(self) -> set[str]:
        return {POOR_SCORE}


class NoChangeClassifier(ClassifierFront, _core.NoChangeClassifier):
    """Answer the label of the row before. Where labels come in runs it is hard to beat.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.NoChangeClassifier()
    >>> model.learn_many([[0], [0], [0]], ["a", "b", "a"])
    >>> model.predict_one([0])
    'a'
    """

    def __init__(self) -> None:
        super().__init__()

    def _more_tags(self) -> set[str]:
        return {POOR_SCORE}


class MeanRegressor(RegressorFront, _core.MeanRegressor):
    """Answer the mean of the numbers so far.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.MeanRegressor()
    >>> model.learn_many([[0], [0]], [1.0, 3.0])
    >>> model.predict_one([0])
    2.0
    """

    def __init__(self) -> None:
        super().__init__()

    def _more_tags(self) -> set[str]:
        return {POOR_SCORE}

"""The perceptron. The algorithm is core/driftline/learners/perceptron.hpp."""

from driftline import _core
from driftline.learners.front import ClassifierFront


class Perceptron(ClassifierFront, _core.Perceptron):
    """Linear classifier that adds a row to its weights on a mistake, and only then.

    The plainest learner there is, with nothing to tune. `PAClassifier` and `AROW` learn more
    from the same rows.

    Parameters
    ----------
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.Perceptron()
    >>> model.learn_one({"wings": 1}, "bird")
    >>> model.learn_one({"wings": 0}, "fish")
    >>> model.predict_one({"wings": 1})
    'bird'

    References
    ----------
    Rosenblatt. The perceptron. 1958.
    """

    def __init__(self, *, fit_intercept: bool = True) -> None:
        super().__init__(fit_intercept)

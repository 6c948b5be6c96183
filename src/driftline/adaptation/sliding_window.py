"""A sliding window. The algorithm is core/driftline/adaptation/sliding_window.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.adaptation.front import Adaptation, kind_for
from driftline.adaptation.python_window import PythonWindow
from driftline.learners import Perceptron
from driftline.learners.front import ClassifierFront, RegressorFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore, PythonVerbs


class SlidingWindow(Adaptation):
    """A learner that knows the last rows only: now and then it is taught these from scratch.

    Choose it where the stream drifts all the time and no detector can say when, or where the
    learner must forget for other reasons. It needs no detector. Learning costs
    `window / every + 1` times as much, and the window holds its rows in memory.

    In between the learner goes on learning, so it knows at least `window` rows and less than
    `window + every`.

    Parameters
    ----------
    learner
        As for `ResetOnDrift`.
    window
        How many rows with a label are kept.
    every
        After how many of them the learner is taught the window anew.

    Examples
    --------
    >>> from driftline import adaptation, learners, sources
    >>> model = adaptation.SlidingWindow(learners.AROW(), window=300, every=100)
    >>> for batch in sources.SINE1(drifts=[1000], rows=1500, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.events[-1]
    (1499, 'retrain', 'taught the last 300 rows anew')
    """

    def __new__(cls, learner: Any, *, window: int = 1000, every: int = 250) -> "SlidingWindow":
        """Choose the kind by the learner."""
        if cls is SlidingWindow:
            cls = kind_for(learner, _KINDS, PythonSlidingWindow)
        made: SlidingWindow = super().__new__(cls)
        return made

    def __init__(self, learner: Any, *, window: int = 1000, every: int = 250) -> None:
        super().__init__(learner, window, every)  # type: ignore[call-arg]
        self._parts = {"learner": fresh(learner), "window": window, "every": every}

    def _told(self, kind: str, estimate: float, rows: int) -> str:
        return "taught the last row anew" if rows == 1 else f"taught the last {rows:,} rows anew"

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"learner": Perceptron(), "window": 20, "every": 7}


class SlidingWindowClassifier(SlidingWindow, ClassifierFront, _core.SlidingWindowClassifier):
    """Around a native classifier."""


class SlidingWindowRegressor(SlidingWindow, RegressorFront, _core.SlidingWindowRegressor):
    """Around a native regressor."""


class PythonSlidingWindow(PythonVerbs, SlidingWindow, PythonCore):
    """Around a learner written in Python."""

    def _engine(self, learner: Any, window: int, every: int) -> Any:
        return PythonWindow(learner, window, every)


_KINDS: dict[type, type] = {
    _core.Classifier: SlidingWindowClassifier,
    _core.Regressor: SlidingWindowRegressor,
}

"""The sliding window around objects of Python, row by row."""

from collections import deque
from typing import Any

from driftline.adaptation.python_learner import PythonLearner, at_least_one


class PythonWindow(PythonLearner):
    """A learner that is now and then taught the last rows from scratch."""

    def __init__(self, learner: Any, window: int, every: int) -> None:
        super().__init__(learner)
        self.every = at_least_one("every", every)
        self.kept: deque[tuple[Any, Any, float]] = deque(maxlen=at_least_one("window", window))

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Learn a row and keep it; teach the window anew when that is due."""
        is_full = len(self.kept) == self.kept.maxlen
        self.kept.append((x, y, w))
        self.teach(self.learner, x, y, w)
        self.learned += 1
        if is_full and self.learned % self.every == 0:
            self._retrain()

    def _retrain(self) -> None:
        self.learner = self.fresh()
        for x, y, w in self.kept:
            self.teach(self.learner, x, y, w)
        self.events.append((self.learned - 1, "retrain", 0.0, len(self.kept)))

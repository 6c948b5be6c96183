"""What the adaptations around learners written in Python share."""

import copy
from collections import deque
from typing import Any

from driftline.adaptation.front import MOST_EVENTS
from driftline.learners.python_pipeline import fresh, shown, takes_weight
from driftline.learners.python_verbs import Comparable


def at_least_one(name: str, value: int) -> int:
    """Return the value, or raise as the core does."""
    if value < 1:
        raise ValueError(f"{name} must be at least 1, not {value}")
    return value


class PythonLearner(Comparable):
    """A learner that can be replaced, and the list of what was done."""

    def __init__(self, learner: Any) -> None:
        self.learner = copy.deepcopy(learner)
        self.untaught = fresh(learner)
        self.takes_weight = takes_weight(learner.learn_one)
        self.learned = 0
        self.events: deque[tuple[int, str, float, int]] = deque(maxlen=MOST_EVENTS)

    def predict_one(self, x: Any) -> Any:
        """Return what the learner says."""
        return self.learner.predict_one(x)

    @property
    def predict_proba_one(self) -> Any:
        """The learner's own, where it has one."""
        return self.learner.predict_proba_one

    def fresh(self) -> Any:
        """Return an untaught learner."""
        return fresh(self.untaught)

    def teach(self, learner: Any, x: Any, y: Any, w: float) -> None:
        """Let a learner learn a row, with the weight if it takes one."""
        if self.takes_weight:
            learner.learn_one(x, y, w=w)
        else:
            learner.learn_one(x, y)

    def __repr__(self) -> str:
        return shown(self.learner)

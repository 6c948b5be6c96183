"""Forests of regressors under detectors of Python, row by row.

The algorithm is core/driftline/ensembles/regression_forest.hpp.
"""

import math
import statistics
from collections.abc import Callable
from typing import Any

from driftline.ensembles.python_watch import PythonWatch

JOINED: dict[str, Callable[[list[float]], float]] = {
    "mean": lambda said: sum(said) / len(said),
    "median": statistics.median,
}


class PythonRegressionForest(PythonWatch):
    """Members that are watched one by one, by their errors in three deviations of the targets."""

    def __init__(
        self,
        model: Any,
        ensemble: tuple[int, int],
        rate: float,
        way: str,
        detectors: tuple[Any, Any],
    ) -> None:
        super().__init__(model, ensemble, detectors)
        if way not in JOINED:
            raise ValueError(f"aggregation_method must be one of {list(JOINED)}, not {way!r}")
        self.rate, self.way = rate, way
        self.targets = (0.0, 0.0, 0.0)  # weight, mean, squares about it

    def error(self, place: int) -> float:
        """Return a member's mean absolute error since it began."""
        total, seen = self.score[place]
        return total / seen if seen else math.nan

    def predict_one(self, x: Any) -> float:
        """Join what the members say."""
        return JOINED[self.way]([learner.predict_one(x) for learner in self.learners])

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Let every member learn, and watch its error."""
        weight, mean, squares = self.targets
        spread = 3.0 * math.sqrt(squares / weight) if weight > 0 else 0.0
        for place in range(len(self.learners)):
            gap = abs(y - self.learners[place].predict_one(x))
            total, seen = self.score[place]
            self.score[place] = total + gap, seen + 1
            times = self.times(self.rate, place)
            if times > 0:
                self._learn_member(place, x, y, times, w)
                self.watch(place, min(1.0, gap / spread) if spread > 0 else 0.0)
        weight += w
        step = (y - mean) * w / weight
        self.targets = weight, mean + step, squares + step * (y - mean - step) * weight
        self.learned += 1

    def _learn_member(self, place: int, x: Any, y: Any, times: float, w: float) -> None:
        self.teach(self.learners[place], x, y, times, w)
        if self.second[place] is not None:
            self.teach(self.second[place], x, y, times, w)

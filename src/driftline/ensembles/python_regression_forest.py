"""Forests of regressors under detectors of Python, row by row.

The algorithm is core/driftline/ensembles/regression_forest.hpp.
"""

import math
import statistics
from collections.abc import Callable
from typing import Any

from driftline.ensembles.python_ensemble import PythonMembers, has_risen
from driftline.learners.python_pipeline import fresh

JOINED: dict[str, Callable[[list[float]], float]] = {
    "mean": lambda said: sum(said) / len(said),
    "median": statistics.median,
}


class PythonRegressionForest(PythonMembers):
    """Members that are watched one by one, by their errors in three deviations of the targets."""

    def __init__(
        self,
        model: Any,
        ensemble: tuple[int, int],
        rate: float,
        way: str,
        detectors: tuple[Any, Any],
    ) -> None:
        super().__init__(model, *ensemble)
        if way not in JOINED:
            raise ValueError(f"aggregation_method must be one of {list(JOINED)}, not {way!r}")
        self.rate, self.way, self.detectors = rate, way, detectors
        size = len(self.learners)
        self.drift, self.warning = ([fresh(d) for _ in range(size)] for d in detectors)
        self.second: list[Any] = [None] * size
        self.made = [1] * size
        self.score = [(0.0, 0)] * size
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
                self._watch(place, min(1.0, gap / spread) if spread > 0 else 0.0)
        weight += w
        step = (y - mean) * w / weight
        self.targets = weight, mean + step, squares + step * (y - mean - step) * weight
        self.learned += 1

    def _learn_member(self, place: int, x: Any, y: Any, times: float, w: float) -> None:
        self.teach(self.learners[place], x, y, times, w)
        if self.second[place] is not None:
            self.teach(self.second[place], x, y, times, w)

    def _watch(self, place: int, error: float) -> None:
        if self.drift[place] is None:
            return
        self.drift[place].update(error)
        has_drifted = has_risen(self.drift[place])
        if self.warning[place] is not None:
            self.warning[place].update(error)
            if has_risen(self.warning[place]):
                self._note(place, "warning", self.warning[place])
                self.second[place] = self._new(place)
                self.warning[place] = fresh(self.detectors[1])
        if has_drifted:
            self._note(place, "drift", self.drift[place])
            self._take_over(place)

    def _take_over(self, place: int) -> None:
        self.drift[place], self.score[place] = fresh(self.detectors[0]), (0.0, 0)
        if self.second[place] is None:
            self.learners[place] = self._new(place)
            return
        self.learners[place], self.second[place] = self.second[place], None
        self.warning[place] = fresh(self.detectors[1])

    def _new(self, place: int) -> Any:
        self.made[place] += 1
        return self.new(place, self.made[place] - 1)

    def _note(self, place: int, kind: str, detector: Any) -> None:
        estimate = float(getattr(detector, "estimation", math.nan))
        self.events.append((self.learned, place, kind, estimate))

"""The same answers to drift around objects of Python, row by row: slower, with the same events."""

import copy
import math
from collections import deque
from typing import Any

from driftline.adaptation.python_learner import PythonLearner, at_least_one
from driftline.learners.composite import has_risen
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import Comparable


class Errors(Comparable):
    """The error of a prediction, from 0 to 1, as core/driftline/adaptation/errors.hpp has it."""

    def __init__(self, learner: Any) -> None:
        # River's regressors have such a base, and so have ours.
        self.is_regressor = any(kind.__name__ == "Regressor" for kind in type(learner).__mro__)
        self.count, self.mean, self.squares = 0, 0.0, 0.0

    def of(self, said: Any, y: Any) -> float:
        """Return the error; the target of a regressor or a float is a number, any other a label."""
        if not self.is_regressor and not isinstance(y, float):
            return float(said is None or said != y)
        self.count += 1
        apart = y - self.mean
        self.mean += apart / self.count
        self.squares += apart * (y - self.mean)
        return _share(abs((said or 0.0) - y), math.sqrt(self.squares / self.count))


def _share(apart: float, scale: float) -> float:
    whole = apart + scale
    if not math.isfinite(whole):
        return 1.0
    return apart / whole if whole > 0.0 else 0.0


class StartAnew(Comparable):
    """A new learner, taught the rows since the warning if they are wanted."""

    tells_of_drop = False

    def __init__(self, keep_warning: bool, max_rows: int) -> None:
        self.keep_warning = keep_warning
        self.kept: deque[tuple[Any, Any, float]] = deque(maxlen=at_least_one("max_rows", max_rows))

    @property
    def rows(self) -> int:
        """How many rows the new learner would start with."""
        return len(self.kept)

    def follow(self, x: Any, y: Any, w: float, host: PythonLearner) -> None:
        """Take a row that comes during a warning."""
        if self.keep_warning:
            self.kept.append((x, y, w))

    def drop(self) -> None:
        """Forget them: the warning has passed."""
        self.kept.clear()

    def take_over(self, host: PythonLearner) -> Any:
        """Return the new learner."""
        learner = host.fresh()
        for x, y, w in self.kept:
            host.teach(learner, x, y, w)
        self.drop()
        return learner


class SwapIn(Comparable):
    """A second learner that learns along since the warning."""

    tells_of_drop = True

    def __init__(self) -> None:
        self.second: Any = None
        self.rows = 0

    def follow(self, x: Any, y: Any, w: float, host: PythonLearner) -> None:
        """Teach it a row that comes during a warning."""
        if self.second is None:
            self.second = host.fresh()
        host.teach(self.second, x, y, w)
        self.rows += 1

    def drop(self) -> None:
        """Forget it: the warning has passed."""
        self.second, self.rows = None, 0

    def take_over(self, host: PythonLearner) -> Any:
        """Return the second learner, or a new one."""
        learner = host.fresh() if self.second is None else self.second
        self.drop()
        return learner


class PythonResponse(PythonLearner):
    """A learner that is watched by a detector and replaced when its errors become more."""

    def __init__(
        self, learner: Any, detector: Any, warning_detector: Any, answer: StartAnew | SwapIn
    ) -> None:
        super().__init__(learner)
        self.detector, self.untaught_detector = copy.deepcopy(detector), fresh(detector)
        self.warning = copy.deepcopy(warning_detector)
        self.untaught_warning = fresh(warning_detector)
        self.answer = answer
        self.errors = Errors(learner)
        self.is_warned = False

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Watch the error of a row, then learn it."""
        error = self.errors.of(self.learner.predict_one(x), y)
        self.detector.update(error)
        if has_risen(self.detector):
            self._replace()
        else:
            self._look_for_warning(error)
            if self.is_warned:
                self.answer.follow(x, y, w, self)
        self.teach(self.learner, x, y, w)
        self.learned += 1

    def _replace(self) -> None:
        estimate = float(getattr(self.detector, "estimation", math.nan))
        self.events.append((self.learned, "drift", estimate, self.answer.rows))
        self.learner = self.answer.take_over(self)
        self.detector = fresh(self.untaught_detector)
        self.warning = fresh(self.untaught_warning)
        self.is_warned = False

    def _look_for_warning(self, error: float) -> None:
        if self.warning is None:
            warns = bool(getattr(self.detector, "warning_detected", False))
            begins, ends = warns and not self.is_warned, self.is_warned and not warns
        else:
            self.warning.update(error)
            begins = ends = has_risen(self.warning)
        if ends and self.is_warned:
            if self.answer.tells_of_drop:
                self.events.append((self.learned, "drop", 0.0, self.answer.rows))
            self.answer.drop()
            self.is_warned = False
        if begins:
            self.events.append((self.learned, "warning", 0.0, 0))
            self.is_warned = True
            self.warning = fresh(self.untaught_warning)

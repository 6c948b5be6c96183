"""Members in Python under detectors of their own: core/driftline/ensembles/forest_member.hpp."""

import math
from typing import Any

from driftline.ensembles.python_ensemble import PythonMembers
from driftline.learners.composite import has_risen
from driftline.learners.python_pipeline import fresh


class PythonWatch(PythonMembers):
    """A warning starts a second member, a drift puts it in the first one's place."""

    def __init__(self, model: Any, ensemble: tuple[int, int], detectors: tuple[Any, Any]) -> None:
        super().__init__(model, *ensemble)
        self.detectors = detectors
        size = len(self.learners)
        self.drift, self.warning = ([fresh(d) for _ in range(size)] for d in detectors)
        self.second: list[Any] = [None] * size
        self.made = [1] * size
        self.score: list[tuple[float, int]] = [(0, 0)] * size

    def made_anew(self, place: int, generation: int) -> Any:
        """Return an untaught member, as `seat` takes it."""
        return self.new(place, generation)

    def seat(self, place: int, member: Any) -> None:
        """Put a member in its place."""
        self.learners[place] = member

    def watch(self, place: int, error: float) -> None:
        """Tell the detectors of a member its error, and do what they ask for."""
        if self.drift[place] is None:
            return
        self.drift[place].update(error)
        has_drifted = has_risen(self.drift[place])
        if self.warning[place] is not None:
            self.warning[place].update(error)
            if has_risen(self.warning[place]):
                self._note(place, "warning", self.warning[place])
                self.second[place] = self._next(place)
                self.warning[place] = fresh(self.detectors[1])
        if has_drifted:
            self._note(place, "drift", self.drift[place])
            self._take_over(place)

    def _take_over(self, place: int) -> None:
        self.drift[place], self.score[place] = fresh(self.detectors[0]), (0, 0)
        if self.second[place] is None:
            self.seat(place, self._next(place))
            return
        self.seat(place, self.second[place])
        self.second[place] = None
        self.warning[place] = fresh(self.detectors[1])

    def _next(self, place: int) -> Any:
        self.made[place] += 1
        return self.made_anew(place, self.made[place] - 1)

    def _note(self, place: int, kind: str, detector: Any) -> None:
        estimate = float(getattr(detector, "estimation", math.nan))
        self.events.append((self.learned, place, kind, estimate))

"""Ensembles that replace their worst member, around objects of Python, row by row."""

import math
from typing import Any

from driftline import _core
from driftline.detectors import ADWIN
from driftline.ensembles.python_ensemble import PythonVotes
from driftline.learners.composite import has_risen


class PythonCompared(PythonVotes):
    """Members of which the worst is replaced when the errors of any become more."""

    def __init__(
        self,
        model: Any,
        ensemble: tuple[int, int],
        w: float,
        method: str,
        adwin: ADWIN,
        judges_after: bool,
    ) -> None:
        super().__init__(model, *ensemble)
        self.rate, self.method, self.adwin = w, method, adwin
        self.judges_after = judges_after
        self.errors = [adwin.clone() for _ in self.learners]
        self.made = [1] * len(self.learners)

    def learn_all(self, x: Any, y: Any, w: float) -> None:
        """Let every member learn and look at its errors; 1 is an error."""
        risen = [self.learn_member(place, x, y, w) for place in range(len(self.learners))]
        if any(risen):
            estimates = [errors.estimation for errors in self.errors]
            self.replace(estimates.index(max(estimates)))

    def learn_member(self, place: int, x: Any, y: Any, w: float) -> bool:
        """Let a member learn; say whether its errors have become more."""
        learner = self.learners[place]
        said = learner.predict_one(x)
        self.teach(learner, x, y, self.chosen_times(place, said == y), w)
        if self.judges_after:
            said = learner.predict_one(x)
        return self.watch(place, said != y)

    def watch(self, place: int, is_wrong: bool) -> bool:
        """Feed a member's error; say whether they have become more."""
        self.errors[place].update(float(is_wrong))
        return has_risen(self.errors[place])

    def error(self, place: int) -> float:
        """Return a member's share of errors in its window."""
        window = self.errors[place]
        return float(window.estimation) if window.seen else math.nan

    def chosen_times(self, place: int, is_right: bool) -> float:
        """Return how often a member learns a row, by the method."""
        if self.method == "bag":
            return self.times(self.rate, place)
        if self.method == "wt":
            return 1.0 + self.times(1.0, place)
        if self.method == "subag":
            return float(self.times(1.0, place) > 0)
        chance = _core.bagging_chance(self.seed, place, self.learned)
        if self.method == "half":
            return float(chance >= 0.5)
        error = self.errors[place].estimation
        return float(not is_right or chance * (1.0 - error) < error)

    def replace(self, place: int) -> None:
        """Start a member anew."""
        self.events.append((self.learned, place, "replacement", self.errors[place].estimation))
        self.learners[place] = self.new(place, self.made[place])
        self.errors[place] = self.adwin.clone()
        self.made[place] += 1


class PythonBoosting(PythonCompared):
    """Members that pay more heed to what those before them got wrong."""

    def __init__(
        self, model: Any, ensemble: tuple[int, int], preset: str, *, replaces_worst: bool
    ) -> None:
        super().__init__(model, ensemble, 1.0, "bag", ADWIN(preset="moa"), True)
        if preset not in ("river", "moa"):
            raise ValueError(f"preset must be one of 'river', 'moa', not {preset!r}")
        self.is_moa, self.replaces_worst = preset == "moa", replaces_worst
        self.right, self.wrong = [0.0] * len(self.learners), [0.0] * len(self.learners)
        self.all_rows = 0.0  # their weight
        self.weight = 1.0  # of the row under way

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Hand the row from member to member."""
        self.weight = w
        self.all_rows += w
        super().learn_one(x, y, w)

    def learn_member(self, place: int, x: Any, y: Any, w: float) -> bool:
        """Let a member learn as often as the row's weight says, and change that weight."""
        self.teach(self.learners[place], x, y, self.times(self.weight, place), 1.0)
        is_right = self.learners[place].predict_one(x) == y
        counted = self.right if is_right else self.wrong
        counted[place] += self.weight
        total = self.all_rows if self.is_moa else self.right[place] + self.wrong[place]
        self.weight *= total / (2.0 * counted[place])
        return self.replaces_worst and self.watch(place, not is_right)

    def error(self, place: int) -> float:
        """Return a member's share of wrong weight."""
        total = self.right[place] + self.wrong[place]
        return self.wrong[place] / total if total else math.nan

    def vote_weight(self, place: int) -> float:
        """Return log((1 - e) / e), e being the share of wrong weight.

        Above one half it is 1; in MOA 0, as for one never wrong and for all behind such a member.
        """
        if self.is_moa:
            error = self.error(place)
            is_heard = all(0.0 < self.error(k) < 0.5 for k in range(place + 1))
            return math.log((1.0 - error) / error) if is_heard else 0.0
        tiny = 1e-16
        error = self.wrong[place] + tiny
        error /= self.right[place] + self.wrong[place] + tiny
        return 1.0 if error > 0.5 else math.log((1.0 - error) / error)

    def replace(self, place: int) -> None:
        """Start a member anew, what it has counted included."""
        super().replace(place)
        self.right[place] = self.wrong[place] = 0.0

"""The same ensembles around objects of Python, row by row: slower, with the same random numbers."""

import copy
import math
from collections import deque
from typing import Any

from driftline import _core
from driftline.learners.python_pipeline import fresh, shown, takes_weight
from driftline.learners.python_verbs import Comparable, PythonVerbs

MOST_EVENTS = 1000


class PythonEnsemble(PythonVerbs):
    """What stands in front of an ensemble around objects of Python."""

    @property
    def members(self) -> list[Any]:
        """Copies of the members as they are now, in the order of their votes."""
        return copy.deepcopy(self._members.learners)

    @property
    def member_errors(self) -> list[float]:
        """Share of errors of each member; NaN where nobody counts."""
        return [self._members.error(place) for place in range(len(self._members.learners))]

    @property
    def member_columns(self) -> list[Any]:
        """Features that each member sees; None for all."""
        return [self._members.names(place) for place in range(len(self._members.learners))]

    @property
    def _members(self) -> Any:
        return self._model._learner


class PythonMembers(Comparable):
    """Learners that learn a row so often as a random number says, and the list of what was done."""

    def __init__(self, model: Any, n_models: int, seed: int) -> None:
        if n_models < 1:
            raise ValueError(f"n_models must be at least 1, not {n_models}")
        self.model, self.seed = fresh(model), seed
        self.learners = [self.new(place, 0) for place in range(n_models)]
        self.takes_weight = takes_weight(model.learn_one)
        self.learned = 0
        self.events: deque[tuple[int, int, str, float]] = deque(maxlen=MOST_EVENTS)

    def new(self, place: int, generation: int) -> Any:
        """Return an untaught learner, with a seed of its own if it takes one."""
        if "seed" not in getattr(self.model, "params", ()):
            return fresh(self.model)
        return self.model.clone({"seed": _core.member_seed(self.seed, place, generation)})

    def teach(self, learner: Any, x: Any, y: Any, times: float, w: float) -> None:
        """Let a learner learn a row several times over; one that takes weights learns it once."""
        if self.takes_weight and times > 0:
            learner.learn_one(x, y, w=times * w)
        elif not self.takes_weight:
            for _ in range(int(times)):
                learner.learn_one(x, y)

    def times(self, rate: float, place: int) -> float:
        """Return how often a member learns the row that comes."""
        return _core.bagging_weight(rate, self.seed, place, self.learned)

    def error(self, place: int) -> float:
        """Return a member's share of errors; NaN where nobody counts."""
        return math.nan

    def names(self, place: int) -> list[Any] | None:
        """Return the columns a member sees; None for all."""
        return None

    def __repr__(self) -> str:
        return shown(self.model)


class PythonVotes(PythonMembers):
    """Members that vote for labels."""

    def __init__(self, model: Any, n_models: int, seed: int) -> None:
        super().__init__(model, n_models, seed)
        self.labels: list[Any] = []  # in the order in which ties are decided

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Let every member learn."""
        self.learn_all(x, y, w)
        self.learned += 1
        if y not in self.labels:
            is_partner = len(self.labels) == 1 and self.labels[0] == 1
            self.labels.insert(0 if is_partner else len(self.labels), y)

    def learn_all(self, x: Any, y: Any, w: float) -> None:
        """Let every member learn a row in its own way."""
        for place, learner in enumerate(self.learners):
            self.teach(learner, x, y, self.times(1.0, place), w)

    def vote_weight(self, place: int) -> float:
        """Return how much a member's vote counts."""
        return 1.0

    def seen(self, place: int, x: Any) -> Any:
        """Return a row as a member sees it."""
        return x

    def predict_proba_one(self, x: Any) -> dict[Any, float]:
        """Return the summed votes as shares."""
        votes = dict.fromkeys(self.labels, 0.0)
        for place, learner in enumerate(self.learners):
            for label, share in _shares(learner, self.seen(place, x)).items():
                votes[label] = votes.get(label, 0.0) + share * self.vote_weight(place)
        total = sum(votes.values())
        return {k: v / total if total > 0.0 else 1.0 / len(votes) for k, v in votes.items()}

    def predict_one(self, x: Any) -> Any:
        """Return the label with the largest vote."""
        shares = self.predict_proba_one(x)
        if len(shares) == 2:  # a tie goes to the positive label of two, to the first of more
            first, second = shares
            return second if shares[second] >= shares[first] else first
        return max(shares, key=lambda label: shares[label], default=None)


class PythonMeans(PythonMembers):
    """Members whose numbers are averaged."""

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Let every member learn."""
        for place, learner in enumerate(self.learners):
            self.teach(learner, x, y, self.times(1.0, place), w)
        self.learned += 1

    def predict_one(self, x: Any) -> float:
        """Return the mean of what the members say."""
        return sum(learner.predict_one(x) or 0.0 for learner in self.learners) / len(self.learners)


def _shares(learner: Any, x: Any) -> dict[Any, float]:
    """Return a learner's shares; its one answer where it has none."""
    if hasattr(learner, "predict_proba_one"):
        shares: dict[Any, float] = learner.predict_proba_one(x)
        return shares
    said = learner.predict_one(x)
    return {} if said is None else {said: 1.0}

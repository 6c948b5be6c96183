"""The same ensembles around objects of Python, row by row: slower, with the same random numbers."""

import copy
import math
from collections import deque
from typing import Any

from driftline import _core
from driftline.detectors import ADWIN
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
    def member_columns(self) -> list[list[Any] | None]:
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
        return self.model.clone({"seed": _core._member_seed(self.seed, place, generation)})

    def teach(self, learner: Any, x: Any, y: Any, times: float, w: float) -> None:
        """Let a learner learn a row several times over; one that takes weights learns it once."""
        if self.takes_weight and times > 0:
            learner.learn_one(x, y, w=times * w)
        elif not self.takes_weight:
            for _ in range(int(times)):
                learner.learn_one(x, y)

    def times(self, rate: float, place: int) -> float:
        """Return how often a member learns the row that comes."""
        return _core._bagging_weight(rate, self.seed, place, self.learned)

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


class PythonForest(PythonVotes):
    """Members that are watched one by one, on some columns each."""

    def __init__(
        self,
        model: Any,
        ensemble: tuple[int, int],
        patch: tuple[float, Any],
        detectors: tuple[Any, Any],
        manner: tuple[bool, bool],
    ) -> None:
        super().__init__(model, *ensemble)
        (self.rate, self.subspace_size), self.detectors = patch, detectors
        self.weighs_votes, self.is_moa = manner
        size = len(self.learners)
        self.drift, self.warning = ([fresh(d) for _ in range(size)] for d in detectors)
        self.second: list[Any] = [None] * size
        self.made = [1] * size
        self.columns: list[Any] = [Columns(seed=self.seed, member=i) for i in range(size)]
        self.second_columns: list[Any] = [None] * size
        self.score = [(0, 0)] * size

    def vote_weight(self, place: int) -> float:
        """Return the share of right answers, 1 before the first."""
        right, seen = self.score[place]
        return right / seen if right and self.weighs_votes else 1.0

    def error(self, place: int) -> float:
        """Return a member's share of errors since it began."""
        right, seen = self.score[place]
        return (seen - right) / seen if seen else math.nan

    def names(self, place: int) -> list[Any] | None:
        """Return the columns a member sees."""
        return None if self.subspace_size is None else self.columns[place].seen()

    def seen(self, place: int, x: Any) -> Any:
        """Return the columns of a row that a member sees."""
        return x if self.subspace_size is None else self.columns[place].reduced(x)

    def learn_all(self, x: Any, y: Any, w: float) -> None:
        """Watch the error of every member, then let it learn."""
        for place in range(len(self.learners)):
            said = self.learners[place].predict_one(self.seen(place, x))
            right, seen = self.score[place]
            self.score[place] = right + (said == y), seen + 1
            times = 1.0 if self.rate == 0 else self.times(self.rate, place)
            if times > 0:
                self._learn_member(place, x, y, times, w)
                if self.is_moa:
                    said = self.learners[place].predict_one(self.seen(place, x))
                self._watch(place, float(said != y))

    def _learn_member(self, place: int, x: Any, y: Any, times: float, w: float) -> None:
        self.teach(self.learners[place], self._drawn(self.columns[place], x), y, times, w)
        if self.second[place] is not None:
            own = self._drawn(self.second_columns[place], x)
            self.teach(self.second[place], own, y, 1.0 if self.is_moa else times, w)

    def _drawn(self, columns: "Columns", x: Any) -> Any:
        if self.subspace_size is None:
            return x
        columns.widen(x, self.subspace_size)
        return columns.reduced(x)

    def _watch(self, place: int, error: float) -> None:
        if self.drift[place] is None:
            return
        self.drift[place].update(error)
        has_drifted = has_risen(self.drift[place])
        if self.warning[place] is not None:
            self.warning[place].update(error)
            if has_risen(self.warning[place]):
                self._note(place, "warning", self.warning[place])
                self.second[place], self.second_columns[place] = self._new(place)
                self.warning[place] = fresh(self.detectors[1])
        if has_drifted:
            self._note(place, "drift", self.drift[place])
            self._take_over(place)

    def _take_over(self, place: int) -> None:
        self.drift[place], self.score[place] = fresh(self.detectors[0]), (0, 0)
        if self.second[place] is None:
            self.learners[place], self.columns[place] = self._new(place)
            return
        self.learners[place], self.columns[place] = self.second[place], self.second_columns[place]
        self.second[place], self.second_columns[place] = None, None
        self.warning[place] = fresh(self.detectors[1])

    def _new(self, place: int) -> tuple[Any, "Columns"]:
        generation = self.made[place]
        self.made[place] += 1
        columns = Columns(seed=self.seed, member=place, generation=generation)
        return self.new(place, generation), columns

    def _note(self, place: int, kind: str, detector: Any) -> None:
        estimate = float(getattr(detector, "estimation", math.nan))
        self.events.append((self.learned, place, kind, estimate))


class Columns(Comparable):
    """Some of the columns, as core/driftline/ensembles/subspace.hpp draws them."""

    def __init__(self, seed: int, member: int, generation: int = 0) -> None:
        self.draw = (seed, member, generation)
        self.known: list[Any] = []
        self.chosen: set[Any] = set()
        self.chance: float | None = None

    def widen(self, x: dict[Any, Any], size: Any) -> None:
        """Meet the columns of a row."""
        new = [name for name in x if name not in self.known]
        chances = [_core._column_chance(*self.draw, len(self.known) + i) for i in range(len(new))]
        if self.chance is None:
            count = size_of(size, len(new))
            order = sorted(range(len(new)), key=chances.__getitem__)
            self.chosen = {new[i] for i in order[:count]}
            share = size if isinstance(size, float) else 1.0
            self.chance = count / len(new) if new else share
        else:
            chance = self.chance
            self.chosen |= {name for name, own in zip(new, chances, strict=True) if own < chance}
        self.known += new

    def seen(self) -> list[Any]:
        """Return the columns seen, in the order they came."""
        return [name for name in self.known if name in self.chosen]

    def reduced(self, x: dict[Any, Any]) -> dict[Any, Any]:
        """Return what is seen of a row."""
        return {name: value for name, value in x.items() if name in self.chosen}


def size_of(size: int | float | str, width: int) -> int:
    """Return how many of so many columns are seen."""
    root = round(math.sqrt(width)) + 1
    if isinstance(size, float):
        wanted = math.floor(size * width + 0.5)
    elif isinstance(size, int):
        wanted = size + (width if size < 0 else 0)
    else:
        wanted = root if size == "sqrt" else width - root
    return min(width, max(1, wanted))


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
        chance = _core._bagging_chance(self.seed, place, self.learned)
        if self.method == "half":
            return float(chance >= 0.5)
        error = self.errors[place].estimation
        return float(not is_right or (error != 1.0 and chance * (1.0 - error) < error))

    def replace(self, place: int) -> None:
        """Start a member anew."""
        self.events.append((self.learned, place, "replacement", self.errors[place].estimation))
        self.learners[place] = self.new(place, self.made[place])
        self.errors[place] = self.adwin.clone()
        self.made[place] += 1


class PythonBoosting(PythonCompared):
    """Members that pay more heed to what those before them got wrong."""

    def __init__(
        self, model: Any, ensemble: tuple[int, int], adwin: ADWIN, replaces_worst: bool
    ) -> None:
        super().__init__(model, ensemble, 1.0, "bag", adwin, True)
        self.replaces_worst = replaces_worst
        self.right, self.wrong = [0.0] * len(self.learners), [0.0] * len(self.learners)
        self.weight = 1.0  # of the row under way

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Hand the row from member to member."""
        self.weight = w
        super().learn_one(x, y, w)

    def learn_member(self, place: int, x: Any, y: Any, w: float) -> bool:
        """Let a member learn as often as the row's weight says, and change that weight."""
        self.teach(self.learners[place], x, y, self.times(self.weight, place), 1.0)
        is_right = self.learners[place].predict_one(x) == y
        counted = self.right if is_right else self.wrong
        counted[place] += self.weight
        self.weight *= (self.right[place] + self.wrong[place]) / (2.0 * counted[place])
        return self.replaces_worst and self.watch(place, not is_right)

    def error(self, place: int) -> float:
        """Return a member's share of wrong weight."""
        total = self.right[place] + self.wrong[place]
        return self.wrong[place] / total if total else math.nan

    def vote_weight(self, place: int) -> float:
        """Return log((1 - e) / e), e being the share of wrong weight; 1 above one half."""
        tiny = 1e-16
        error = (self.wrong[place] + tiny) / (self.right[place] + self.wrong[place] + tiny)
        return 1.0 if error > 0.5 else math.log((1.0 - error) / error)

    def replace(self, place: int) -> None:
        """Start a member anew, what it has counted included."""
        super().replace(place)
        self.right[place] = self.wrong[place] = 0.0


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


def has_risen(detector: Any) -> bool:
    """Tell whether there is a drift to more errors; detectors of others do not tell which way."""
    return bool(detector.drift_detected) and bool(getattr(detector, "_has_risen", True))


def _shares(learner: Any, x: Any) -> dict[Any, float]:
    """Return a learner's shares; its one answer where it has none."""
    if hasattr(learner, "predict_proba_one"):
        shares: dict[Any, float] = learner.predict_proba_one(x)
        return shares
    said = learner.predict_one(x)
    return {} if said is None else {said: 1.0}

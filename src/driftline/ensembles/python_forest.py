"""Forests around objects of Python, row by row: core/driftline/ensembles/forest_member.hpp."""

import math
from typing import Any

from driftline import _core
from driftline.ensembles.python_ensemble import PythonVotes
from driftline.ensembles.python_watch import PythonWatch
from driftline.learners.python_verbs import Comparable


class PythonForest(PythonWatch, PythonVotes):
    """Members that are watched one by one, on some columns each."""

    def __init__(
        self,
        model: Any,
        ensemble: tuple[int, int],
        patch: tuple[float, Any],
        detectors: tuple[Any, Any],
        manner: tuple[bool, bool],
    ) -> None:
        super().__init__(model, ensemble, detectors)
        self.rate, self.subspace_size = patch
        self.weighs_votes, self.is_moa = manner
        self.columns = [Columns(seed=self.seed, member=i) for i in range(len(self.learners))]

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
                self.watch(place, float(said != y))

    def _learn_member(self, place: int, x: Any, y: Any, times: float, w: float) -> None:
        self.teach(self.learners[place], self._drawn(self.columns[place], x), y, times, w)
        if self.second[place] is not None:
            learner, columns = self.second[place]
            self.teach(learner, self._drawn(columns, x), y, 1.0 if self.is_moa else times, w)

    def _drawn(self, columns: "Columns", x: Any) -> Any:
        if self.subspace_size is None:
            return x
        columns.widen(x, self.subspace_size)
        return columns.reduced(x)

    def made_anew(self, place: int, generation: int) -> tuple[Any, "Columns"]:
        """Return an untaught member and columns for it."""
        columns = Columns(seed=self.seed, member=place, generation=generation)
        return self.new(place, generation), columns

    def seat(self, place: int, member: tuple[Any, "Columns"]) -> None:
        """Put a member and its columns in their place."""
        self.learners[place], self.columns[place] = member


class Columns(Comparable):
    """Some of the columns, as core/driftline/ensembles/subspace.hpp has them."""

    def __init__(self, seed: int, member: int, generation: int = 0) -> None:
        self.draw = (seed, member, generation)
        self.known: list[Any] = []
        self.chosen: set[Any] = set()
        self.chance: float | None = None

    def widen(self, x: dict[Any, Any], size: Any) -> None:
        """Meet the columns of a row."""
        new = [name for name in x if name not in self.known]
        if self.chance is None:
            count = size_of(size, len(new))
            self.chosen = {new[i] for i in _core.chosen_columns(*self.draw, len(new), count)}
            share = size if isinstance(size, float) else 1.0
            self.chance = count / len(new) if new else share
        else:
            places = enumerate(new, start=len(self.known))
            self.chosen |= {
                name for i, name in places if _core.column_chance(*self.draw, i) < self.chance
            }
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

"""Accuracies of a finished run as one array, and ranks made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.evaluation.scipy_stats import scipy_stats
from driftline.reproduce.unlearning.methods import METHODS
from driftline.reproduce.unlearning.protocol import LEARNERS, PROBLEMS

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """Shares of right answers.

    Parameters
    ----------
    values
        By stream, noise, repetition, learner and arm.
    problems, noises, arms
        What the places along these axes stand for; learners are `LEARNERS`.
    """

    values: Array
    problems: tuple[str, ...]
    noises: tuple[float, ...]
    arms: tuple[str, ...]

    @property
    def repetitions(self) -> int:
        """How many streams of each kind there are."""
        return int(self.values.shape[2])

    def of(self, arm: str, problems: Sequence[str] | None = None) -> Array:
        """Return the accuracies of an arm by stream, noise, repetition and learner."""
        return self.among(problems).values[..., self.arms.index(arm)]

    def among(self, problems: Sequence[str] | None) -> "Scores":
        """Return the scores of some of the streams; None: of all."""
        if problems is None:
            return self
        places = [self.problems.index(name) for name in problems]
        return Scores(self.values[places], tuple(problems), self.noises, self.arms)

    def of_kind(self, kind: str) -> list[str]:
        """Return the streams whose drift is of a kind."""
        return [name for name in self.problems if PROBLEMS[name].kind == kind]

    def ranks(self, methods: Sequence[str] = METHODS) -> Array:
        """Rank the mean accuracies over repetitions, 1 for the best; equals share the mean rank.

        The answer is by stream, noise, learner and method.
        """
        places = [self.arms.index(method) for method in methods]
        means = self.values[..., places].mean(axis=2)
        ranks: Array = scipy_stats().rankdata(-means, axis=-1)
        return ranks


def joined(cells: Sequence[dict[str, Any]], arms: Sequence[str]) -> Scores:
    """Join the cells of a run; repetitions that not all streams have are left out."""
    problems = tuple(name for name in PROBLEMS if any(c["problem"] == name for c in cells))
    noises = tuple(sorted({cell["noise"] for cell in cells}))
    found = {(c["problem"], c["noise"], c["seed"]): c for c in cells}
    seeds = sorted({cell["seed"] for cell in cells})
    whole = [s for s in seeds if all((p, n, s) in found for p in problems for n in noises)]
    values = [[[_shares(found[p, n, s]) for s in whole] for n in noises] for p in problems]
    return Scores(np.array(values, dtype=np.float64), problems, noises, tuple(arms))


def _shares(cell: dict[str, Any]) -> list[list[float]]:
    return [[count / cell["rows"] for count in cell["right"][name]] for name in LEARNERS]

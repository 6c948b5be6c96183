"""Accuracies of cells as arrays that are easy to compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.evaluation.scipy_stats import scipy_stats

SURE = 0.01  # what p must be below


@dataclass(frozen=True)
class Scores:
    """`values[stream, seed, model]`, all with the same delay."""

    streams: tuple[str, ...]
    models: tuple[str, ...]
    values: NDArray[np.float64]

    def of(self, model: str, streams: Sequence[str] | None = None) -> NDArray[np.float64]:
        """Return the accuracies of a model, by stream and seed."""
        rows = [self.streams.index(name) for name in (streams or self.streams)]
        return self.values[rows, :, self.models.index(model)]

    def by_seed(self, model: str, streams: Sequence[str] | None = None) -> NDArray[np.float64]:
        """Return the mean of a model over streams, for each seed."""
        found: NDArray[np.float64] = self.of(model, streams).mean(axis=0)
        return found

    def means(self, streams: Sequence[str] | None = None) -> dict[str, float]:
        """Return the mean accuracy of each model in percent."""
        return {name: 100 * float(self.of(name, streams).mean()) for name in self.models}


def joined(cells: Sequence[dict[str, Any]], key: str, names: Sequence[str]) -> Scores:
    """Put cells into an array; `key` says which model or setting a cell is of."""
    streams = tuple(dict.fromkeys(cell["stream"] for cell in cells))
    seeds = sorted({cell["seed"] for cell in cells})
    values = np.full((len(streams), len(seeds), len(names)), np.nan)
    for cell in cells:
        if cell[key] in names:
            place = streams.index(cell["stream"]), seeds.index(cell["seed"]), names.index(cell[key])
            values[place] = cell["accuracy"]
    return Scores(streams, tuple(names), values)


@dataclass(frozen=True)
class Difference:
    """How far one is ahead of another in points, and how likely chance alone is as far."""

    points: float
    p_value: float

    @property
    def is_sure(self) -> bool:
        """Whether it is ahead, and chance alone would seldom put it there."""
        return self.points > 0 and self.p_value < SURE

    def __str__(self) -> str:
        chance = "p < 0.0001" if self.p_value < 1e-4 else f"p = {self.p_value:.2g}"
        return f"{self.points:+.2f} points, {chance}"


def ahead(one: NDArray[np.float64], other: NDArray[np.float64]) -> Difference:
    """Compare in pairs, one for each seed, by a two-sided t-test."""
    gaps = one - other
    if len(gaps) < 2 or np.ptp(gaps) == 0.0:
        return Difference(100 * float(gaps.mean()), 0.0 if gaps.any() else 1.0)
    test = scipy_stats().ttest_rel(one, other)
    return Difference(100 * float(gaps.mean()), float(test.pvalue))

"""One column under the eyes of a detector: where it drifts, and what it was like in between.

Detectors are made for numbers of about the size 0 to 1. The smallest and the largest of the first
values give the scale, and it stays: a scale that moved with the column would hide what is looked
for. Means are kept for each stretch between two drifts, and for at most `BINS` stretches of equal
length, from which the column can be drawn.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

FIRST_VALUES = 1_000
BINS = 512
DRIFT = 2


@dataclass(frozen=True)
class Found:
    """A drift of a column: its row, and the means of the stretches before and after it."""

    column: str
    row: int
    before: float
    after: float


class ColumnWatch:
    """Takes a column batch by batch."""

    def __init__(self, name: str, detector: Any, *, raw: bool = False) -> None:
        self.name = name
        self.trace = Trace()
        self.rows: list[int] = []
        self.detector = detector
        self._scale: tuple[float, float] | None = (0.0, 1.0) if raw else None
        self._stretches = [(0.0, 0)]  # sum and number of the values between two drifts

    def take(self, values: NDArray[np.float64], start: int) -> list[int]:
        """Look at the next rows, NaN where a value is missing; return those where drift shows."""
        there = np.flatnonzero(~np.isnan(values))
        known = values[there]
        if np.isinf(known).any():
            row = there[np.flatnonzero(np.isinf(known))[0]]
            raise ValueError(f"column {self.name!r}, row {row}: the value is infinite")
        if not len(known):
            return []
        self.trace.add(there + start, known)
        signals = self.detector.update_many(self._scaled(known))
        cuts = np.flatnonzero(signals == DRIFT)
        self._stretch(known, cuts)
        found = [int(row) for row in there[cuts] + start]
        self.rows += found
        return found

    @property
    def drifts(self) -> list[Found]:
        """What was found so far."""
        means = [total / count if count else float("nan") for total, count in self._stretches]
        return [
            Found(self.name, row, before, after)
            for row, before, after in zip(self.rows, means[:-1], means[1:], strict=True)
        ]

    def _scaled(self, known: NDArray[np.float64]) -> NDArray[np.float64]:
        if self._scale is None:
            first = known[:FIRST_VALUES]
            low, high = float(first.min()), float(first.max())
            self._scale = (low, high - low if high > low else 1.0)
        low, width = self._scale
        return (known - low) / width

    def _stretch(self, known: NDArray[np.float64], cuts: NDArray[np.intp]) -> None:
        for place, part in enumerate(np.split(known, cuts)):
            if place:
                self._stretches.append((0.0, 0))
            total, count = self._stretches[-1]
            self._stretches[-1] = (total + float(part.sum()), count + len(part))


class Trace:
    """The course of a column as means of equal stretches, few however long the stream is."""

    def __init__(self) -> None:
        self.width = 1  # rows of a stretch
        self._sums = np.zeros(BINS)
        self._counts = np.zeros(BINS, dtype=np.int64)

    def add(self, rows: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """Take values and the rows they stand in, ascending."""
        while rows[-1] >= self.width * BINS:
            self._sums = self._halved(self._sums)
            self._counts = self._halved(self._counts)
            self.width *= 2
        places = rows // self.width
        self._sums += np.bincount(places, weights=values, minlength=BINS)
        self._counts += np.bincount(places, minlength=BINS)

    def points(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the middle row and the mean of each stretch that has values."""
        full = np.flatnonzero(self._counts)
        return (full + np.float64(0.5)) * self.width, self._sums[full] / self._counts[full]

    def _halved(self, bins: Any) -> Any:
        return np.concatenate([bins.reshape(-1, 2).sum(axis=1), np.zeros(BINS // 2, bins.dtype)])

"""Virtual drift: the inputs move and the rule stays.

Between two drifts only rows of one region of the inputs are let through: one side of the median
of one numeric feature, as the first rows of the stream have it. About half of the stream is left
out, so it is used up twice as fast.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from driftline.sources.compose.places import places
from driftline.sources.errors import SourceError
from driftline.sources.selection import Kept, Selection
from driftline.stream import draws
from driftline.stream.batch import Batch, joined
from driftline.stream.stream import BATCH_ROWS, Drift, Stream

LOOK_ROWS = 1000
SHARE = 0.1  # of the first rows, at least, on each side of a median


def virtual(
    stream: Stream,
    *,
    at: Sequence[int] | int | None = None,
    drifts: int | None = None,
    within: int | None = None,
    seed: int | None = None,
) -> Stream:
    """Let the inputs of a stream move at each drift, while its rule stays as it is.

    Rows are chosen from a region of the inputs, another one after each drift; about every second
    row is left out. What the stream itself knows of drift is remapped to the rows that are left.

    Parameters
    ----------
    stream
        Any stream with a numeric feature.
    at
        Row of each drift, in the stream that comes out.
    drifts
        Number of drifts at random places, instead of `at`.
    within
        Rows in which random places lie.
    seed
        Seed of regions and random places; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> sources.virtual(sources.SEA(seed=1), at=[1000, 2000], seed=2).drifts[0]
    Drift(row=1000, width=0, kind='virtual')
    """
    own = draws.seed_or_new(seed)
    return Virtual(stream, places(at, drifts, within, 0, own), own)


@dataclass(frozen=True)
class Side:
    """One side of a number on one feature."""

    feature: str
    threshold: float
    is_above: bool

    def holds(self, batch: Batch) -> NDArray[np.bool_]:
        """Return whether each row lies on this side."""
        column = batch.x.column(self.feature)
        mask = (pc.greater if self.is_above else pc.less_equal)(column, self.threshold)
        return np.asarray(mask.fill_null(False).to_numpy(zero_copy_only=False))


class Virtual(Selection):
    """Rows of a stream inside a region that changes at each mark."""

    def __init__(self, stream: Stream, marks: tuple[int, ...], seed: int) -> None:
        super().__init__(stream, tuple(Drift(mark, 0, "virtual") for mark in marks))
        self._marks, self._seed = marks, seed

    def kept(self, rows: int = BATCH_ROWS) -> Iterator[Kept]:
        """Start a pass: look at the first rows, then choose."""
        batches = self._stream.batches(rows)
        sides, looked = self._look(batches)
        place, concept = 0, 0
        ends: list[int | None] = [*self._marks, None]
        for batch in _chain(looked, batches):
            begin = 0  # of the rows of this batch that no region has seen
            while begin < len(batch):
                rest = batch.slice(begin, len(batch) - begin)
                chosen = np.flatnonzero(sides[concept].holds(rest))
                end = ends[concept]
                if end is not None and len(chosen) >= end - place:
                    chosen, concept = chosen[: end - place], concept + 1
                    used = int(chosen[-1]) + 1
                else:
                    used = len(rest)
                if len(chosen):
                    yield Kept(rest.take(chosen), rest.start + chosen)
                place += len(chosen)
                begin += used

    def _look(self, batches: Iterator[Batch]) -> tuple[list[Side], list[Batch]]:
        looked: list[Batch] = []
        while sum(map(len, looked)) < LOOK_ROWS and (batch := next(batches, None)) is not None:
            looked.append(batch)
        if not looked:
            return [], []
        sides = list(_sides(joined(looked).slice(0, LOOK_ROWS)))
        if not sides:
            raise SourceError(
                f"{self._stream.facts.name}: no numeric feature has two sides to choose from"
            )
        # From one to any other, never twice the same.
        steps = 1 + draws.integers(self._seed, np.arange(len(self._marks) + 1), len(sides) - 1)
        return [sides[i] for i in np.cumsum(steps) % len(sides)], looked


def _sides(batch: Batch) -> Iterator[Side]:
    if batch.is_sparse:
        return
    for name, column in zip(batch.x.schema.names, batch.x.columns, strict=True):
        numbers = _numbers(column)
        if numbers is None or not len(numbers):
            continue
        threshold = float(np.median(numbers))
        if SHARE <= (numbers <= threshold).mean() <= 1.0 - SHARE:
            yield Side(name, threshold, is_above=False)
            yield Side(name, threshold, is_above=True)


def _numbers(column: Any) -> NDArray[np.float64] | None:
    array = column.drop_null().to_numpy(zero_copy_only=False)
    if array.dtype.kind not in "iuf":
        return None
    return np.asarray(array[~np.isnan(array)], dtype=np.float64)


def _chain(looked: list[Batch], batches: Iterator[Batch]) -> Iterator[Batch]:
    yield from looked
    yield from batches

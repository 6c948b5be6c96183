"""A stream from which rows are left out; what it knows of drift moves with the rows that stay."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.stream.batch import Batch
from driftline.stream.stream import BATCH_ROWS, Drift, Facts, Stream


@dataclass(frozen=True)
class Kept:
    """Rows that stay, and the number each had in the stream before."""

    batch: Batch
    rows: NDArray[Any]


class Selection(Stream):
    """Some rows of a stream, in their order. `drifts` are those the selection itself makes."""

    def __init__(self, stream: Stream, drifts: tuple[Drift, ...] = ()) -> None:
        self._stream, self._own = stream, drifts
        self._facts: Facts | None = None

    @abstractmethod
    def kept(self, rows: int = BATCH_ROWS) -> Iterator[Kept]:
        """Start a pass over the rows that stay; their `start` is not looked at."""

    @property
    def is_once(self) -> bool:
        """Whether the stream can be read only once."""
        return self._stream.is_once

    @property
    def is_endless(self) -> bool:
        """Whether the stream never ends."""
        return self._stream.is_endless

    @property
    def facts(self) -> Facts:
        """The facts of the stream. To find where its drifts lie now takes a pass up to the last."""
        if self._facts is None:
            facts = self._stream.facts
            drifts = None if self.is_once and facts.drifts else self._moved(facts.drifts)
            self._facts = replace(facts, rows=None, drifts=drifts)
        return self._facts

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass over the rows that stay."""
        place = 0
        for kept in self.kept(rows):
            yield replace(kept.batch, start=place)
            place += len(kept.batch)

    def _moved(self, drifts: tuple[Drift, ...] | None) -> tuple[Drift, ...] | None:
        if not drifts:
            return self._own or drifts
        edges = np.array([(d.row, d.row + d.width) for d in drifts])
        counts = np.zeros_like(edges)  # of rows kept before each edge
        for kept in self.kept():
            counts += np.searchsorted(kept.rows, edges)
            if kept.rows[-1] >= edges.max():
                break
        moved = [
            replace(drift, row=int(begin), width=int(end - begin))
            for drift, (begin, end) in zip(drifts, counts, strict=True)
        ]
        return tuple(sorted([*moved, *self._own], key=lambda drift: drift.row))

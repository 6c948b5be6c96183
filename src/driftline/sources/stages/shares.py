"""Labels in other shares than the stream has them.

For each row to come the label is drawn first, then the stream is read on to the next row that
has it; rows in between are left out. So the order of rows stays, no share of the stream need be
known, and a rare label costs as many rows as it takes to meet one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.sources.errors import SourceError
from driftline.sources.selection import Kept, Selection
from driftline.sources.stages.row_by_row import Stage
from driftline.stream import draws
from driftline.stream.batch import Batch
from driftline.stream.stream import BATCH_ROWS, Stream

PATIENCE_ROWS = 1_000_000


def imbalance(shares: Mapping[Any, float], *, seed: int | None = None) -> Stage:
    """Give labels the shares wanted, by leaving rows out.

    Labels that are not named share what is left, among themselves as they come along; if
    nothing is left they do not come. Rows without a label are left out. What the stream knows of
    drift is remapped to the rows that stay.

    Parameters
    ----------
    shares
        Share of rows for each label, in all at most 1.
    seed
        Seed of the draws; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SEA(seed=1) | sources.imbalance({1: 0.05}, seed=2)
    >>> 30 < sum(y for _, y in stream.take(1000)) < 70
    True
    """
    total = sum(shares.values())
    if not shares or min(shares.values()) < 0.0 or total > 1.0 + 1e-9:
        raise ValueError(
            f"imbalance: shares are 0 or more and 1 at most in all, not {dict(shares)}"
        )
    own = draws.seed_or_new(seed)
    params = {"shares": dict(shares), "seed": own}
    return Stage("imbalance", params, lambda stream: Balanced(stream, dict(shares), own))


class Balanced(Selection):
    """Rows of a stream whose labels come in given shares."""

    def __init__(self, stream: Stream, shares: dict[Any, float], seed: int) -> None:
        super().__init__(stream)
        known = stream.facts.labels
        unmet = [label for label in shares if known and label not in known]
        if unmet:
            raise ValueError(f"imbalance: {stream.facts.name} has no label {unmet[0]!r}")
        self._labels = list(shares)
        self._edges = np.cumsum(list(shares.values()))
        if self._edges[-1] > 1.0 - 1e-9:
            self._edges[-1] = 1.0
        self._seed = seed

    def kept(self, rows: int = BATCH_ROWS) -> Iterator[Kept]:
        """Start a pass."""
        waited = 0
        wishes = iter(self._wishes())
        wish = next(wishes)
        for batch in self._stream.batches(rows):
            where = self._places(batch)
            chosen, next_row = [], 0
            while (found := bisect_left(where[wish], next_row)) < len(where[wish]):
                chosen.append(where[wish][found])
                next_row = chosen[-1] + 1
                wish = next(wishes)
            waited = len(batch) - next_row if chosen else waited + len(batch)
            if waited > PATIENCE_ROWS:
                raise SourceError(
                    f"{self._stream.facts.name}: imbalance: {waited:,} rows have come without "
                    f"{self._name(wish)}"
                )
            if chosen:
                rows_chosen = np.array(chosen)
                yield Kept(batch.take(rows_chosen), batch.start + rows_chosen)

    def _wishes(self) -> Iterator[int]:
        """Yield the number of the label wanted for each row to come; one more means another."""
        place = 0
        while True:
            rows = np.arange(place, place + BATCH_ROWS)
            yield from self._wish(rows).tolist()
            place += BATCH_ROWS

    def _wish(self, rows: NDArray[Any]) -> NDArray[np.int64]:
        return np.searchsorted(self._edges, draws.uniforms(self._seed, rows), side="right")

    def _places(self, batch: Batch) -> list[list[int]]:
        """Return the rows of each label, and last those of all other labels."""
        where: list[list[int]] = [[] for _ in range(len(self._labels) + 1)]
        number = {label: i for i, label in enumerate(self._labels)}
        for row, label in enumerate([] if batch.y is None else batch.y.to_pylist()):
            if label is not None:
                where[number.get(label, -1)].append(row)
        return where

    def _name(self, wish: int) -> str:
        return f"label {self._labels[wish]!r}" if wish < len(self._labels) else "another label"

"""Rows whose label has not come yet.

At each step a row arrives and is predicted; then the labels that are due are scored, and learned
in the order in which their rows arrived. With one delay for all, rows leave in the order in which
they came, and pieces of whole batches are handed on without a copy. With delays of their own, the
rows that leave are picked out of those that wait.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from driftline.evaluation.decoded import as_arrow
from driftline.stream import Batch
from driftline.stream.batch import joined

#: When a label is due that never comes.
NEVER = np.iinfo(np.int64).max
#: The time of a row that knows none, so that it moves no clock.
LONG_AGO = np.iinfo(np.int64).min


@dataclass(frozen=True)
class Piece:
    """Rows to predict, one after another, and what is released meanwhile.

    Parameters
    ----------
    arriving
        The rows to predict.
    released
        Rows whose label comes, in the order of learning. None: the arriving ones themselves.
    own_steps
        For each released row the place of the arriving row after which it comes. None: one comes
        after each.
    own_rows
        The number in the stream of each released row. None: they are consecutive.
    """

    arriving: Batch
    released: Batch | None
    own_steps: NDArray[np.int64] | None = None
    own_rows: NDArray[np.int64] | None = None

    @property
    def lesson(self) -> Batch:
        """The released rows."""
        return self.arriving if self.released is None else self.released

    @property
    def steps(self) -> NDArray[np.int64]:
        """For each released row the place of the arriving row after which it comes."""
        if self.own_steps is not None:
            return self.own_steps
        return np.arange(len(self.lesson), dtype=np.int64)

    @property
    def rows(self) -> NDArray[np.int64]:
        """The number in the stream of each released row."""
        if self.own_rows is not None:
            return self.own_rows
        begin = self.lesson.start
        return np.arange(begin, begin + len(self.lesson), dtype=np.int64)


class FixedDelay:
    """All labels come the same number of rows later."""

    def __init__(self, delay: int) -> None:
        self.delay = delay
        self.held: list[Batch] = []

    @property
    def oldest(self) -> int | None:
        """The number of the first row that waits."""
        return self.held[0].start if self.held else None

    def take(
        self, batch: Batch, due: NDArray[np.int64] | None, clock: NDArray[np.int64] | None
    ) -> Iterator[Piece]:
        """Let rows arrive, and say what comes when."""
        if self.delay == 0:
            yield Piece(batch, None)
            return
        self.held.append(batch)
        done = 0
        while done < len(batch):
            first = batch.start + done - self.delay  # the row whose label comes first
            if first < self.held[0].start:
                length = min(len(batch) - done, self.held[0].start - first)
                yield _silent(batch.slice(done, length))
            else:
                length = min(len(batch) - done, len(self.held[0]))
                yield self._in_step(batch.slice(done, length), length)
            done += length

    def _in_step(self, arriving: Batch, length: int) -> Piece:
        oldest = self.held[0]
        released = oldest.slice(0, length)
        if length == len(oldest):
            self.held.pop(0)
        else:
            self.held[0] = oldest.slice(length, len(oldest) - length)
        return Piece(arriving, released)

    def state(self) -> tuple[Batch | None, dict[str, NDArray[np.int64]]]:
        """Return the rows that wait, and what else has to be kept."""
        return (joined([as_arrow(batch) for batch in self.held]) if self.held else None), {}

    def restore(self, rows: Batch | None, arrays: dict[str, NDArray[np.int64]]) -> None:
        """Take back what `state` gave."""
        self.held = [] if rows is None else [rows]

    def rest(self) -> NDArray[np.int64]:
        """Return the numbers of all rows that still wait."""
        parts = [np.arange(b.start, b.start + len(b), dtype=np.int64) for b in self.held]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


class OwnDelays:
    """Each label comes at a time of its own, on the clock of the stream.

    The rows of labels that never come are not held; only their numbers are. The clock does not run
    backwards: a row that is late in the stream finds it where the latest row before left it.
    """

    def __init__(self) -> None:
        self.now = LONG_AGO
        self.held: Batch | None = None
        self.rows = np.empty(0, dtype=np.int64)
        self.due = np.empty(0, dtype=np.int64)
        self.never: list[NDArray[np.int64]] = []

    @property
    def oldest(self) -> int | None:
        """The number of the first row that waits."""
        firsts = [int(part[0]) for part in (self.rows, *self.never[:1]) if len(part)]
        return min(firsts) if firsts else None

    def take(
        self, batch: Batch, due: NDArray[np.int64] | None, clock: NDArray[np.int64] | None
    ) -> Iterator[Piece]:
        """Let rows arrive, and say what comes when."""
        numbers = np.arange(batch.start, batch.start + len(batch), dtype=np.int64)
        due = numbers if due is None else due
        rows, dues = np.append(self.rows, numbers), np.append(self.due, due)
        waiting = batch if self.held is None else joined([self.held, batch])
        # Released after the first arrival whose clock has reached it, not before its own.
        own = np.append(np.zeros(len(self.rows), dtype=np.int64), np.arange(len(batch)))
        time = np.maximum.accumulate(np.maximum(numbers if clock is None else clock, self.now))
        self.now = int(time[-1])
        steps = np.maximum(np.searchsorted(time, dues), own)
        comes = np.flatnonzero(steps < len(batch))
        order = comes[np.argsort(steps[comes], kind="stable")]  # those of one step as they arrived
        yield Piece(batch, waiting.take(order), steps[order], rows[order])
        self._keep(waiting, rows, dues, steps >= len(batch))

    def _keep(
        self,
        waiting: Batch,
        rows: NDArray[np.int64],
        dues: NDArray[np.int64],
        waits: NDArray[np.bool_],
    ) -> None:
        lost = np.flatnonzero(waits & (dues == NEVER))
        if len(lost):
            self.never.append(rows[lost])
        kept = np.flatnonzero(waits & (dues != NEVER))
        self.rows, self.due = rows[kept], dues[kept]
        self.held = waiting.take(kept) if len(kept) else None

    def state(self) -> tuple[Batch | None, dict[str, NDArray[np.int64]]]:
        """Return the rows that wait, and what else has to be kept."""
        return self.held, {
            "rows": self.rows,
            "due": self.due,
            "never": self._all_never(),
            "now": np.array([self.now]),
        }

    def restore(self, rows: Batch | None, arrays: dict[str, NDArray[np.int64]]) -> None:
        """Take back what `state` gave."""
        self.held, self.rows, self.due = rows, arrays["rows"], arrays["due"]
        self.now = int(arrays["now"][0])
        self.never = [arrays["never"]] if len(arrays["never"]) else []

    def rest(self) -> NDArray[np.int64]:
        """Return the numbers of all rows that still wait, in the order of their arrival."""
        return np.sort(np.append(self.rows, self._all_never()))

    def _all_never(self) -> NDArray[np.int64]:
        return np.concatenate([np.empty(0, dtype=np.int64), *self.never])


def _silent(arriving: Batch) -> Piece:
    nothing = np.empty(0, dtype=np.int64)
    return Piece(arriving, replace(arriving.slice(0, 0), start=0), nothing, nothing)

"""What a model tells of itself: its `events`, in the words of a report.

A model written by others may have an attribute of that name that is something else. An
evaluation that has run for hours must not fail over it, so what has another form is left out.

A model counts the rows that it learns. By the time it learns a row the stream may be further on:
labels come late or never, and rows of weight 0 teach nothing.
"""

from dataclasses import replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.report import Event


def told_events(model: Any) -> tuple[Event, ...]:
    """Return the events of a model: those that are Events, or tuples of row, kind and detail."""
    told = getattr(model, "events", ())
    if not isinstance(told, list | tuple):
        return ()
    return tuple(event for event in map(_event, told) if event is not None)


def _event(told: Any) -> Event | None:
    match told:
        case Event():
            return told
        case (Integral() as row, str() as kind):
            return Event(int(row), kind)
        case (Integral() as row, str() as kind, str() as detail):
            return Event(int(row), kind, detail)
    return None


class EventRows:
    """Finds for each event the row of the stream after which it happened.

    Only the rows of events that the model still tells are kept, so the room is bounded. While
    every row is learned as it comes, both counts are one, and the model is not asked.
    """

    def __init__(self) -> None:
        self.learned = 0
        self.rows: dict[int, int] = {}  # of the stream, by number among those learned

    def follow(self, model: Any, rows: NDArray[np.int64]) -> None:
        """Take in after which row of the stream each of the newly learned rows was learned."""
        begin, self.learned = self.learned, self.learned + len(rows)
        if np.array_equal(rows, np.arange(begin, self.learned)):
            return
        told = {event.row for event in told_events(model)}
        before = {row: self.rows[row] for row in told & self.rows.keys()}
        new = {row: int(rows[row - begin]) for row in told if begin <= row < self.learned}
        self.rows = before | new

    def events(self, model: Any, end: int) -> tuple[Event, ...]:
        """Return the model's events by rows of the stream, of which `end` have come."""
        return tuple(replace(event, row=self._row(event.row, end)) for event in told_events(model))

    def _row(self, row: int, end: int) -> int:
        return self.rows.get(row, row if row < self.learned else end)

    def state(self) -> NDArray[np.int64]:
        """Return all of it as one array."""
        pairs = [(self.learned, 0), *sorted(self.rows.items())]
        return np.array(pairs, dtype=np.int64)

    def restore(self, state: NDArray[np.int64]) -> None:
        """Take back what `state` gave."""
        (self.learned, _), *pairs = state.tolist()
        self.rows = dict(pairs)

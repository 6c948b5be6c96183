"""A stream: rows in order, in batches, with the places where it is known to drift."""

import importlib
import operator
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from driftline.stream.batch import Batch

if TYPE_CHECKING:  # at run time it would cost every import of a model 0.1 s
    import pyarrow as pa

BATCH_ROWS = 8192

Kind = Literal["numeric", "nominal", "text", "time"]
Task = Literal["classification", "regression"]


@dataclass(frozen=True)
class Drift:
    """A place where the concept is known to change.

    Parameters
    ----------
    row
        The first row of the change.
    width
        Rows the change takes; 0 if it comes at once.
    kind
        "abrupt", "gradual", "incremental", "recurring" or "virtual".
    concept
        Number of the concept that begins; the stream begins with concept 0. None if nobody knows.
    """

    row: int
    width: int = 0
    kind: str = "abrupt"
    concept: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Facts:
    """What is known of a stream before its first row.

    Parameters
    ----------
    name
        How reports call it.
    features
        Kind of each feature by name, as far as they are known; a stream may bring new ones.
    target
        Name of the column to predict; None if there is none.
    task
        What kind of target it is; None if there is none.
    labels
        The labels, where the source knows them all.
    rows
        How many rows there are; None if unknown or endless.
    drifts
        Where the concept is known to change, ascending. None if nobody knows.
    weight
        Name of the column of weights; None if there is none.
    time
        Name of the column of timestamps; None if there is none.
    id
        Name of the column that names each row; None if there is none.
    """

    name: str
    features: dict[str, Kind]
    target: str | None = None
    task: Task | None = None
    labels: tuple[Any, ...] = ()
    rows: int | None = None
    drifts: tuple[Drift, ...] | None = None
    weight: str | None = None
    time: str | None = None
    id: str | None = None


class Stage(Protocol):
    """What may stand behind a stream and `|`."""

    def over(self, stream: "Stream") -> "Stream":
        """Return the stream as it leaves this stage."""


class Stream(ABC):
    """Rows in order. Every pass starts at the first row, unless the source can be read only once.

    A source of your own needs `facts` and `batches`; all other verbs come from these two.
    """

    @property
    @abstractmethod
    def facts(self) -> Facts:
        """What is known before the first row."""

    @abstractmethod
    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass: give all rows in order, at most `rows` at a time, none of them empty."""

    @property
    def is_once(self) -> bool:
        """Whether the source can be read only once, so that a second pass raises."""
        return False

    @property
    def is_endless(self) -> bool:
        """Whether a pass is known never to end: that of a generator without `rows`."""
        return False

    @property
    def drifts(self) -> tuple[Drift, ...]:
        """The places where the concept is known to change."""
        return self.facts.drifts or ()

    def take(self, n: int) -> "Stream":
        """Return the first `n` rows, or all if there are fewer."""
        return Part(self, 0, _count("n", n))

    def skip(self, n: int) -> "Stream":
        """Return the rows after the first `n`. They are still made or read, then passed over."""
        return Part(self, _count("n", n), None)

    def shuffle(self, seed: int) -> "Stream":
        """Return all rows in a random order.

        The whole stream is held in memory while a pass runs, so it must have an end. Rows of all
        concepts are mixed, so there is no drift left.
        """
        shuffled: Stream = _later("shuffled").Shuffled(self, seed)
        return shuffled

    def to_arrow(self) -> "pa.Table":
        """Return the whole stream as a table: features, target, weight, time, id, delay.

        The schema's metadata hold, as JSON under `driftline`, the role of each column and the
        places of drift; `driftline.sources.stream` and `read` find them again.
        """
        return _later("export").to_arrow(self)

    def to_parquet(self, path: str | Path) -> None:
        """Write the stream to a Parquet file, batch by batch, with what `to_arrow` puts in it.

        The file appears under its name when it is whole; if the stream fails, nothing is left.
        """
        _later("export").to_parquet(self, path)

    def to_csv(self, path: str | Path) -> None:
        """Write the stream to a CSV file, batch by batch; the places of drift are not kept."""
        _later("export").to_csv(self, path)

    def __iter__(self) -> Iterator[tuple[dict[Any, Any], Any]]:
        """Give each row as `(x, y)`, the way River writes a stream."""
        for batch in self.batches():
            yield from batch.rows()

    def __or__(self, stage: Stage) -> "Stream":
        return stage.over(self)

    def __repr__(self) -> str:
        return f"<stream {self.facts.name}>"


class Part(Stream):
    """The rows of a stream from `begin` on, at most `length` of them."""

    def __init__(self, stream: Stream, begin: int, length: int | None) -> None:
        self._stream, self._begin, self._length = stream, begin, length

    def __repr__(self) -> str:
        whole = repr(self._stream)
        if self._begin:
            whole += f".skip({self._begin})"
        return whole if self._length is None else f"{whole}.take({self._length})"

    @property
    def facts(self) -> Facts:
        """The facts of the whole, with rows counted from the first one kept."""
        facts = self._stream.facts
        rows = None if facts.rows is None else max(0, facts.rows - self._begin)
        if self._length is not None and (rows is not None or self._stream.is_endless):
            rows = self._length if rows is None else min(rows, self._length)
        drifts = None if facts.drifts is None else tuple(self._kept_drifts(facts.drifts))
        return replace(facts, rows=rows, drifts=drifts)

    @property
    def is_once(self) -> bool:
        """Whether the whole can be read only once."""
        return self._stream.is_once

    @property
    def is_endless(self) -> bool:
        """Whether the whole never ends, and this part goes on with it."""
        return self._length is None and self._stream.is_endless

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass over the whole and stop after the last row kept."""
        end = None if self._length is None else self._begin + self._length
        if self._length == 0:
            return
        place = 0
        for batch in self._stream.batches(rows):
            first = max(0, self._begin - place)
            last = len(batch) if end is None else min(len(batch), end - place)
            if first < last:
                kept = batch.slice(first, last - first)
                yield replace(kept, start=place + first - self._begin)
            place += len(batch)
            if end is not None and place >= end:
                return

    def _kept_drifts(self, drifts: tuple[Drift, ...]) -> Iterator[Drift]:
        """Yield the drifts that are not over before the part begins, nor begin after its end."""
        first: int | None = 0  # the concept that the part begins with
        for drift in drifts:
            row = drift.row - self._begin
            if row + drift.width <= 0:
                first = drift.concept
            drift = replace(drift, concept=_seen_from(first, drift.concept))
            if self._length is not None and row >= self._length:
                continue
            if row >= 0:
                yield replace(drift, row=row)
            elif row + drift.width > 0:  # under way: what is left of it begins at row 0
                yield replace(drift, row=0, width=row + drift.width)


def _seen_from(first: int | None, concept: int | None) -> int | None:
    """Return the number of a concept where `first` is to be number 0: the two change places."""
    if first is None or concept is None:
        return None
    return {first: 0, 0: first}.get(concept, concept)


def _count(name: str, n: int) -> int:
    if operator.index(n) < 0:
        raise ValueError(f"{name} must be at least 0, not {n}")
    return operator.index(n)


def _later(module: str) -> Any:
    """Load a neighbour that needs this file, or pyarrow, when it is first used."""
    return importlib.import_module(f"driftline.stream.{module}")

"""A stream: rows in order, in batches, with the places where it is known to drift."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from driftline.stream.batch import Batch

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
    """

    row: int
    width: int = 0
    kind: str = "abrupt"


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
    """

    name: str
    features: dict[str, Kind]
    target: str | None = None
    task: Task | None = None
    labels: tuple[Any, ...] = ()
    rows: int | None = None
    drifts: tuple[Drift, ...] | None = None


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
    def drifts(self) -> tuple[Drift, ...]:
        """The places where the concept is known to change."""
        return self.facts.drifts or ()

    def __iter__(self) -> Iterator[tuple[dict[Any, Any], Any]]:
        """Give each row as `(x, y)`, the way River writes a stream."""
        for batch in self.batches():
            yield from batch.rows()

    def __or__(self, stage: Stage) -> "Stream":
        return stage.over(self)

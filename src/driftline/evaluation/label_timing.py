"""When labels come, and which of them are learned."""

import math
import numbers
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from driftline.evaluation.waiting import LONG_AGO, NEVER, FixedDelay, OwnDelays, Piece
from driftline.sources import SourceError, delayed_labels
from driftline.sources.errors import unknown
from driftline.stream import Batch, Stream, draws
from driftline.stream.tables import as_numpy

_LABEL_DRAW = 11


def counted(name: str, rows: Any, least: int = 1) -> int:
    """Return a number of rows, `least` or more; 1000.0 is 1000.

    Examples
    --------
    >>> counted("window", 1000.0)
    1000
    """
    is_number = isinstance(rows, numbers.Real) and not isinstance(rows, bool)
    if not is_number or not math.isfinite(rows) or rows != int(rows) or rows < least:
        raise ValueError(f"{name} must be a whole number of rows, {least} or more, not {rows!r}")
    return int(rows)


@dataclass(frozen=True)
class RandomDelay:
    """Each label comes after a number of further rows drawn evenly from `low` to `high`.

    Examples
    --------
    >>> from driftline import evaluation, learners, sources
    >>> delay = evaluation.RandomDelay(0, 100, seed=3)
    >>> stream = sources.SEA(seed=1).take(1_000)
    >>> report = evaluation.prequential(learners.GaussianNB(), stream, delay=delay)
    >>> report.settings["delay"]
    'RandomDelay(low=0, high=100, seed=3)'
    """

    low: int
    high: int
    seed: int = 0


@dataclass(frozen=True)
class RandomLabels:
    """Each label is learned with this probability. All are scored.

    Examples
    --------
    >>> RandomLabels(0.1).learned(np.arange(1_000)).sum() < 150
    np.True_
    """

    share: float
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0.0 <= self.share <= 1.0:
            raise ValueError(f"labels: a share lies between 0 and 1, not {self.share}")

    def learned(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell of each row number whether its label is learned."""
        return draws.uniforms(self.seed, rows, _LABEL_DRAW) < self.share


@dataclass(frozen=True)
class EveryKth:
    """The k-th label is learned, the 2k-th, and so on. All are scored.

    Examples
    --------
    >>> EveryKth(10).learned(np.arange(30)).nonzero()
    (array([ 9, 19, 29]),)
    """

    k: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", counted("k of EveryKth", self.k))

    def learned(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell of each row number whether its label is learned."""
        return np.asarray((rows + 1) % self.k == 0)

    def learned_from(self, begin: int, count: int) -> NDArray[np.bool_]:
        """Tell the same of `count` rows from row `begin` on, without a division for each."""
        learned = np.zeros(count, dtype=np.bool_)
        learned[(-begin - 1) % self.k :: self.k] = True
        return learned


Delay = int | float | str | RandomDelay | None
Labels = str | RandomLabels | EveryKth | None


def learned_of(labels: str | RandomLabels | EveryKth, piece: Piece) -> NDArray[np.bool_]:
    """Tell which of the released rows' labels are learned."""
    if isinstance(labels, str):
        return np.zeros(len(piece.lesson), dtype=np.bool_)
    if isinstance(labels, EveryKth) and piece.own_rows is None:
        return labels.learned_from(piece.lesson.start, len(piece.lesson))
    return labels.learned(piece.rows)


def check_labels(labels: Any) -> None:
    """Raise unless `labels` says which labels are learned."""
    if labels is None or labels == "none" or isinstance(labels, RandomLabels | EveryKth):
        return
    raise ValueError(
        f"labels: {labels!r}; wanted are None for all, 'none', RandomLabels(0.1) or EveryKth(10)"
    )


@dataclass(frozen=True)
class Timing:
    """When labels come: all after `fixed` rows, or each by its own `due` on the stream's clock."""

    stream: Stream
    fixed: int | None = None
    time_column: str | None = None

    @classmethod
    def of(cls, delay: Delay, stream: Stream) -> "Timing":
        """Find out what `delay` means on this stream."""
        if isinstance(delay, RandomDelay):
            return cls(stream | delayed_labels(random=(delay.low, delay.high), seed=delay.seed))
        if isinstance(delay, str):
            return cls._by_column(delay, stream)
        if delay is None:
            return cls(stream)
        if isinstance(delay, bool) or delay != delay or delay < 0:
            raise ValueError(f"delay must be 0 or more rows, not {delay!r}")
        if math.isinf(delay):
            return cls(stream, fixed=NEVER)
        if delay != int(delay):
            raise ValueError(f"delay is a whole number of rows, not {delay!r}")
        return cls(stream, fixed=int(delay))

    @classmethod
    def _by_column(cls, column: str, stream: Stream) -> "Timing":
        kind = stream.facts.features.get(column)
        if kind is None:
            raise ValueError(f"delay: {unknown('column', column, stream.facts.features)}")
        if kind != "time":
            return cls(stream | delayed_labels(column=column))
        if stream.facts.time is None:
            raise ValueError(
                f"delay: column {column!r} tells the time at which a label comes, but the stream "
                "does not know the time of its rows: name that column with time="
            )
        return cls(stream, time_column=column)

    def queue(self, due: NDArray[np.int64] | None) -> FixedDelay | OwnDelays:
        """Return an empty queue for such labels; `due` is what `split` gave."""
        return FixedDelay(self.fixed or 0) if due is None else OwnDelays()

    def split(
        self, batch: Batch
    ) -> tuple[Batch, NDArray[np.int64] | None, NDArray[np.int64] | None]:
        """Return the rows without what tells of delay, when each label is due, and the clock.

        None in place of due times means that every label comes `fixed` rows later, None in place
        of the clock that it counts rows.
        """
        if self.time_column is not None:
            place = batch.x.schema.get_field_index(self.time_column)
            due = _nanoseconds(batch.x.column(place), self.time_column, batch.start, NEVER)
            trimmed = batch.x.remove_column(place)
            ticks = _nanoseconds(batch.time, "time", batch.start, LONG_AGO)
            return _with_x(batch, trimmed), due, ticks
        if self.fixed == NEVER:
            return batch, np.full(len(batch), NEVER), None
        if self.fixed is not None or batch.delay is None:
            return batch, None, None
        delay = as_numpy(pc.fill_null(batch.delay.cast(pa.int64()), -1))
        rows = np.arange(batch.start, batch.start + len(batch), dtype=np.int64)
        return batch, np.where(delay < 0, NEVER, rows + np.maximum(delay, 0)), None


def _with_x(batch: Batch, x: Any) -> Batch:
    return Batch(x, batch.y, batch.w, batch.time, batch.id, batch.delay, batch.start)


def _nanoseconds(column: Any, name: str, start: int, missing: int) -> NDArray[np.int64]:
    if not pa.types.is_timestamp(column.type) and not pa.types.is_date(column.type):
        raise SourceError(f"column {name!r}, row {start} or later: a timestamp is wanted")
    ticks = column.cast(pa.timestamp("ns", tz=getattr(column.type, "tz", None))).cast(pa.int64())
    return as_numpy(pc.fill_null(ticks, missing))

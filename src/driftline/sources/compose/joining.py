"""Streams joined at drifts: abrupt, gradual, or coming back again and again."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from driftline.sources.categories import Categories
from driftline.sources.compose.cursor import Cursor
from driftline.sources.compose.places import places
from driftline.sources.compose.plan import Plan, Region
from driftline.sources.errors import SourceError
from driftline.stream import draws
from driftline.stream.batch import Batch, joined
from driftline.stream.stream import BATCH_ROWS, Drift, Facts, Stream


def drift(
    streams: Sequence[Stream],
    *,
    at: Sequence[int] | int | None = None,
    drifts: int | None = None,
    within: int | None = None,
    width: int = 0,
    seed: int | None = None,
) -> Stream:
    """Join streams: at each drift the next one takes over, at once or over some rows.

    A stream advances only when a row is drawn from it. The joined one ends with the last stream;
    an earlier one that ends too soon is an error. If there are more drifts than that takes, the
    streams come round again, each going on where it was left.

    Parameters
    ----------
    streams
        The concepts, in order.
    at
        Row of each drift.
    drifts
        Number of drifts at random places, instead of `at`.
    within
        Rows in which random places lie.
    width
        Rows that a drift takes. In row j of W the new stream is drawn with probability
        1 / (1 + exp(-4 (j - W/2) / W)); 0 is at once.
    seed
        Seed of the draws and of random places; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> before, after = sources.SEA(variant=0, seed=1), sources.SEA(variant=2, seed=2)
    >>> stream = sources.drift([before, after], at=1000, width=200, seed=3)
    >>> stream.drifts
    (Drift(row=1000, width=200, kind='gradual'),)
    """
    own = draws.seed_or_new(seed)
    marks = places(at, drifts, within, width, own)
    if len(marks) < len(streams) - 1:
        raise ValueError(f"{len(streams)} streams need {len(streams) - 1} drifts, not {len(marks)}")
    return Joined(streams, marks, width, own, "gradual" if width else "abrupt")


def recurring(
    streams: Sequence[Stream], *, every: int, times: int, width: int = 0, seed: int | None = None
) -> Stream:
    """Join streams that take turns: each comes back, and goes on where it was left.

    Parameters
    ----------
    streams
        The concepts, in the order of their turns.
    every
        Rows from one drift to the next.
    times
        Number of drifts.
    width
        Rows that a drift takes, as in `drift`; 0 is at once.
    seed
        Seed of the draws; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.recurring(
    ...     [sources.SEA(variant=0, seed=1), sources.SEA(variant=2, seed=2)], every=500, times=3
    ... )
    >>> [drift.row for drift in stream.drifts]
    [500, 1000, 1500]
    """
    if every < 1 or times < 1:
        raise ValueError(f"every and times must be at least 1, not {every} and {times}")
    own = draws.seed_or_new(seed)
    marks = places([every * turn for turn in range(1, times + 1)], None, None, width, own)
    return Joined(streams, marks, width, own, "recurring")


class Joined(Stream):
    """Rows drawn from several streams by a plan."""

    def __init__(
        self, streams: Sequence[Stream], marks: tuple[int, ...], width: int, seed: int, kind: str
    ) -> None:
        self._streams = tuple(streams)
        _check(self._streams)
        self._plan = Plan(len(self._streams), marks, width, seed)
        self._kind = kind
        self._facts = self._joined_facts()

    @property
    def facts(self) -> Facts:
        """The facts of all streams together, with their drifts where they come to lie."""
        return self._facts

    @property
    def is_once(self) -> bool:
        """Whether one of the streams can be read only once."""
        return any(stream.is_once for stream in self._streams)

    @property
    def is_endless(self) -> bool:
        """Whether the last stream never ends."""
        return self._streams[len(self._plan.marks) % len(self._streams)].is_endless

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass over all streams."""
        cursors = [Cursor(stream, rows) for stream in self._streams]
        categories: dict[str, Categories] = {}
        place = 0
        for region in self._plan.regions():
            while place < region.end:
                count = min(rows, region.end - place)
                batch = self._drawn(cursors, region, place, count)
                if batch is not None:
                    yield _unified(replace(batch, start=place), categories)
                    place += len(batch)
                if batch is None or (region.new is not None and len(batch) < count):
                    if place < self._plan.marks[-1]:
                        raise self._too_short(
                            region.old if region.new is None else region.new, place
                        )
                    return

    def _drawn(self, cursors: list[Cursor], region: Region, place: int, count: int) -> Batch | None:
        if region.new is None:
            return cursors[region.old].some(count)
        is_new = self._plan.is_new(region, place, place + count)
        parts = [
            cursors[region.old].all(int((~is_new).sum())),
            cursors[region.new].all(int(is_new.sum())),
        ]
        have = [0 if part is None else len(part) for part in parts]
        wanted = np.where(is_new, np.cumsum(is_new), np.cumsum(~is_new))  # how many of its source
        missing = np.flatnonzero(wanted > np.where(is_new, have[1], have[0]))
        end = int(missing[0]) if len(missing) else count
        if len(missing) and not is_new[end]:
            raise self._too_short(region.old, place + end)
        order = (wanted - 1 + np.where(is_new, have[0], 0))[:end]
        there = [part for part in parts if part is not None]
        return joined(there).take(order) if end else None

    def _too_short(self, source: int, place: int) -> SourceError:
        return SourceError(
            f"stream {source} ({self._streams[source].facts.name}) ended, at row {place:,}, before "
            "its last drift was over; place the drifts earlier, or give longer streams"
        )

    def _joined_facts(self) -> Facts:
        facts = [stream.facts for stream in self._streams]
        labels = tuple(dict.fromkeys(label for f in facts for label in f.labels))
        return replace(
            facts[0],
            name=" then ".join(dict.fromkeys(f.name for f in facts)),
            features={name: kind for f in facts for name, kind in f.features.items()},
            labels=labels if all(f.labels for f in facts) else (),
            rows=self._rows(),
            drifts=tuple(self._all_drifts()),
        )

    def _rows(self) -> int | None:
        """Return where the last stream ends, or raise if another one ends before."""
        ends = {}
        for source, stream in enumerate(self._streams):
            if (rows := stream.facts.rows) is not None:
                end = self._plan.row_of(source, rows)
                if end is not None:
                    ends[source] = end
        if not ends:
            return None
        source = min(ends, key=lambda source: ends[source])
        last = len(self._plan.marks) % len(self._streams)
        if ends[source] < self._plan.marks[-1] or source != last:
            name, rows = self._streams[source].facts.name, self._streams[source].facts.rows
            raise ValueError(
                f"stream {source} ({name}) has {rows:,} rows and would end at row "
                f"{ends[source]:,}, before its last drift is over"
            )
        return ends[source]

    def _all_drifts(self) -> Iterator[Drift]:
        is_simple = not any(stream.drifts for stream in self._streams)  # one source, one concept
        numbers = {id(stream): i for i, stream in reversed([*enumerate(self._streams)])}
        concepts = [numbers[id(stream)] if is_simple else None for stream in self._streams]
        own = [
            Drift(mark, self._plan.width, self._kind, concepts[i % self._plan.sources])
            for i, mark in enumerate(self._plan.marks, 1)
        ]
        inner = [
            moved
            for source, stream in enumerate(self._streams)
            for drift in stream.drifts
            if (moved := self._moved(source, drift)) is not None
        ]
        yield from sorted(own + inner, key=lambda drift: drift.row)

    def _moved(self, source: int, drift: Drift) -> Drift | None:
        """Return a stream's own drift where it comes to lie in the joined one."""
        begin = self._plan.row_of(source, drift.row)
        if begin is None:
            return None
        end = self._plan.row_of(source, drift.row + drift.width)
        return replace(drift, row=begin, width=0 if end is None else end - begin)


def _check(streams: tuple[Stream, ...]) -> None:
    if len(streams) < 2:
        raise ValueError(f"two streams or more are joined, not {len(streams)}")
    for one, other in itertools.combinations(streams, 2):
        if one is other and one.is_once:
            raise ValueError(f"{one.facts.name} can be read only once and is given twice")
    tasks = {stream.facts.task for stream in streams}
    if len(tasks) > 1:
        found = ", ".join(sorted(map(str, tasks)))
        raise ValueError(f"the streams have different tasks: {found}")


def _unified(batch: Batch, categories: dict[str, Categories]) -> Batch:
    """Return the batch with codes that mean the same in all streams."""
    y = batch.y
    if y is not None and pa.types.is_dictionary(y.type):
        y = categories.setdefault("", Categories()).encode(y)
    x: Any = batch.x
    if not batch.is_sparse and any(pa.types.is_dictionary(kind) for kind in x.schema.types):
        arrays = [
            categories.setdefault(f"x {name}", Categories()).encode(column)
            if pa.types.is_dictionary(column.type)
            else column
            for name, column in zip(x.schema.names, x.columns, strict=True)
        ]
        x = pa.RecordBatch.from_arrays(arrays, names=x.schema.names)
    return replace(batch, x=x, y=y)

"""Samplers behind a stream and `|`: what leaves them is a stream of fewer rows."""

import difflib
import importlib
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline import _core
from driftline.samplers import offers
from driftline.stream import Batch, Drift, Facts, Stream
from driftline.stream.stream import BATCH_ROWS

#: A power of two, so that no bucket is likelier than another.
BUCKETS = 2**32


def sample_by_key(column: str, proportion: float, *, seed: int = 0) -> "KeyStage":
    """Keep all rows of a proportion of the keys: `stream | sample_by_key("user", 1 / 10)`.

    Questions about each key (does a user come back?) keep their answers, which a sample of rows
    would change. The same key is kept in every stream sampled with the same seed, and the keys
    of a smaller proportion are among those of a larger one. Rows without a key are not kept.

    Parameters
    ----------
    column
        Name of the keys' column, of the features or the target: text, bytes or whole numbers.
    proportion
        Which part of the keys to keep, above 0 and at most 1.
    seed
        Another seed keeps other keys.

    Examples
    --------
    >>> from driftline.samplers import sample_by_key
    >>> stage = sample_by_key("user", 1 / 10)
    >>> stage.kept(["user1", "user11", "user2", None, "user11"]).tolist()
    [1, 4]
    """
    return KeyStage(column, proportion, seed)


def sample_by_row(proportion: float, *, seed: int | None = None) -> "RowStage":
    """Keep each row with the same probability, whatever the others do.

    Fair for questions about rows. For questions about keys it is not: of a user's rows some are
    kept and some are not, so what the user does twice is mostly seen once. See `sample_by_key`.

    Parameters
    ----------
    proportion
        Probability with which a row is kept, above 0 and at most 1.
    seed
        Seed of the random numbers; None draws one now.

    Examples
    --------
    >>> from driftline.samplers import sample_by_row
    >>> sample_by_row(1 / 4, seed=7).kept(1000, 12).tolist()
    [1000, 1003, 1004, 1009, 1010]
    """
    return RowStage(proportion, offers.drawn(seed))


@dataclass(frozen=True)
class KeyStage:
    """Keeps the rows of some keys; made by `sample_by_key`."""

    column: str
    proportion: float
    seed: int

    def __post_init__(self) -> None:
        self.kept([])  # refuses a bad proportion or seed now

    def kept(self, keys: Any) -> NDArray[np.int64]:
        """Return the places of the keys that are kept."""
        hashes, flags = offers.keys(keys)
        places = _core.sampled_places(hashes, flags, self.proportion, BUCKETS, self.seed)
        return np.asarray(places)

    def over(self, stream: Stream) -> Stream:
        """Return the stream of the rows whose keys are kept."""
        return _ByKey(stream, self)


@dataclass(frozen=True)
class RowStage:
    """Keeps rows independently of each other; made by `sample_by_row`."""

    proportion: float
    seed: int

    def __post_init__(self) -> None:
        self.kept(0, 0)

    def kept(self, start: int, count: int) -> NDArray[np.int64]:
        """Return which of `count` rows from `start` on are kept, by their places in the stream.

        The number of a row is its key, so batches of any size keep the same rows.
        """
        hashes, _ = offers.keys(np.arange(start, start + count))
        places = _core.sampled_places(hashes, None, self.proportion, BUCKETS, self.seed)
        return np.asarray(places) + start

    def over(self, stream: Stream) -> Stream:
        """Return the stream of the rows that are kept."""
        return _ByRow(stream, self)


class _Filtered(Stream):
    """A stream of some rows of another; which ones, each batch can tell by itself."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    @abstractmethod
    def _kept(self, batch: Batch) -> NDArray[np.int64]:
        """Return the places in the batch of the rows that stay."""

    @property
    def is_once(self) -> bool:
        """Whether the stream can be read only once."""
        return self._stream.is_once

    @property
    def is_endless(self) -> bool:
        """Whether the stream never ends."""
        return self._stream.is_endless

    @cached_property
    def facts(self) -> Facts:
        """What is known of the stream before; where drifts are known, rows are counted for them."""
        facts = self._stream.facts
        if not facts.drifts:
            return replace(facts, rows=None)
        return replace(facts, rows=None, drifts=remapped(facts.drifts, self._count_before))

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Give the rows that stay, at most `rows` at a time."""
        start = 0
        for batch in self._stream.batches(rows):
            places = self._kept(batch)
            if len(places):
                yield replace(batch.take(places), start=start)
                start += len(places)

    def _count_before(self, rows: list[int]) -> list[int]:
        """Return how many rows stay of those before each of these, in one pass up to the last."""
        places: list[NDArray[np.int64]] = []
        for batch in self._stream.batches():
            if batch.start >= rows[-1]:
                break
            places.append(self._kept(batch) + batch.start)
        kept = np.concatenate(places) if places else np.empty(0, np.int64)
        return [int(count) for count in np.searchsorted(kept, rows)]


class _ByKey(_Filtered):
    def __init__(self, stream: Stream, stage: KeyStage) -> None:
        super().__init__(stream)
        self._stage = stage
        _check_column(stage.column, stream.facts)

    def _kept(self, batch: Batch) -> NDArray[np.int64]:
        return self._stage.kept(self._keys(batch))

    def _keys(self, batch: Batch) -> Any:
        name = self._stage.column
        if not batch.is_sparse and name in batch.x.schema.names:
            return batch.x.column(name)
        if name == self._stream.facts.target and batch.y is not None:
            return batch.y
        raise ValueError(f"column {name!r} is not in the batch from row {batch.start} on")


class _ByRow(_Filtered):
    def __init__(self, stream: Stream, stage: RowStage) -> None:
        super().__init__(stream)
        self._stage = stage

    def _kept(self, batch: Batch) -> NDArray[np.int64]:
        return self._stage.kept(batch.start, len(batch)) - batch.start


class SampledStream(Stream):
    """The rows of a stream that are in a sample at its end, in their order.

    The stream is gone over once, on the first use, and must have an end. Only rows that are in
    the sample at the end of their batch are kept, and of these not many more than in the sample.
    """

    def __init__(self, stream: Stream, sampler: Any) -> None:
        self._stream = stream
        self._sampler = sampler

    @property
    def facts(self) -> Facts:
        """What is known of the stream before, with the number of rows in the sample."""
        facts = self._stream.facts
        places, _ = self._sample

        def count_before(rows: list[int]) -> list[int]:
            return [int(count) for count in np.searchsorted(places, rows)]

        drifts = remapped(facts.drifts, count_before) if facts.drifts else facts.drifts
        return replace(facts, rows=len(places), drifts=drifts)

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Give the rows of the sample, at most `rows` at a time."""
        _, sample = self._sample
        if sample is None:
            return
        for start in range(0, len(sample), rows):
            yield sample.slice(start, min(rows, len(sample) - start))

    @cached_property
    def _sample(self) -> tuple[NDArray[np.int64], Batch | None]:
        rows, sampler = _KeptRows(), self._sampler.clone()
        wanted = np.empty(0, np.int64)
        for batch in self._stream.batches():
            sampler._offer_rows(range(batch.start, batch.start + len(batch)), batch)
            wanted = np.array(sampler.sample(), dtype=np.int64)
            fresh = np.unique(wanted[wanted >= batch.start])
            if len(fresh):
                rows.add(fresh, batch.take(fresh - batch.start))
            if rows.count > 2 * len(wanted) + BATCH_ROWS:
                rows.keep(np.unique(wanted))
        rows.keep(np.sort(wanted))
        return np.sort(wanted), rows.batch


class _KeptRows:
    """Rows by their places, in parts that ascend."""

    def __init__(self) -> None:
        self._parts: list[tuple[NDArray[np.int64], Batch]] = []

    @property
    def count(self) -> int:
        return sum(len(places) for places, _ in self._parts)

    @property
    def batch(self) -> Batch | None:
        """All rows, after `keep`."""
        return self._parts[0][1] if self._parts else None

    def add(self, places: NDArray[np.int64], rows: Batch) -> None:
        self._parts.append((places, rows))

    def keep(self, wanted: NDArray[np.int64]) -> None:
        """Forget all other rows; a place that is wanted twice gives two."""
        if not len(wanted):
            self._parts = []
            return
        places = np.concatenate([part for part, _ in self._parts])
        rows = _joined([part for _, part in self._parts]).take(np.searchsorted(places, wanted))
        self._parts = [(wanted, replace(rows, start=0))]


def _joined(parts: list[Batch]) -> Batch:
    if len(parts) == 1:
        return parts[0]
    columns: dict[str, Any] = {
        name: None if getattr(parts[0], name) is None else _one([getattr(p, name) for p in parts])
        for name in ("y", "w", "time", "id", "delay")
    }
    if parts[0].is_sparse:
        sparse = importlib.import_module("scipy.sparse")
        return Batch(sparse.vstack([part.x for part in parts], format="csr"), **columns)
    pa = importlib.import_module("pyarrow")
    table = pa.Table.from_batches([part.x for part in parts]).combine_chunks()
    return Batch(table.to_batches()[0], **columns)


def _one(columns: list[Any]) -> Any:
    pa = importlib.import_module("pyarrow")
    joined = pa.chunked_array(columns).combine_chunks()
    return joined.combine_chunks() if isinstance(joined, pa.ChunkedArray) else joined


def remapped(drifts: tuple[Drift, ...], count_before: Any) -> tuple[Drift, ...]:
    """Return drifts as they lie among fewer rows; `count_before(rows)` says how many are left."""
    ends = sorted({place for drift in drifts for place in (drift.row, drift.row + drift.width)})
    now = dict(zip(ends, count_before(ends), strict=True))
    return tuple(
        replace(drift, row=now[drift.row], width=now[drift.row + drift.width] - now[drift.row])
        for drift in drifts
    )


def _check_column(name: str, facts: Facts) -> None:
    known = [*facts.features, *([facts.target] if facts.target else [])]
    if not facts.features or name in known:
        return
    near = difflib.get_close_matches(name, [str(column) for column in known], n=3)
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else f": it has {known[:10]}"
    raise ValueError(f"the stream has no column {name!r}{hint}")

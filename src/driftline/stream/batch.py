"""A piece of a stream: rows, and what is known about each."""

import importlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # at run time it would cost every import of a model 0.1 s
    import pyarrow as pa


@dataclass(frozen=True)
class Batch:
    """Consecutive rows of a stream. All columns have one entry for each row.

    Parameters
    ----------
    x
        The features: a `pyarrow.RecordBatch`, or CSR for sparse rows. What `learn_many` takes.
    y
        Labels or numbers to predict, null where there is none. None in a stream without target.
    w
        Weights; None means 1 for all.
    time
        Timestamps, ascending unless the source says otherwise.
    id
        What names a row outside of the stream.
    delay
        After how many further rows each label comes: 0 at once, null never. None means 0 for all.
    start
        The place of the first row in the stream.

    Examples
    --------
    >>> import pyarrow as pa
    >>> x = pa.record_batch({"price": [2.5, 9.0]})
    >>> batch = Batch(x, pa.array(["buy", "wait"]), start=100)
    >>> len(batch)
    2
    >>> list(batch.rows())
    [({'price': 2.5}, 'buy'), ({'price': 9.0}, 'wait')]
    """

    x: Any
    y: "pa.Array | None" = None
    w: "pa.Array | None" = None
    time: "pa.Array | None" = None
    id: "pa.Array | None" = None
    delay: "pa.Array | None" = None
    start: int = 0

    def __len__(self) -> int:
        return int(self.x.shape[0])

    def rows(self) -> Iterator[tuple[dict[Any, Any], Any]]:
        """Give each row as `(x, y)`, the way River writes a stream. Nulls are left out of x."""
        labels = [None] * len(self) if self.y is None else self.y.to_pylist()
        yield from zip(self._dicts(), labels, strict=True)

    def slice(self, begin: int, length: int) -> "Batch":
        """Return some of the rows; nothing is copied."""
        if begin == 0 and length >= len(self):
            return self
        x = self.x[begin : begin + length] if self.is_sparse else self.x.slice(begin, length)
        return self._with(x, lambda column: column.slice(begin, length), self.start + begin)

    def take(self, places: Any) -> "Batch":
        """Return the rows at these places (an integer array), in this order. `start` stays."""
        x = self.x[places] if self.is_sparse else self.x.take(places)
        return self._with(x, lambda column: column.take(places), self.start)

    @property
    def is_sparse(self) -> bool:
        """Whether x is CSR."""
        return hasattr(self.x, "indptr")

    def _with(self, x: Any, change: Callable[[Any], Any], start: int) -> "Batch":
        columns = {
            name: None if (column := getattr(self, name)) is None else change(column)
            for name in ("y", "w", "time", "id", "delay")
        }
        return replace(self, x=x, start=start, **columns)

    def _dicts(self) -> Iterator[dict[Any, Any]]:
        if not self.is_sparse:
            for row in self.x.to_pylist():
                yield {name: value for name, value in row.items() if value is not None}
            return
        bounds = self.x.indptr.tolist()
        places, values = self.x.indices.tolist(), self.x.data.tolist()
        for begin, end in itertools.pairwise(bounds):
            yield dict(zip(places[begin:end], values[begin:end], strict=True))


def joined(batches: Sequence[Batch]) -> Batch:
    """Return the rows of several batches, one after the other, as one; `start` is the first's.

    A column that some of the batches lack is null there. Categories get one common dictionary.
    """
    first = batches[0]
    if len(batches) == 1:
        return first
    columns: dict[str, Any] = {}
    for name in ("y", "w", "time", "id", "delay"):
        parts = [getattr(batch, name) for batch in batches]
        if any(part is not None for part in parts):
            columns[name] = _one_array(parts, batches)
    return replace(first, x=_one_x([batch.x for batch in batches], first.is_sparse), **columns)


def _one_x(parts: list[Any], is_sparse: bool) -> Any:
    if is_sparse:
        sparse = importlib.import_module("scipy.sparse")
        width = max(part.shape[1] for part in parts)
        wide = [
            type(part)((part.data, part.indices, part.indptr), shape=(part.shape[0], width))
            for part in parts
        ]
        return sparse.vstack(wide, format="csr")
    pa = importlib.import_module("pyarrow")
    tables = [pa.Table.from_batches([part]) for part in parts]
    table = pa.concat_tables(tables, promote_options="permissive").unify_dictionaries()
    arrays = [_whole(column) for column in table.columns]
    return pa.RecordBatch.from_arrays(arrays, schema=table.schema)


def _one_array(parts: list[Any], batches: Sequence[Batch]) -> Any:
    pa = importlib.import_module("pyarrow")
    kind = next(part.type for part in parts if part is not None)
    full = [
        pa.nulls(len(batch), kind) if part is None else part
        for part, batch in zip(parts, batches, strict=True)
    ]
    tables = [pa.table({"": part}) for part in full]
    table = pa.concat_tables(tables, promote_options="permissive").unify_dictionaries()
    return _whole(table.column(0))


def _whole(column: Any) -> Any:
    array = column.combine_chunks()
    pa = importlib.import_module("pyarrow")
    return pa.concat_arrays(array.chunks) if isinstance(array, pa.ChunkedArray) else array

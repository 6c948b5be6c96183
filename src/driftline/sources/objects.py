"""`stream`: an object in memory, or anything that can be iterated, as a stream."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from driftline.sources.errors import SourceError, place
from driftline.sources.options import Options, TimeOrder
from driftline.sources.row_stream import RowStream
from driftline.sources.table_stream import TableStream
from driftline.stream.stream import Kind, Stream, Task


def stream(
    source: Any,
    *,
    y: Any = None,
    target: str | None = None,
    weight: str | None = None,
    time: str | None = None,
    id: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    task: Task | None = None,
    ignore: Sequence[str] = (),
    missing: Sequence[str] = (),
    time_order: TimeOrder = "ascending",
    name: str | None = None,
) -> Stream:
    """Make a stream of an object.

    It may be a pandas or Polars frame, anything that speaks Arrow, a NumPy or SciPy matrix, or an
    iterable of `(x, y)` or of dicts: a list, a generator, a class of your own with `__iter__`.
    Where x has no names the features are called x0, x1, ... An iterator, such as a generator, can
    be read only once.

    Parameters
    ----------
    source
        The object. A stream is returned as it is.
    y
        The target of each row, for a matrix or a frame that does not hold it.
    target
        Column to predict. Texts and integers are labels, other numbers make a regression.
    weight
        Column of weights.
    time
        Column of timestamps or numbers that grow.
    id
        Column that names each row.
    kinds
        Kinds of columns where the guess is wrong: "numeric", "nominal", "text" or "time".
    task
        "classification" or "regression", where the guess is wrong.
    ignore
        Columns to leave out.
    missing
        Texts that stand for no value, besides the empty one.
    time_order
        "ascending" raises where time goes back; "any" does not look.
    name
        How reports call the stream.

    Examples
    --------
    >>> def coins():
    ...     yield {"side": "head", "bet": 2}, True
    ...     yield {"side": "tail", "bet": 5}, False
    >>> list(stream(coins()))
    [({'side': 'head', 'bet': 2.0}, True), ({'side': 'tail', 'bet': 5.0}, False)]
    >>> import numpy as np
    >>> stream(np.array([[1.0, 2.0], [3.0, 4.0]]), y=[0, 1]).facts.features
    {'x0': 'numeric', 'x1': 'numeric'}
    """
    if isinstance(source, Stream):
        return source
    options = Options(
        target=target,
        weight=weight,
        time=time,
        id=id,
        kinds=dict(kinds or {}),
        task=task,
        ignore=tuple(ignore),
        missing=tuple(missing),
        time_order=time_order,
        name=name,
    )
    chunks = _chunks(source, y, target or "target", name)
    if chunks is None:
        if y is not None:
            raise ValueError("y= goes with a matrix or a frame; give rows as pairs (x, y)")
        if not isinstance(source, Iterable) or isinstance(source, str | bytes):
            raise TypeError(
                f"a {type(source).__name__} is no stream: give a frame, Arrow data, a matrix or "
                "an iterable of (x, y); for files there is driftline.sources.read"
            )
        return RowStream(source, options)
    if y is not None:
        options = replace(options, target=target or "target")
    if hasattr(source, "tocsr"):
        options = replace(options, width=source.shape[1])
    return TableStream(chunks, options)


class Tables:
    """A table of another library, opened anew for each pass unless it can be read only once."""

    may_grow = False

    def __init__(
        self, name: str, opener: Callable[[], Any], rows: int | None, *, is_once: bool = False
    ) -> None:
        self.name, self.rows, self.is_once = name, rows, is_once
        self._opener = opener
        first = opener()
        self.schema = first.schema
        # Some libraries allow one open result at a time, so the first is kept only if it is all.
        self._first: Any = first if is_once else None

    def open(self) -> Iterator[pa.RecordBatch]:
        """Start a pass."""
        reader = self._first if self.is_once else self._opener()
        chunks = reader.to_batches() if isinstance(reader, pa.Table) else reader
        yield from (chunk for chunk in chunks if chunk.num_rows)

    def place(self, row: int, column: str) -> str:
        """Return row and column of a value."""
        return place(self.name, row=row, column=column)


def _chunks(source: Any, y: Any, target: str, name: str | None) -> Tables | None:
    """Return the object as a table, or None if it is none."""
    name = name or f"a {type(source).__name__}"
    table = _table(source, name)
    if table is None:
        if not hasattr(source, "__arrow_c_stream__"):
            return None
        if y is None:
            is_once = isinstance(source, pa.RecordBatchReader)
            reader = pa.RecordBatchReader.from_stream
            return Tables(name, lambda: reader(source), None, is_once=is_once)
        table = pa.table(source)
    if y is not None:
        table = _with_target(table, y, target, name)
    return Tables(name, lambda: table, table.num_rows)


def _table(source: Any, name: str) -> pa.Table | None:
    if isinstance(source, pa.Table):
        return source
    if hasattr(source, "tocsr"):
        return _lists(source.tocsr())
    if isinstance(source, np.ndarray):
        if source.ndim != 2:
            raise SourceError(f"{name}: a matrix is wanted, rows by columns, not {source.ndim}-D")
        return pa.table({f"x{i}": source[:, i] for i in range(source.shape[1])})
    if type(source).__module__.partition(".")[0] == "pandas":
        return _of_pandas(source, name)
    if hasattr(source, "__arrow_c_array__") and not hasattr(source, "__arrow_c_stream__"):
        return pa.Table.from_batches([pa.record_batch(source)])
    return None


def _of_pandas(frame: Any, name: str) -> pa.Table:
    twice = frame.columns[frame.columns.duplicated()]
    if len(twice):
        raise SourceError(f"{name}: two columns are called {twice[0]!r}")
    try:
        return pa.Table.from_pandas(frame, preserve_index=False)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise SourceError(f"{name}: {'; '.join(map(str, error.args))}") from error


def _lists(matrix: Any) -> pa.Table:
    starts = pa.array(matrix.indptr.astype(np.int32))
    indices = pa.ListArray.from_arrays(starts, pa.array(matrix.indices.astype(np.int32)))
    values = pa.ListArray.from_arrays(starts, pa.array(matrix.data.astype(np.float64)))
    return pa.table({"indices": indices, "values": values})


def _with_target(table: pa.Table, y: Any, target: str, name: str) -> pa.Table:
    if target in table.column_names:
        raise SourceError(f"{name}: there is a column {target!r} already; give y another target=")
    column = y if isinstance(y, pa.Array | pa.ChunkedArray) else pa.array(y)
    if len(column) != table.num_rows:
        raise SourceError(f"{name}: {len(column)} entries of y for {table.num_rows} rows")
    return table.append_column(target, column)

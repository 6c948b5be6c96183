"""A batch of plain numbers, read once for all models and for labels that come late."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa

from driftline import _core
from driftline.stream import Batch
from driftline.stream.tables import as_numpy


@dataclass(frozen=True)
class Decoded:
    """A `RecordBatch`, and the same rows as native models take them without reading them again.

    It stands in place of the `RecordBatch` in a batch that is cut, and looked at row by row.
    """

    arrow: Any
    native: _core.NamedRows

    @cached_property  # asked for again and again, as it tells the length of a batch
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.native), self.arrow.num_columns

    def slice(self, begin: int, length: int) -> "Decoded":
        """Return some of the rows; nothing is copied."""
        return Decoded(self.arrow.slice(begin, length), self.native.slice(begin, length))

    def to_pylist(self) -> list[dict[str, Any]]:
        """Return the rows as dicts."""
        rows: list[dict[str, Any]] = self.arrow.to_pylist()
        return rows


def decoded(batch: Batch, history: int, room: _core.RowRoom) -> Batch:
    """Return the batch decoded, if it holds numbers only and none is missing; else as it is.

    `history` is how many of the rows read last are going to be read again, and `room` the memory
    that batches take over from those before them.
    """
    x = batch.x
    if batch.is_sparse or not x.num_columns or not all(map(_is_plain, x.columns)):
        return batch
    columns = [as_numpy(column) for column in x.columns]
    native = _core.NamedRows(list(x.schema.names), columns, history, room)
    if not native.is_whole:
        return batch
    return Batch(Decoded(x, native), batch.y, batch.w, start=batch.start)


def as_arrow(batch: Batch) -> Batch:
    """Return the batch with its `RecordBatch`."""
    x = batch.x.arrow if isinstance(batch.x, Decoded) else batch.x
    return Batch(x, batch.y, batch.w, start=batch.start)


def native_x(batch: Batch) -> Any:
    """Return the rows as native models take them fastest."""
    return batch.x.native if isinstance(batch.x, Decoded) else batch.x


def _is_plain(column: Any) -> bool:
    return bool(column.type == pa.float64() and not column.null_count)

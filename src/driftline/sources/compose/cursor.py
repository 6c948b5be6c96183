"""A place in a stream, from which rows are drawn as many at a time as somebody wants."""

from collections.abc import Iterator

from driftline.stream.batch import Batch, joined
from driftline.stream.stream import Stream


class Cursor:
    """Draws rows of one pass over a stream, which begins with the first of them."""

    def __init__(self, stream: Stream, batch_rows: int) -> None:
        self._stream, self._batch_rows = stream, batch_rows
        self._batches: Iterator[Batch] | None = None
        self._rest: Batch | None = None

    def some(self, rows: int) -> Batch | None:
        """Return the next rows, between one and `rows` of them; None at the end."""
        if self._batches is None:
            self._batches = self._stream.batches(self._batch_rows)
        batch = self._rest or next(self._batches, None)
        if batch is None:
            return None
        self._rest = batch.slice(rows, len(batch) - rows) if len(batch) > rows else None
        return batch.slice(0, rows) if self._rest else batch

    def all(self, rows: int) -> Batch | None:
        """Return the next `rows` rows, fewer only at the end; None if there are none."""
        parts: list[Batch] = []
        while rows and (part := self.some(rows)) is not None:
            parts.append(part)
            rows -= len(part)
        return joined(parts) if parts else None

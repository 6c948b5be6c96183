"""Arrow IPC: the file format with a footer, and the stream format without."""

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.ipc

from driftline.sources.errors import SourceError, place
from driftline.sources.files.inputs import Input

_MAGIC = b"ARROW1"


class ArrowFile:
    """The table in an Arrow file or stream, batch by batch as it was written."""

    may_grow = False

    def __init__(self, source: Input) -> None:
        self.name, self.is_once = source.name, source.is_once
        self.rows = None
        self._source = source
        self._has_footer = source.head(len(_MAGIC)) == _MAGIC
        try:
            if self._has_footer:
                self.is_once = False
                with pa.ipc.open_file(source.random_access()) as file:
                    self.schema = file.schema
            else:
                self._first = pa.ipc.open_stream(source.open())
                self.schema = self._first.schema
            self.schema.names  # noqa: B018 - raises if a name is no text
        except (pa.ArrowException, OSError, EOFError, UnicodeDecodeError) as error:
            raise SourceError(f"{self.name} is no whole Arrow file or stream: {error}") from error

    def open(self) -> Iterator[pa.RecordBatch]:
        """Start a pass over the file."""
        row = 0
        try:
            for chunk in self._chunks():
                # pyarrow trusts the offsets in a file; a wrong one would read foreign memory.
                chunk.validate(full=True)
                if chunk.num_rows:
                    yield chunk
                row += chunk.num_rows
        except (pa.ArrowException, OSError) as error:
            where = place(self.name, row=row)
            raise SourceError(f"{where} or later: the file is damaged: {error}") from error

    def place(self, row: int, column: str) -> str:
        """Return row and column of a value."""
        return place(self.name, row=row, column=column)

    def _chunks(self) -> Iterator[pa.RecordBatch]:
        if not self._has_footer:
            # What can be read only once has begun already, with its schema.
            yield from self._first if self.is_once else pa.ipc.open_stream(self._source.open())
            return
        with pa.ipc.open_file(self._source.random_access()) as file:
            for index in range(file.num_record_batches):
                yield file.get_batch(index)

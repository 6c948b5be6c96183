"""Parquet, row group by row group."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from driftline.sources.errors import SourceError, place
from driftline.sources.files.inputs import Input

CHUNK_CELLS = 1 << 19  # rows times columns, so that a chunk takes 4 MB
BUFFER_BYTES = 1 << 16  # for each column; else a whole row group would be read at once


class ParquetFile:
    """The table in a Parquet file. Texts come as dictionaries, which is how the file has them."""

    is_once = False
    may_grow = False

    def __init__(self, source: Input) -> None:
        self.name = source.name
        self._source = source
        try:
            with self._opened([]) as file:
                self.rows: int | None = file.metadata.num_rows
                plain = file.schema_arrow
            self._texts = [f.name for f in plain if pa.types.is_string(f.type)]
            with self._opened(self._texts) as file:
                self.schema = file.schema_arrow
            self.schema.names  # noqa: B018 - raises if a name is no text
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            raise SourceError(
                f"{self.name} is no whole Parquet file (truncated, damaged or of another format): "
                f"{error}"
            ) from error

    def open(self) -> Iterator[pa.RecordBatch]:
        """Start a pass over the file."""
        row = 0
        try:
            with self._opened(self._texts) as file:
                for chunk in file.iter_batches(batch_size=self._chunk_rows()):
                    chunk.validate(full=True)  # texts that are none would fail much later
                    yield chunk
                    row += chunk.num_rows
        except (pa.ArrowException, OSError) as error:
            where = place(self.name, row=row)
            raise SourceError(f"{where} or later: the file is damaged: {error}") from error

    def place(self, row: int, column: str) -> str:
        """Return row and column of a value."""
        return place(self.name, row=row, column=column)

    def _opened(self, texts: list[str]) -> Any:
        from pyarrow import parquet  # noqa: PLC0415 - 25 ms of every start

        return parquet.ParquetFile(
            self._source.random_access(),
            read_dictionary=texts,
            buffer_size=BUFFER_BYTES,
            pre_buffer=False,
        )

    def _chunk_rows(self) -> int:
        return min(65_536, max(256, CHUNK_CELLS // max(1, len(self.schema))))

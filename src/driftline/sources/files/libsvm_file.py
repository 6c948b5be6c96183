"""The format of libsvm: `label index:value index:value ... # comment`, sparse rows of numbers.

Indices stay as the file has them, usually from 1. Rows grow wider with the stream unless the
width is given.
"""

from collections.abc import Iterator

import pyarrow as pa

from driftline.sources.errors import SourceError, place
from driftline.sources.files import lines
from driftline.sources.files.inputs import Input
from driftline.sources.options import Options


class LibSVMFile:
    """Labels and sparse rows of a file, as lists of indices and values."""

    rows = None
    may_grow = False

    def __init__(self, source: Input, options: Options) -> None:
        self.name, self.is_once = source.name, source.is_once
        self._source = source
        self._target = options.target or "target"
        head = source.head(lines.BLOCK_BYTES)
        if not head.strip():
            raise SourceError(f"{self.name} is empty: there is no line in it")
        labels = [line.split(None, 1)[0] for line in head.split(b"\n")[:-1] if line.strip()]
        whole = all(label.lstrip(b"+-").isdigit() for label in labels)
        is_number = options.task == "regression" or (not whole and options.task is None)
        self._is_whole = whole and not is_number
        lists = {"indices": pa.list_(pa.int32()), "values": pa.list_(pa.float64())}
        kind = pa.int64() if self._is_whole else pa.float64()
        self.schema = pa.schema({**lists, self._target: kind})

    def open(self) -> Iterator[pa.RecordBatch]:
        """Start a pass over the file."""
        for line, block in lines.blocks(self._source):
            text = lines.text_of(block, self.name, line)
            rows = [
                self._row(number, row)
                for number, row in enumerate(text.split("\n"), line)
                if row.partition("#")[0].strip()
            ]
            if rows:
                columns = zip(*rows, strict=True)
                arrays = [pa.array(c, f.type) for c, f in zip(columns, self.schema, strict=True)]
                yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def place(self, row: int, column: str) -> str:
        """Return row and column of a value."""
        return place(self.name, row=row, column=column)

    def _row(self, number: int, text: str) -> tuple[list[int], list[float], float]:
        label, *cells = text.partition("#")[0].split()
        places, values = [], []
        try:
            for cell in cells:
                index, value = cell.split(":", 1)
                if index != "qid":
                    places.append(int(index))
                    values.append(float(value))
            if places != sorted(set(places)) or (places and places[0] < 0):
                raise ValueError("indices must ascend from 0 or 1")
            return places, values, int(label) if self._is_whole else float(label)
        except ValueError as error:
            where = place(self.name, line=number, column=len(places) + 1)
            raise SourceError(f"{where}: {text[:60]!r}: {error}") from error

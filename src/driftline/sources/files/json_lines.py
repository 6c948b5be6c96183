"""JSON lines: one object a line, each of its fields a column.

Fields may come and go: one that is absent is null, one that is new becomes a new feature from
that block on. Numbers are doubles, as in CSV.
"""

import io
import json
import re
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.json

from driftline.sources.errors import SourceError, place
from driftline.sources.files import lines
from driftline.sources.files.inputs import Input
from driftline.sources.options import Options

_CHANGED = re.compile(r"Column\(/(.*?)\)")


class JSONLines:
    """The table in a file of JSON lines, in blocks."""

    rows = None
    may_grow = True

    def __init__(self, source: Input, options: Options) -> None:
        self.name, self.is_once = source.name, source.is_once
        self._source, self._options = source, options
        head = source.head(lines.BLOCK_BYTES)
        if not head.strip():
            raise SourceError(f"{self.name} is empty: there is no line in it")
        whole = head if len(head) < lines.BLOCK_BYTES else head[: head.rfind(b"\n") + 1] or head
        look = self._table(1, whole, None)
        self.schema = pa.schema([(f.name, self._type(f)) for f in look.schema])

    def open(self) -> Iterator[pa.RecordBatch]:
        """Start a pass over the file."""
        schema = self.schema
        for line, block in lines.blocks(self._source):
            if not block.strip():
                continue
            table = self._table(line, block, schema)
            new = [f for f in table.schema if f.name not in schema.names]
            schema = pa.schema([*schema, *((f.name, self._type(f)) for f in new)])
            yield from table.select(schema.names).cast(schema).combine_chunks().to_batches()

    def place(self, row: int, column: str) -> str:
        """Return row and column of a value."""
        return place(self.name, row=row, column=column)

    def _type(self, field: pa.Field) -> pa.DataType:
        if field.name in (self._options.target, self._options.id, self._options.time):
            regression = field.name == self._options.target and self._options.task == "regression"
            return pa.float64() if regression else field.type
        number = pa.types.is_integer(field.type) or pa.types.is_null(field.type)
        return pa.float64() if number else field.type

    def _table(self, line: int, block: bytes, schema: pa.Schema | None) -> pa.Table:
        try:
            return pyarrow.json.read_json(
                io.BytesIO(block),
                read_options=pyarrow.json.ReadOptions(block_size=len(block) + 1, use_threads=False),
                parse_options=pyarrow.json.ParseOptions(explicit_schema=schema),
            )
        except pa.ArrowInvalid as error:
            raise self._described(line, block, schema, error) from error

    def _described(
        self, line: int, block: bytes, schema: pa.Schema | None, error: pa.ArrowInvalid
    ) -> SourceError:
        """Look through the block line by line for the one that does not fit."""
        match = _CHANGED.search(str(error))
        kinds: dict[str, type] = {}
        for number, text in enumerate(lines.text_of(block, self.name, line).split("\n"), line):
            try:
                record = json.loads(text) if text.strip() else {}
            except json.JSONDecodeError as bad:
                where = place(self.name, line=number, column=bad.colno)
                return SourceError(f"{where}: no JSON: {bad.msg}")
            if not isinstance(record, dict):
                return SourceError(f"{place(self.name, line=number)}: an object was expected")
            if match and (value := record.get(match[1])) is not None:
                kind = float if isinstance(value, int | float) else type(value)
                if kind is not kinds.setdefault(match[1], _first_kind(schema, match[1], kind)):
                    return SourceError(
                        f"{place(self.name, line=number, column=match[1])}: {value!r} is not of "
                        "the kind that came before; leave the column out with ignore=, or mend it"
                    )
        return SourceError(f"{place(self.name, line=line)} or later: {error}")


def _first_kind(schema: pa.Schema | None, name: str, kind: type) -> type:
    """Return what the schema expects of a field, or the kind of its first value."""
    if schema is None or name not in schema.names:
        return kind
    return str if pa.types.is_string(schema.field(name).type) else float

"""A stream as a table or a file, with the roles of its columns and its drifts in the metadata.

The metadata are one JSON text under the key `driftline` of the Arrow schema, so they travel with
Parquet and Arrow files and other readers pass them by. Files are written batch by batch under a
temporary name and take their own name when they are whole.
"""

import itertools
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.csv

from driftline.stream.batch import Batch
from driftline.stream.stream import Facts, Stream

KEY = b"driftline"
VERSION = 1
CHUNK_ROWS = 65_536
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}

_ROLES = {"y": "target", "w": "weight", "time": "time", "id": "id", "delay": "delay"}
_EMPTY_TYPES = {
    "numeric": pa.float64(),
    "nominal": pa.dictionary(pa.int32(), pa.string()),
    "text": pa.string(),
    "time": pa.timestamp("ns"),
}


def to_arrow(stream: Stream) -> pa.Table:
    """Return the whole stream as one table."""
    tables, metadata = _tables(stream)
    table = pa.concat_tables(tables, promote_options="permissive").unify_dictionaries()
    return table.replace_schema_metadata(metadata)


def to_parquet(stream: Stream, path: str | Path) -> None:
    """Write the stream to a Parquet file."""
    from pyarrow import parquet  # noqa: PLC0415 - 25 ms of every start

    tables, metadata = _tables(stream)
    first = next(tables)
    schema = first.schema.with_metadata(metadata)
    with (
        whole_file(path) as part,
        parquet.ParquetWriter(part, schema, compression="zstd") as out,
    ):
        place = 0
        for table in itertools.chain([first], tables):
            out.write_table(_fitted(table, schema, place))
            place += table.num_rows


def to_csv(stream: Stream, path: str | Path | BinaryIO) -> None:
    """Write the stream to a CSV file, or to an open binary file."""
    if not isinstance(path, str | Path):
        _write_csv(stream, path)
        return
    compression = COMPRESSIONS.get(Path(path).suffix.lower())
    with (
        whole_file(path) as part,
        pa.output_stream(str(part), compression=compression) as out,
    ):
        _write_csv(stream, out)


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """Give a temporary name beside `path` to write to; it becomes `path` when all went well."""
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def _write_csv(stream: Stream, out: Any) -> None:
    tables, _ = _tables(stream)
    first = next(tables)
    if any(pa.types.is_list(field.type) for field in first.schema):
        raise ValueError("sparse rows have no columns to write to CSV: use to_parquet")
    plain = pa.schema([(field.name, _plain(field.type)) for field in first.schema])
    with pyarrow.csv.CSVWriter(out, plain) as writer:
        place = 0
        for table in itertools.chain([first], tables):
            writer.write_table(_fitted(table, first.schema, place).cast(plain))
            place += table.num_rows


def _plain(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _tables(stream: Stream) -> tuple[Iterator[pa.Table], dict[bytes, bytes]]:
    """Return the batches as tables, at least one, and the metadata that go with them."""
    facts = stream.facts
    batches = stream.batches(CHUNK_ROWS)
    first = next(batches, None)
    if first is None:
        fields = [(name, _EMPTY_TYPES[kind]) for name, kind in facts.features.items()]
        return iter([pa.schema(fields).empty_table()]), {KEY: _metadata(facts, {}, None)}
    names = _role_names(first, facts)
    width = int(first.x.shape[1]) if first.is_sparse else None
    tables = (_table(batch, names) for batch in itertools.chain([first], batches))
    return tables, {KEY: _metadata(facts, names, width)}


def _table(batch: Batch, names: dict[str, str]) -> pa.Table:
    if batch.is_sparse:
        x = batch.x
        ends = pa.array(np.asarray(x.indptr, dtype=np.int32))
        columns = {
            "indices": pa.ListArray.from_arrays(ends, pa.array(x.indices.astype(np.int32))),
            "values": pa.ListArray.from_arrays(ends, pa.array(x.data)),
        }
    else:
        columns = dict(zip(batch.x.schema.names, batch.x.columns, strict=True))
    for role, name in names.items():
        if (column := getattr(batch, role)) is not None:
            columns[name] = column
    return pa.table(columns)


def _role_names(batch: Batch, facts: Facts) -> dict[str, str]:
    """Return a name for each column beside the features that the stream has."""
    own = {"y": facts.target, "w": facts.weight, "time": facts.time, "id": facts.id}
    taken = {"indices", "values"} if batch.is_sparse else set(batch.x.schema.names)
    names = {}
    for role, usual in _ROLES.items():
        if getattr(batch, role) is None:
            continue
        name = own.get(role) or usual
        while name in taken:
            name += "_"
        names[role] = name
        taken.add(name)
    return names


def _metadata(facts: Facts, names: dict[str, str], width: int | None) -> bytes:
    labels = [label.item() if isinstance(label, np.generic) else label for label in facts.labels]
    known = all(isinstance(label, str | int | float) for label in labels)
    content = {
        "version": VERSION,
        "name": facts.name,
        "kinds": facts.features,
        "roles": {_ROLES[role]: name for role, name in names.items()},
        "task": facts.task,
        "labels": labels if known else [],
        "drifts": None if facts.drifts is None else [list(astuple(d)) for d in facts.drifts],
        "width": width,
    }
    return json.dumps(content).encode()


def _fitted(table: pa.Table, schema: pa.Schema, place: int) -> pa.Table:
    """Return the table with exactly the columns of the file."""
    if table.schema.equals(schema):
        return table
    new = [name for name in table.column_names if name not in schema.names]
    if new:
        raise ValueError(
            f"column {new[0]!r} first comes in row {place} or later, when the columns of the file "
            "are already fixed; to_arrow can hold such a stream"
        )
    columns = [
        table.column(field.name)
        if field.name in table.column_names
        else pa.nulls(table.num_rows, field.type)
        for field in schema
    ]
    return pa.table(columns, names=schema.names).cast(schema)

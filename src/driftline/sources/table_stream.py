"""A stream over a table that comes in chunks: files, frames, Arrow streams.

A format gives Arrow columns; what each is for and how it leaves is decided here, once for all of
them. Chunks come as the source has them, and batches are slices of chunks, without a copy.
Memory is one chunk and the categories met so far.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc

from driftline.sources.categories import Categories
from driftline.sources.errors import SourceError
from driftline.sources.options import Options, is_text, kind_of
from driftline.sources.sparse import csr_of_lists, is_sparse
from driftline.stream.batch import Batch
from driftline.stream.stream import BATCH_ROWS, Facts, Kind, Stream, Task

Column = Callable[[pa.Array, int], pa.Array]


class Chunks(Protocol):
    """A table in pieces, as a format reads it."""

    name: str  # how errors and reports call it
    schema: pa.Schema
    rows: int | None
    is_once: bool  # whether it can be read only once
    may_grow: bool  # whether columns may come that the schema does not have

    def open(self) -> Iterator[pa.RecordBatch]:
        """Start at the first row."""

    def place(self, row: int, column: str) -> str:
        """Return where a value stands, as a user would look for it."""


class TableStream(Stream):
    """Rows of a table, its columns split into features and roles."""

    def __init__(self, chunks: Chunks, options: Options) -> None:
        self._chunks = chunks
        self._options = options.completed(chunks.schema.metadata, chunks.name)
        self._options.check(chunks.name, chunks.schema.names, may_grow=chunks.may_grow)
        self._is_spent = False
        self._facts = _facts(chunks, self._options)

    @property
    def facts(self) -> Facts:
        """What the table tells before its first row is read."""
        return self._facts

    @property
    def is_once(self) -> bool:
        """Whether the table can be read only once."""
        return self._chunks.is_once

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass. A source that can be read only once raises on the second."""
        if rows < 1:
            raise ValueError(f"rows must be at least 1, not {rows}")
        if self._is_spent:
            raise SourceError(
                f"{self._chunks.name} can be read only once, and that was done; "
                "for several passes save it first, with to_parquet"
            )
        self._is_spent = self._chunks.is_once
        return self._batches(rows)

    def _batches(self, rows: int) -> Iterator[Batch]:
        one_pass = _Pass(self._chunks, self._options, self._facts)
        start = 0
        for chunk in self._chunks.open():
            batch = one_pass.batch(chunk, start)
            for begin in range(0, len(batch), rows):
                yield batch.slice(begin, rows)
            start += len(batch)


@dataclass
class _Pass:
    """What is remembered from chunk to chunk of one pass."""

    chunks: Chunks
    options: Options
    facts: Facts
    columns: dict[str, Column] = field(default_factory=dict)
    latest: Any = None  # the highest timestamp so far
    width: int = 0  # of sparse rows so far

    def batch(self, chunk: pa.RecordBatch, start: int) -> Batch:
        roles = self.options.roles
        named = dict(zip(chunk.schema.names, chunk.columns, strict=True))
        parts = {role: self._role(role, named[name], start) for role, name in roles.items()}
        apart = {*roles.values(), *self.options.ignore}
        features = {name: column for name, column in named.items() if name not in apart}
        x = self._sparse(features) if is_sparse(chunk.schema) else self._dense(features, start)
        names = {"target": "y", "weight": "w"}
        return Batch(
            x, start=start, **{names.get(role, role): part for role, part in parts.items()}
        )

    def _sparse(self, features: dict[str, pa.Array]) -> Any:
        width = max(self.width, self.options.width or 0)
        x = csr_of_lists(features["indices"], features["values"], width)
        self.width = x.shape[1]
        return x

    def _dense(self, features: dict[str, pa.Array], start: int) -> pa.RecordBatch:
        arrays = []
        for name, array in features.items():
            if name not in self.columns:
                kind = _feature_kind(self.chunks.name, self.options, name, array.type)
                self.columns[name] = self._column(name, kind)
            arrays.append(self.columns[name](array, start))
        return pa.RecordBatch.from_arrays(arrays, names=list(features))

    def _column(self, name: str, kind: Kind) -> Column:
        if kind == "nominal":
            categories = Categories(missing=("", *self.options.missing))
            return lambda array, start: categories.encode(array)
        wanted = {"text": _as_text, "time": _as_time, "numeric": _as_number}[kind]
        return lambda array, start: self._cast(name, array, wanted(array.type), start)

    def _role(self, role: str, array: pa.Array, start: int) -> pa.Array:
        name = self.options.roles[role]
        if role == "target":
            return self._target(name, array, start)
        if role == "weight":
            return self._without_null(name, self._cast(name, array, pa.float64(), start), start)
        if role == "delay":
            return self._cast(name, array, pa.int64(), start)
        if role == "time":
            array = self._cast(name, array, _as_time(array.type), start)
            if self.options.time_order == "ascending":
                self._check_order(name, array, start)
        return array

    def _target(self, name: str, array: pa.Array, start: int) -> pa.Array:
        if self.facts.task == "regression":
            return self._cast(name, array, pa.float64(), start)
        if _target_is_text(self.options, array.type):
            if name not in self.columns:
                known = self.options.labels
                texts = known if all(isinstance(label, str) for label in known) else ()
                categories = Categories(texts, missing=("", *self.options.missing))
                self.columns[name] = lambda array, start: categories.encode(array)
            return self.columns[name](array, start)
        return array

    def _cast(self, name: str, array: pa.Array, kind: pa.DataType, start: int) -> pa.Array:
        if array.type == kind:
            return array
        if pa.types.is_dictionary(array.type):
            array = array.cast(array.type.value_type)
        if is_text(array.type) and kind != pa.string():
            empty = pc.is_in(array, pa.array(["", *self.options.missing]))
            array = pc.if_else(empty, None, array)
        try:
            return array.cast(kind, safe=False)
        except pa.ArrowInvalid as error:
            raise self._bad_value(name, array, kind, start) from error

    def _bad_value(self, name: str, array: pa.Array, kind: pa.DataType, start: int) -> SourceError:
        row = next(row for row, value in enumerate(array) if not _fits(value, kind))
        where, value = self.chunks.place(start + row, name), array[row]
        wanted = "a time" if pa.types.is_temporal(kind) else "a number"
        return SourceError(
            f"{where}: {value.as_py()!r} is not {wanted}; if it stands for no value give missing="
            f"[{value.as_py()!r}], if the column holds categories kinds={{{name!r}: 'nominal'}}"
        )

    def _without_null(self, name: str, array: pa.Array, start: int) -> pa.Array:
        if array.null_count:
            row = array.is_null().index(True).as_py()
            raise SourceError(f"{self.chunks.place(start + row, name)}: the weight is missing")
        return array

    def _check_order(self, name: str, array: pa.Array, start: int) -> None:
        known = array.drop_null()
        if not len(known):
            return
        before = pa.concat_arrays([pa.array([self.latest or known[0]], known.type), known[:-1]])
        if (step := pc.index(pc.less(known, before), True).as_py()) >= 0:
            row = pc.indices_nonzero(array.is_valid())[step].as_py()
            raise SourceError(
                f"{self.chunks.place(start + row, name)}: time goes back from {before[step]} to "
                f"{known[step]}; sort the rows, or accept any order with time_order='any'"
            )
        self.latest = known[-1]


def _facts(chunks: Chunks, options: Options) -> Facts:
    schema = chunks.schema
    apart = {*options.roles.values(), *options.ignore}
    features = [] if is_sparse(schema) else [f for f in schema if f.name not in apart]
    task = _task(options, schema)
    return Facts(
        name=options.name or chunks.name,
        features={f.name: _feature_kind(chunks.name, options, f.name, f.type) for f in features},
        target=options.target,
        task=task,
        labels=options.labels if task == "classification" else (),
        rows=chunks.rows,
        drifts=options.drifts,
        weight=options.weight,
        time=options.time,
        id=options.id,
    )


def _task(options: Options, schema: pa.Schema) -> Task | None:
    if options.target is None:
        return None
    if options.task is not None:
        return options.task
    kind = schema.field(options.target).type
    is_number = pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    return "regression" if is_number and not _target_is_text(options, kind) else "classification"


def _target_is_text(options: Options, kind: pa.DataType) -> bool:
    if options.target is not None and options.target in options.kinds:
        return options.kinds[options.target] in ("nominal", "text")
    return bool(pa.types.is_dictionary(kind) or is_text(kind))


def _feature_kind(source: str, options: Options, name: str, kind: pa.DataType) -> Kind:
    return options.kinds.get(name) or kind_of(source, name, kind)


def _fits(value: pa.Scalar, kind: pa.DataType) -> bool:
    try:
        value.cast(kind)
    except pa.ArrowInvalid:
        return False
    return True


def _as_text(kind: pa.DataType) -> pa.DataType:
    return pa.string()


def _as_time(kind: pa.DataType) -> pa.DataType:
    """Keep a time or a number as it is; read a text as ISO 8601."""
    return kind if pa.types.is_temporal(kind) or pa.types.is_primitive(kind) else pa.timestamp("ns")


def _as_number(kind: pa.DataType) -> pa.DataType:
    """Keep what learners read without loss; make doubles of the rest."""
    plain = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)
    return kind if plain else pa.float64()

"""A stream over Python rows: whatever an iterable gives as `(x, y)` or as dicts.

Rows are gathered into columns a batch at a time. The first value of a column that is not None
decides what the column is; a value of another kind later is an error with its row.
"""

import datetime
import itertools
import numbers
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from driftline.sources.categories import Categories
from driftline.sources.errors import SourceError, place
from driftline.sources.options import Options
from driftline.stream.batch import Batch
from driftline.stream.stream import BATCH_ROWS, Facts, Kind, Stream, Task

Row = tuple[Mapping[Any, Any], Any]

_KINDS: dict[str, Kind] = {
    "number": "numeric",
    "whole number": "numeric",
    "truth value": "numeric",
    "text": "nominal",
    "time": "time",
}
_NAMES = {"y": "target", "w": "weight", "time": "time", "id": "id"}


class RowStream(Stream):
    """Rows of an iterable; an iterator can be read only once."""

    def __init__(self, rows: Iterable[Any], options: Options) -> None:
        self._rows, self._options = rows, options
        self._is_once = isinstance(rows, Iterator)
        self._is_spent = False
        self._looked: list[Any] = []  # the first row of an iterator, if facts have asked for it
        self._known: Facts | None = None
        self._name = options.name or f"a {type(rows).__name__}"

    @property
    def facts(self) -> Facts:
        """What the first row tells; it is asked for when somebody wants to know."""
        self._known = self._known or self._first_facts()
        return self._known

    @property
    def is_once(self) -> bool:
        """Whether the iterable can be read only once."""
        return self._is_once

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass. An iterator raises on the second."""
        if rows < 1:
            raise ValueError(f"rows must be at least 1, not {rows}")
        if self._is_spent:
            raise SourceError(
                f"{self._name} is an iterator and was read already; give an object that starts "
                "anew with every __iter__, or save the stream with to_parquet"
            )
        if self._is_once:
            self._known = self.facts  # nobody can look at the first row later
            self._is_spent = True
        return self._batches(rows)

    def _batches(self, rows: int) -> Iterator[Batch]:
        one_pass = _Pass(self._name, self._options)
        start = 0
        for piece in _pieces(itertools.chain(self._looked, self._rows), rows):
            yield one_pass.batch(piece, start)
            start += len(piece)

    def _first_facts(self) -> Facts:
        first = list(itertools.islice(self._rows, 1))
        self._looked = first if self._is_once else []
        one_pass = _Pass(self._name, self._options)
        if first:
            one_pass.batch(first, 0)
        options, target = self._options, self._options.target or "target"
        has_target = "y" in one_pass.columns
        return Facts(
            name=self._name,
            features={
                str(name): column.kind or "numeric" for name, column in one_pass.features.items()
            },
            target=target if has_target else None,
            task=one_pass.columns["y"].task if has_target else None,
            labels=options.labels,
            rows=len(self._rows) if isinstance(self._rows, Sequence) else None,
            drifts=options.drifts,
            weight=options.weight,
            time=options.time,
            id=options.id,
        )


@dataclass
class _Pass:
    """The columns met so far in one pass."""

    name: str
    options: Options
    features: dict[Any, "_Column"] = field(default_factory=dict)
    columns: dict[str, "_Column"] = field(default_factory=dict)
    latest: Any = None  # the highest timestamp so far
    width: int | None = None  # of rows without names

    def batch(self, piece: list[Any], start: int) -> Batch:
        rows = [self._row(item, start + i) for i, item in enumerate(piece)]
        taken: dict[str, list[Any]] = {}
        if self.options.target is not None or any(y is not None for _, y in rows) or self.columns:
            taken["y"] = [y for _, y in rows]
        roles = {"w": self.options.weight, "time": self.options.time, "id": self.options.id}
        for role, column in roles.items():
            if column is not None:
                taken[role] = [
                    self._required(x, column, start + i) for i, (x, _) in enumerate(rows)
                ]
        apart = {*self.options.roles.values(), *self.options.ignore}
        for name in dict.fromkeys(name for x, _ in rows for name in x):
            if name not in apart and name not in self.features:
                self.features[name] = _Column(self.name, str(name), self.options)
        arrays = [
            column.array([x.get(name) for x, _ in rows], start)
            for name, column in self.features.items()
        ]
        for role in taken:
            own = getattr(self.options, _NAMES[role]) or _NAMES[role]
            self.columns.setdefault(role, _Column(self.name, own, self.options, role))
        parts = {role: self.columns[role].array(values, start) for role, values in taken.items()}
        if "time" in parts and self.options.time_order == "ascending":
            self._check_order(parts["time"].to_pylist(), start)
        x = pa.RecordBatch.from_arrays(arrays, names=[str(n) for n in self.features])
        return Batch(x if arrays else _no_columns(len(rows)), start=start, **parts)

    def _row(self, item: Any, row: int) -> Row:
        if isinstance(item, Mapping):
            x, y = item, None
            if self.options.target is not None:
                y = self._required(item, self.options.target, row)
            return x, y
        if isinstance(item, tuple | list) and len(item) == 2:
            x, y = item
            if isinstance(x, Mapping):
                return x, y
            if isinstance(x, Sequence | np.ndarray) and not isinstance(x, str | bytes):
                return self._named(x, row), y
        raise SourceError(
            f"{place(self.name, row=row)}: a pair (x, y) or a dict is wanted, not {item!r:.60}"
        )

    def _named(self, x: Any, row: int) -> dict[str, Any]:
        self.width = len(x) if self.width is None else self.width
        if len(x) != self.width:
            raise SourceError(
                f"{place(self.name, row=row)}: {len(x)} values where the rows before had "
                f"{self.width}; only rows with names may gain and lose features"
            )
        return {f"x{i}": value for i, value in enumerate(x)}

    def _required(self, x: Mapping[Any, Any], column: str, row: int) -> Any:
        if column not in x:
            raise SourceError(f"{place(self.name, row=row)}: there is no {column!r} in {x!r:.60}")
        return x[column]

    def _check_order(self, times: list[Any], start: int) -> None:
        for row, time in enumerate(times, start):
            if time is not None and self.latest is not None and time < self.latest:
                raise SourceError(
                    f"{place(self.name, row=row, column=self.options.time)}: time goes back from "
                    f"{self.latest} to {time}; accept any order with time_order='any'"
                )
            self.latest = self.latest if time is None else time


class _Column:
    """One column: what it is, decided by its first value, and how it becomes an array."""

    def __init__(self, source: str, name: str, options: Options, role: str = "x") -> None:
        self._source, self._name, self._role, self._options = source, name, role, options
        self._categories = Categories(missing=options.missing)
        self._found: str | None = None
        if role == "y" and options.task == "regression":
            self._found = "number"

    @property
    def kind(self) -> Kind | None:
        """The kind of a feature."""
        return self._options.kinds.get(self._name) or (
            None if self._found is None else _KINDS[self._found]
        )

    @property
    def task(self) -> Task | None:
        """The task of a target."""
        if self._options.task is not None or self._found is None:
            return self._options.task
        return (
            "regression" if self._found == "number" and self.kind == "numeric" else "classification"
        )

    def array(self, values: list[Any], start: int) -> pa.Array:
        """Return the values of a batch as an Arrow column."""
        if self.kind in ("nominal", "text") and self._name in self._options.kinds:
            values = [None if value is None else str(value) for value in values]
        if self._found is None:
            self._found = next((_found(value) for value in values if value is not None), None)
            if self._role == "x" and self._found in ("whole number", "truth value"):
                self._found = "number"  # 2.5 may follow
        reader, kind = self._reader()
        checked = [
            value if value is None else self._checked(reader, value, start + i)
            for i, value in enumerate(values)
        ]
        array = pa.array(checked, kind)
        is_text = self._found == "text" and self._role in ("x", "y") and self.kind != "text"
        return self._categories.encode(array) if is_text else array

    def _reader(self) -> tuple[Callable[[Any], Any], pa.DataType]:
        if self._role == "w":
            return _as_number, pa.float64()
        return {
            "number": (_as_number, pa.float64()),
            "whole number": (_as_whole, pa.int64()),
            "truth value": (_as_truth, pa.bool_()),
            "text": (_as_text, pa.string()),
            "time": (_as_time, pa.timestamp("us")),
            None: (_as_number, pa.float64()),
        }[self._found]

    def _checked(self, reader: Callable[[Any], Any], value: Any, row: int) -> Any:
        try:
            return reader(value)
        except TypeError as error:
            where = place(self._source, row=row, column=self._name)
            wanted = f"{value!r:.60} is no {self._found}, as the rows before have"
            hint = (
                "give task='regression' for numbers of both kinds"
                if self._role == "y"
                else f"read both as texts with kinds={{{self._name!r}: 'nominal'}}"
            )
            raise SourceError(f"{where}: {wanted}; {hint}") from error


def _pieces(items: Iterator[Any], rows: int) -> Iterator[list[Any]]:
    """Yield rows in lists; if the iterable fails, the rows before are given first."""
    piece: list[Any] = []
    failure = None
    try:
        for item in items:
            piece.append(item)
            if len(piece) == rows:
                yield piece
                piece = []
    except Exception as error:
        failure = error
    if piece:
        yield piece
    if failure is not None:
        raise failure


def _found(value: Any) -> str:
    if isinstance(value, bool | np.bool_):
        return "truth value"
    if isinstance(value, numbers.Integral):
        return "whole number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, datetime.date | np.datetime64):
        return "time"
    return "number"


def _as_number(value: Any) -> float:
    if isinstance(value, str | bytes):
        raise TypeError
    return float(value)


def _as_whole(value: Any) -> int:
    if not isinstance(value, numbers.Integral):
        raise TypeError
    return int(value)


def _as_truth(value: Any) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise TypeError
    return bool(value)


def _as_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _as_time(value: Any) -> Any:
    if not isinstance(value, datetime.date | np.datetime64):
        raise TypeError
    return value


def _no_columns(rows: int) -> pa.RecordBatch:
    """Return rows without any feature; only by this way does Arrow remember how many they are."""
    return pa.RecordBatch.from_struct_array(pa.array([{}] * rows, pa.struct([])))

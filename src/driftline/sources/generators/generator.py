"""What all generators share: batches over native memory, facts, and the truth behind each row."""

import inspect
import itertools
import operator
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from driftline import _core
from driftline.stream import Batch, Drift, Facts, Stream
from driftline.stream.stream import BATCH_ROWS, Kind

TARGET = "y"


class Generator(Stream):
    """A stream of rows drawn from a known rule. A class of its own for each; this one draws none.

    The same seed gives the same rows, to the bit, on every machine and in batches of any size.
    """

    def __init__(
        self, make: Callable[..., _core.Generator], *, places: Sequence[Drift] = (), **given: Any
    ) -> None:
        """Take the native factory, its arguments, `rows`, and the places of the drifts.

        What the public signature names is a parameter; other arguments are for the factory alone.
        """
        given["seed"] = _checked_seed("seed", given["seed"])
        given["rows"] = _checked_rows(given["rows"])
        self._params = {name: given[name] for name in inspect.signature(type(self)).parameters}
        self._native = make(**{name: value for name, value in given.items() if name != "rows"})
        self._columns: list[tuple[str, list[str]]] = self._native.columns
        self._facts = self._describe(places)
        self._layout = _Layout(self._columns, self._native.classes)

    @property
    def params(self) -> dict[str, Any]:
        """The constructor's arguments, with the seed that was drawn if none was given."""
        return dict(self._params)

    @property
    def facts(self) -> Facts:
        """What is known before the first row."""
        return self._facts

    @property
    def is_endless(self) -> bool:
        """Whether no number of rows was given."""
        return self._params["rows"] is None

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass: give all rows in order, at most `rows` at a time."""
        size = operator.index(rows)
        if size < 1:
            raise ValueError(f"rows must be at least 1, not {size}")
        return self._batches(size)

    def truth(self, row: int) -> dict[str, Any]:
        """Return the parameters in force at a row: its concept, and what the rule is made of.

        Where something moves with every row, all rows before are stepped through; asking for
        ascending rows steps through each but once.
        """
        place = operator.index(row)
        if place < 0:
            raise ValueError(f"row must be at least 0, not {place}")
        return dict(self._native.truth(place))

    def concept_at(self, row: int) -> int:
        """Return the number of the concept in force at a row; 0 where there is but one."""
        return int(self.truth(row).get("concept", 0))

    def label_of(self, x: Mapping[str, Any], *, row: int = 0) -> int | float:
        """Return the label, without noise, that the rule in force at `row` gives to features."""
        values = [_number(x, name, categories) for name, categories in self._columns]
        label = self._native.label_of(values, operator.index(row))
        if label is None:
            raise ValueError(f"{type(self).__name__} draws the label; no rule tells it from x")
        return int(label) if self._native.classes else label

    def _batches(self, size: int) -> Iterator[Batch]:
        total: int | None = self._params["rows"]
        run = self._native.start()
        for start in itertools.count(0, size):
            count = size if total is None else min(size, total - start)
            if count <= 0:
                return
            yield self._layout.fill(run, start, count)

    def _describe(self, places: Sequence[Drift]) -> Facts:
        classes, rows = self._native.classes, self._params["rows"]
        kinds: dict[str, Kind] = {
            name: "nominal" if categories else "numeric" for name, categories in self._columns
        }
        return Facts(
            name=type(self).__name__,
            features=kinds,
            target=TARGET,
            task="classification" if classes else "regression",
            labels=tuple(range(classes)),
            rows=rows,
            drifts=tuple(drift for drift in places if rows is None or drift.row < rows),
        )

    def __getattr__(self, name: str) -> Any:
        parameters = self.__dict__.get("_params", {})
        if name in parameters:
            return parameters[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"'{name}' cannot be set: make another {type(self).__name__}")
        super().__setattr__(name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self), self._params)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return bool(self._params == other._params)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self)).parameters
        shown = (
            f"{name}={value!r}"
            for name, value in self._params.items()
            if value != defaults[name].default
        )
        return f"{type(self).__name__}({', '.join(shown)})"


class _Layout:
    """How a generator's columns lie in memory, and how Arrow sees them."""

    def __init__(self, columns: list[tuple[str, list[str]]], classes: int) -> None:
        self._categories = [pa.array(texts, pa.string()) if texts else None for _, texts in columns]
        self._codes = sum(categories is not None for categories in self._categories)
        self._numbers = len(columns) - self._codes
        self._target = pa.int64() if classes else pa.float64()
        nominal = pa.dictionary(pa.int32(), pa.string())
        self._schema = pa.schema(
            [(name, nominal if texts else pa.float64()) for name, texts in columns]
        )

    def fill(self, run: _core.GeneratorPass, start: int, rows: int) -> Batch:
        """Let the pass write its next rows and hand them over without a copy."""
        numbers = np.empty((self._numbers, rows))
        codes = np.empty((self._codes, rows), np.int32)
        target = np.empty(rows, self._target.to_pandas_dtype())
        run.fill(numbers, codes, target)
        number = _columns_of(numbers, pa.float64(), rows)
        code = _columns_of(codes, pa.int32(), rows)
        arrays = [
            next(number)
            if texts is None
            else pa.DictionaryArray.from_arrays(next(code), texts, safe=False)
            for texts in self._categories
        ]
        y = pa.Array.from_buffers(self._target, rows, [None, pa.py_buffer(target)])
        return Batch(pa.RecordBatch.from_arrays(arrays, schema=self._schema), y, start=start)


def _columns_of(matrix: "np.ndarray[Any, Any]", kind: Any, rows: int) -> Iterator[Any]:
    memory = pa.py_buffer(matrix)
    width = matrix.itemsize * rows
    for i in range(matrix.shape[0]):
        yield pa.Array.from_buffers(kind, rows, [None, memory.slice(i * width, width)])


def derived_seed(name: str, seed: int | None, model_seed: int | None) -> tuple[int, int]:
    """Return the seed of the rows and the seed of the model, which by default are the same."""
    rows = _checked_seed("seed", seed)
    return rows, rows if model_seed is None else _checked_seed(name, model_seed)


def _checked_seed(name: str, seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(32)
    value = operator.index(seed)
    if not 0 <= value < 2**64:
        raise ValueError(f"{name} must be from 0 to 2**64 - 1, not {value}")
    return value


def _checked_rows(rows: int | None) -> int | None:
    if rows is None:
        return None
    value = operator.index(rows)
    if value < 0:
        raise ValueError(f"rows must be at least 0, not {value}")
    return value


def _number(x: Mapping[str, Any], name: str, categories: list[str]) -> float:
    if name not in x:
        raise ValueError(f"x lacks the feature '{name}'")
    if not categories:
        return float(x[name])
    if x[name] not in categories:
        raise ValueError(f"{name} must be one of {', '.join(categories)}, not {x[name]!r}")
    return float(categories.index(x[name]))


def _remade(cls: type[Generator], parameters: dict[str, Any]) -> Generator:
    return cls(**parameters)

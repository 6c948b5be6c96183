"""A column of any kind as numbers: itself, or how often each of its values comes.

Of a column of names, each of the values met first is watched by an indicator, 1 where it stands and
0 elsewhere, and so are all others together: a value that becomes more frequent, or a new one,
moves a mean. Where there are only two values, the one tells of the other.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from driftline.cli.column_watch import FIRST_VALUES, ColumnWatch

#: Values of a column that are watched one by one, the most frequent ones.
MOST_VALUES = 10


class WatchedColumn:
    """Takes a column batch by batch; `parts` are the numbers that are made of it."""

    def __init__(self, name: str, make: Callable[[int], Any], *, raw: bool = False) -> None:
        """`make` gives a detector that shares its false alarms with so many."""
        self.name, self._make, self._raw = name, make, raw
        self.parts: list[ColumnWatch] = []
        self._values: list[Any] | None = None  # None for numbers

    def take(self, column: Any, start: int) -> None:
        """Look at the next rows."""
        if pa.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        if not self.parts and column.null_count < len(column):
            self._begin(column)
        for part, values in zip(self.parts, self._numbers(column), strict=True):
            part.take(values, start)

    def _begin(self, column: Any) -> None:
        if not _are_names(column):
            self.parts = [ColumnWatch(self.name, self._make(1), raw=self._raw)]
            return
        first = pc.value_counts(column.drop_null().slice(0, FIRST_VALUES)).to_pylist()
        first.sort(key=lambda each: -each["counts"])
        self._values = [each["values"] for each in first[:MOST_VALUES]]
        shown = self._values[: 1 if len(first) == 2 else MOST_VALUES]
        names = [f"{self.name}={value}" for value in shown] + [f"{self.name}: other values"]
        self.parts = [ColumnWatch(name, self._make(len(names)), raw=True) for name in names]

    def _numbers(self, column: Any) -> list[NDArray[np.float64]]:
        if not self.parts:
            return []
        if self._values is None:
            return [_floats(column, self.name)]
        known = pa.array(self._values, column.type)
        others = pc.if_else(pc.is_null(column), None, pc.invert(pc.is_in(column, known)))
        ones = [pc.equal(column, value) for value in known[: len(self.parts) - 1]]
        return [_floats(pc.cast(each, pa.int8()), self.name) for each in (*ones, others)]


def _are_names(column: Any) -> bool:
    return bool(pa.types.is_string(column.type) or pa.types.is_large_string(column.type))


def _floats(column: Any, name: str) -> NDArray[np.float64]:
    try:
        values: NDArray[np.float64] = pc.cast(column, pa.float64()).to_numpy(zero_copy_only=False)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise ValueError(f"column {name!r}: {error}") from error
    return values

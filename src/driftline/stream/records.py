"""Tables as plain Python objects: what a learner written in Python is given, and gives back."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from driftline.stream import tables

MOST_WEIGHT = 1e100  # sums of weights must stay finite


def rows_of(X: Any) -> tuple[Any, Sequence[Any]]:
    """Return X as the native side reads it, and its rows one by one."""
    table = tables.read(X)
    if isinstance(table, tables.Table):
        names, columns = table.names, map(tables.listed, table.column_values)
        for place, name in enumerate(names):
            if name in names[:place]:
                raise ValueError(f"column {name!r}: the table has it twice")
        values = zip(*columns, strict=True) if names else [()] * table.rows
        rows = [dict(zip(names, row, strict=True)) for row in values]
        return rows, rows
    if hasattr(table, "indptr"):
        return table, [table[i : i + 1] for i in range(table.shape[0])]
    if getattr(table, "ndim", 2) != 2:
        raise ValueError("X must be 2-D: rows, columns")
    return table, list(table)


def named(x: Any) -> dict[Any, Any]:
    """Return a row as a dict; without names of its own it has the positions."""
    if hasattr(x, "indptr"):
        return dict(zip(x.indices.tolist(), x.data.tolist(), strict=True))
    if isinstance(x, str | bytes) or not hasattr(x, "__iter__"):
        raise TypeError(f"a row is a dict, a list or a 1-D array, not {type(x)}")
    if hasattr(x, "to_dict"):
        return dict(x.to_dict())
    return dict(x) if hasattr(x, "keys") else dict(enumerate(tables.listed(x)))


def without_missing(row: dict[Any, Any]) -> dict[Any, Any]:
    """Return a row without the names that have no value."""
    return {name: value for name, value in row.items() if not is_null(value)}


def is_null(value: Any) -> bool:
    """Tell None, NaN of any kind, NA and NaT: what does not equal itself."""
    if value is None or type(value).__name__ == "NAType":
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):  # something that cannot say, such as an array
        return False


def plain(value: Any) -> Any:
    """Return a scalar of NumPy as Python's own."""
    if not isinstance(value, np.generic):
        return value
    own = value.item()
    return own if own == value else value  # a datetime64 becomes an int, which is not it


def targets_of(y: Any, count: int) -> list[Any]:
    """Return the label or number of each row."""
    read = tables.labels(y)
    if isinstance(read, tuple):
        labels, places = read
        values = [labels[place] if place >= 0 else None for place in places.tolist()]
    else:
        values = [plain(value) for value in tables.listed(read)]
    return _of_length("y", values, count)


def weight_of(w: Any) -> float:
    """Return the weight of a row, once it is known to be one."""
    weight = float(w)
    if not 0.0 <= weight <= MOST_WEIGHT:
        raise ValueError("w must be at least 0 and at most 1e100")
    return weight


def weights_of(w: Any, count: int) -> list[float]:
    """Return the weight of each row; `w` is nothing, one number or a column."""
    if w is None or isinstance(w, int | float):
        return [1.0 if w is None else weight_of(w)] * count
    values = _of_length("w", tables.listed(w), count)
    for row, value in enumerate(values):
        if is_null(value) or not 0.0 <= value <= MOST_WEIGHT:
            raise ValueError(f"w, row {row}: a weight must be at least 0 and at most 1e100")
    return [float(value) for value in values]


def answers_like(X: Any, answers: Sequence[Any]) -> Any:
    """Return one answer a row, labels or numbers, in the caller's own kind."""
    values = [plain(answer) for answer in answers]
    kinds = {type(value) for value in values}
    if float in kinds and kinds <= {float, int}:
        return tables.numbers_like(X, np.array(values, dtype=np.float64))
    codes = {label: code for code, label in enumerate(dict.fromkeys(_known(values)))}
    found = [-1 if value is None else codes[value] for value in values]
    return tables.labels_like(X, np.array(found, dtype=np.int32), list(codes))


def shares_like(X: Any, shares: Sequence[dict[Any, float]], labels: Sequence[Any]) -> Any:
    """Return a share for each row and label, 0 where a row names none, in the caller's kind."""
    every = list(dict.fromkeys([*labels, *(label for row in shares for label in row)]))
    table = [[float(row.get(label, 0.0)) for label in every] for row in shares]
    return tables.shares_like(X, np.array(table).reshape(len(shares), len(every)), every)


def _known(values: Sequence[Any]) -> Iterator[Any]:
    return (value for value in values if value is not None)


def _of_length(what: str, values: list[Any], count: int) -> list[Any]:
    if len(values) != count:
        raise ValueError(f"{what} has {len(values)} entries, X has {count} rows")
    return values

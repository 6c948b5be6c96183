"""What a sampler is offered: items of any kind, and a weight, a time or a key for each.

Nothing here looks at an item that does not stay: a batch tells its length, and gives those that
are asked for.
"""

import importlib
import secrets
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from driftline import _core
from driftline.stream import tables

Places: TypeAlias = NDArray[np.int64]
Take: TypeAlias = Callable[[Places], list[Any]]
Keys: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.uint8] | None]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)
_PER_SECOND = {"s": 1, "ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}


def drawn(seed: int | None) -> int:
    """Return the seed; without one, draw it once and for all."""
    return secrets.randbits(63) if seed is None else seed


def opened(items: Any) -> tuple[int, Take]:
    """Return how many items there are, and how to take some of them, as a list."""
    if isinstance(items, str | bytes | dict):
        raise TypeError(f"items must be a list, an array or a table, not a {type(items).__name__}")
    home = type(items).__module__.partition(".")[0]
    if home == "numpy" and getattr(items, "ndim", 0) > 0:
        return len(items), lambda places: tables.listed(items[places])
    if home == "pandas":
        frame = hasattr(items, "columns")
        return (
            len(items),
            lambda places: (
                items.iloc[places].to_dict("records") if frame else items.iloc[places].tolist()
            ),
        )
    if _speaks_arrow(items):
        table = _arrow_items(items)
        return len(table), lambda places: list(table.take(places).to_pylist())
    if not isinstance(items, list | tuple | range):
        items = list(items)
    return len(items), lambda places: [items[place] for place in places.tolist()]


def numbers(values: Any, count: int) -> NDArray[np.float64] | None:
    """Return weights as numbers; NaN for null, which no sampler takes."""
    if values is None:
        return None
    if isinstance(values, int | float):
        return np.full(count, float(values))
    if _speaks_arrow(values):
        values = _arrow_column(values).to_numpy(zero_copy_only=False)
    return np.ascontiguousarray(values, dtype=np.float64)


def times(values: Any) -> NDArray[np.float64]:
    """Return times as numbers: dates as seconds since 1970, NaN for null."""
    if type(values).__module__.partition(".")[0] == "pandas" or _speaks_arrow(values):
        return _arrow_times(_arrow_column(values))
    if isinstance(values, np.ndarray):
        if values.dtype.kind == "M":
            return _seconds_of(values)
        if values.dtype.kind in "biuf":
            return np.ascontiguousarray(values, dtype=np.float64)
    if isinstance(values, str | bytes | dict) or not hasattr(values, "__iter__"):
        raise TypeError(f"time must have an entry for each item, not be a {type(values).__name__}")
    return np.array([seconds(value) for value in values], dtype=np.float64)


def seconds(value: Any) -> float:
    """Return a time as a number: seconds since 1970 for a date, which is UTC unless it says."""
    if isinstance(value, datetime):
        since = (value if value.tzinfo else value.replace(tzinfo=UTC)) - _EPOCH
        whole = since // _SECOND
        rest: timedelta = since - whole * _SECOND
        nanoseconds = rest.microseconds * 1000 + int(getattr(rest, "nanoseconds", 0))
        return int(whole) + nanoseconds / 1e9
    if isinstance(value, date):
        return seconds(datetime.combine(value, time()))
    if isinstance(value, np.datetime64):
        return float(_seconds_of(np.array([value]))[0])
    if isinstance(value, str | bytes):
        raise TypeError(f"time is a number or a date, not {value!r}")
    return float(value)


def keys(column: Any) -> Keys:
    """Return the hash of each key, and whether there is one; None if all have one.

    Text and bytes of Arrow are read where they lie, and a category is hashed once.
    """
    if type(column).__module__.partition(".")[0] == "pandas" or _speaks_arrow(column):
        return _arrow_keys(_arrow_column(column))
    if isinstance(column, np.ndarray) and column.dtype.kind in "iub":
        return _hashed_ints(column), None
    if isinstance(column, str | bytes | dict) or not hasattr(column, "__iter__"):
        raise TypeError(f"keys must have an entry for each item, not be a {type(column).__name__}")
    hashes, flags = _core.hash_objects(tables.listed(column))
    return hashes, flags


def _speaks_arrow(values: Any) -> bool:
    return hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__")


def _pyarrow() -> Any:
    return importlib.import_module("pyarrow")


def _arrow_items(items: Any) -> Any:
    pa = _pyarrow()
    if isinstance(items, pa.RecordBatch | pa.Table | pa.Array | pa.ChunkedArray):
        return items
    if hasattr(items, "columns") or hasattr(items, "column_names"):
        return pa.table(items)
    return _arrow_column(items)


def _arrow_column(column: Any) -> Any:
    pa = _pyarrow()
    if isinstance(column, pa.Array | pa.ChunkedArray):
        return column
    if hasattr(column, "__arrow_c_stream__"):
        return pa.chunked_array(column)
    return pa.array(column, from_pandas=True)


def _arrow_times(column: Any) -> NDArray[np.float64]:
    pa = _pyarrow()
    kind = column.type
    if pa.types.is_date(kind):
        column = column.cast(pa.timestamp("s" if pa.types.is_date32(kind) else "ms"))
    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.timestamp(column.type.unit))  # the same moments, without a zone
        return _seconds_of(column.to_numpy(zero_copy_only=False))
    return np.ascontiguousarray(column.to_numpy(zero_copy_only=False), dtype=np.float64)


def _seconds_of(moments: NDArray[Any]) -> NDArray[np.float64]:
    """Return datetime64 of any unit as seconds, the same for one moment whatever its unit."""
    unit = np.datetime_data(moments.dtype)[0]
    if unit not in _PER_SECOND:
        unit = "s" if unit in ("Y", "M", "W", "D", "h", "m") else "ns"
    moments = moments.astype(f"M8[{unit}]")
    whole, rest = np.divmod(moments.astype(np.int64), _PER_SECOND[unit])
    return np.where(np.isnat(moments), np.nan, whole + rest / _PER_SECOND[unit])


def _arrow_keys(column: Any) -> Keys:
    chunks = column.chunks if hasattr(column, "chunks") else [column]
    parts = [_hashed(chunk) for chunk in chunks if len(chunk)]
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return np.empty(0, np.uint64), None
    if all(flags is None for _, flags in parts):
        return np.concatenate([hashes for hashes, _ in parts]), None
    filled = [np.ones(len(h), np.uint8) if flags is None else flags for h, flags in parts]
    return np.concatenate([hashes for hashes, _ in parts]), np.concatenate(filled)


def _hashed(chunk: Any) -> Keys:
    """Return the hashes of one piece of a column, not empty."""
    pa = _pyarrow()
    kind = chunk.type
    flags = None
    if chunk.null_count:
        flags = chunk.is_valid().to_numpy(zero_copy_only=False).view(np.uint8)
    if pa.types.is_dictionary(kind):
        return _hashed_categories(chunk, flags)
    if pa.types.is_null(kind):
        return np.zeros(len(chunk), np.uint64), flags
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        whole = chunk.fill_null(0) if flags is not None else chunk
        return _hashed_ints(whole.to_numpy(zero_copy_only=False)), flags
    if kind in (pa.string(), pa.binary()):
        return _hashed_text(chunk, _core.hash_text, np.int32), flags
    if pa.types.is_fixed_size_binary(kind) or kind in (pa.string_view(), pa.binary_view()):
        chunk = chunk.cast(pa.large_binary())
    if chunk.type in (pa.large_string(), pa.large_binary()):
        return _hashed_text(chunk, _core.hash_text_64, np.int64), flags
    raise TypeError(f"keys are text, bytes or whole numbers, not {kind}")


def _hashed_text(
    chunk: Any, hashed: Callable[..., Any], offset: type[np.int32 | np.int64]
) -> NDArray[np.uint64]:
    _, starts, data = chunk.buffers()
    offsets = np.frombuffer(starts, dtype=offset)[chunk.offset : chunk.offset + len(chunk) + 1]
    text = np.empty(0, np.uint8) if data is None else np.frombuffer(data, dtype=np.uint8)
    return np.asarray(hashed(offsets, text))


def _hashed_categories(chunk: Any, flags: NDArray[np.uint8] | None) -> Keys:
    if not len(chunk.dictionary):
        return np.zeros(len(chunk), np.uint64), flags
    hashes, is_named = _hashed(chunk.dictionary)
    places = chunk.indices.fill_null(0).to_numpy(zero_copy_only=False)
    if is_named is not None:  # a category may itself be null
        named = is_named[places]
        flags = named if flags is None else named & flags
    return hashes[places], flags


def _hashed_ints(values: NDArray[Any]) -> NDArray[np.uint64]:
    wide = values if values.dtype == np.uint64 else values.astype(np.int64).view(np.uint64)
    return np.asarray(_core.hash_ints(np.ascontiguousarray(wide)))

"""Tables of other libraries: how they are read, and how answers take their shape.

The native side reads lists, NumPy arrays and CSR itself. Everything else comes here, once a
batch: pandas, and whatever speaks Arrow (Polars, DuckDB, pyarrow). No such library is imported
unless its own object is at hand; Arrow is read with pyarrow.
"""

import datetime
import functools
import importlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Table:
    """Named columns, each an array of numbers, a list of whatever stood there, or texts.

    Texts are a tuple: the different ones, and for each row which it is, -1 where there is none.
    """

    names: list[Any]
    column_values: list[Any]
    rows: int


@dataclass(frozen=True)
class CodedLabels:
    """A label for each row by its number in a list, -1 where there is none."""

    labels: list[Any]
    codes: NDArray[np.int32]


def read(X: Any, takes_text: bool = False, takes_time: bool = False) -> Any:
    """Return a Table, or X as something the native side reads itself.

    For a model that takes text, a column of text comes as texts; for one that takes time, a
    column of dates comes as seconds since 1970.
    """
    if hasattr(X, "tocsr"):
        return X.tocsr()
    if isinstance(X, np.ndarray) and isinstance(X, np.ma.MaskedArray):  # np.ma is loaded late
        if X.dtype.kind in "biuf":
            return np.ma.filled(X.astype(np.float64), np.nan)
        cells = np.array([*X.data.flat, None], dtype=object)[:-1].reshape(X.shape)
        cells[np.ma.getmaskarray(X)] = None
        return cells.tolist()
    if _home(X) == "pandas" and hasattr(X, "columns"):
        kinds = (takes_text, takes_time)
        values = [_pandas_column(X.iloc[:, i], *kinds) for i in range(X.shape[1])]
        return Table(list(X.columns), values, len(X))
    if _home(X) != "pandas" and _speaks_arrow(X):
        pa = _pyarrow()
        table = X if isinstance(X, pa.Table | pa.RecordBatch) else pa.table(X)
        columns = [_arrow_column(column, takes_text, takes_time) for column in table.columns]
        return Table(list(table.schema.names), columns, table.num_rows)
    if hasattr(X, "__array__"):
        return _plain_array(np.asarray(X))
    if hasattr(X, "__iter__") and not isinstance(X, str | bytes | dict):
        return list(X)
    raise TypeError(f"X is a {type(X).__name__}; a table, a 2-D array or a list of rows is wanted")


def labels(y: Any) -> Any:
    """Return (labels, an index for each row, -1 for null), or y as an array or a list."""
    if isinstance(y, CodedLabels):
        return y.labels, y.codes
    if getattr(y, "ndim", 1) != 1 or hasattr(y, "columns") or isinstance(y, str | bytes | dict):
        raise TypeError(f"y must be one column, an entry for each row, not a {type(y).__name__}")
    if _home(y) == "pandas":
        if hasattr(y, "cat"):
            return list(y.cat.categories), y.cat.codes.to_numpy()
        kind = getattr(y.dtype, "kind", "O")
        if kind in "biuf" and not y.isna().any():
            return np.asarray(y)
        return listed(y)
    if _speaks_arrow(y) and str(getattr(y, "dtype", "")) != "Object":  # Polars: no Arrow type
        return _arrow_labels(_arrow_array(y))
    return listed(y)


def listed(values: Any) -> list[Any]:
    """Return a column of any library as a list; None where a value is masked."""
    if isinstance(getattr(values, "dtype", None), np.dtype) and values.dtype.kind in "mM":
        return list(values)  # tolist would turn nanoseconds into ints
    for method in ("to_pylist", "tolist", "to_list"):
        if hasattr(values, method):
            return list(getattr(values, method)())
    if _speaks_arrow(values):
        return list(_arrow_array(values).to_pylist())
    if isinstance(values, str | bytes | dict) or not hasattr(values, "__iter__"):
        raise TypeError(f"a column is wanted, one entry a row, not a {type(values).__name__}")
    return list(values)


def labels_like(X: Any, codes: NDArray[np.int32], labels: list[Any]) -> Any:
    """Return the label of each row; None where no label was known yet."""
    if isinstance(X, list | tuple):
        known = [*labels, None]  # -1 finds the last
        return [known[code] for code in codes]
    return _column_like(X, _taken(codes, labels))


def numbers_like(X: Any, values: NDArray[np.float64]) -> Any:
    """Return one number for each row."""
    if isinstance(X, list | tuple):
        return values.tolist()
    return _column_like(X, values)


def shares_like(X: Any, shares: NDArray[np.float64], labels: list[Any]) -> Any:
    """Return a share for each row and label; a code whose label is not known yet is left out."""
    known = [code for code, label in enumerate(labels) if label is not None]
    names = [labels[code] for code in known]
    shares = shares[:, known] if len(known) < len(labels) else shares
    if isinstance(X, list | tuple):
        return [dict(zip(names, row, strict=True)) for row in shares.tolist()]
    return _table_of(X, names, shares)


def row_like(x: Any, names: list[Any], values: NDArray[np.float64]) -> Any:
    """Return one transformed row as the caller gave it."""
    if isinstance(x, list | tuple):
        return [None if math.isnan(value) else value for value in values.tolist()]
    if hasattr(x, "keys"):
        by_name = dict(zip(names, values.tolist(), strict=True))
        return {name: by_name[name] for name in x.keys()}  # noqa: SIM118 - a pandas row has keys
    return values


def table_like(X: Any, names: list[Any], values: NDArray[np.float64]) -> Any:
    """Return many transformed rows as the caller gave them, with the caller's columns."""
    if isinstance(X, list | tuple):
        if X and isinstance(X[0], dict):
            return [row_like(x, names, row) for x, row in zip(X, values, strict=True)]
        return values.tolist()
    home = _home(X)
    if home in ("numpy", "scipy"):
        return values
    own = list(X.columns) if home in ("pandas", "polars") else read(X).names
    places = {name: place for place, name in enumerate(names)}
    chosen = [places[name] for name in own] if len(values) else []
    return _table_of(X, own, values[:, chosen] if chosen else np.empty((0, len(own))))


def has_named_columns(X: Any) -> bool:
    """Tell whether rows with columns of their own go back with the names of these."""
    return not isinstance(X, list | tuple) and _home(X) not in ("numpy", "scipy") and _is_table(X)


def outputs_like(
    X: Any,
    names: list[Any],
    sources: list[Any],
    values: NDArray[np.float64],
    texts: dict[int, list[Any]],
) -> Any:
    """Return rows with columns of their own; texts stand beside the values, by column.

    A table leaves out what is made of a column that it has not.
    """
    if not has_named_columns(X):
        return _rows_with_texts(X, values, texts)
    own = set(read(X).names)
    kept = [i for i, source in enumerate(sources) if source is None or source in own]
    columns = {names[i]: texts.get(i, values[:, i]) for i in kept}
    if _home(X) == "pandas":
        return importlib.import_module("pandas").DataFrame(columns, index=X.index)
    columns = {str(name): column for name, column in columns.items()}
    if _home(X) == "polars":
        return importlib.import_module("polars").DataFrame(columns)
    return _pyarrow().table(columns)


def _rows_with_texts(X: Any, values: NDArray[np.float64], texts: dict[int, list[Any]]) -> Any:
    is_list = isinstance(X, list | tuple)
    if not texts and not (is_list and np.isnan(values).any()):
        return values.tolist() if is_list else values
    rows = values.astype(object)
    if is_list:
        rows[np.isnan(values)] = None
    for column, entries in texts.items():
        rows[:, column] = entries
    return rows.tolist() if is_list else rows


def sparse_like(X: Any, starts: Any, places: Any, values: Any, width: int) -> Any:
    """Return transformed sparse rows in the caller's own format: arrays as arrays."""
    sparse = importlib.import_module("scipy.sparse")
    make = sparse.csr_array if isinstance(X, sparse.sparray) else sparse.csr_matrix
    return make((values, places, starts), shape=(X.shape[0], width)).asformat(X.format)


def seconds(value: Any) -> float | None:
    """Return a date as seconds since 1970 in UTC, None if it is none; a plain one is UTC."""
    if isinstance(value, datetime.datetime):
        aware = value if value.tzinfo else value.replace(tzinfo=datetime.UTC)
        return (aware - _EPOCH) / datetime.timedelta(seconds=1)
    if isinstance(value, datetime.date):
        return (value - _EPOCH.date()).days * 86400.0
    if isinstance(value, np.datetime64):
        whole = value.astype("datetime64[us]")
        return math.nan if np.isnat(whole) else float(whole.astype(np.int64)) / 1e6
    return None


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def _home(X: Any) -> str:
    """Name the library an object comes from."""
    return type(X).__module__.partition(".")[0]


@functools.cache
def _pyarrow() -> Any:
    return importlib.import_module("pyarrow")


@functools.cache
def _plain_types() -> frozenset[int]:
    """Return the types of numbers that lie in memory as NumPy wants them."""
    pa = _pyarrow()
    signed = (pa.int8(), pa.int16(), pa.int32(), pa.int64())
    unsigned = (pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64())
    return frozenset(kind.id for kind in (*signed, *unsigned, pa.float32(), pa.float64()))


def _pandas_column(series: Any, takes_text: bool, takes_time: bool) -> Any:
    kind = series.dtype.kind if hasattr(series.dtype, "kind") else "O"
    if kind not in "biuf":
        is_coded = hasattr(series, "cat") and takes_text
        is_time = kind == "M" and takes_time
        return (
            _arrow_column(_pyarrow().array(series), takes_text, takes_time)
            if (is_coded or is_time)
            else series.tolist()
        )
    if series.hasnans:
        return series.to_numpy(dtype=np.float64, na_value=np.nan)
    return _plain_array(series.to_numpy())


def _plain_array(array: NDArray[Any]) -> Any:
    """Return an array of a type the native side reads, or a list of Python objects."""
    if array.dtype.kind in "biu" or array.dtype in (np.float32, np.float64):
        return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
    if array.dtype.kind == "f":
        return array.astype(np.float64)
    if array.dtype.kind in "mM":
        return [list(row) if array.ndim > 1 else row for row in array]  # not as integers
    return array.tolist()


def _arrow_array(values: Any) -> Any:
    pa = _pyarrow()
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return values
    if hasattr(values, "__arrow_c_stream__"):
        return pa.chunked_array(values)
    return pa.array(values)


def as_numpy(column: Any) -> NDArray[Any]:
    """Return numbers of Arrow as an array, where they lie if that can be.

    pyarrow's own way imports pandas wherever that is installed, which takes a fifth of a second.
    """
    pa = _pyarrow()
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    if column.type.id in _plain_types() and isinstance(column, pa.Array) and not column.null_count:
        return np.from_dlpack(column)
    return np.asarray(column.to_numpy(zero_copy_only=False))


def _arrow_column(column: Any, takes_text: bool, takes_time: bool) -> Any:
    """Return a column as an array of numbers, or as a list where it holds something else."""
    pa = _pyarrow()
    if column.type.id in _plain_types() and not column.null_count:
        return np.ascontiguousarray(as_numpy(column))
    if takes_text and _holds_text(column.type):
        texts, codes = _arrow_labels(column) if len(column) else ([], np.empty(0))
        return texts, codes.astype(np.int64)
    if takes_time and (pa.types.is_timestamp(column.type) or pa.types.is_date(column.type)):
        ticks = column.cast(pa.timestamp("us"), safe=False).cast(pa.int64())
        return ticks.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False) / 1e6
    if _holds_text(column.type):
        return column.to_pylist()
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    return _arrow_numbers(column)


def _arrow_numbers(column: Any) -> Any:
    pa = _pyarrow()
    kind = column.type
    number = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    if pa.types.is_boolean(kind):
        number, column = True, column.cast(pa.uint8())
    if pa.types.is_null(kind):
        return np.full(len(column), np.nan)
    if not number:
        return column.to_pylist()
    if column.null_count or pa.types.is_decimal(kind) or pa.types.is_float16(kind):
        column = column.cast(pa.float64(), safe=False)  # as reading them one by one would
    return np.ascontiguousarray(as_numpy(column))


def _holds_text(kind: Any) -> bool:
    types = _pyarrow().types
    value = kind.value_type if types.is_dictionary(kind) else kind
    return bool(
        types.is_string(value) or types.is_large_string(value) or types.is_string_view(value)
    )


def _arrow_labels(array: Any) -> Any:
    pa = _pyarrow()
    kind = array.type
    if (pa.types.is_integer(kind) or pa.types.is_floating(kind)) and not array.null_count:
        return _plain_array(as_numpy(array))
    if pa.types.is_boolean(kind) and not array.null_count:
        return as_numpy(array.cast(pa.uint8())).astype(np.bool_)
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if isinstance(array, pa.ChunkedArray):  # no chunks at all
        return []
    if pa.types.is_nested(kind):
        raise TypeError(f"y must hold labels, not {kind}")
    if not pa.types.is_dictionary(kind):
        array = array.dictionary_encode()
    indices = array.indices
    if indices.null_count or indices.type != pa.int32():
        indices = indices.cast(pa.int64()).fill_null(-1)
    return array.dictionary.to_pylist(), as_numpy(indices)


def _taken(codes: NDArray[np.int32], labels: Sequence[Any]) -> NDArray[Any]:
    table = _label_array(labels)
    if len(codes) and codes.min() < 0:
        full = np.empty(len(table) + 1, dtype=object)
        full[:-1] = table
        return np.asarray(full[codes])  # -1 finds the last, None
    return table[codes]


def _label_array(labels: Sequence[Any]) -> NDArray[Any]:
    """Return the labels as an array of the plainest type that holds them."""
    for kind in (bool, int, float, str):
        if labels and all(type(label) is kind for label in labels):
            array = np.array(labels)
            # An int beyond 64 bits would become a float, a text would lose a final NUL.
            if array.dtype.kind in "biufU" and array.tolist() == list(labels):
                return array
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    return array


def _column_like(X: Any, values: NDArray[Any]) -> Any:
    home = _home(X)
    if home in ("numpy", "scipy") or not _is_table(X):
        return values
    if home == "pandas":
        return importlib.import_module("pandas").Series(values, index=X.index)
    is_plain = values.dtype.kind in "biuf"
    try:
        if home == "polars":
            return importlib.import_module("polars").Series(values if is_plain else values.tolist())
        return _pyarrow().array(values if is_plain else values.tolist())
    except (TypeError, ValueError, OverflowError):  # labels of several types: no column holds them
        return values


def _table_of(X: Any, names: list[Any], values: NDArray[np.float64]) -> Any:
    home = _home(X)
    if home in ("numpy", "scipy") or not _is_table(X):
        return values
    if home == "pandas":
        return importlib.import_module("pandas").DataFrame(values, columns=names, index=X.index)
    texts = [str(name) for name in names]
    if len(set(texts)) < len(texts):
        texts = [repr(name) for name in names]  # 1 and "1" are two
    columns = {text: values[:, i] for i, text in enumerate(texts)}
    if home == "polars":
        return importlib.import_module("polars").DataFrame(columns)
    return _pyarrow().table(columns)


def _is_table(X: Any) -> bool:
    return _home(X) == "pandas" or _speaks_arrow(X)


def _speaks_arrow(X: Any) -> bool:
    return hasattr(X, "__arrow_c_stream__") or hasattr(X, "__arrow_c_array__")

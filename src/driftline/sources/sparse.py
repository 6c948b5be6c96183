"""Sparse rows: CSR made of the parts that files keep."""

import importlib
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


def csr(values: Any, indices: Any, starts: Any, width: int) -> Any:
    """Return SciPy's CSR of these parts, or say how to install SciPy."""
    try:
        sparse = importlib.import_module("scipy.sparse")
    except ImportError as error:
        raise ImportError("sparse rows need SciPy: pip install 'driftline[scipy]'") from error
    shape = (len(starts) - 1, width)
    return sparse.csr_matrix((np.asarray(values, dtype=np.float64), indices, starts), shape=shape)


def is_sparse(schema: pa.Schema) -> bool:
    """Whether the table keeps rows as lists of indices and values."""
    return all(
        name in schema.names
        and (pa.types.is_list(kind := schema.field(name).type) or pa.types.is_large_list(kind))
        for name in ("indices", "values")
    )


def csr_of_lists(indices: pa.Array, values: pa.Array, width: int | None) -> Any:
    """Return CSR of two list columns; without a width it is as wide as these rows need."""
    ends = np.asarray(indices.offsets)
    places = _numbers(indices.flatten()).astype(np.int32)
    needed = int(places.max()) + 1 if len(places) else 0
    starts = (ends - ends[0]).astype(np.int32)
    return csr(_numbers(values.flatten()), places, starts, max(needed, width or 0))


def _numbers(array: pa.Array) -> NDArray[Any]:
    return np.asarray(array.to_numpy(zero_copy_only=False))

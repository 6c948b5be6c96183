"""The streams every contestant learns: real ones, a sparse one, and generated ones."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray
from scipy import sparse

from driftline import sources

SEED = 1


@dataclass(frozen=True, eq=False)
class Stream:
    """Rows and labels in memory, in the order they arrived.

    Labels are numbered by first appearance, so that integers and names seat the same label as
    the negative one.
    """

    name: str
    X: NDArray[np.float64] | sparse.csr_matrix
    y: NDArray[np.int32]
    labels: tuple[str, ...]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self.X.shape[0])

    @property
    def width(self) -> int:
        """Number of features."""
        return int(self.X.shape[1])

    @property
    def is_sparse(self) -> bool:
        """Whether the rows are CSR."""
        return sparse.issparse(self.X)

    def head(self, rows: int) -> "Stream":
        """First rows of the stream, all of it when it is shorter."""
        return Stream(self.name, self.X[:rows], self.y[:rows], self.labels)

    def dictionary(self) -> pa.DictionaryArray:
        """Labels as an Arrow dictionary of names."""
        return pa.DictionaryArray.from_arrays(self.y, list(self.labels))


def load(name: str) -> Stream:
    """Read or make the stream of that name."""
    return (LOADERS | GENERATED)[name]()


def _table(name: str) -> pa.Table:
    home = os.environ.get("DRIFTLINE_DATA")
    if home is None:
        raise SystemExit(f"real data {name!r}: set DRIFTLINE_DATA to the folder of Parquet files")
    return pq.read_table(Path(home) / f"{name}.parquet")


def _numbered(target: NDArray[np.generic]) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    found, first, codes = np.unique(target, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return np.argsort(order)[codes].astype(np.int32), tuple(str(found[i]) for i in order)


def _dense(name: str) -> Stream:
    table = _table(name)
    features = [column.to_numpy() for column in table.drop_columns("target").columns]
    y, labels = _numbered(table["target"].to_numpy())
    return Stream(name, np.column_stack(features).astype(np.float64), y, labels)


def _spam() -> Stream:
    table = _table("spam_katakis")
    columns, values = (table[name].combine_chunks() for name in ("indices", "values"))
    parts = (
        values.flatten().to_numpy().astype(np.float64),
        columns.flatten().to_numpy().astype(np.int32),
        columns.offsets.to_numpy().astype(np.int32),
    )
    y, labels = _numbered(table["target"].to_numpy())
    return Stream("spam", sparse.csr_matrix(parts), y, labels)


def _hyperplane(rows: int = 1_000_000, width: int = 10) -> Stream:
    """Rows in the unit cube cut by a plane that turns slowly; one label in twenty is wrong."""
    random = np.random.default_rng(SEED)
    X = random.random((rows, width)) - 0.5
    angle = np.linspace(0.0, np.pi, rows)[:, None]
    start, end = random.standard_normal((2, width))
    side = (X * (np.cos(angle) * start + np.sin(angle) * end)).sum(axis=1) > 0
    y, labels = _numbered(side ^ (random.random(rows) < 0.05))
    return Stream("hyperplane", X, y, labels)


LOADERS: dict[str, Callable[[], Stream]] = {
    "elec2": lambda: _dense("elec2"),
    "covtype": lambda: _dense("covtype"),
    "hyperplane": _hyperplane,
    "spam": _spam,
}


def _generated(name: str, source: Any) -> Stream:
    """Rows of a generator without drift, so that a tree keeps growing."""
    table = source.to_arrow()
    *features, target = table.column_names
    y, labels = _numbered(table[target].to_numpy())
    X = np.column_stack([_numbers(table[feature]) for feature in features])
    return Stream(name, X.astype(np.float64), y, labels)


def _numbers(column: pa.ChunkedArray) -> NDArray[np.generic]:
    """Return the codes of a column of categories, other columns as they are."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(pa.string())
    if pa.types.is_string(column.type):
        return _numbered(column.to_numpy())[0]
    return column.to_numpy()


GENERATED_ROWS = 300_000
GENERATED: dict[str, Callable[[], Stream]] = {
    "agrawal": lambda: _generated(
        "agrawal", sources.Agrawal(perturbation=0.05, seed=SEED, rows=GENERATED_ROWS)
    ),
    "sea": lambda: _generated("sea", sources.SEA(noise=0.1, seed=SEED, rows=GENERATED_ROWS)),
    "rbf": lambda: _generated(
        "rbf", sources.RandomRBF(n_classes=5, seed_model=SEED, seed=SEED, rows=GENERATED_ROWS)
    ),
    "led": lambda: _generated(
        "led",
        sources.LED(noise_percentage=0.1, irrelevant_features=True, seed=SEED, rows=GENERATED_ROWS),
    ),
}
"""More streams for trees; text categories become codes, and everybody takes them as numbers."""

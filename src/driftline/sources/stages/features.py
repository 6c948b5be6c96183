"""Features that do not matter, and values that are not there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from driftline.sources.errors import SourceError, unknown
from driftline.sources.sparse import csr
from driftline.sources.stages.labels import nulled
from driftline.sources.stages.row_by_row import RowByRow, Stage, checked_share, rows_of
from driftline.stream import draws
from driftline.stream.batch import Batch
from driftline.stream.stream import Stream


def irrelevant_features(n: int, *, prefix: str = "irrelevant_", seed: int | None = None) -> Stage:
    """Add numeric features that have nothing to do with the target, uniform in [0, 1).

    Parameters
    ----------
    n
        How many.
    prefix
        What their names begin with; a number follows.
    seed
        Seed of the draws; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SEA(seed=1) | sources.irrelevant_features(2, seed=2)
    >>> list(stream.facts.features)
    ['x1', 'x2', 'x3', 'irrelevant_0', 'irrelevant_1']
    """
    if n < 0:
        raise ValueError(f"n must be at least 0, not {n}")
    own = draws.seed_or_new(seed)
    names = [f"{prefix}{i}" for i in range(n)]

    def change(batch: Batch) -> Batch:
        if batch.is_sparse:
            raise ValueError("irrelevant_features: sparse rows have no columns to add to")
        rows = rows_of(batch)
        columns = [pa.array(draws.uniforms(own, rows, draw)) for draw in range(n)]
        x = batch.x
        arrays = [*x.columns, *columns]
        return replace(batch, x=pa.RecordBatch.from_arrays(arrays, names=[*x.schema.names, *names]))

    def make(stream: Stream) -> Stream:
        facts = stream.facts
        taken = [name for name in names if name in facts.features]
        if taken:
            raise ValueError(f"irrelevant_features: {taken[0]!r} is there already; give prefix=")
        kinds = {**facts.features, **dict.fromkeys(names, "numeric")}
        return RowByRow(stream, replace(facts, features=kinds), change)  # type: ignore[arg-type]

    return Stage("irrelevant_features", {"n": n, "prefix": prefix, "seed": own}, make)


def missing_values(
    p: float, *, columns: Sequence[str] | None = None, seed: int | None = None
) -> Stage:
    """Take values away, each by itself: they become null, or absent where rows are sparse.

    Parameters
    ----------
    p
        Probability that a value is missing.
    columns
        Features that lose values; all if not given.
    seed
        Seed of the draws; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SEA(seed=1) | sources.missing_values(0.2, columns=["x1"], seed=2)
    """
    share, own = checked_share("p", p), draws.seed_or_new(seed)
    only = None if columns is None else frozenset(columns)

    def change(batch: Batch) -> Batch:
        if batch.is_sparse:
            return replace(batch, x=_thinned(batch, own, share))
        rows, x = rows_of(batch), batch.x
        arrays = [
            column
            if only is not None and name not in only
            else nulled(column, draws.uniforms(own, rows, draws.draw_of(name)) < share)
            for name, column in zip(x.schema.names, x.columns, strict=True)
        ]
        return replace(batch, x=pa.RecordBatch.from_arrays(arrays, names=x.schema.names))

    def make(stream: Stream) -> Stream:
        features = stream.facts.features
        for name in columns or ():
            if features and name not in features:
                missing = unknown("column", name, features)
                raise SourceError(f"{stream.facts.name}: missing_values: {missing}")
        return RowByRow(stream, stream.facts, change)

    return Stage("missing_values", {"p": share, "columns": columns, "seed": own}, make)


def _thinned(batch: Batch, seed: int, share: float) -> Any:
    """Return the sparse rows without some of their values."""
    x = batch.x
    counts = np.diff(x.indptr)
    # One draw for each row and column: the row picks a seed, the column a place under it.
    row_keys = np.repeat(draws.bits(seed, rows_of(batch)), counts)
    stays = draws.uniforms(seed, row_keys ^ x.indices.astype(np.uint64), draw=1) >= share
    starts = np.concatenate([[0], np.cumsum(stays)])[x.indptr].astype(np.int32)
    return csr(x.data[stays], x.indices[stays], starts, x.shape[1])

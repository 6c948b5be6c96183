"""Labels that are wrong, missing or late."""

import operator
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from driftline.sources.errors import SourceError, place, unknown
from driftline.sources.stages.row_by_row import RowByRow, Stage, checked_share, rows_of
from driftline.stream import draws
from driftline.stream.batch import Batch
from driftline.stream.stream import Stream


def label_noise(p: float, *, labels: Sequence[Any] | None = None, seed: int | None = None) -> Stage:
    """Replace some labels by another one, drawn evenly from the rest.

    Parameters
    ----------
    p
        Probability that a label is replaced.
    labels
        All labels, where the stream does not know them itself.
    seed
        Seed of the draws; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SEA(seed=1) | sources.label_noise(0.1, seed=2)
    """
    own = draws.seed_or_new(seed)
    params = {"p": checked_share("p", p), "labels": labels, "seed": own}

    def make(stream: Stream) -> Stream:
        known = tuple(labels) if labels is not None else stream.facts.labels
        if len(known) < 2 or stream.facts.task != "classification":
            raise ValueError(
                f"label_noise: {stream.facts.name} does not tell its labels; give labels=[...]"
            )
        facts = replace(stream.facts, labels=known)
        return RowByRow(stream, facts, partial(_noisy, p, known, own))

    return Stage("label_noise", params, make)


def missing_labels(
    p: float | None = None, *, every: int | None = None, seed: int | None = None
) -> Stage:
    """Take labels away: the target of those rows is null.

    Parameters
    ----------
    p
        Probability that a label is missing.
    every
        Instead of `p`: keep only the label of every k-th row, beginning with row 0; this is k.
    seed
        Seed of the draws; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SEA(seed=1, rows=4) | sources.missing_labels(every=2)
    >>> [y is None for _, y in stream]
    [False, True, False, True]
    """
    if (p is None) == (every is None):
        raise ValueError("missing_labels: give a probability p, or every=")
    if every is not None and every < 1:
        raise ValueError(f"every must be at least 1, not {every}")
    own = draws.seed_or_new(seed)
    share = 0.0 if p is None else checked_share("p", p)

    def change(batch: Batch) -> Batch:
        if batch.y is None:
            return batch
        rows = rows_of(batch)
        is_gone = draws.uniforms(own, rows) < share if every is None else rows % every != 0
        return replace(batch, y=nulled(batch.y, is_gone))

    params = {"every": every} if p is None else {"p": share, "seed": own}
    return Stage("missing_labels", params, lambda stream: RowByRow(stream, stream.facts, change))


def delayed_labels(
    rows: int | None = None,
    *,
    column: str | None = None,
    random: tuple[int, int] | None = None,
    seed: int | None = None,
) -> Stage:
    """Let labels come late: each batch tells in `delay` after how many further rows.

    Give exactly one of the first three.

    Parameters
    ----------
    rows
        The same delay for all, in rows.
    column
        A feature that holds the delay of each row, in rows, null for never. It leaves the features.
    random
        Smallest and largest delay, drawn evenly.
    seed
        Seed of the draws; None takes a fresh one.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SEA(seed=1, rows=3) | sources.delayed_labels(100)
    >>> next(stream.batches()).delay.to_pylist()
    [100, 100, 100]
    """
    if [rows, column, random].count(None) != 2:
        raise ValueError("delayed_labels: give rows, column= or random=, one of them")
    if column is not None:
        return Stage("delayed_labels", {"column": column}, partial(_delayed_by, column))
    own = draws.seed_or_new(seed)
    low, high = (operator.index(v) for v in (random or (rows, rows)))  # type: ignore[arg-type]
    if not 0 <= low <= high:
        raise ValueError(f"delayed_labels: a delay is 0 or more, and {low} to {high} is no range")

    def change(batch: Batch) -> Batch:
        extra = draws.integers(own, rows_of(batch), high - low + 1)
        return replace(batch, delay=pa.array(low + extra))

    params = {"rows": rows} if random is None else {"random": random, "seed": own}
    return Stage("delayed_labels", params, lambda stream: RowByRow(stream, stream.facts, change))


def nulled(column: pa.Array, is_gone: Any) -> pa.Array:
    """Return the column with some entries taken away."""
    if pa.types.is_dictionary(column.type):
        indices = pc.if_else(pa.array(is_gone), None, column.indices)
        return pa.DictionaryArray.from_arrays(indices, column.dictionary)
    return pc.if_else(pa.array(is_gone), pa.scalar(None, column.type), column)


def _noisy(p: float, labels: tuple[Any, ...], seed: int, batch: Batch) -> Batch:
    rows = rows_of(batch)
    is_wrong = draws.uniforms(seed, rows) < p
    if batch.y is None:
        return batch
    kind = batch.y.type
    plain = batch.y.cast(kind.value_type) if pa.types.is_dictionary(kind) else batch.y
    table = pa.array(labels, plain.type)
    codes = pc.index_in(plain, table)
    steps = 1 + draws.integers(seed, rows, len(labels) - 1, draw=1)
    others = (codes.fill_null(0).to_numpy(zero_copy_only=False) + steps) % len(labels)
    # A label that is missing, or is none of those known, stays as it is.
    changes = pc.and_(pa.array(is_wrong), codes.is_valid())
    y = pc.if_else(changes, table.take(pa.array(others)), plain)
    return replace(batch, y=_encoded(y, table, batch.y.dictionary) if y.type != kind else y)


def _encoded(y: pa.Array, table: pa.Array, known: pa.Array) -> pa.DictionaryArray:
    """Return the labels as codes that stay the same while the dictionary grows."""
    new = known.filter(pc.invert(pc.is_in(known, table)))
    dictionary = pa.concat_arrays([table, new])
    return pa.DictionaryArray.from_arrays(pc.index_in(y, dictionary), dictionary)


def _delayed_by(column: str, stream: Stream) -> Stream:
    facts = stream.facts
    if facts.features and column not in facts.features:
        raise SourceError(
            f"{facts.name}: delayed_labels: {unknown('column', column, facts.features)}"
        )
    kinds = {name: kind for name, kind in facts.features.items() if name != column}

    def change(batch: Batch) -> Batch:
        x = batch.x
        try:
            delay = x.column(column).cast(pa.int64())
        except pa.ArrowInvalid as error:
            where = place(facts.name, row=batch.start, column=column)
            raise SourceError(f"{where} or later: a delay is a whole number: {error}") from error
        if (lowest := pc.min(delay).as_py()) is not None and lowest < 0:
            where = place(facts.name, row=batch.start, column=column)
            raise SourceError(f"{where} or later: the delay {lowest} is below 0")
        return replace(batch, x=x.drop_columns([column]), delay=delay)

    return RowByRow(stream, replace(facts, features=kinds), change)

"""Where rows of a command go: a file by its ending, or standard output."""

import json
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from driftline.stream import Batch, Stream
from driftline.stream.export import to_csv

_ENDINGS = {".parquet": Stream.to_parquet, ".csv": Stream.to_csv}


def writer(out: str, *, as_json: bool = False) -> Callable[[Stream], None]:
    """Return what writes a stream to `out`, or raise ValueError if nothing can.

    `as_json` makes JSON lines of what goes to standard output.
    """
    if out == "-":
        return _json_lines if as_json else lambda stream: to_csv(stream, sys.stdout.buffer)
    path = Path(out)
    endings = [ending for ending in path.suffixes if ending in _ENDINGS]
    if not endings:
        raise ValueError(f"--out: {out!r} ends neither in .parquet nor in .csv")
    if not path.parent.is_dir():
        raise ValueError(f"--out: there is no folder {path.parent}")
    return lambda stream: _ENDINGS[endings[-1]](stream, path)


def _json_lines(stream: Stream) -> None:
    target = stream.facts.target
    for batch in stream.batches():
        for row, y in zip(_rows(batch), batch.rows(), strict=True):
            told = row if batch.y is None else {**row, target or "y": y[1]}
            print(json.dumps({name: _plain(value) for name, value in told.items()}))


def _rows(batch: Batch) -> Iterator[dict[Any, Any]]:
    """Give the rows as dicts, with nulls where they have columns."""
    if batch.is_sparse:
        return (x for x, _ in batch.rows())
    return iter(batch.x.to_pylist())


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int | str) else str(value)

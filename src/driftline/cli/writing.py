"""Where rows of a command go: a file by its ending, or standard output."""

import sys
from collections.abc import Callable
from pathlib import Path

from driftline.stream import Stream
from driftline.stream.export import to_csv

_ENDINGS = {".parquet": Stream.to_parquet, ".csv": Stream.to_csv}


def writer(out: str) -> Callable[[Stream], None]:
    """Return what writes a stream to `out`, or raise ValueError if nothing can."""
    if out == "-":
        return lambda stream: to_csv(stream, sys.stdout.buffer)
    path = Path(out)
    endings = [ending for ending in path.suffixes if ending in _ENDINGS]
    if not endings:
        raise ValueError(f"--out: {out!r} ends neither in .parquet nor in .csv")
    if not path.parent.is_dir():
        raise ValueError(f"--out: there is no folder {path.parent}")
    return lambda stream: _ENDINGS[endings[-1]](stream, path)

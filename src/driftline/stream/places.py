"""Where in a stream an error of a batch lies."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def located(name: str, start: int, learned: Any = None) -> Iterator[None]:
    """Let the errors of a batch name the source, and rows as the source counts them.

    Parameters
    ----------
    name
        How the source is called.
    start
        The number of the batch's first row.
    learned
        Tells in `rows` the numbers of the rows to which labels and weights belong, if these are
        others.
    """
    try:
        yield
    except ValueError as error:
        is_label = learned is not None and re.match("[yw], row", str(error))
        own = learned.rows if is_label else None
        text = re.sub(
            r"\brow (\d+)",
            lambda row: f"row {start + int(row[1]) if own is None else own[int(row[1])]:,}",
            str(error),
        )
        raise ValueError(f"{name}: {text}") from error

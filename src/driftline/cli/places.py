"""Where in a file an error of a batch lies."""

import re
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def located(name: str, start: int) -> Iterator[None]:
    """Let the errors of a batch name the source, and rows as the source counts them."""
    try:
        yield
    except ValueError as error:
        text = re.sub(r"\brow (\d+)", lambda row: f"row {int(row[1]) + start:,}", str(error))
        raise ValueError(f"{name}: {text}") from error

"""A stream whose rows change one by one and keep their places."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.stream.batch import Batch
from driftline.stream.stream import BATCH_ROWS, Facts, Stream


class RowByRow(Stream):
    """A stream with every batch changed. Drifts stay where they are."""

    def __init__(self, stream: Stream, facts: Facts, change: Callable[[Batch], Batch]) -> None:
        self._stream, self._facts, self._change = stream, facts, change

    @property
    def facts(self) -> Facts:
        """The facts after the change."""
        return self._facts

    @property
    def is_once(self) -> bool:
        """Whether the stream can be read only once."""
        return self._stream.is_once

    @property
    def is_endless(self) -> bool:
        """Whether the stream never ends."""
        return self._stream.is_endless

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass."""
        return map(self._change, self._stream.batches(rows))


@dataclass(frozen=True)
class Stage:
    """A stage by name, with its parameters; `make` puts it behind a stream."""

    name: str
    params: dict[str, Any]
    make: Callable[[Stream], Stream]

    def over(self, stream: Stream) -> Stream:
        """Return the stream as it leaves this stage."""
        return self.make(stream)

    def __repr__(self) -> str:
        return (
            f"{self.name}({', '.join(f'{name}={value!r}' for name, value in self.params.items())})"
        )


def rows_of(batch: Batch) -> NDArray[np.int64]:
    """Return the number of each row in its stream."""
    return np.arange(batch.start, batch.start + len(batch))


def checked_share(name: str, p: float) -> float:
    """Return a probability, or raise if it is none."""
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"{name} must be from 0 to 1, not {p}")
    return float(p)

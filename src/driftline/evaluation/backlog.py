"""Numbers of rows whose label has not come: new ones at the end, done ones off the front."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Backlog:
    """One number for each row that waits, side by side in `values`.

    The room is used again: an array made anew for every batch is memory that the system has to
    clear first. So `values` stands only until more is added.

    Examples
    --------
    >>> backlog = Backlog(np.int32)
    >>> backlog.add(np.array([3, 1, 2], dtype=np.int32))
    >>> backlog.drop(2)
    >>> backlog.add(np.array([5], dtype=np.int32))
    >>> backlog.values
    array([2, 5], dtype=int32)
    """

    def __init__(self, kind: DTypeLike) -> None:
        self.values: NDArray[Any] = np.empty(0, kind)
        self._room = self.values

    def add(self, values: NDArray[Any]) -> None:
        """Put numbers at the end."""
        held = len(self.values)
        if not held:
            self.values = values
            return
        if len(self._room) < held + len(values):
            self._room = np.empty(held + len(values), self.values.dtype)
        self._room[:held] = self.values
        self._room[held : held + len(values)] = values
        self.values = self._room[: held + len(values)]

    def drop(self, count: int) -> None:
        """Take the first `count` numbers away."""
        self.values = self.values[count:]

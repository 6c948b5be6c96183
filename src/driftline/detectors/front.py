"""The Python half of every detector: many values at once, and its state on file."""

from typing import TYPE_CHECKING, Any, Never, Self

import numpy as np
from numpy.typing import NDArray

from driftline.state import Stateful


class DetectorFront(Stateful):
    """In front of a native detector."""

    __slots__ = ()

    if TYPE_CHECKING:

        def _update_many(self, values: NDArray[np.float64]) -> Any: ...

    def update_many(self, values: Any) -> NDArray[np.uint8]:
        """Take many values; return for each 0 (stable), 1 (warning) or 2 (drift).

        Values are a list, an array or a column. The signals are those that `update` would give
        one by one. If a value is refused, ValueError names it, and none has been taken.
        """
        signals: NDArray[np.uint8] = self._update_many(numbers(values))
        return signals

    @property
    def schema(self) -> Never:
        """There is none: a detector takes numbers, not rows."""
        raise AttributeError("a detector has no columns")

    def clone(self) -> Self:
        """Return a detector of the same parameters that has seen nothing."""
        return type(self)(**self.params)


def numbers(values: Any) -> NDArray[np.float64]:
    """Return a list, an array or a column as numbers; NaN for null, which no detector takes."""
    array = np.asarray(_unmasked(values))
    if array.ndim != 1:
        raise ValueError(f"values must be a list, an array or a column, not of shape {array.shape}")
    if array.dtype.kind not in "biufO":
        raise TypeError(f"values must be numbers, not {array.dtype}")
    return np.ascontiguousarray(array, dtype=np.float64)


def _unmasked(values: Any) -> Any:
    """Return values with NaN where a mask hides one; what lies under a mask is not meant."""
    if not isinstance(values, np.ma.MaskedArray) or values.dtype.kind not in "biufO":
        return values
    wide: Any = values if values.dtype.kind == "O" else values.astype(np.float64)
    return wide.filled(np.nan)

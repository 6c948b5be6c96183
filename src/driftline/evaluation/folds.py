"""Which model of a distributed evaluation learns a row, and which is tested on it.

Bifet, De Francisci Morales, Read, Holmes, Pfahringer. Efficient online evaluation of big data
stream classifiers. 2015.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from driftline.stream import draws

Scheme = Literal["cv", "split", "bootstrap"]

_FOLD_DRAW = 21
# Poisson(1) at most 10: beyond lies a chance of 1 in 10^8.
_POISSON = np.cumsum(np.exp(-1.0) / np.array([1.0, *np.cumprod(np.arange(1.0, 10.0))]))


@dataclass(frozen=True)
class Fold:
    """One of `count` copies of a model.

    With "cv" each row tests one copy and teaches the others, with "split" it teaches one and tests
    the others. With "bootstrap" it teaches each copy a Poisson(1) number of times, and tests those
    that it does not teach.
    """

    number: int
    count: int
    scheme: Scheme
    seed: int

    def tested(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell of each row number whether it tests this copy."""
        if self.scheme == "bootstrap":
            return np.asarray(self._times(rows) == 0)
        own = self._chosen(rows)
        return own if self.scheme == "cv" else ~own

    def weights(
        self, rows: NDArray[np.int64], given: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """Return how much each row teaches this copy."""
        if self.scheme == "bootstrap":
            own = self._times(rows).astype(np.float64)
        else:
            own = (~self.tested(rows)).astype(np.float64)
        return own if given is None else own * given

    def _chosen(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        return np.asarray(draws.integers(self.seed, rows, self.count, _FOLD_DRAW) == self.number)

    def _times(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        chances = draws.uniforms(self.seed, rows, _FOLD_DRAW + 1 + self.number)
        return np.searchsorted(_POISSON, chances, side="right")

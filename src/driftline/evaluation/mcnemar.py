"""McNemar's test with fading: which of two models errs less, of late, on one stream.

Only rows count on which exactly one model errs. Their numbers fade, `n = wrong + fading * n` at
each row, so an old difference is forgotten (Gama, Sebastião, Rodrigues. On evaluating stream
learning algorithms. 2013). The counts of all pairs are kept natively, the same bits however a
stream is cut into batches.
"""

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from driftline import _core
from driftline.report import Pair


class McNemar:
    """Compares models two by two on the rows where only one of them errs.

    The counts fade, so it tells which model is better now. With `fading=1` it is the test of old,
    over the whole stream. Faded counts make it cautious: equal models pass 6.635 less often than
    once in a hundred at a row chosen beforehand. Watched at all rows they will pass it some time.

    Parameters
    ----------
    names
        Names of the models, two or more.
    fading
        What is left of a count after one row, above 0 and at most 1.

    Examples
    --------
    >>> test = McNemar("scaled", "raw", fading=1.0)
    >>> test.update([False, False, False, True], [True, True, False, True])
    >>> pair, = test.pairs()
    >>> pair.only_first_wrong, pair.only_second_wrong, pair.statistic
    (0.0, 2.0, 2.0)
    >>> print(pair.better)
    None
    """

    def __init__(self, *names: str, fading: float = 0.999) -> None:
        if len(names) < 2 or len(set(names)) < len(names):
            raise ValueError(f"models to compare need two or more names, all different: {names}")
        if not 0.0 < fading <= 1.0:
            raise ValueError(f"fading must be above 0 and at most 1, not {fading}")
        self.names, self.fading = names, fading
        self._pairs = _core.FadedPairs(len(names), fading)

    def update(self, *wrong: ArrayLike) -> None:
        """Add rows: for each model, in the order of the names, whether it was wrong."""
        self._pairs.update(self._checked(wrong).view(np.uint8))

    def pairs(self) -> tuple[Pair, ...]:
        """Compare all models two by two, as of now."""
        counts = self._pairs.counts().tolist()
        places = combinations(range(len(self.names)), 2)
        return tuple(
            Pair(
                self.names[i],
                self.names[j],
                counts[i][j],
                counts[j][i],
                _statistic(counts[i][j], counts[j][i]),
            )
            for i, j in places
        )

    def state(self) -> dict[str, NDArray[Any]]:
        """Return what `restore` needs to go on with the same bits."""
        return self._pairs.state()

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go on from a state; one that does not fit raises ValueError and changes nothing."""
        self._pairs.restore(state)

    def _checked(self, wrong: tuple[ArrayLike, ...]) -> NDArray[np.bool_]:
        arrays = [np.asarray(each) for each in wrong]
        if len(arrays) != len(self.names):
            raise ValueError(f"errors of {len(self.names)} models wanted, not of {len(arrays)}")
        shapes = [array.shape for array in arrays]
        if len(set(shapes)) > 1 or arrays[0].ndim != 1:
            raise ValueError(f"errors of all models must be lists of one length, not {shapes}")
        for name, array in zip(self.names, arrays, strict=True):
            if array.dtype != np.bool_ and array.size:
                raise ValueError(f"errors of {name!r} must be bools (was it wrong?)")
        return np.stack(arrays).astype(np.bool_, copy=False)


def _statistic(one: float, two: float) -> float:
    return (one - two) ** 2 / (one + two) if one + two > 0.0 else 0.0

"""McNemar's test with fading: which of two models errs less, of late, on one stream.

Only rows count on which exactly one model errs. Their numbers fade, `n = wrong + fading * n` at
each row, so an old difference is forgotten (Gama, Sebastião, Rodrigues. On evaluating stream
learning algorithms. 2013).

Rows are added in blocks whose bounds depend on the number of rows alone, so the counts are the
same bits however a stream is cut into batches. Within a block 8 rows are one byte, and what a byte
adds is looked up; no function of the C library and no BLAS takes part, so machines agree too.
"""

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from driftline.report import Pair

BLOCK_ROWS = 4096


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
        pairs = np.array(list(combinations(range(len(names)), 2)))
        # Each pair twice: rows where only its first is wrong, then where only its second is.
        self._wrong, self._right = np.hstack([pairs.T, pairs.T[::-1]])
        self._counts = np.zeros(len(self._wrong))  # faded, up to the last whole block
        self._block = np.zeros((len(names), BLOCK_ROWS), dtype=bool)
        self._filled = 0
        self._powers = _powers(fading, BLOCK_ROWS + 1)
        self._by_byte = _sums_by_byte(self._powers)

    def update(self, *wrong: ArrayLike) -> None:
        """Add rows: for each model, in the order of the names, whether it was wrong."""
        errors = self._checked(wrong)
        done = 0
        while done < errors.shape[1]:
            added = min(BLOCK_ROWS - self._filled, errors.shape[1] - done)
            self._block[:, self._filled : self._filled + added] = errors[:, done : done + added]
            self._filled += added
            done += added
            if self._filled == BLOCK_ROWS:
                self._counts = self._faded()
                self._filled = 0

    def pairs(self) -> tuple[Pair, ...]:
        """Compare all models two by two, as of now."""
        first, second = self._faded().reshape(2, -1).tolist()
        models = combinations(self.names, 2)
        return tuple(
            Pair(*pair, one, two, _statistic(one, two))
            for pair, one, two in zip(models, first, second, strict=True)
        )

    def state(self) -> dict[str, NDArray[Any]]:
        """Return what `restore` needs to go on with the same bits."""
        return {"counts": self._counts.copy(), "block": self._block[:, : self._filled].copy()}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go on from a state; one that does not fit raises ValueError and changes nothing."""
        try:
            counts, block = state["counts"], state["block"]
        except (KeyError, TypeError):
            raise ValueError("a state of McNemar's test has 'counts' and 'block'") from None
        if not self._fits(counts, block):
            raise ValueError(f"not a state of McNemar's test of {len(self.names)} models")
        self._counts = counts.copy()
        self._filled = block.shape[1]
        self._block[:, : self._filled] = block

    def _fits(self, counts: Any, block: Any) -> bool:
        return (
            _is_array(counts, np.float64, self._counts.shape)
            and _is_array(block, np.bool_, (len(self.names), None))
            and block.shape[1] < BLOCK_ROWS
            and bool(np.isfinite(counts).all() and (counts >= 0.0).all())
        )

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

    def _faded(self) -> NDArray[np.float64]:
        """Return all counts with the rows of the block that is not whole yet."""
        only = np.zeros((len(self._wrong), BLOCK_ROWS), dtype=bool)
        now = self._block[:, : self._filled]
        # The newest row is always in the last column, the one that has not faded.
        np.greater(now[self._wrong], now[self._right], out=only[:, BLOCK_ROWS - self._filled :])
        added = np.take(self._by_byte, np.packbits(only, axis=1))
        added *= self._powers[BLOCK_ROWS - 8 :: -8]
        counts: NDArray[np.float64] = self._counts * self._powers[self._filled] + added.sum(axis=1)
        return counts


def _powers(fading: float, count: int) -> NDArray[np.float64]:
    """Return fading**0, fading**1, ...: by multiplying, as `**` differs between machines."""
    factors = np.full(count, fading)
    factors[0] = 1.0
    return np.multiply.accumulate(factors)


def _sums_by_byte(powers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each byte of 8 rows adds; its last bit is the newest row."""
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, np.newaxis], axis=1)
    sums: NDArray[np.float64] = (bits * powers[7::-1]).sum(axis=1)
    return sums


def _statistic(one: float, two: float) -> float:
    return (one - two) ** 2 / (one + two) if one + two > 0.0 else 0.0


def _is_array(value: Any, kind: type, shape: tuple[int | None, ...]) -> bool:
    return (
        isinstance(value, np.ndarray)
        and value.dtype == kind
        and value.ndim == len(shape)
        and all(want in (None, have) for want, have in zip(shape, value.shape, strict=True))
    )

"""Where drifts lie: given places checked, or random ones drawn."""

import itertools
import operator
from collections.abc import Sequence

import numpy as np

from driftline.stream import draws

_PLACE_DRAW = 1


def places(
    at: Sequence[int] | int | None, drifts: int | None, within: int | None, width: int, seed: int
) -> tuple[int, ...]:
    """Return the rows at which drifts begin, from `at` or as many random ones as `drifts` says."""
    if operator.index(width) < 0:
        raise ValueError(f"width must be at least 0, not {width}")
    if (at is None) == (drifts is None):
        raise ValueError("give the places of drift with at=, or their number with drifts=")
    if drifts is not None:
        return _random(drifts, within, width, seed)
    given = tuple(map(operator.index, at if isinstance(at, Sequence) else (at,)))  # type: ignore[arg-type]
    if not given or given[0] < 1:
        raise ValueError(f"at: a drift lies at row 1 or later, not at {list(given)}")
    for one, next_one in itertools.pairwise(given):
        if next_one < one + max(width, 1):
            raise ValueError(
                f"at: the drift at row {next_one} begins before the one at {one}, of width "
                f"{width}, is over"
            )
    return given


def _random(drifts: int, within: int | None, width: int, seed: int) -> tuple[int, ...]:
    if drifts < 1:
        raise ValueError(f"drifts must be at least 1, not {drifts}")
    if within is None:
        raise ValueError("random drifts need within=, the number of rows they lie in")
    gap = max(width, 1)
    free = within - drifts * gap  # rows that belong to no drift
    if free < 1:
        raise ValueError(f"within: {within} rows have no room for {drifts} drifts of {gap} rows")
    before = np.sort(draws.integers(seed, np.arange(drifts), free, _PLACE_DRAW))
    return tuple((before + np.arange(drifts) * gap + 1).tolist())

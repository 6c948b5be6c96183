"""What a true drift did to a model: how deep it fell, and how long it took to come back.

A drift changes the rows that arrive from then on. Their labels may come much later, so what counts
is the row that was predicted, not the row at which its label came. The measure is accuracy for
labels and the absolute error for numbers, whatever the metrics are: means over rows, so that any
stretch can be told from sums.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.report import Fall
from driftline.stream import Drift

#: Recovered is who comes this near to what was before, as a share of it.
SLACK = 0.05


class ArrivalSums:
    """Hits or errors of one model, summed up over stretches of `every` rows as they arrived."""

    def __init__(self, every: int, *, is_regression: bool) -> None:
        self.every, self.is_regression = every, is_regression
        self.sums: NDArray[np.float64] = np.zeros(0)
        self.counts: NDArray[np.int64] = np.zeros(0, dtype=np.int64)

    @property
    def metric(self) -> str:
        """What is summed up."""
        return "mae" if self.is_regression else "accuracy"

    def add(self, rows: NDArray[np.int64], truth: NDArray[Any], said: NDArray[Any]) -> None:
        """Take what was said of rows of these numbers, and what turned out to be true."""
        if not len(rows):
            return
        bins = rows // self.every
        first, last = int(bins.min()), int(bins.max())
        self._reach(last + 1)
        bins -= first
        part = slice(first, last + 1)
        self.counts[part] += np.bincount(bins)
        if self.is_regression:
            # One after the other: the sum must not depend on how rows are cut into batches.
            np.add.at(self.sums[part], bins, np.abs(truth - said))
        else:
            self.sums[part] += np.bincount(bins, weights=truth == said)

    def _reach(self, bins: int) -> None:
        if bins > len(self.sums):
            missing = bins - len(self.sums)
            self.sums = np.append(self.sums, np.zeros(missing))
            self.counts = np.append(self.counts, np.zeros(missing, dtype=np.int64))

    def state(self) -> dict[str, NDArray[Any]]:
        """Return everything as arrays."""
        return {"sums": self.sums, "counts": self.counts}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Take back what `state` gave."""
        self.sums, self.counts = state["sums"], state["counts"]


class Stretches:
    """Means over any stretch of rows, to the resolution of the sums."""

    def __init__(self, kept: ArrivalSums, rows: int) -> None:
        ends = np.arange(1, len(kept.sums) + 1, dtype=np.int64) * kept.every
        self.rows = np.append(0, np.minimum(ends, rows))
        self._scored = np.append(0, np.cumsum(kept.counts))
        self._sums = np.append(0.0, np.cumsum(kept.sums))

    def mean(self, begin: int, end: int) -> float:
        """Return the mean over the points from row `begin` to row `end`; NaN if there is none."""
        first = int(np.searchsorted(self.rows, begin, side="left"))
        last = int(np.searchsorted(self.rows, end, side="right")) - 1
        return self._between(first, last)

    def after(self, begin: int, end: int, window: int) -> tuple[NDArray[np.int64], list[float]]:
        """Return the points after row `begin`, and at each the mean of the last `window` rows.

        No row before `begin` is counted.
        """
        first = int(np.searchsorted(self.rows, begin, side="left"))
        last = int(np.searchsorted(self.rows, end, side="right"))
        places = np.arange(first + 1, last)
        lefts = np.maximum(np.searchsorted(self.rows, self.rows[places] - window), first)
        means = [self._between(int(left), int(p)) for left, p in zip(lefts, places, strict=True)]
        return self.rows[places], means

    def _between(self, first: int, last: int) -> float:
        count = self._scored[last] - self._scored[first] if last > first else 0
        return float((self._sums[last] - self._sums[first]) / count) if count else float("nan")


def falls(kept: ArrivalSums, drifts: Sequence[Drift], window: int, rows: int) -> tuple[Fall, ...]:
    """Return what each drift of the `rows` that have come did."""
    seen = [drift for drift in drifts if 0 < drift.row < rows]
    if not seen:
        return ()
    stretches = Stretches(kept, rows)
    ends = [*(drift.row for drift in seen[1:]), rows]
    left = _retained(stretches, seen, rows, window)
    return tuple(
        _fall(stretches, drift, (end, window), kept.metric, retained)
        for drift, end, retained in zip(seen, ends, left, strict=True)
    )


def _fall(
    stretches: Stretches,
    drift: Drift,
    until: tuple[int, int],
    metric: str,
    retained: float | None,
) -> Fall:
    end, window = until
    sign = -1.0 if metric == "mae" else 1.0
    before = stretches.mean(drift.row - window, drift.row)
    places, means = stretches.after(drift.row, end, window)
    if not len(places) or np.isnan(means).all() or np.isnan(before):
        return Fall(drift, before, float("nan"), float("nan"), None, retained, metric)
    worth = sign * np.array(means)
    worst = int(np.nanargmin(worth))
    lowest = float(means[worst])
    near = sign * before - SLACK * abs(before)
    back = np.flatnonzero(worth[worst:] >= near)
    recovery = int(places[worst + back[0]]) - drift.row if len(back) else None
    if worth[worst] >= near:
        recovery = 0
    return Fall(drift, before, lowest, sign * (before - lowest), recovery, retained, metric)


def _retained(
    stretches: Stretches, drifts: Sequence[Drift], rows: int, window: int
) -> list[float | None]:
    """Return for each drift to a concept met before how much of it was still known."""
    begins = [0, *(drift.row + drift.width for drift in drifts)]
    ends = [*(drift.row for drift in drifts), rows]
    concepts = [0, *(drift.concept for drift in drifts)]
    first_met: dict[int, float] = {}
    left_with: dict[int, float] = {}
    out: list[float | None] = []
    for concept, begin, end in zip(concepts, begins, ends, strict=True):
        start = stretches.mean(begin, min(begin + window, end))
        kept = None
        if concept is not None and concept in left_with:
            gain = left_with[concept] - first_met[concept]
            if abs(gain) > 1e-12 and not np.isnan(start):
                kept = (start - first_met[concept]) / gain
        out.append(kept)
        if concept is not None and end > begin:
            first_met.setdefault(concept, start)
            left_with[concept] = stretches.mean(max(begin, end - window), end)
    return out[1:]

"""What a true drift did to a model: how deep it fell, and how long it took to come back."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from driftline import metrics
from driftline.report import Curve, Fall
from driftline.stream import Drift

#: Recovered is who comes this near to what was before, as a share of it.
SLACK = 0.05

#: Metrics that are means over rows, so that any stretch of the curve can be told from two points.
_MEANS = ("accuracy", "mae", "log_loss", "brier")


class Stretches:
    """Means of one metric over any stretch of rows, to the resolution of the curve's points."""

    def __init__(self, curve: Curve, metric: str) -> None:
        self.rows = np.append(0, curve.rows)
        self._scored = np.append(0, curve.scored)
        values = curve.of(metric, "cumulative") * curve.scored
        self._sums = np.append(0.0, np.where(curve.scored > 0, values, 0.0))

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


def falls(curve: Curve, drifts: Sequence[Drift], window: int) -> tuple[Fall, ...]:
    """Return what each drift did, by the first metric that is a mean over rows."""
    metric = next((name for name in curve.metrics if name in _MEANS), None)
    rows = int(curve.rows[-1])
    seen = [drift for drift in drifts if 0 < drift.row < rows]
    if metric is None or not seen:
        return ()
    sign = 1.0 if metrics.higher_is_better(metric) else -1.0
    stretches = Stretches(curve, metric)
    ends = [*(drift.row for drift in seen[1:]), rows]
    kept = _retained(stretches, seen, rows, window)
    return tuple(
        _fall(stretches, drift, end, window, sign, retained)
        for drift, end, retained in zip(seen, ends, kept, strict=True)
    )


def _fall(
    stretches: Stretches, drift: Drift, end: int, window: int, sign: float, retained: float | None
) -> Fall:
    before = stretches.mean(drift.row - window, drift.row)
    places, means = stretches.after(drift.row, end, window)
    if not len(places) or np.isnan(means).all() or np.isnan(before):
        return Fall(drift, before, float("nan"), float("nan"), None, retained)
    worth = sign * np.array(means)
    worst = int(np.nanargmin(worth))
    lowest = float(means[worst])
    near = sign * before - SLACK * abs(before)
    back = np.flatnonzero(worth[worst:] >= near)
    recovery = int(places[worst + back[0]]) - drift.row if len(back) else None
    if worth[worst] >= near:
        recovery = 0
    return Fall(drift, before, lowest, sign * (before - lowest), recovery, retained)


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

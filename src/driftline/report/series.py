"""What is drawn of each model: one curve of a name, the mean of its folds with a band around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from driftline.report.results import ESTIMATES, Cost, Event, ModelResult
from driftline.report.summary import by_name


@dataclass(frozen=True)
class Series:
    """One name on the chart.

    Parameters
    ----------
    name, is_baseline, metrics
        As in the results.
    rows
        Rows that had come at each point.
    values
        `values[point, estimate, metric]`: the mean over folds.
    spread
        Their standard deviation; None where there are no folds.
    cost
        Time and memory: the mean over folds.
    events
        What all folds noticed.
    """

    name: str
    is_baseline: bool
    metrics: tuple[str, ...]
    rows: NDArray[np.int64]
    values: NDArray[np.float64]
    spread: NDArray[np.float64] | None
    cost: Cost
    events: tuple[Event, ...]

    def of(self, metric: str, estimate: str) -> NDArray[np.float64]:
        """Return one metric at all points; NaN where the model does not have it."""
        return self._pick(self.values, metric, estimate)

    def spread_of(self, metric: str, estimate: str) -> NDArray[np.float64] | None:
        """Return the deviation over folds at all points."""
        return None if self.spread is None else self._pick(self.spread, metric, estimate)

    def _pick(self, values: NDArray[np.float64], metric: str, estimate: str) -> NDArray[np.float64]:
        if metric not in self.metrics:
            return np.full(len(self.rows), np.nan)
        return values[:, ESTIMATES.index(estimate), self.metrics.index(metric)]


def series(models: Sequence[ModelResult]) -> list[Series]:
    """Return one series for each name, baselines last."""
    return [_joined(folds) for folds in by_name(models).values()]


def _joined(folds: Sequence[ModelResult]) -> Series:
    rows = reduce(np.intersect1d, [fold.curve.rows for fold in folds])
    values = np.stack([fold.curve.values[np.isin(fold.curve.rows, rows)] for fold in folds])
    return Series(
        name=folds[0].name,
        is_baseline=folds[0].is_baseline,
        metrics=folds[0].curve.metrics,
        rows=rows,
        values=values.mean(axis=0),
        spread=values.std(axis=0, ddof=1) if len(folds) > 1 else None,
        cost=_joined_cost([fold.cost for fold in folds]),
        events=tuple(event for fold in folds for event in fold.events),
    )


def _joined_cost(costs: Sequence[Cost]) -> Cost:
    rows = reduce(np.intersect1d, [cost.rows for cost in costs])
    own = [np.isin(cost.rows, rows) for cost in costs]
    seconds = [cost.seconds[mine] for cost, mine in zip(costs, own, strict=True)]
    memory = [cost.memory[mine] for cost, mine in zip(costs, own, strict=True)]
    return Cost(rows, np.mean(seconds, axis=0), np.mean(memory, axis=0).astype(np.int64))

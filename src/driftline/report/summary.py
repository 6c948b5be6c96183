"""One line for each model: its scores at the end, what it cost, and where it is the best.

The folds of a distributed evaluation are one model of one name: its line has the mean over the
folds and their standard deviation.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from driftline.report.results import ModelResult
from driftline.report.scores import is_error


@dataclass(frozen=True)
class Score:
    """A metric at the end of the stream; `spread` is its standard deviation over folds."""

    value: float
    spread: float | None = None


@dataclass(frozen=True)
class Line:
    """All folds of one model."""

    name: str
    is_baseline: bool
    scores: dict[str, Score]
    best_in: frozenset[str]
    rows_per_second: float
    peak_memory: float
    ram_hours: float


def by_name(models: Iterable[ModelResult]) -> dict[str, list[ModelResult]]:
    """Put the folds of a model together; names keep their order, baselines come last."""
    groups: dict[str, list[ModelResult]] = {}
    for model in sorted(models, key=lambda model: model.is_baseline):
        groups.setdefault(model.name, []).append(model)
    return groups


def summary(models: Sequence[ModelResult], errors: Sequence[str] = ()) -> list[Line]:
    """Return one line for each name.

    Parameters
    ----------
    models
        All results.
    errors
        Metrics, besides those we know, of which less is better.
    """
    groups = by_name(models)
    scores = {name: _scores(folds) for name, folds in groups.items()}
    best = {metric: _best(scores, metric, errors) for metric in metrics_of(models)}
    return [
        Line(
            name=name,
            is_baseline=folds[0].is_baseline,
            scores=scores[name],
            best_in=frozenset(
                metric for metric, value in best.items() if _is(scores[name], metric, value)
            ),
            rows_per_second=_mean(fold.cost.rows_per_second for fold in folds),
            peak_memory=_mean(fold.cost.peak_memory for fold in folds),
            ram_hours=sum(fold.cost.ram_hours for fold in folds),
        )
        for name, folds in groups.items()
    ]


def metrics_of(models: Sequence[ModelResult]) -> tuple[str, ...]:
    """Return the metrics that any model has, the first one first."""
    return tuple(dict.fromkeys(metric for model in models for metric in model.curve.metrics))


def better(metric: str, errors: Sequence[str], one: float, other: float) -> bool:
    """Tell whether `one` is a better value than `other`; NaN never is."""
    return one < other if is_error(metric) or metric in errors else one > other


def _scores(folds: list[ModelResult]) -> dict[str, Score]:
    scores = {}
    for metric in folds[0].curve.metrics:
        values = [fold.score(metric) for fold in folds if metric in fold.curve.metrics]
        spread = float(np.std(values, ddof=1)) if len(values) > 1 else None
        scores[metric] = Score(float(np.mean(values)), spread)
    return scores


def _best(scores: dict[str, dict[str, Score]], metric: str, errors: Sequence[str]) -> float:
    values = [own[metric].value for own in scores.values() if metric in own]
    best = math.nan
    for value in values:
        if math.isnan(best) or better(metric, errors, value, best):
            best = value
    return best


def _is(scores: dict[str, Score], metric: str, best: float) -> bool:
    return metric in scores and scores[metric].value == best


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))

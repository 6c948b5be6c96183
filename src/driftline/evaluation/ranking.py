"""Several models over several streams: ranks, and whether they differ by more than chance.

On each stream the models are ranked, 1 for the best, equals sharing their ranks. Ranks do not ask
that scores of different streams be comparable. Friedman's test asks whether the average ranks
differ at all; Nemenyi's critical difference tells which of them do.

Demšar. Statistical comparisons of classifiers over multiple data sets. JMLR 7, 2006.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.evaluation.scipy_stats import scipy_stats
from driftline.report import Friedman, Ranks, Report
from driftline.report.scores import is_error

Scores = Mapping[str, Sequence[float]] | Iterable[Report]


def compare_ranks(
    scores: Scores,
    *,
    metric: str | None = None,
    alpha: float = 0.05,
    higher_is_better: bool | None = None,
) -> Ranks:
    """Rank models over several streams, by Friedman's and Nemenyi's tests.

    Parameters
    ----------
    scores
        One report for each stream; models are those that are in all of them. Or for each model
        its scores, one for each stream.
    metric
        What to rank by, at the end of each stream; None: the first of the reports.
    alpha
        How often equal models may be told apart by chance.
    higher_is_better
        None: as the metric says, and yes where it has no name.

    Examples
    --------
    >>> ranks = compare_ranks({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6], "c": [0.5, 0.4, 0.65]})
    >>> ranks.ranks
    {'a': 1.0, 'b': 2.3333333333333335, 'c': 2.6666666666666665}
    >>> round(ranks.critical_difference, 3)
    1.914
    """
    if not isinstance(scores, Mapping):
        scores = list(scores)
    names, table, metric = _table(scores, metric)
    if higher_is_better is None:
        higher_is_better = not _is_error(metric, scores)
    ranked = _ranked(table, higher_is_better)
    return Ranks(
        ranks=dict(zip(names, ranked.mean(axis=0).tolist(), strict=True)),
        streams=len(table),
        critical_difference=nemenyi(len(names), len(table), alpha=alpha),
        alpha=alpha,
        friedman=_friedman(ranked, ties=True),
        metric=metric,
    )


def friedman(scores: Scores, *, metric: str | None = None, ties: bool = True) -> Friedman:
    """Ask whether any of several models is better or worse than the others, over several streams.

    Parameters
    ----------
    scores, metric
        As in `compare_ranks`. It does not matter whether higher is better.
    ties
        Correct for equal scores, as SciPy and R do. Demšar's formula does not.

    Examples
    --------
    >>> test = friedman({"a": [4, 7, 9, 8], "b": [3, 6, 8, 9], "c": [1, 2, 4, 3]})
    >>> round(test.statistic, 3), round(test.p_value, 4)
    (6.5, 0.0388)
    """
    _, table, _ = _table(scores, metric)
    return _friedman(_ranked(table, True), ties=ties)


def nemenyi(models: int, streams: int, *, alpha: float = 0.05) -> float:
    """Return the critical difference: average ranks so far apart are not so by chance.

    Parameters
    ----------
    models, streams
        How many were compared, and on how many.
    alpha
        How often any two of as many equal models are told apart by chance.

    Examples
    --------
    >>> round(nemenyi(4, 14), 2)
    1.25
    """
    if models < 2 or streams < 1:
        raise ValueError(f"ranks need 2 models and a stream at least, not {models} and {streams}")
    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha must be between 0 and 1, not {alpha}")
    q = scipy_stats().studentized_range.ppf(1.0 - alpha, models, math.inf) / math.sqrt(2.0)
    return float(q * math.sqrt(models * (models + 1) / (6.0 * streams)))


def _friedman(ranked: NDArray[np.float64], *, ties: bool) -> Friedman:
    n, k = ranked.shape
    statistic = 12.0 * n / (k * (k + 1)) * float(((ranked.mean(axis=0) - (k + 1) / 2) ** 2).sum())
    if ties:
        # The variance that the ranks have, over the one they would have without equals.
        spread = 12.0 * float(((ranked - (k + 1) / 2) ** 2).sum()) / (n * k * (k * k - 1))
        statistic = statistic / spread if spread > 0.0 else 0.0
    # Iman and Davenport's F: chi-square is too cautious.
    left = n * (k - 1) - statistic
    f = (n - 1) * statistic / left if left > 1e-9 * n * k else math.inf
    stats = scipy_stats()
    return Friedman(
        statistic=statistic,
        p_value=float(stats.chi2.sf(statistic, k - 1)),
        f_statistic=f,
        f_p_value=float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
    )


def _ranked(table: NDArray[np.float64], higher_is_better: bool) -> NDArray[np.float64]:
    """Rank each row, 1 for the best; equals share the mean of their places."""
    ranks: NDArray[np.float64] = scipy_stats().rankdata(
        -table if higher_is_better else table, axis=1
    )
    return ranks


def _is_error(metric: str | None, scores: Scores) -> bool:
    """Tell whether less is better: as driftline knows, or as the reports say of a user's own."""
    own = () if isinstance(scores, Mapping) else [name for each in scores for name in each.errors]
    return metric is not None and (metric in own or is_error(metric))


def _table(scores: Scores, metric: str | None) -> tuple[list[str], NDArray[np.float64], str | None]:
    """Return names, scores by stream and model, and the metric."""
    if not isinstance(scores, Mapping):
        scores, metric = _of_reports(list(scores), metric)
    names = list(scores)
    lengths = {name: len(values) for name, values in scores.items()}
    if len(names) < 2 or len(set(lengths.values())) != 1 or lengths[names[0]] < 2:
        raise ValueError(f"ranks need 2 models or more, on the same 2 streams or more: {lengths}")
    table = np.array([scores[name] for name in names], dtype=np.float64).T
    for name, column in zip(names, table.T, strict=True):
        if not np.isfinite(column).all():
            bad = int(np.flatnonzero(~np.isfinite(column))[0])
            raise ValueError(
                f"the score of {name!r} on stream {bad} is {column[bad]}, not a number"
            )
    return names, table, metric


def _of_reports(
    reports: list[Any], metric: str | None
) -> tuple[dict[str, list[float]], str | None]:
    """Take the models that all reports have; folds of a model count by their mean."""
    if not reports:
        raise ValueError("no reports to compare")
    metric = metric or reports[0].metrics[0]
    for report in reports:
        if metric not in report.metrics:
            raise ValueError(f"no metric {metric!r}; there are {', '.join(report.metrics)}")
    lines = [{line.name: line.scores for line in report.lines} for report in reports]
    names = [name for name in lines[0] if all(name in own for own in lines)]
    return {name: [own[name][metric].value for own in lines] for name in names}, metric

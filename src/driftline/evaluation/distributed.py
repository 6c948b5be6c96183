"""Several copies of each model over one stream, so that a score comes with its spread."""

from collections.abc import Sequence
from typing import Any, get_args

from driftline.evaluation.folds import Fold, Scheme
from driftline.evaluation.job import Asked, Job, Kept
from driftline.evaluation.label_timing import Delay, Labels
from driftline.evaluation.run import Entry
from driftline.evaluation.scoring import Metric
from driftline.report import Report


def distributed(
    models: Any,
    stream: Any,
    *,
    folds: int = 10,
    scheme: Scheme = "cv",
    seed: int = 0,
    metrics: Sequence[Metric] | Metric | None = None,
    delay: Delay = None,
    labels: Labels = None,
    window: int = 1000,
    every: int | None = None,
    fading: float = 0.999,
    positive: Any = None,
    baselines: bool = True,
    warm_up: int = 0,
    progress: bool | None = None,
    command: str | None = None,
) -> Report:
    """Run `folds` copies of each model over a stream once; each row tests some and teaches others.

    One run over a stream gives one number. The copies see different parts of it, so their scores
    tell how much that number is worth. The models given are not taught, their clones are.

    Parameters
    ----------
    models, stream, metrics, delay, labels, window, every, fading, positive, baselines, warm_up,
    progress
        As in `prequential`.
    folds
        Copies of each model.
    scheme
        "cv": a row tests one copy, drawn at random, and teaches all others. "split": it teaches
        one and tests all others. "bootstrap": it teaches each copy a Poisson(1) number of times and
        tests those that it does not teach.
    seed
        Of the draws.
    command
        The command line, for the report.

    References
    ----------
    Bifet, De Francisci Morales, Read, Holmes, Pfahringer. Efficient online evaluation of big data
    stream classifiers. 2015.

    Examples
    --------
    >>> from driftline import evaluation, learners, sources
    >>> stream = sources.SEA(seed=1).take(5_000)
    >>> report = evaluation.distributed({"NB": learners.GaussianNB()}, stream, folds=5)
    >>> scores = [fold.score("accuracy") for fold in report.folds("NB")]
    >>> len(scores), max(scores) - min(scores) < 0.1
    (5, True)
    """
    asked = Asked(metrics, delay, labels, window, every, fading, positive, baselines, warm_up)
    job = distributed_job(models, stream, asked, folds=folds, scheme=scheme, seed=seed)
    return job.finished(progress, command)


def distributed_job(
    models: Any, stream: Any, asked: Asked, *, folds: int, scheme: Any, seed: int
) -> Job:
    """Return the evaluation in copies, checked and not yet begun."""
    if scheme not in get_args(Scheme):
        raise ValueError(f"scheme must be 'cv', 'split' or 'bootstrap', not {scheme!r}")
    if folds < 2:
        raise ValueError(f"folds must be 2 or more, not {folds!r}")
    job = Job.of(
        models,
        stream,
        asked,
        Kept(),
        lambda entry: [_copy(entry, Fold(i, folds, scheme, seed)) for i in range(folds)],
    )
    job.settings.update(folds=folds, scheme=scheme, seed=seed)
    return job


def _copy(entry: Entry, fold: Fold) -> Entry:
    if not hasattr(entry.model, "clone"):
        raise TypeError(f"{entry.name!r} has no verb clone, so it cannot be evaluated in copies")
    return Entry(entry.name, entry.model.clone(), entry.is_baseline, fold)

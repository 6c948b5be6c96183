"""Test-then-train over a stream: predict each row, score it when its label comes, then learn it."""

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any

from driftline.evaluation.job import Asked, Job, Kept, Snapshot
from driftline.evaluation.label_timing import Delay, Labels
from driftline.evaluation.scoring import Metric
from driftline.report import Report


def prequential(
    models: Any,
    stream: Any,
    *,
    metrics: Sequence[Metric] | Metric | None = None,
    delay: Delay = None,
    labels: Labels = None,
    window: int = 1000,
    every: int | None = None,
    fading: float = 0.999,
    positive: Any = None,
    baselines: bool = True,
    warm_up: int = 0,
    checkpoint: str | PathLike[str] | None = None,
    checkpoint_seconds: float = 10.0,
    pickle_learners: bool = False,
    progress: bool | None = None,
    command: str | None = None,
) -> Report:
    """Run models over a stream once: predict each row, score it, then learn it.

    All models see the same rows in one pass. They are taught where they stand, so afterwards they
    have learned the stream. Ctrl-C ends the evaluation and gives the report so far.

    Parameters
    ----------
    models
        A model, or several by name: driftline's own, or any object with `learn_one` and
        `predict_one`.
    stream
        A stream, or what `sources.stream` makes one of.
    metrics
        Names out of `metrics.CLASSIFICATION` or `metrics.REGRESSION`, functions of
        `(y_true, y_pred)`, or metric objects of River. The first is the main one. A function is
        computed over windows: its cumulative estimate is their mean, and there is no fading one.
        Where a model gave no answer, a function of labels is handed a wrong label.
    delay
        After how many further rows a label comes: a number, `math.inf` for never, a `RandomDelay`,
        or a column that tells the number or the time at which it comes. None: as the stream says,
        or else at once. What counts is the prediction made when the row arrived.
    labels
        Which labels are learned: None for all, "none", `RandomLabels` or `EveryKth`. All of them
        are scored.
    window
        Rows of the sliding and the tumbling window.
    every
        Rows between two points of the curves; a quarter of the window unless given.
    fading
        How much the row before counts, against 1 for the latest.
    positive
        The label that precision, recall, F1 and AUC are about. Unless given it is 1 or True where
        labels are 0 and 1, -1 and 1 or False and True; elsewhere all labels count alike.
    baselines
        Whether majority class and no change, or the mean, run along.
    warm_up
        The first rows, which are predicted and learned but not scored.
    checkpoint
        A file that keeps where the evaluation stands. If it is there, the evaluation goes on from
        it and ends with the same result. It is removed at the end. A model that drew its seed
        goes on as a copy with the seed that was kept; give a seed, and the model itself does.
    checkpoint_seconds
        How often it is written.
    pickle_learners
        Whether learners written in Python may be kept in it with pickle. Loading a pickle runs
        code, so nobody else must be able to write to the file.
    progress
        Whether a bar is shown; None shows it on a terminal.
    command
        The command line, for the report.

    Examples
    --------
    >>> from driftline import evaluation, learners, sources
    >>> stream = sources.SINE1(drifts=[5_000], seed=7).take(10_000)
    >>> report = evaluation.prequential({"NB": learners.GaussianNB()}, stream)
    >>> report["NB"].score("accuracy") > report["majority class"].score("accuracy")
    True
    >>> [fall.depth > 0.3 for fall in report["NB"].falls]
    [True]
    """
    job = Job.of(
        models,
        stream,
        Asked(metrics, delay, labels, window, every, fading, positive, baselines, warm_up),
        Kept(checkpoint, checkpoint_seconds, pickle_learners),
    )
    return job.finished(progress, command)


def iter_prequential(
    models: Any,
    stream: Any,
    *,
    metrics: Sequence[Metric] | Metric | None = None,
    delay: Delay = None,
    labels: Labels = None,
    window: int = 1000,
    every: int | None = None,
    fading: float = 0.999,
    positive: Any = None,
    baselines: bool = True,
    warm_up: int = 0,
) -> Iterator[Snapshot]:
    """Do what `prequential` does, and tell how it goes after every `every` rows, and at the end.

    For streams that come while one looks at them: nothing is read ahead, and no curve is kept, so
    a stream may go on for ever.

    Parameters
    ----------
    models, stream, metrics, delay, labels, window, every, fading, positive, baselines, warm_up
        As in `prequential`.

    Examples
    --------
    >>> from driftline import evaluation, learners, sources
    >>> stream = sources.SEA(seed=1).take(1_000)
    >>> steps = evaluation.iter_prequential(
    ...     {"NB": learners.GaussianNB()}, stream, metrics="accuracy", every=500)
    >>> [(step.rows, step.scores["NB"]["cumulative"]["accuracy"] > 0.8) for step in steps]
    [(500, True), (1000, True)]
    """
    job = Job.of(
        models,
        stream,
        Asked(metrics, delay, labels, window, every, fading, positive, baselines, warm_up),
        Kept(),
    )
    told = 0
    for _ in job.steps(is_live=True):
        if job.run.rows % job.run.plan.every == 0:
            told = job.run.rows
            yield job.snapshot()
    if told != job.run.rows or job.scored_late:
        yield job.snapshot()

"""An evaluation from its arguments to its report: checks them, reads the stream, drives the run."""

import numbers
import platform
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from driftline import learners, sources
from driftline import metrics as metric_names
from driftline.evaluation import checkpoint as checkpoints
from driftline.evaluation.label_timing import Delay, Labels, Timing, check_labels, counted
from driftline.evaluation.own_metrics import OwnMetric
from driftline.evaluation.progress import Progress
from driftline.evaluation.run import Entry, Plan, Run
from driftline.evaluation.scoring import Metric, Task, is_error
from driftline.report import ESTIMATES, Report
from driftline.stream import Batch, Stream

#: A step is cut so that it takes about this long: for progress, Ctrl-C and checkpoints.
STEP_SECONDS = 0.1
#: Rows of the first step; then they are as many as take STEP_SECONDS. Nobody knows how slow a
#: learner written in Python is, so the first step with one is a single row.
FIRST_ROWS = 8192
FIRST_PYTHON_ROWS = 1
#: A step has at most so many times the rows of the step before.
GROWTH = 8
#: The most rows, and the most bytes of dense numbers, in one batch.
MOST_ROWS = 262_144
MOST_BYTES = 24 * 2**20


@dataclass(frozen=True)
class Snapshot:
    """How the models are doing at one moment.

    Parameters
    ----------
    rows
        Rows that have come.
    scores
        `scores[model][estimate][metric]`.
    """

    rows: int
    scores: dict[str, dict[str, dict[str, float]]]


@dataclass(frozen=True)
class Asked:
    """The arguments that say what is measured."""

    metrics: Sequence[Metric] | Metric | None = None
    delay: Delay = None
    labels: Labels = None
    window: int = 1000
    every: int | None = None
    fading: float = 0.999
    positive: Any = None
    baselines: bool = True
    warm_up: int = 0

    def plan(self, task: Task) -> Plan:
        """Return what is asked of an evaluation of this task, or raise ValueError."""
        window = counted("window", self.window)
        every = max(1, window // 4) if self.every is None else counted("every", self.every)
        if not 0.0 < self.fading <= 1.0:
            raise ValueError(f"fading must be above 0 and at most 1, not {self.fading!r}")
        warm_up = counted("warm_up", self.warm_up, least=0)
        check_labels(self.labels)
        chosen = metric_names.DEFAULTS[task] if self.metrics is None else self.metrics
        if isinstance(chosen, str) or not isinstance(chosen, Sequence):
            chosen = (chosen,)
        return Plan(
            tuple(chosen), task, self.labels, window, every, self.fading, self.positive, warm_up
        )

    def settings(self, plan: Plan, names: Sequence[str]) -> dict[str, Any]:
        """Return all of it as texts and numbers."""
        own = [OwnMetric.name_of(metric) for metric in plan.metrics if not isinstance(metric, str)]
        return {
            "metrics": list(names),
            **({"own_metrics": own} if own else {}),
            "delay": "as the stream says" if self.delay is None else _shown(self.delay),
            "labels": "all" if self.labels is None else _shown(self.labels),
            "window": plan.window,
            "every": plan.every,
            "fading": plan.fading,
            "positive": None if plan.positive is None else str(plan.positive),
            "baselines": self.baselines,
            "warm_up": plan.warm_up,
        }


@dataclass(frozen=True)
class Kept:
    """How an evaluation survives a crash."""

    path: str | PathLike[str] | None = None
    seconds: float = 10.0
    pickles: bool = False


class Job:
    """An evaluation with all it needs: the stream to read, the run, and where it is kept."""

    def __init__(self, stream: Stream, run: Run, settings: dict[str, Any], kept: Kept) -> None:
        self.stream, self.run, self.settings, self.kept = stream, run, settings, kept
        self.scored_late = 0  # rows whose label had not come when the stream ended
        self._mark = ""
        self._recent: checkpoints.Recent | None = None
        self._saved = time.monotonic()
        if kept.path is not None:
            self._mark = checkpoints.fingerprint(run, settings)
            if Path(kept.path).exists():
                self._recent = checkpoints.resume(run, kept.path, self._mark, kept.pickles)
            else:
                checkpoints.save(run, kept.path, self._mark, kept.pickles)

    @classmethod
    def of(
        cls,
        models: Any,
        stream: Any,
        asked: Asked,
        kept: Kept,
        copies: Callable[[Entry], list[Entry]] = lambda entry: [entry],
    ) -> "Job":
        """Check what is asked, and get ready. `copies` of each model take part."""
        timing = Timing.of(asked.delay, sources.stream(stream))
        facts = timing.stream.facts
        if facts.target is None and facts.task is None:
            raise ValueError(
                f"{facts.name}: there is nothing to predict; name a column with target="
            )
        plan = asked.plan(facts.task or "classification")
        entries = entries_of(models, plan.task, asked.baselines)
        run = Run([copy for entry in entries for copy in copies(entry)], facts, plan, timing)
        settings = asked.settings(plan, run.contestants[0].scores.names)
        if isinstance(stream, Stream):
            settings["stream"] = repr(stream)
        return cls(timing.stream, run, settings, kept)

    def finished(self, progress: bool | None, command: str | None) -> Report:
        """Go through the stream, or as far as Ctrl-C lets it, and return what was found."""
        is_complete = True
        try:
            with (
                Progress(progress, self.run.facts.rows, self.run.facts.name) as bar,
                closing(self.steps(is_live=False)) as steps,  # the step under way is finished
            ):
                for _ in steps:
                    bar.show(self.run)
        except KeyboardInterrupt:
            is_complete = False
            if self.kept.path is not None:
                checkpoints.save(self.run, self.kept.path, self._mark, self.kept.pickles)
        return self.report(is_complete, command)

    def steps(self, *, is_live: bool) -> Generator[None]:
        """Go through the stream; come back after each step.

        Reading and learning overlap: this thread reads, another learns. Live, nothing does.
        """
        rows = self.run.plan.every if is_live else _batch_rows(self.run)
        self.run.keeps_curves = not is_live
        pieces = Pieces.of_run(self.run, self.run.plan.every if is_live else None)
        place = self.run.rows
        with ThreadPoolExecutor(1) as worker:
            under_way: Future[tuple[float, int]] | None = None
            for batch in self._batches(rows):
                for piece in pieces.of(batch, place):
                    if under_way is not None:
                        pieces.took(*under_way.result())
                        yield
                    under_way = worker.submit(self._step, piece)
                    if is_live:
                        pieces.took(*under_way.result())
                        under_way = None
                        yield
                place += len(batch)
            if under_way is not None:
                under_way.result()
        self.scored_late = self.run.finish()
        if self.kept.path is not None:
            Path(self.kept.path).unlink(missing_ok=True)

    def _batches(self, rows: int) -> Iterator[Batch]:
        if self._recent is None:
            return self.stream.batches(rows)
        return self._recent.rest(self.stream, self.run.rows, rows)

    def _step(self, batch: Batch) -> tuple[float, int]:
        begin = time.perf_counter()
        self.run.step(batch)
        taken = time.perf_counter() - begin
        if self.run.keeps_curves:
            self.run.measure()
        if self.kept.path is not None and time.monotonic() - self._saved >= self.kept.seconds:
            checkpoints.save(self.run, self.kept.path, self._mark, self.kept.pickles)
            self._saved = time.monotonic()
        return taken, len(batch)

    def snapshot(self) -> Snapshot:
        """Return all estimates as they are."""
        scores = {}
        for each in self.run.contestants:
            values, names = each.scores.now(), each.scores.names
            scores[each.entry.name] = {
                estimate: dict(zip(names, row, strict=True))
                for estimate, row in zip(ESTIMATES, values.tolist(), strict=True)
            }
        return Snapshot(self.run.rows, scores)

    def report(self, is_complete: bool, command: str | None) -> Report:
        """Return what was found so far."""
        self.run.measure(is_last=True)
        return Report(
            stream=self.run.stream_facts(),
            models=self.run.results(),
            settings=self.settings,
            pairs=self.run.compared(),
            versions=versions(),
            command=command,
            is_complete=is_complete,
            errors=tuple(
                OwnMetric.name_of(metric)
                for metric in self.run.plan.metrics
                if not isinstance(metric, str) and is_error(metric)
            ),
        )


class Pieces:
    """Cuts batches so that a step takes about STEP_SECONDS, and ends at a multiple of `every`."""

    def __init__(self, first: int, every: int | None = None) -> None:
        self._every, self._rows = every, first

    @classmethod
    def of_run(cls, run: Run, every: int | None = None) -> "Pieces":
        """Begin with as many rows as may be tried with these models."""
        return cls(FIRST_ROWS if run.is_native else FIRST_PYTHON_ROWS, every)

    def of(self, batch: Batch, place: int) -> Iterator[Batch]:
        """Yield the batch in pieces; its first row is row `place` of the stream."""
        done = 0
        while done < len(batch):
            length = min(len(batch) - done, self._rows)
            if self._every is not None:
                length = min(length, self._every - (place + done) % self._every)
            yield batch.slice(done, length)
            done += length

    def took(self, seconds: float, rows: int) -> None:
        """Learn from how long the last step took, and how many rows it had."""
        wanted = int(rows * STEP_SECONDS / max(seconds, 1e-9))
        if seconds > 2 * STEP_SECONDS:
            self._rows = max(1, wanted)
        elif seconds < STEP_SECONDS / 2:
            self._rows = min(MOST_ROWS, GROWTH * self._rows, max(self._rows, wanted))


def entries_of(models: Any, task: str, baselines: bool) -> list[Entry]:
    """Return the models by name, and the baselines for this task."""
    named = models if isinstance(models, Mapping) else {type(models).__name__: models}
    if not named:
        raise ValueError("models: there is none")
    _check_apart(named)
    entries = [Entry(str(name), model) for name, model in named.items()]
    if not baselines:
        return entries
    extra: dict[str, Any] = (
        {"mean": learners.MeanRegressor()}
        if task == "regression"
        else {
            "majority class": learners.PriorClassifier(),
            "no change": learners.NoChangeClassifier(),
        }
    )
    taken = {entry.name for entry in entries}
    return entries + [Entry(n, m, is_baseline=True) for n, m in extra.items() if n not in taken]


def _check_apart(named: Mapping[Any, Any]) -> None:
    """Raise where a model or a name stands twice: each learns for itself, under its own name."""
    by_object: dict[int, Any] = {}
    for name, model in named.items():
        other = by_object.setdefault(id(model), name)
        if other != name:
            raise ValueError(
                f"models: {other!r} and {name!r} are one object, which would learn each row twice; "
                "give one of them a clone"
            )
    texts = [str(name) for name in named]
    for text in texts:
        if texts.count(text) > 1:
            raise ValueError(f"models: two are called {text!r}")


def versions() -> dict[str, str]:
    """Return the versions that a result may depend on."""
    import numpy  # noqa: PLC0415
    import pyarrow  # noqa: PLC0415

    import driftline  # noqa: PLC0415

    return {
        "driftline": driftline.__version__,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "pyarrow": pyarrow.__version__,
        "platform": f"{sys.platform} {platform.machine()}",
    }


def _batch_rows(run: Run) -> int:
    width = max(1, len(run.features))
    return max(1024, min(MOST_ROWS, MOST_BYTES // (8 * width)))


def _shown(value: Any) -> Any:
    if isinstance(value, numbers.Integral):
        return int(value)
    return value if isinstance(value, str) else repr(value)

"""Choosing parameters on the first rows of a stream, all candidates in one pass.

Every candidate is evaluated as `prequential` does it, so a choice rests on what it would have
scored, delay of labels and all. Successive halving (Jamieson, Talwalkar. 2016) saves time: with c
candidates and n rows there are ceil(log2 c) - 1 rungs, at rows n / 2, n / 4, and so on; at each the
worse half leaves, and two go to the end. Survivors go on, nobody starts again.
"""

import math
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import Any

from driftline import sources
from driftline.evaluation.candidates import (
    Space,
    check_names,
    check_space,
    drawn,
    grid,
    is_grid,
    model_of,
)
from driftline.evaluation.job import Asked, Job, Kept, Pieces
from driftline.evaluation.label_timing import Delay, Labels
from driftline.evaluation.progress import Progress
from driftline.evaluation.run import Run
from driftline.evaluation.scoring import Metric, is_error
from driftline.report import Candidate, Tuning
from driftline.stream import Batch, Stream

SEARCHES = ("grid", "random", "halving")

#: How many candidates are drawn unless told.
DRAWS = 20


def tune(
    model: Any,
    space: Space,
    stream: Any,
    *,
    search: str = "grid",
    n: int | None = None,
    metric: Metric | None = None,
    higher_is_better: bool | None = None,
    delay: Delay = None,
    labels: Labels = None,
    window: int = 1000,
    positive: Any = None,
    seed: int = 0,
    progress: bool | None = None,
) -> Tuning:
    """Try parameters of a model on a stream and keep the best.

    All candidates see the stream in one pass, test-then-train. Give the first rows only,
    `stream.take(n)`, and evaluate on the rest: a score that was searched for is too good. Ctrl-C
    ends the search and gives what was found so far.

    Parameters
    ----------
    model
        What to tune: a model with `clone`, whose own parameters are the defaults, or a class or
        function that makes one from parameters. It learns nothing itself.
    space
        For each parameter its values: a list, or for "random" and "halving" a distribution,
        `uniform`, `log_uniform`, `integers` or one of SciPy. A parameter of a pipeline has the
        name it has in its step, "regularization", or where several steps have it,
        "AROW__regularization".
    stream
        What to tune on; it must have an end.
    search
        "grid" tries all combinations. "random" draws `n` of them. "halving" starts like "grid", or
        like "random" where `n` or a distribution is given, and drops the worse half again and
        again on its way.
    n
        How many to draw; 20 unless given.
    metric
        Name, or function of `(y_true, y_pred)`; None: accuracy, or mae. What counts is its
        cumulative estimate.
    higher_is_better
        None: as the metric says. A function says it by its name: less is better of one that ends in
        "_error" or "_loss".
    delay, labels, window, positive
        As in `prequential`.
    seed
        Of the draws.
    progress
        Whether a bar is shown; None shows it on a terminal.

    Examples
    --------
    >>> from driftline import evaluation, learners, sources, transforms
    >>> model = transforms.StandardScaler() | learners.AROW()
    >>> stream = sources.SEA(seed=1, noise=0.2).take(2_000)
    >>> tuning = evaluation.tune(model, {"regularization": [0.01, 1.0, 100.0]}, stream)
    >>> tuning.params
    {'regularization': 100.0}
    >>> tuning.best
    StandardScaler() | AROW(regularization=100.0)
    """
    choices = _choices(model, space, search, n, seed)
    source = sources.stream(stream)
    if source.is_endless:
        raise ValueError(f"{source.facts.name} has no end; tune on its first rows, .take(10_000)")
    models = {str(place): model_of(model, choice) for place, choice in enumerate(choices)}
    asked = Asked(metric, delay, labels, window, positive=positive, baselines=False)
    job = Job.of(models, source, asked, Kept())
    job.run.pairs = None  # nobody asks which of the candidates differ
    race = _Race(job.run, choices, _sign(job.run, higher_is_better))
    is_complete = True
    try:
        with (
            Progress(progress, job.run.facts.rows, job.run.facts.name) as bar,
            closing(race.over(job.stream, is_halving=search == "halving")) as steps,
        ):
            for _ in steps:
                bar.show(job.run)
    except KeyboardInterrupt:
        if job.run.rows == 0:
            raise
        is_complete = False
    race.measure()
    return Tuning(
        best=model_of(model, race.ranking()[0].params),
        metric=job.run.contestants[0].scores.names[0],
        candidates=tuple(race.ranking()),
        search=search,
        stream=job.run.facts.name,
        rows=job.run.rows,
        is_complete=is_complete,
    )


def _choices(
    model: Any, space: Space, search: str, n: int | None, seed: int
) -> list[dict[str, Any]]:
    if search not in SEARCHES:
        raise ValueError(f"search: {search!r}; wanted is one of {', '.join(SEARCHES)}")
    if n is not None and n < 1:
        raise ValueError(f"n must be 1 candidate or more, not {n}")
    check_space(space)
    check_names(model, space)
    if search == "grid" and n is not None:
        raise ValueError("n: a grid tries all combinations; draw some with search='random'")
    if search == "grid" or (search == "halving" and n is None and is_grid(space)):
        return grid(space)
    return drawn(space, DRAWS if n is None else n, seed)


def _sign(run: Run, higher_is_better: bool | None) -> float:
    """Return what to multiply scores by, so that the highest is the best."""
    if higher_is_better is None:
        higher_is_better = not is_error(run.plan.metrics[0])
    return 1.0 if higher_is_better else -1.0


def rungs(candidates: int, rows: int) -> list[int]:
    """Return the rows after which the worse half leaves, ascending.

    Examples
    --------
    >>> rungs(16, 8_000), rungs(2, 8_000)
    ([1000, 2000, 4000], [])
    """
    count = max(0, math.ceil(math.log2(candidates)) - 1)
    return [rows >> power for power in range(count, 0, -1) if rows >> power]


class _Race:
    """All candidates on their way; those that were dropped keep the score they had."""

    def __init__(self, run: Run, choices: list[dict[str, Any]], sign: float) -> None:
        self._run, self._sign = run, sign
        self._candidates = {str(i): Candidate(choice) for i, choice in enumerate(choices)}

    def over(self, stream: Stream, *, is_halving: bool) -> Generator[None]:
        """Run the race; come back after each step. A step under way is finished, come what may."""
        rows = stream.facts.rows
        batches = stream.batches()
        if is_halving and rows is None:
            held = list(batches)  # where the rungs are depends on how many rows there are
            rows, batches = sum(map(len, held)), iter(held)
        places = rungs(len(self._candidates), rows or 0) if is_halving else []
        pieces = Pieces.of_run(self._run)
        with ThreadPoolExecutor(1) as worker:
            for batch in batches:
                for piece in pieces.of(batch, self._run.rows):
                    begin = time.perf_counter()
                    worker.submit(self._take, piece, places).result()
                    pieces.took(time.perf_counter() - begin, len(piece))
                    yield
        self._run.finish()

    def ranking(self) -> list[Candidate]:
        """Return all candidates, those that came farthest first, then by score, then as given."""
        return sorted(self._candidates.values(), key=lambda c: (-c.rows, self._loss(c)))

    def _take(self, batch: Batch, places: list[int]) -> None:
        while len(batch):
            length = len(batch)
            if places:
                length = min(length, places[0] - self._run.rows)
            self._run.step(batch.slice(0, length))
            batch = batch.slice(length, len(batch) - length)
            if places and self._run.rows == places[0]:
                places.pop(0)
                self._halve()

    def _halve(self) -> None:
        self.measure()
        running = [each.entry.name for each in self._run.contestants]
        ranked = sorted(running, key=lambda name: self._loss(self._candidates[name]))
        kept = set(ranked[: (len(ranked) + 1) // 2])
        self._run.contestants = [c for c in self._run.contestants if c.entry.name in kept]

    def measure(self) -> None:
        """Write down the scores of those still running."""
        for each in self._run.contestants:
            name = each.entry.name
            score = float(each.scores.now()[0, 0])  # cumulative, of the one metric
            self._candidates[name] = replace(
                self._candidates[name], score=score, rows=self._run.rows
            )

    def _loss(self, candidate: Candidate) -> float:
        return math.inf if math.isnan(candidate.score) else -self._sign * candidate.score

"""One evaluation under way: models, what waits for its label, and the scores so far.

A batch goes through in pieces. Each piece is predicted and learned by every model in turn, and the
labels that came meanwhile are compared with the predictions made when their rows arrived. The
state after a row does not depend on how the rows before it were cut into batches.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from driftline import _core
from driftline.evaluation.backlog import Backlog
from driftline.evaluation.decoded import decoded
from driftline.evaluation.falls import ArrivalSums, falls
from driftline.evaluation.folds import Fold
from driftline.evaluation.label_timing import Labels, Timing, learned_of
from driftline.evaluation.mcnemar import McNemar
from driftline.evaluation.runners import LabelCodes, Lesson, NativeRunner, runner_for
from driftline.evaluation.scoring import ABOUT_ONE_LABEL, Metric, Scores, Task, are_about_shares
from driftline.evaluation.told_events import EventRows
from driftline.evaluation.waiting import FixedDelay, OwnDelays, Piece
from driftline.learners.python_pipeline import shown
from driftline.report import Cost, ModelResult, Pair, StreamFacts
from driftline.stream import Batch, Facts
from driftline.stream.places import located
from driftline.stream.tables import as_numpy

#: Rows that a native model takes at once.
LARGEST_BLOCK = 256
#: Rows by which a checkpoint knows its stream again.
RECENT_ROWS = 64
#: Rows among those that are kept: some, or a stretch of them.
Places = NDArray[np.int64] | slice


@dataclass(frozen=True)
class Plan:
    """What is asked of an evaluation."""

    metrics: tuple[Metric, ...]
    task: Task
    labels: Labels = None
    window: int = 1000
    every: int = 250
    fading: float = 0.999
    positive: Any = None
    warm_up: int = 0


@dataclass(frozen=True)
class Entry:
    """A model that takes part."""

    name: str
    model: Any
    is_baseline: bool = False
    fold: Fold | None = None


class Contestant:
    """A model on its way: how it is run, its scores, its costs, its answers not yet scored."""

    def __init__(self, entry: Entry, plan: Plan, codes: LabelCodes | None) -> None:
        self.entry = entry
        self.spec = shown(entry.model)
        self.runner = runner_for(entry.model, codes)
        self.scores = Scores(plan.metrics, plan.task, plan.window, plan.every, plan.fading)
        self.answers = Backlog(np.float64 if codes is None else np.int32)
        self.shares: NDArray[np.float64] = np.empty((0, 0))
        self.cost: list[tuple[int, float, int]] = []
        self.event_rows = EventRows()
        self._tells_events = hasattr(entry.model, "events")
        self.arrivals = ArrivalSums(plan.every, is_regression=codes is None)

    def take(self, lesson: Lesson) -> None:
        """Predict and learn, and remember what was answered until the labels come."""
        self._keep(*self.runner.run(lesson))
        if self._tells_events:
            self.event_rows.follow(self.entry.model, lesson.learned_after)

    def _keep(self, answers: NDArray[Any], shares: NDArray[np.float64] | None) -> None:
        self.answers.add(answers)
        if shares is None:
            return
        if len(self.shares):
            wide = np.zeros((len(self.shares), shares.shape[1]))
            wide[:, : self.shares.shape[1]] = self.shares
            shares = np.concatenate([wide, shares])
        self.shares = shares

    def forget(self, count: int) -> None:
        """Drop the first answers: all of them are scored."""
        self.answers.drop(count)
        self.shares = self.shares[count:]


class Run:
    """Takes batches in the order of the stream; tells results at any time."""

    def __init__(self, entries: Sequence[Entry], facts: Facts, plan: Plan, timing: Timing) -> None:
        self.plan, self.timing, self.facts = plan, timing, facts
        self.codes = LabelCodes() if plan.task == "classification" else None
        if self.codes is not None and plan.positive is not None:
            self.codes.of([plan.positive], 1)  # scores are about it before it first comes, too
        self.contestants = [Contestant(entry, plan, self.codes) for entry in entries]
        self.rows = 0
        self._latest: Batch | None = None
        self.keeps_curves = True  # or only what is now, so that a stream may go on for ever
        self.features: dict[str, str] = dict(facts.features)
        self.waiting: FixedDelay | OwnDelays | None = None
        self._room = _core.RowRoom()
        self.label_counts: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self.labelled = 0
        self.kept = Backlog(np.float64 if self.codes is None else np.int32)  # true labels
        self._first = 0  # the row of the first that is kept
        self._known = 0
        self._wants_shares = self.codes is not None and are_about_shares(plan.metrics)
        self._seeks_positive = plan.positive is None and any(
            isinstance(metric, str) and metric in ABOUT_ONE_LABEL for metric in plan.metrics
        )
        alone = len(entries) < 2 or any(entry.fold for entry in entries)
        names = [entry.name for entry in entries]
        self.pairs = None if alone or self.codes is None else McNemar(*names, fading=plan.fading)

    @property
    def is_native(self) -> bool:
        """Whether no object of Python takes part."""
        return all(isinstance(each.runner, NativeRunner) for each in self.contestants)

    @property
    def recent(self) -> Batch | None:
        """The last rows seen."""
        if self._latest is None:
            return None
        recent = min(len(self._latest), RECENT_ROWS)
        return self._latest.slice(len(self._latest) - recent, recent)

    def step(self, batch: Batch) -> None:
        """Let rows arrive: predict them, and score and learn what comes meanwhile."""
        self._latest = batch
        for part, truth in self._parts(batch):
            self._step(part, truth)

    def _parts(self, batch: Batch) -> Iterator[tuple[Batch, NDArray[Any]]]:
        """Yield rows and their truth, cut where a new label may change which one is positive.

        Scores before that row must not know of it, or they would depend on the size of batches.
        """
        while True:
            known = self.codes.labels if self.codes is not None and self._seeks_positive else None
            truth = self._truth_of(batch)
            cut = 0 if known is None or len(known) > 2 else self._first_new(truth, known)
            if self.codes is None or cut == 0:
                yield batch, truth
                return
            self.codes.restore(known or [])
            part = batch.slice(0, cut)
            yield part, self._truth_of(part)
            batch = batch.slice(cut, len(batch) - cut)

    def _first_new(self, truth: NDArray[Any], known: list[Any]) -> int:
        """Return the first row but row 0 with a label that is not known; 0 if there is none."""
        labels = self.codes.labels if self.codes is not None else []
        new = [c for c, label in enumerate(labels) if c >= len(known) or known[c] != label]
        rows = [int(np.argmax(truth == code)) for code in new if (truth == code).any()]
        return min((row for row in rows if row > 0), default=0)

    def _step(self, batch: Batch, truth: NDArray[Any]) -> None:
        if batch.start != self.rows:
            batch = replace(batch, start=self.rows)
        batch, due, clock = self.timing.split(batch)
        self._count(truth)
        self.kept.add(truth)
        self._meet()
        if self.waiting is None:
            self.waiting = self.timing.queue(due)
        # What waits needs no label: those are kept apart.
        batch = Batch(batch.x, w=batch.w, start=batch.start)
        if due is None and (self.timing.fixed or len(self.contestants) > 1):
            # Rows are read again: all of them by the next model, or the latest for their labels.
            is_alone = len(self.contestants) == 1
            latest = (self.timing.fixed or 0) + LARGEST_BLOCK
            batch = decoded(batch, latest if is_alone else len(batch), self._room)
        for piece in self.waiting.take(batch, due, clock):
            self._take(piece)
        self.rows += len(batch)
        self._forget()

    def measure(self, *, is_last: bool = False) -> None:
        """Write down what each model has cost so far; at last, whatever it takes to find out."""
        for each in self.contestants:
            if each.cost and each.cost[-1][0] == self.rows:
                each.cost.pop()
            memory = each.runner.memory(is_last=is_last)
            each.cost.append((self.rows, each.runner.seconds, memory))

    def finish(self) -> int:
        """Score what still waits: its labels come after the end, so nobody learns them."""
        if self.waiting is None:
            return 0
        rows = self.waiting.rest()
        steps = np.full(len(rows), self.rows, dtype=np.int64)
        self._score(rows - self._first, steps, self.rows, self.rows + 1)
        self.waiting = self.timing.queue(None)
        return len(rows)

    def _truth_of(self, batch: Batch) -> NDArray[Any]:
        if batch.y is None:
            raise ValueError(f"{self.facts.name}: no column to predict; name one with target=")
        if self.codes is not None:
            return self.codes.of(batch.y, len(batch))
        numbers = batch.y.cast(pa.float64())
        return as_numpy(pc.fill_null(numbers, np.nan))

    def _count(self, truth: NDArray[Any]) -> None:
        if self.codes is None:
            self.labelled += int(np.count_nonzero(~np.isnan(truth)))
            return
        counts = self.codes.counts(truth)
        counts[: len(self.label_counts)] += self.label_counts
        self.label_counts = counts
        self.labelled = int(counts.sum())

    def _take(self, piece: Piece) -> None:
        lesson = self._lesson(piece)
        begin, end = piece.arriving.start, piece.arriving.start + len(piece.arriving)
        for each in self.contestants:
            fold = each.entry.fold
            own = lesson
            if fold is not None:
                own = replace(lesson, weights=fold.weights(piece.rows, lesson.weights))
            with located(self.facts.name, begin, piece):
                each.take(own)
        self._meet()
        steps = None if piece.own_steps is None else piece.own_steps + begin
        self._score(self._places(piece), steps, begin, end)

    def _places(self, piece: Piece) -> Places:
        """Return where the released rows stand among what is kept."""
        if piece.own_rows is not None:
            return piece.own_rows - self._first
        begin = piece.lesson.start - self._first
        return slice(begin, begin + len(piece.lesson))

    def _rows_at(self, places: Places) -> NDArray[np.int64]:
        """Return the numbers in the stream of rows among what is kept."""
        if isinstance(places, slice):
            return np.arange(self._first + places.start, self._first + places.stop)
        return self._first + places

    def _lesson(self, piece: Piece) -> Lesson:
        targets = self.kept.values[self._places(piece)]
        if self.plan.labels is not None:
            learned = learned_of(self.plan.labels, piece)
            targets = np.where(learned, targets, np.nan if self.codes is None else np.int32(-1))
        return Lesson(
            piece,
            targets.astype(self.kept.values.dtype, copy=False),
            self._labels,
            None if piece.lesson.w is None else as_numpy(piece.lesson.w),
            self._wants_shares,
        )

    def _score(self, places: Places, steps: NDArray[np.int64] | None, begin: int, end: int) -> None:
        truth = self.kept.values[places]
        if self._first < self.plan.warm_up or not self._are_known(truth):
            counts = ~np.isnan(truth) if self.codes is None else truth >= 0
            counts &= self._rows_at(places) >= self.plan.warm_up
            truth = truth[counts]
            steps = (np.arange(begin, end) if steps is None else steps)[counts]
            places = np.arange(len(self.kept.values))[places][counts]
        errors = []
        where = {"steps": steps, "begin": begin, "end": end}
        for each in self.contestants:
            answers = each.answers.values[places]
            self._score_one(each, places, truth, answers, where)
            if self.pairs is not None:
                errors.append(truth != answers)
        if self.pairs is not None:
            self.pairs.update(*errors)

    def _are_known(self, truth: NDArray[Any]) -> bool:
        """Tell whether every row has a label; one pass, and no array of answers."""
        least = truth.min(initial=0)
        return bool(least == least if self.codes is None else least >= 0)  # NaN is the least

    def _score_one(
        self,
        each: Contestant,
        places: Places,
        truth: NDArray[Any],
        answers: NDArray[Any],
        where: dict[str, Any],
    ) -> None:
        if self._wants_shares:
            shares = each.shares[places]
            wide = np.zeros((len(shares), len(self._labels or ())))
            wide[:, : shares.shape[1]] = shares
            where = where | {"shares": wide}
        has_falls = bool(self.facts.drifts) and self.keeps_curves
        if has_falls or each.entry.fold is not None:
            rows = self._rows_at(places)
        if each.entry.fold is not None:
            tested = each.entry.fold.tested(rows)
            rows, truth, answers = rows[tested], truth[tested], answers[tested]
            if where["steps"] is None:
                where = where | {"steps": np.arange(where["begin"], where["end"])}
            where = {k: v if isinstance(v, int) else v[tested] for k, v in where.items()}
        each.scores.update(truth, answers, self._labels, keeps_points=self.keeps_curves, **where)
        if has_falls:
            each.arrivals.add(rows, truth, answers)

    @property
    def _labels(self) -> list[Any] | None:
        return None if self.codes is None else self.codes.labels

    def _meet(self) -> None:
        """Tell the scorers of labels they have not met."""
        if self.codes is None or len(self.codes.labels) == self._known:
            return
        labels = self.codes.labels
        self._known = len(labels)
        ranks = _ranks(labels)
        positive = _positive(labels, self.plan.positive)
        for each in self.contestants:
            each.scores.native.meet(ranks, positive)

    def _forget(self) -> None:
        """Drop answers and labels of rows that are scored."""
        oldest = self.waiting.oldest if self.waiting is not None else None
        count = (self.rows if oldest is None else oldest) - self._first
        self.kept.drop(count)
        self._first += count
        for each in self.contestants:
            each.forget(count)

    def stream_facts(self) -> StreamFacts:
        """Return what was streamed so far."""
        labels = (
            {}
            if self.codes is None
            else dict(zip(self.codes.labels, self.label_counts.tolist(), strict=False))
        )
        labels.pop(None, None)
        return StreamFacts(
            name=self.facts.name,
            rows=self.rows,
            labelled=self.labelled,
            features=self.features,
            target=self.facts.target,
            task=self.plan.task,
            labels=labels,
            drifts=self.facts.drifts,
        )

    def results(self) -> tuple[ModelResult, ...]:
        """Return how each model has fared so far."""
        return tuple(self._result(each) for each in self.contestants)

    def _result(self, each: Contestant) -> ModelResult:
        curve = each.scores.curve(self.rows)
        rows, seconds, memory = np.array(each.cost or [(0, 0.0, 0)]).T
        labels = [] if self.codes is None else self.codes.labels
        return ModelResult(
            name=each.entry.name,
            spec=each.spec,
            is_baseline=each.entry.is_baseline,
            curve=curve,
            cost=Cost(rows.astype(np.int64), seconds, memory.astype(np.int64)),
            labels=tuple(labels),
            confusion=None if self.codes is None else each.scores.native.confusion,
            falls=falls(each.arrivals, self.facts.drifts or (), self.plan.window, self.rows),
            events=each.event_rows.events(each.entry.model, self.rows),
            fold=None if each.entry.fold is None else each.entry.fold.number,
        )

    def compared(self) -> tuple[Pair, ...]:
        """Return all pairs of models, compared by what they got wrong of late."""
        return () if self.pairs is None else self.pairs.pairs()


def _ranks(labels: list[Any]) -> NDArray[np.int32]:
    """Return each label's place in sorted order, or in the order of codes if nothing sorts them."""
    known = [code for code, label in enumerate(labels) if label is not None]
    with suppress(TypeError):
        known.sort(key=lambda code: labels[code])
    order = [code for code, label in enumerate(labels) if label is None] + known
    ranks = np.empty(len(labels), dtype=np.int32)
    ranks[order] = np.arange(len(labels))
    return ranks


def _positive(labels: list[Any], positive: Any) -> int:
    """Return the code of the positive label, or -1 where labels are equals."""
    if positive is not None:
        return labels.index(positive)
    is_pair = len(labels) == 2 and labels[1] is not None and labels[1] == 1
    return 1 if is_pair else -1

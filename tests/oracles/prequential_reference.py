"""Prequential evaluation as a literal queue: slow, to be read.

At every step t:
  1. predict x_t and let it wait, due at t + delay (or at a time, where rows have one);
  2. release all that are due. Score them in the order in which they came, with the prediction
     made on arrival; then train on them, in the same order.
So a delay is the number of further predictions made before the label comes.

A row whose label is null is predicted, never scored and never learned. A row whose label is not
to be learned is scored when it is due. At the end of the stream all that still wait, those due
never among them, are scored in the order in which they came, and not learned.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from oracles.score_reference import CLASSIFICATION, scores

NEVER = math.inf


@dataclass(frozen=True)
class Point:
    rows: int  # rows that had come
    scored: int
    values: dict[str, dict[str, float]]  # by estimate, then by metric


@dataclass
class Run:
    predictions: list[Any] = field(default_factory=list)
    scored: list[tuple[int, int]] = field(default_factory=list)  # (row, row after which)
    learned: list[tuple[int, int]] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)  # after each `every` rows, before the flush
    end: Point | None = None  # after the flush

    @property
    def scored_rows(self) -> list[int]:
        return [row for row, _ in self.scored]

    @property
    def learned_rows(self) -> list[int]:
        return [row for row, _ in self.learned]


@dataclass(frozen=True)
class Measures:
    """What is measured, and when."""

    metrics: Sequence[str] = CLASSIFICATION
    window: int = 1000
    every: int = 250
    fading: float = 0.999
    positive: Any = None


def prequential(
    make_model: Callable[[], Any],
    rows: Sequence[Any],
    labels: Sequence[Any],
    *,
    weights: Iterable[float] | None = None,  # None: the model is not told any
    delays: int | float | Sequence[int | float | None] = 0,  # one for all, or one each; None: never
    clock: Sequence[Any] | None = None,  # instead of delays: when each row comes, ascending,
    due: Sequence[Any] | None = None,  # and when its label comes; None: never
    is_learned: Sequence[bool] | None = None,
    measures: Measures | None = None,
) -> Run:
    model, run, waiting = make_model(), Run(), []
    measures = measures or Measures()
    now, dues = timetable(len(rows), delays, clock, due)
    weighing = [(w,) for w in weights] if weights is not None else [()] * len(rows)

    for t, x in enumerate(rows):
        run.predictions.append(model.predict_one(x))
        waiting.append(t)

        released = [row for row in waiting if dues[row] is not None and dues[row] <= now[t]]
        waiting = [row for row in waiting if row not in released]
        known = [row for row in released if not is_null(labels[row])]
        run.scored += [(row, t) for row in known]
        for row in known:
            if is_learned is None or is_learned[row]:
                model.learn_one(rows[row], labels[row], *weighing[row])
                run.learned.append((row, t))

        if (t + 1) % measures.every == 0:
            run.points.append(point(run, labels, t + 1, measures))

    run.scored += [(row, len(rows) - 1) for row in waiting if not is_null(labels[row])]
    run.end = point(run, labels, len(rows), measures)
    return run


def timetable(n, delays, clock, due):
    """When each row comes and when its label does, on one scale."""
    if clock is not None:
        assert list(clock) == sorted(clock), "time does not run backwards"
        return list(clock), list(due)
    each = [delays] * n if isinstance(delays, int | float) else list(delays)
    return list(range(n)), [None if d is None else t + d for t, d in enumerate(each)]


def point(run: Run, labels: Sequence[Any], rows: int, measures: Measures) -> Point:
    truths = [labels[row] for row in run.scored_rows]
    answers = [run.predictions[row] for row in run.scored_rows]
    values = scores(
        truths,
        answers,
        measures.metrics,
        window=measures.window,
        fading=measures.fading,
        positive=measures.positive,
    )
    return Point(rows, len(truths), values)


def is_null(label: Any) -> bool:
    return label is None or (isinstance(label, float) and math.isnan(label))


def every_kth(n: int, k: int) -> list[bool]:
    """Which rows are learned if every k-th label is: k - 1, 2k - 1, ..."""
    return [(t + 1) % k == 0 for t in range(n)]

"""One model on its way through the stream: native in blocks, a Python object row by row."""

import inspect
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline import _core
from driftline.evaluation.decoded import native_x
from driftline.evaluation.waiting import Piece
from driftline.learners.python_pipeline import bytes_of
from driftline.stream import records
from driftline.stream.tables import CodedLabels

Predictions = NDArray[Any]

#: Of the time that a Python object takes, so much may be spent finding out its size.
WALK_SHARE = 0.02


class LabelCodes:
    """Codes of the evaluation's own for all labels met, true or predicted."""

    def __init__(self) -> None:
        self._table = _core.LabelTable()

    def of(self, y: Any, count: int) -> NDArray[np.int32]:
        """Return a code for each label, -1 for none; a new label gets one."""
        codes: NDArray[np.int32] = self._table.codes(y, count)
        return codes

    def counts(self, codes: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return how often each label stands among codes."""
        counts: NDArray[np.int64] = self._table.counts(codes)
        return counts

    @property
    def labels(self) -> list[Any]:
        """Labels by code; None for a seat that is still free."""
        return self._table.labels

    def restore(self, labels: list[Any]) -> None:
        """Take back what `labels` gave."""
        self._table.restore(labels)


@dataclass(frozen=True)
class Lesson:
    """Rows to predict, and meanwhile rows to learn.

    Parameters
    ----------
    piece
        Which rows, and when.
    targets
        A code or a number for each released row; -1 or NaN where it is not to be learned.
    labels
        What the codes stand for; None for numbers.
    weights
        Of the released rows; None for 1.
    wants_shares
        Whether a share for each label is asked for as well.
    """

    piece: Piece
    targets: NDArray[Any]
    labels: list[Any] | None
    weights: NDArray[np.float64] | None = None
    wants_shares: bool = False

    @property
    def y(self) -> Any:
        """The targets as native models take them."""
        return self.targets if self.labels is None else CodedLabels(self.labels, self.targets)

    @property
    def learned_after(self) -> NDArray[np.int64]:
        """For each released row that is learned, the row of the stream after which that happens."""
        is_learned = ~np.isnan(self.targets) if self.labels is None else self.targets >= 0
        if self.weights is not None:
            is_learned &= self.weights != 0.0
        return self.piece.steps[is_learned] + self.piece.arriving.start

    def rows(self) -> Iterator[tuple[dict[Any, Any], Any, float]]:
        """Give each released row with its label, None where it is not to be learned, and weight."""
        source = self.piece.lesson
        weights = np.ones(len(source)) if self.weights is None else self.weights
        known = self.targets.tolist() if self.labels is None else map(self._label, self.targets)
        for (x, _), y, w in zip(source.rows(), known, weights.tolist(), strict=True):
            yield x, y, w

    def _label(self, code: int) -> Any:
        assert self.labels is not None
        return None if code < 0 else self.labels[code]


class NativeRunner:
    """A model of driftline's own: no Python frame runs per row."""

    def __init__(self, model: Any, codes: LabelCodes | None) -> None:
        self.model, self.seconds = model, 0.0
        self._codes = codes

    def memory(self, *, is_last: bool) -> int:
        """Return the bytes held by the model."""
        return int(self.model.memory)

    def run(self, lesson: Lesson) -> tuple[Predictions, NDArray[np.float64] | None]:
        """Predict the arriving rows and learn the released ones in the order of time."""
        piece = lesson.piece
        late = None if piece.released is None else native_x(piece.released)
        given = (native_x(piece.arriving), lesson.y, lesson.weights, late, piece.own_steps)
        begin = time.perf_counter()
        try:
            if self._codes is None:
                return self.model._test_then_train(*given), None
            found, labels, table = self.model._test_then_train(*given, lesson.wants_shares)
        finally:
            self.seconds += time.perf_counter() - begin
        return _in_common_codes(self._codes, found, labels, table)


def _in_common_codes(
    codes: LabelCodes, found: NDArray[np.int32], labels: list[Any], table: Any
) -> tuple[Predictions, NDArray[np.float64] | None]:
    """Put a model's own codes into those of the evaluation."""
    is_same = labels == codes.labels[: len(labels)] and None not in labels
    if is_same and table is None:
        return found, None
    common = codes.of(labels, len(labels))
    if not np.array_equal(common, np.arange(len(labels))):
        found = np.append(common, np.int32(-1))[found]  # -1 finds the last
    if table is None:
        return found, None
    known = common >= 0
    shares = np.zeros((len(found), len(codes.labels)))
    shares[:, common[known]] = table[:, known]
    return found, shares


class PythonRunner:
    """Any object with `learn_one` and `predict_one`, called row by row."""

    def __init__(self, model: Any, codes: LabelCodes | None) -> None:
        self.model, self.seconds = model, 0.0
        self._codes = codes
        self._takes_weight = _takes_weight(model)
        self._bytes, self._walks = 0, 0.0

    def memory(self, *, is_last: bool) -> int:
        """Return the bytes held by the model, as far as Python can see them.

        An object says its size only to who walks through all of it. Where that has taken more
        than its share of the time, the bytes of the last walk are told, but not at last.
        """
        if not is_last and self._walks > WALK_SHARE * self.seconds:
            return self._bytes
        begin = time.perf_counter()
        model = self.model
        self._bytes = int(model.memory) if hasattr(model, "memory") else bytes_of(model)
        self._walks += time.perf_counter() - begin
        return self._bytes

    def run(self, lesson: Lesson) -> tuple[Predictions, NDArray[np.float64] | None]:
        """Predict the arriving rows and learn the released ones in the order of time."""
        steps = lesson.piece.steps.tolist()
        arriving = [x for x, _ in lesson.piece.arriving.rows()]
        lessons = list(lesson.rows())
        answers: list[Any] = []
        tables: list[dict[Any, float]] = []
        begin = time.perf_counter()
        done = 0
        for place, x in enumerate(arriving):
            answers.append(self.model.predict_one(x))
            if lesson.wants_shares:
                tables.append(self.model.predict_proba_one(x))
            while done < len(lessons) and steps[done] == place:
                self._learn(*lessons[done])
                done += 1
        self.seconds += time.perf_counter() - begin
        return self._collected(answers, tables if lesson.wants_shares else None)

    def _learn(self, x: dict[Any, Any], y: Any, weight: float) -> None:
        if records.is_null(y) or weight == 0.0:
            return
        if self._takes_weight:
            self.model.learn_one(x, y, w=weight)
        elif weight != 1.0:
            raise TypeError(f"{self.model!r}: rows have weights, but learn_one takes no w")
        else:
            self.model.learn_one(x, y)

    def _collected(
        self, answers: list[Any], tables: list[dict[Any, float]] | None
    ) -> tuple[Predictions, NDArray[np.float64] | None]:
        if self._codes is None:
            return _numbers(answers), None
        found = self._codes.of(answers, len(answers))
        if tables is None:
            return found, None
        for table in tables:
            self._codes.of(list(table), len(table))
        codes = {label: code for code, label in enumerate(self._codes.labels)}
        shares = np.zeros((len(answers), len(codes)))
        for row, table in zip(shares, tables, strict=True):
            for label, share in table.items():
                row[codes[label]] = share
        return found, shares


def runner_for(model: Any, codes: LabelCodes | None) -> NativeRunner | PythonRunner:
    """Return the way this model is run. `codes` is None for numbers."""
    kind = "classifier" if codes is not None else "regressor"
    wanted = _core.Classifier if codes is not None else _core.Regressor
    if isinstance(model, wanted):
        return NativeRunner(model, codes)
    if isinstance(model, _core.Model):
        target = "labels" if codes is not None else "numbers"
        raise TypeError(f"{model!r} is no {kind}, and the stream's target holds {target}")
    for verb in ("learn_one", "predict_one"):
        if not callable(getattr(model, verb, None)):
            raise TypeError(f"{model!r} is no model: it has no {verb}")
    return PythonRunner(model, codes)


def _numbers(answers: list[Any]) -> NDArray[np.float64]:
    out = np.array([0.0 if answer is None else answer for answer in answers], dtype=np.float64)
    for place in np.flatnonzero(~np.isfinite(out)):
        raise ValueError(f"row {place}: the prediction is {answers[place]}")
    return out


def _takes_weight(model: Any) -> bool:
    try:
        parameters = inspect.signature(model.learn_one).parameters
    except (TypeError, ValueError):  # compiled, and silent about it
        return False
    return "w" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())

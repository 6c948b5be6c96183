"""One model on its way through the stream: native in blocks, a Python object row by row."""

import inspect
import time
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from driftline import _core
from driftline.evaluation.waiting import Piece
from driftline.learners.pipeline import Pipeline
from driftline.stream import Batch, records

Predictions = NDArray[Any]


class LabelCodes:
    """Codes of the evaluation's own for all labels met, true or predicted."""

    def __init__(self) -> None:
        self._table = _core.LabelTable()

    def of(self, y: Any, count: int) -> NDArray[np.int32]:
        """Return a code for each label, -1 for none; a new label gets one."""
        codes: NDArray[np.int32] = self._table.codes(y, count)
        return codes

    @property
    def labels(self) -> list[Any]:
        """Labels by code; None for a seat that is still free."""
        return self._table.labels

    def restore(self, labels: list[Any]) -> None:
        """Take back what `labels` gave."""
        self._table.restore(labels)


class Runner(Protocol):
    """Predicts and teaches one model, and says what it answered."""

    model: Any
    seconds: float

    def run(
        self, piece: Piece, weights: NDArray[np.float64] | None, learned: Batch, shares: bool
    ) -> tuple[Predictions, NDArray[np.float64] | None]:
        """Return a code or number for each arriving row, and with `shares` a share for each code.

        `learned` are the released rows, their labels left out where they are not to be learned;
        `weights` are theirs.
        """

    @property
    def memory(self) -> int:
        """Bytes held by the model."""


class NativeRunner:
    """A model of driftline's own: no Python frame runs per row."""

    def __init__(self, model: Any, codes: LabelCodes | None) -> None:
        self.model, self.seconds = model, 0.0
        self._codes = codes

    @property
    def memory(self) -> int:
        """Bytes held by the model."""
        return int(self.model.memory)

    def run(
        self, piece: Piece, weights: NDArray[np.float64] | None, learned: Batch, shares: bool
    ) -> tuple[Predictions, NDArray[np.float64] | None]:
        """Predict the arriving rows and learn the released ones in the order of time."""
        late = None if piece.released is None else learned.x
        steps = None if late is None else piece.steps
        begin = time.perf_counter()
        try:
            if self._codes is None:
                answers = self.model._test_then_train(
                    piece.arriving.x, learned.y, weights, late, steps
                )
                return answers, None
            found, labels, table = self.model._test_then_train(
                piece.arriving.x, learned.y, weights, late, steps, shares
            )
        finally:
            self.seconds += time.perf_counter() - begin
        return _in_common_codes(self._codes, found, labels, table)


def _in_common_codes(
    codes: LabelCodes, found: NDArray[np.int32], labels: list[Any], table: Any
) -> tuple[Predictions, NDArray[np.float64] | None]:
    """Put a model's own codes into those of the evaluation."""
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

    @property
    def memory(self) -> int:
        """Bytes held by the model, as far as Python can see them."""
        if hasattr(self.model, "memory"):
            return int(self.model.memory)
        return int(Pipeline(self.model).memory)

    def run(
        self, piece: Piece, weights: NDArray[np.float64] | None, learned: Batch, shares: bool
    ) -> tuple[Predictions, NDArray[np.float64] | None]:
        """Predict the arriving rows and learn the released ones in the order of time."""
        arriving = [x for x, _ in piece.arriving.rows()]
        lessons = list(learned.rows())
        if piece.released is None:
            lessons = [(x, y) for x, (_, y) in zip(arriving, lessons, strict=True)]
        answers: list[Any] = []
        tables: list[dict[Any, float]] = []
        begin = time.perf_counter()
        next_lesson = 0
        for place, x in enumerate(arriving):
            answers.append(self.model.predict_one(x))
            if shares:
                tables.append(self.model.predict_proba_one(x))
            while next_lesson < len(lessons) and piece.steps[next_lesson] == place:
                self._learn(*lessons[next_lesson], weights, next_lesson)
                next_lesson += 1
        self.seconds += time.perf_counter() - begin
        return self._collected(answers, tables if shares else None)

    def _learn(
        self, x: dict[Any, Any], y: Any, weights: NDArray[np.float64] | None, place: int
    ) -> None:
        weight = 1.0 if weights is None else float(weights[place])
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

"""River: the documented loop, `predict_one` then `learn_one`, over dicts made beforehand."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np
from contest import Contestant
from river import compose, linear_model, multiclass, naive_bayes, optim, preprocessing
from streams import Stream

NAME = "River"
ROWS = {"elec2": 45_312, "covtype": 3_000, "hyperplane": 50_000, "spam": 2_000}
FILLED_ROWS = 60  # with a key for each of 39,916 columns, a row takes a tenth of a second
Row = tuple[dict[Any, float], int]
LINEAR: dict[str, Callable[[], Any]] = {
    "pa": lambda: linear_model.PAClassifier(C=1.0, mode=1),
    "logistic": lambda: linear_model.LogisticRegression(optim.SGD(0.01), intercept_lr=0.01),
}


def make(learner: str, is_scaled: bool, labels: int) -> Any:
    """Make an untaught River model."""
    if learner in ("nb", "nb_stored"):
        model = naive_bayes.GaussianNB()
    else:
        model = LINEAR[learner]()
        if labels > 2:
            model = multiclass.OneVsRestClassifier(model)
    return compose.Pipeline(preprocessing.StandardScaler(), model) if is_scaled else model


def rows_of(stream: Stream, is_filled: bool = False) -> list[Row]:
    """Turn a stream into pairs of dict and label; two labels become False and True.

    A dict holds what a sparse row stores; River takes the rest as missing. One that `is_filled`
    holds the zeros as well.
    """
    y = stream.y.astype(bool).tolist() if len(stream.labels) == 2 else stream.y.tolist()
    if stream.is_sparse:
        ends = stream.X.indptr[1:-1]
        columns = (part.tolist() for part in np.split(stream.X.indices, ends))
        values = [part.tolist() for part in np.split(stream.X.data, ends)]
    else:
        columns = repeat([f"x{i}" for i in range(stream.width)], stream.rows)
        values = stream.X.tolist()
    rows = zip(columns, values, y, strict=True)
    zeros = dict.fromkeys(range(stream.width), 0.0) if is_filled else {}
    return [(zeros | dict(zip(names, x, strict=True)), label) for names, x, label in rows]


def loop(rows: list[Row], model: Any) -> list[Any]:
    """Test then train."""
    predictions = []
    for x, y in rows:
        predictions.append(model.predict_one(x))
        model.learn_one(x, y)
    return predictions


def contestants(stream: Stream) -> Iterator[Contestant]:
    """Every learner River has; it has no AROW."""
    part = stream.head(ROWS[stream.name])
    rows = rows_of(part)
    for learner in LINEAR:
        yield from _both(learner, rows, len(stream.labels))
    if not stream.is_sparse:
        yield from _both("nb", rows, len(stream.labels))
        return
    yield from _both("nb_stored", rows, len(stream.labels))
    yield from _both("nb", rows_of(part.head(FILLED_ROWS), True), len(stream.labels))


def _both(learner: str, rows: list[Row], labels: int) -> Iterator[Contestant]:
    """Plain and scaled."""

    def accuracy(predictions: list[Any]) -> float:
        return sum(p == y for p, (_, y) in zip(predictions, rows, strict=True)) / len(rows)

    for is_scaled in (False, True):
        yield Contestant(
            name=NAME,
            learner=learner,
            is_scaled=is_scaled,
            rows=len(rows),
            fresh=partial(make, learner, is_scaled, labels),
            run=partial(loop, rows),
            accuracy=accuracy,
            warm_up=0,
        )

"""driftline: one `predict_learn_many` over the whole stream, labels as integers or a dictionary."""

import operator
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from contest import Contestant, learners_for
from streams import Stream

from driftline import learners, transforms

INTEGERS = "driftline, integer labels"
DICTIONARY = "driftline, dictionary labels"
NAMES = (INTEGERS, DICTIONARY)
MAKE: dict[str, Callable[[], Any]] = {
    "pa": learners.PAClassifier,
    "arow": learners.AROW,
    "logistic": partial(learners.SGDClassifier, loss="log_loss", eta0=0.01),
    "nb": learners.GaussianNB,
    "nb_stored": partial(learners.GaussianNB, unstored="missing"),
}


def make(learner: str, is_scaled: bool = False) -> Any:
    """Make an untaught driftline model."""
    return (transforms.StandardScaler() | MAKE[learner]()) if is_scaled else MAKE[learner]()


def contestants(stream: Stream) -> Iterator[Contestant]:
    """Every learner, plain and scaled, with both kinds of labels."""
    names = [stream.labels[code] for code in stream.y.tolist()]
    kinds = ((INTEGERS, stream.y.astype(np.int64), stream.y.tolist()),)
    kinds += ((DICTIONARY, stream.dictionary(), names),)
    for learner in learners_for(stream.is_sparse):
        for is_scaled in (False, True):
            for kind, y, truth in kinds:
                yield Contestant(
                    name=kind,
                    learner=learner,
                    is_scaled=is_scaled,
                    rows=stream.rows,
                    fresh=partial(make, learner, is_scaled),
                    run=partial(_run, stream, y),
                    accuracy=partial(_accuracy, truth),
                )


def _run(stream: Stream, y: Any, model: Any) -> Any:
    return model.predict_learn_many(stream.X, y)


def _accuracy(truth: list[Any], predictions: Any) -> float:
    """Rows before the first label have no prediction, which counts as wrong."""
    found = predictions.to_pylist() if hasattr(predictions, "to_pylist") else predictions.tolist()
    return sum(map(operator.eq, found, truth)) / len(truth)

"""scikit-learn: `predict` then `partial_fit`, in mini-batches of 1000 rows.

A mini-batch is predicted whole before any of its rows is learned, so the model is up to 999 rows
behind a stream learner: its accuracy is part of the comparison.
"""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from contest import Contestant
from numpy.typing import NDArray
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import StandardScaler
from streams import Stream

NAME = "scikit-learn, batches of 1000"
BATCH = 1000
warnings.filterwarnings("ignore", "divide by zero", RuntimeWarning)  # a label not seen yet: log(0)
SGD = partial(SGDClassifier, penalty=None, shuffle=False, random_state=1)
LEARNERS: dict[str, Callable[[], Any]] = {
    "pa": partial(SGD, loss="hinge", learning_rate="pa1", eta0=1.0),
    "logistic": partial(SGD, loss="log_loss", learning_rate="constant", eta0=0.01),
    "nb": GaussianNB,
}


def loop(stream: Stream, is_scaled: bool, model: Any) -> NDArray[np.int32]:
    """Predict a batch, then learn it; the first batch is predicted as label 0."""
    predictions = np.zeros_like(stream.y)
    classes = np.arange(len(stream.labels))
    scaler = StandardScaler()
    for start in range(0, stream.rows, BATCH):
        part = slice(start, start + BATCH)
        X, y = stream.X[part], stream.y[part]
        if stream.is_sparse and isinstance(model, GaussianNB):
            X = X.toarray()  # it takes no other
        if start > 0:
            predictions[part] = model.predict(scaler.transform(X) if is_scaled else X)
        if is_scaled:
            X = scaler.partial_fit(X).transform(X)
        model.partial_fit(X, y, classes=classes)
    return predictions


def contestants(stream: Stream) -> Iterator[Contestant]:
    """Every learner scikit-learn has; it has no AROW, and none that centres sparse rows."""
    for learner, make in LEARNERS.items():
        for is_scaled in (False, True):
            if stream.is_sparse and is_scaled and learner != "nb":
                continue
            yield Contestant(
                name=NAME,
                learner=learner,
                is_scaled=is_scaled,
                rows=stream.rows,
                fresh=make,
                run=partial(loop, stream, is_scaled),
                accuracy=lambda predictions: float(np.mean(predictions == stream.y)),
            )

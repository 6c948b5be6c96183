"""Small streams whose concept changes, and adaptations written out row by row beside them."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from driftline import detectors, learners
from driftline.transforms import OneHotEncoder, StandardScaler

DETECTORS = {
    "DDM": lambda: detectors.DDM(),
    "EDDM": lambda: detectors.EDDM(warm_start=5),
    "HDDM_W": lambda: detectors.HDDM_W(drift_confidence=0.05, warning_confidence=0.3),
    "STEPD": lambda: detectors.STEPD(window_size=10),
    "ECDD": lambda: detectors.ECDD(),
    "ADWIN": lambda: detectors.ADWIN(delta=0.5, clock=1),
}
NUMBER_DETECTORS = {
    "HDDM_W": lambda: detectors.HDDM_W(drift_confidence=0.2, warning_confidence=0.5),
    "HDDM_A": lambda: detectors.HDDM_A(drift_confidence=0.2, warning_confidence=0.5),
    "ADWIN": lambda: detectors.ADWIN(delta=0.5, clock=1),
}
CLASSIFIERS = {
    "AROW": lambda: learners.AROW(),
    "GaussianNB": lambda: learners.GaussianNB(),
    "StandardScaler|AROW": lambda: StandardScaler() | learners.AROW(),
    "OneHotEncoder|AROW": lambda: OneHotEncoder() | learners.AROW(),
}
REGRESSORS = {
    "LMS": lambda: learners.LMS(),
    "StandardScaler|PARegressor": lambda: StandardScaler() | learners.PARegressor(),
}


@dataclass(frozen=True)
class Rows:
    X: np.ndarray
    y: list
    w: np.ndarray

    def __repr__(self):
        return f"<{len(self.y)} rows>"

    def each(self):
        return zip(self.X.tolist(), self.y, self.w.tolist(), strict=True)


@st.composite
def labelled(draw, rows=400):
    """Rows of a plane whose sides change places, with some labels and weights missing.

    The labels have an order of their own, so a tie does not depend on which one came first.
    """
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = np.round(rng.normal(size=(rows, 3)), 1)
    turns = np.zeros(rows, dtype=int)
    turns[draw(st.lists(st.integers(50, rows - 1), max_size=3))] = 1
    noise = rng.random(rows) < draw(st.sampled_from([0.0, 0.1, 0.3]))
    sides = (X @ [1.0, -2.0, 0.5] > 0) ^ (np.cumsum(turns) % 2 == 1) ^ noise
    y = [int(side) for side in sides]
    for place in np.flatnonzero(rng.random(rows) < 0.1):
        y[place] = None
    return Rows(X, y, rng.choice([0.0, 0.5, 1.0], p=[0.05, 0.1, 0.85], size=rows))


@st.composite
def numbered(draw, rows=300):
    """Rows of a line whose slope turns."""
    stream = draw(labelled(rows=rows))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    turns = np.cumsum(rng.random(rows) < 0.01) % 2
    y = np.where(turns, -1.0, 1.0) * (stream.X @ [3.0, 1.0, 0.0]) + rng.normal(size=rows)
    known = [None if label is None else value for label, value in zip(stream.y, y, strict=True)]
    return Rows(stream.X, known, stream.w)


def label_error():
    return lambda said, y: float(said != y)


def number_error():
    """The share that the guide tells, from a list of all targets so far."""
    targets = []

    def error(said, y):
        targets.append(y)
        apart, scale = abs(said - y), float(np.std(targets))
        return apart / (apart + scale) if apart + scale > 0.0 else 0.0

    return error


def has_risen(detector, value):
    """Update a detector; say whether it found that values have risen."""
    before = detector.estimation
    detector.update(value)
    if type(detector).__name__ == "ADWIN":  # the one here that looks both ways
        return detector.drift_detected and detector.estimation > before
    return detector.drift_detected


def reset_on_drift(learner, detector, stream, error, keep_warning=False, max_rows=1000):
    """Return predictions, events and the last learner, one row after another."""
    model, watch, kept, warned = learner(), detector(), [], False
    said, events, row = [], [], 0
    for x, y, w in stream.each():
        said.append(model.predict_one(x))
        if y is None or w == 0.0:
            continue
        if has_risen(watch, error(said[-1], y)):
            events.append((row, "drift", len(kept) if keep_warning else 0))
            model, watch, warned = learner(), detector(), False
            for lesson in kept if keep_warning else []:
                model.learn_one(*lesson)
            kept = []
        elif watch.warning_detected:
            events += [] if warned else [(row, "warning", 0)]
            kept, warned = [*kept, (x, y, w)][-max_rows:], True
        else:
            kept, warned = [], False
        model.learn_one(x, y, w)
        row += 1
    return said, events, model


def background_learner(learner, detector, stream, error, warning=None):
    """The same with a second learner, which `warning` may start."""
    model, watch, second, rows = learner(), detector(), None, 0
    alarm = warning() if warning else None
    said, events, row = [], [], 0
    for x, y, w in stream.each():
        said.append(model.predict_one(x))
        if y is None or w == 0.0:
            continue
        value = error(said[-1], y)
        if has_risen(watch, value):
            events.append((row, "drift", rows))
            model, second, rows = second or learner(), None, 0
            watch, alarm = detector(), warning() if warning else None
        else:
            starts = has_risen(alarm, value) if warning else watch.warning_detected and not second
            ends = starts if warning else not watch.warning_detected
            if second and ends:
                events.append((row, "drop", rows))
                second, rows = None, 0
            if starts:
                events.append((row, "warning", 0))
                second, rows, alarm = learner(), 0, warning() if warning else None
            if second:
                second.learn_one(x, y, w)
                rows += 1
        model.learn_one(x, y, w)
        row += 1
    return said, events, model


def sliding_window(learner, stream, window, every):
    """The last rows, learned again now and then."""
    model, kept, said, events, row = learner(), [], [], [], 0
    for x, y, w in stream.each():
        said.append(model.predict_one(x))
        if y is None or w == 0.0:
            continue
        kept = [*kept, (x, y, w)][-window:]
        model.learn_one(x, y, w)
        row += 1
        if row > window and row % every == 0:
            model = learner()
            for lesson in kept:
                model.learn_one(*lesson)
            events.append((row - 1, "retrain", len(kept)))
    return said, events, model


def told(model):
    """Return the events of a model without their sentences."""
    return [(row, kind, count) for row, kind, _, count in model._events()]

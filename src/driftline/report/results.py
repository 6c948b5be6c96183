"""What an evaluation found, as plain data: the words that evaluation and report share."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.stream import Drift

#: The four estimates that every metric comes in, in the order of all arrays.
ESTIMATES = ("cumulative", "sliding", "tumbling", "fading")


@dataclass(frozen=True)
class Curve:
    """How a model's scores went over the stream, one entry for each point.

    Parameters
    ----------
    rows
        Rows that had come by then.
    scored
        Rows whose label had come and was compared with the prediction.
    values
        `values[point, estimate, metric]`; NaN where there is nothing to tell.
    metrics
        Names of the metrics.
    """

    rows: NDArray[np.int64]
    scored: NDArray[np.int64]
    values: NDArray[np.float64]
    metrics: tuple[str, ...]

    def of(self, metric: str, estimate: str = "sliding") -> NDArray[np.float64]:
        """Return one metric at all points."""
        return self.values[:, ESTIMATES.index(estimate), self.metrics.index(metric)]


@dataclass(frozen=True)
class Cost:
    """What a model took, measured several times on its way.

    Parameters
    ----------
    rows
        Rows that had come by then.
    seconds
        Time spent predicting and learning until then.
    memory
        Bytes held by the model.
    """

    rows: NDArray[np.int64]
    seconds: NDArray[np.float64]
    memory: NDArray[np.int64]

    @property
    def total_seconds(self) -> float:
        """All time spent."""
        return float(self.seconds[-1]) if len(self.seconds) else 0.0

    @property
    def rows_per_second(self) -> float:
        """Throughput over the whole stream; NaN if it took no time."""
        return float(self.rows[-1]) / self.total_seconds if self.total_seconds > 0 else float("nan")

    @property
    def peak_memory(self) -> int:
        """Most bytes seen."""
        return int(self.memory.max()) if len(self.memory) else 0

    @property
    def ram_hours(self) -> float:
        """One gigabyte held for one hour is 1."""
        taken = np.diff(self.seconds, prepend=0.0)
        return float(np.dot(taken, self.memory)) / 2**30 / 3600


@dataclass(frozen=True)
class Fall:
    """What one true drift did to a model, by the rows that arrived before and after it.

    Parameters
    ----------
    drift
        Where and what it was.
    before
        The metric over the window of rows before it.
    lowest
        The worst window of rows after it, until the next drift.
    depth
        How far it fell: `before - lowest`, or the rise of an error.
    recovery_rows
        Rows from the drift until a window was as good as before (but for a twentieth); None if
        that never came.
    retained
        Where a concept came back: 1 if the model began as good as it had left it, 0 if it
        began as when it first met it. None elsewhere.
    metric
        What these are values of: "accuracy", or "mae" of numbers.
    """

    drift: Drift
    before: float
    lowest: float
    depth: float
    recovery_rows: int | None
    retained: float | None = None
    metric: str = "accuracy"


@dataclass(frozen=True)
class Event:
    """Something a model noticed or did: a warning, a drift found, a reset.

    Parameters
    ----------
    row
        When.
    kind
        "drift", "warning", or what was done, in a word.
    detail
        Why, in a sentence.
    """

    row: int
    kind: str
    detail: str = ""


@dataclass(frozen=True)
class ModelResult:
    """How one model fared.

    Parameters
    ----------
    name
        What the user calls it.
    spec
        How it is written.
    is_baseline
        Whether it runs along as something to beat.
    curve
        Scores over time. The last point is the end of the stream.
    cost
        Time and memory.
    labels
        Labels in the order of `confusion`; empty for regression.
    confusion
        Counts by true label (rows) and predicted label (columns; the last one is "no answer").
        None for regression and where there are too many labels.
    falls
        What each true drift did.
    events
        What the model itself noticed.
    fold
        Which fold of a distributed evaluation it is; None otherwise.
    """

    name: str
    spec: str
    is_baseline: bool
    curve: Curve
    cost: Cost
    labels: tuple[Any, ...] = ()
    confusion: NDArray[np.int64] | None = None
    falls: tuple[Fall, ...] = ()
    events: tuple[Event, ...] = ()
    fold: int | None = None

    def score(self, metric: str, estimate: str = "cumulative") -> float:
        """Return a metric at the end of the stream; NaN if there is no point."""
        values = self.curve.of(metric, estimate)
        return float(values[-1]) if len(values) else float("nan")


@dataclass(frozen=True)
class StreamFacts:
    """What was streamed.

    Parameters
    ----------
    name
        How it is called.
    rows
        Rows seen.
    labelled
        Rows that had a label.
    features
        Kind of each feature by name.
    target
        Name of the target.
    task
        "classification" or "regression".
    labels
        How often each label came, in the order of first appearance; empty for regression.
    drifts
        Where the concept is known to change; None if nobody knows.
    """

    name: str
    rows: int
    labelled: int
    features: dict[str, str]
    target: str | None
    task: str
    labels: dict[Any, int] = field(default_factory=dict)
    drifts: tuple[Drift, ...] | None = None


@dataclass(frozen=True)
class Pair:
    """Two models compared by McNemar's test with fading, over one stream.

    Parameters
    ----------
    first, second
        Names.
    only_first_wrong, only_second_wrong
        Faded counts of rows on which just one of them erred.
    statistic
        `(n01 - n10)**2 / (n01 + n10)`; 6.635 is passed by chance once in a hundred.
    """

    first: str
    second: str
    only_first_wrong: float
    only_second_wrong: float
    statistic: float

    @property
    def p_value(self) -> float:
        """How often equal models would differ at least so much: chi-square, one degree."""
        return math.erfc(math.sqrt(self.statistic / 2.0))

    @property
    def better(self) -> str | None:
        """The name of the better one, if it is so with 99 % confidence."""
        if not self.statistic > 6.635:
            return None
        return self.first if self.only_first_wrong < self.only_second_wrong else self.second

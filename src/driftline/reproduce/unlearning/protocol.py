"""What is run on what: streams, drifts, learners, and how much of everything.

The paper gives the names of ten streams, the noise, the learners with two of their parameters, and
a million rows. The rest is chosen here: how many drifts and where, a constant input, seeds. Streams
of one seed differ between levels of noise in nothing but the labels that were flipped, and all
methods see the same rows: every comparison is paired.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from driftline import sources
from driftline.learners import AROW, CW, PAClassifier
from driftline.stream import Stream

Kind = Literal["abrupt", "gradual", "virtual"]


@dataclass(frozen=True)
class Problem:
    """A kind of stream: its generator, and how its concept drifts."""

    source: Any
    kind: Kind
    options: dict[str, Any] = field(default_factory=dict)

    def stream(self, *, seed: int, rows: int, noise: float, drifts: list[int]) -> Stream:
        """Make one."""
        made: Stream = self.source(seed=seed, rows=rows, noise=noise, drifts=drifts, **self.options)
        return made


#: The ten streams of the paper. The formula of LINES is ours, and MULTILINES is Hulten's.
PAPER = {
    "SINE1": Problem(sources.SINE1, "abrupt"),
    "SINE2": Problem(sources.SINE2, "abrupt"),
    "SINIRREL1": Problem(sources.SINIRREL1, "abrupt"),
    "SINIRREL2": Problem(sources.SINIRREL2, "abrupt"),
    "GAUSS": Problem(sources.GAUSS, "abrupt"),
    "STAGGER": Problem(sources.STAGGER, "abrupt"),
    "MIXED": Problem(sources.MIXED, "abrupt"),
    "CIRCLES": Problem(sources.CIRCLES, "gradual"),
    "LINES": Problem(sources.LINES, "gradual"),
    "MULTILINES": Problem(sources.MULTILINES, "gradual"),
}
#: The paper has a group of virtual drift and does not say which streams are in it.
RECONSTRUCTED = {
    "SINE1-V": Problem(sources.SINE1, "virtual", {"virtual": True}),
    "SINE2-V": Problem(sources.SINE2, "virtual", {"virtual": True}),
    "MULTILINES-V": Problem(sources.MULTILINES, "virtual", {"virtual": True}),
}
PROBLEMS = PAPER | RECONSTRUCTED
NOISES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3)
LEARNERS = ("PA", "CW", "AROW")
ALPHAS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
ROWS = 1_000_000

#: First seeds of streams that settings are tuned on, readings compared on, and methods scored on.
TUNING_SEEDS, READING_SEEDS, SCORED_SEEDS = 1, 100_001, 200_001


@dataclass(frozen=True)
class Scale:
    """How much of the protocol is run.

    Parameters
    ----------
    rows, repetitions
        Of each scored stream.
    tuning_rows
        Of each stream that settings are tuned on; drifts are as dense as in the scored ones.
    reading_rows, reading_repetitions
        Of each stream that readings are compared on.
    problems, noises, alphas
        Which of them.
    scored
        Problems that are scored; empty: all. Tuning and readings take all of theirs anyway.
    tuning_noises, reading_noises, reading_alphas
        The same for tuning and for readings.
    forwarding_windows, selecting_windows
        Rounds that these strategies look back, among which tuning chooses.
    real_rows
        Rows of each real stream; None: all.
    pairs
        Pairs of digits; None: all 45.
    is_quick
        Whether it is so little that no number means anything.
    """

    rows: int = ROWS
    repetitions: int = 10
    tuning_rows: int = 200_000
    reading_rows: int = 100_000
    reading_repetitions: int = 2
    problems: tuple[str, ...] = tuple(PROBLEMS)
    scored: tuple[str, ...] = ()
    noises: tuple[float, ...] = NOISES
    alphas: tuple[float, ...] = ALPHAS
    tuning_noises: tuple[float, ...] = (0.0, 0.15, 0.3)
    reading_noises: tuple[float, ...] = (0.0, 0.1, 0.2, 0.3)
    reading_alphas: tuple[float, ...] = (0.1, 0.3, 0.5, 0.7, 0.9)
    forwarding_windows: tuple[int, ...] = (10, 30, 100, 300, 1000)
    selecting_windows: tuple[int, ...] = (10, 30, 100)
    real_rows: int | None = None
    pairs: int | None = None
    is_quick: bool = False

    def __post_init__(self) -> None:
        unknown = [name for name in self.scored if name not in self.problems]
        if unknown:
            raise ValueError(f"no stream {unknown[0]!r}; there are {', '.join(self.problems)}")


#: Seconds instead of hours: every step is taken, no number means anything.
QUICK = Scale(
    rows=1_500,
    repetitions=2,
    tuning_rows=500,
    reading_rows=400,
    reading_repetitions=2,
    problems=("SINE1", "STAGGER", "CIRCLES", "LINES", "SINE1-V"),
    noises=(0.0, 0.15, 0.3),
    alphas=(0.3, 0.9),
    tuning_noises=(0.0,),
    reading_noises=(0.0, 0.2),
    reading_alphas=(0.5,),
    forwarding_windows=(10, 30),
    selecting_windows=(10,),
    real_rows=400,
    pairs=3,
    is_quick=True,
)


def drift_rows(name: str, seed: int, rows: int, whole: int) -> list[int]:
    """Draw where a stream drifts.

    Five to fifty drifts in `whole` rows, and as dense in fewer, one at least; anywhere, but at
    least a thousandth of the whole apart, and as far from either end.

    Examples
    --------
    >>> drift_rows("SINE1", 7, 10_000, 10_000) == drift_rows("SINE1", 7, 10_000, 10_000)
    True
    >>> 5 <= len(drift_rows("SINE1", 7, 10_000, 10_000)) <= 50
    True
    """
    place = list(PROBLEMS).index(name)
    draw = np.random.default_rng([seed, place])
    wanted = int(draw.integers(5, 51))
    gap = max(1, whole // 1000)
    count = min(max(1, round(wanted * rows / whole)), max(1, (rows - gap) // (2 * gap)))
    # Rows between neighbours are taken out before the draw and put back after it.
    free = rows - gap * (count + 1)
    places = np.sort(draw.choice(free, size=count, replace=False))
    return [int(row) for row in places + gap * np.arange(1, count + 1)]


def learner(name: str) -> Any:
    """Make an untaught learner, with the paper's parameters and a constant input."""
    if name == "PA":
        return PAClassifier(variant="PA")
    if name == "CW":
        return CW(confidence=0.0001, covariance="full")
    return AROW(regularization=0.1, covariance="full")


def arrays(stream: Stream) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return all rows and labels of a stream of numbers with labels 0 and 1."""
    rows = stream.facts.rows
    assert rows is not None
    X = np.empty((rows, len(stream.facts.features)))
    y = np.empty(rows, np.int64)
    for batch in stream.batches(65_536):
        part = slice(batch.start, batch.start + len(batch))
        for j, column in enumerate(batch.x.columns):
            X[part, j] = column.to_numpy(zero_copy_only=False)
        assert batch.y is not None
        y[part] = batch.y.to_numpy()
    return X, y

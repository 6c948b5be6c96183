"""What is run on what: the streams of the forest paper, the models, and how much of everything.

The paper's streams have a million rows and three drifts, each a quarter of the stream after the
one before; an abrupt drift takes 50 rows, a gradual one 50,000. Shorter streams have the same
shape. All models of one seed see the same rows, so every comparison is paired.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from driftline import sources
from driftline.stream import Stream

ROWS = 1_000_000
DELAY = 1_000
SEEDS, TUNING_SEED = 1, 100_001  # the first that is scored, and the one that is tuned on


def _joined(concepts: Sequence[Stream], rows: int, seed: int, *, is_gradual: bool) -> Stream:
    """Let each concept have its share of the rows."""
    at = [rows * i // len(concepts) for i in range(1, len(concepts))]
    width = rows // 20 if is_gradual else rows // 20_000
    return sources.drift(concepts, at=at, width=width, seed=seed).take(rows)


def _led(seed: int, rows: int, is_gradual: bool) -> Stream:
    shared: dict[str, Any] = {"noise_percentage": 0.1, "irrelevant_features": True}
    concepts = [
        sources.LEDDrift(n_drift_features=moved, seed=seed + i, **shared)
        for i, moved in enumerate((1, 3, 5, 7))
    ]
    return _joined(concepts, rows, seed, is_gradual=is_gradual)


def _sea(seed: int, rows: int, is_gradual: bool) -> Stream:
    # The third concept is the first again: the paper's own command leaves its number out.
    concepts = [
        sources.SEA(variant=variant, noise=0.1, seed=seed + i)
        for i, variant in enumerate((0, 1, 0, 3))
    ]
    return _joined(concepts, rows, seed, is_gradual=is_gradual)


def _agrawal(seed: int, rows: int, is_gradual: bool) -> Stream:
    concepts = [
        sources.Agrawal(classification_function=function, perturbation=0.05, seed=seed + function)
        for function in range(4)
    ]
    return _joined(concepts, rows, seed, is_gradual=is_gradual)


def _rbf(seed: int, rows: int, speed: float) -> Stream:
    shared: dict[str, Any] = {"n_classes": 5, "seed_model": seed, "seed": seed, "rows": rows}
    return sources.RandomRBFDrift(change_speed=speed, **shared)


@dataclass(frozen=True)
class Problem:
    """A kind of stream: how it drifts, and what makes it from a seed and a number of rows."""

    drift: str
    make: Callable[[int, int], Stream]


GENERATED = {
    "LED_a": Problem("abrupt", lambda seed, rows: _led(seed, rows, False)),
    "LED_g": Problem("gradual", lambda seed, rows: _led(seed, rows, True)),
    "SEA_a": Problem("abrupt", lambda seed, rows: _sea(seed, rows, False)),
    "SEA_g": Problem("gradual", lambda seed, rows: _sea(seed, rows, True)),
    "AGR_a": Problem("abrupt", lambda seed, rows: _agrawal(seed, rows, False)),
    "AGR_g": Problem("gradual", lambda seed, rows: _agrawal(seed, rows, True)),
    "RTG": Problem("none", lambda s, n: sources.RandomTree(seed_tree=s, seed=s, rows=n)),
    "RBF_m": Problem("moving", lambda seed, rows: _rbf(seed, rows, 1e-4)),
    "RBF_f": Problem("moving", lambda seed, rows: _rbf(seed, rows, 1e-3)),
    "HYPER": Problem(
        "moving",
        lambda seed, rows: sources.Hyperplane(
            n_drift_features=10, mag_change=0.001, seed=seed, rows=rows
        ),
    ),
}
#: Real streams of the paper by their names here; its airlines are not to be had whole.
REAL = {
    "ELEC2": "elec2",
    "COVT": "covtype",
    "GMSC": "gmsc",
    "KDD99": "kddcup99_10pct",
    "SPAM": "spam_katakis",
}


@dataclass(frozen=True)
class Scale:
    """How much of the protocol is run.

    Parameters
    ----------
    rows, repetitions
        Of each generated stream; real ones have one order, so there only models differ by seed.
    tuning_rows
        Of each stream that settings are tuned on.
    members
        Of each ensemble.
    problems, real
        Generated and real streams.
    scored
        Streams that are run, of both; empty: all. Tuning takes all generated ones anyway.
    real_rows
        Rows of each real stream; None: all.
    choices
        Trees for each delta that choose their first attribute.
    thread_rows
        Rows on which one thread is compared with several.
    bagged_rows
        Sizes of the samples on which online bagging is compared with bagging.
    most_members
        Limit of the ensembles that stand beside CapyMOA's, which have up to 100 members.
    is_quick
        Whether it is so little that no number means anything.
    """

    rows: int = ROWS
    repetitions: int = 5
    tuning_rows: int = 100_000
    members: int = 10
    problems: tuple[str, ...] = tuple(GENERATED)
    real: tuple[str, ...] = tuple(REAL)
    scored: tuple[str, ...] = ()
    real_rows: int | None = None
    choices: int = 2_000
    thread_rows: int = 100_000
    bagged_rows: tuple[int, ...] = (100, 1_000, 10_000)
    most_members: int = 100
    is_quick: bool = False

    def __post_init__(self) -> None:
        there = (*self.problems, *self.real)
        unknown = [name for name in self.scored if name not in there]
        if unknown:
            raise ValueError(f"no stream {unknown[0]!r}; there are {', '.join(there)}")

    @property
    def streams(self) -> list[str]:
        """Generated streams that are run."""
        return [name for name in self.problems if not self.scored or name in self.scored]

    @property
    def real_streams(self) -> list[str]:
        """Real streams that are run."""
        return [name for name in self.real if not self.scored or name in self.scored]


#: Seconds instead of hours: every step is taken, no number means anything.
QUICK = Scale(
    rows=2_000,
    repetitions=2,
    tuning_rows=500,
    members=3,
    problems=("SEA_a", "SEA_g", "HYPER"),
    real=("ELEC2",),
    real_rows=1_000,
    choices=10,
    thread_rows=1_000,
    bagged_rows=(50, 100),
    most_members=3,
    is_quick=True,
)

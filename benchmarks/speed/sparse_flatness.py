"""Sparse rows: time per row from 10^3 to 10^6 features at 100 nonzeros.

Every linear learner, and naive Bayes that looks at what is stored.

    python benchmarks/speed/sparse_flatness.py

Two streams. "spread" uses 250 columns whatever the width, scattered over it: their weights stay
in the cache, so its time depends on the width only if the learner's work does. "text" draws
columns as words are, the first far more often than the last: the wider, the more weights are in
use, and past the cache every learner waits for memory, the floors as well. The models have seen
the stream once before they are timed, so growing to the width is not part of their figure; it is
part of the floors'. Writes benchmarks/results/sparse_flatness.json.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import environment
import floors
import numpy as np
import streams
from contest import Contestant, measure
from numpy.typing import NDArray
from scipy import sparse

from driftline import learners

WIDTHS = (1_000, 10_000, 100_000, 1_000_000)
ROWS, NONZEROS, LABELS = 20_000, 100, 4
SGD, REGRESSION = learners.SGDClassifier, learners.SGDRegressor
CLASSIFIERS: dict[str, Callable[[], Any]] = {
    "Perceptron": learners.Perceptron,
    "PAClassifier": learners.PAClassifier,
    "CW": learners.CW,
    "AROW": learners.AROW,
    "SCW": learners.SCW,
    "NAROW": learners.NAROW,
    "SecondOrderPerceptron": learners.SecondOrderPerceptron,
    "SGDClassifier": SGD,
    "SGDClassifier, L1": partial(SGD, l1=1e-6),
    "SGDClassifier, L2": partial(SGD, l2=1e-6),
    "SGDClassifier, averaged": partial(SGD, average=True),
    "SGDClassifier, L1, L2, averaged": partial(SGD, l1=1e-6, l2=1e-6, average=True),
}
BAYES = partial(learners.GaussianNB, unstored="missing")
REGRESSORS: dict[str, Callable[[], Any]] = {
    "PARegressor": learners.PARegressor,
    "LMS": partial(learners.LMS, learning_rate=1e-4),
    "SGDRegressor, L1, L2, averaged": partial(
        REGRESSION, eta0=1e-4, l1=1e-6, l2=1e-6, average=True
    ),
}


@cache
def _used(width: int) -> NDArray[np.integer]:
    return np.random.default_rng(streams.SEED).permutation(width)[:250]


def _spread(random: np.random.Generator, width: int) -> NDArray[np.integer]:
    """100 distinct columns in order, out of the 250 in use."""
    return np.sort(random.permutation(_used(width))[:NONZEROS])


def _text(random: np.random.Generator, width: int) -> NDArray[np.integer]:
    """100 distinct columns in order, column c drawn with a chance of about 1 / c."""
    draws = (width ** random.random(6 * NONZEROS)).astype(np.int32) - 1
    drawn, first = np.unique(draws, return_index=True)
    return np.sort(drawn[np.argsort(first)[:NONZEROS]])


KINDS = {"spread": _spread, "text": _text}


def make_rows(kind: str, width: int) -> sparse.csr_matrix:
    """Make the stream "spread" or "text" at a width."""
    random = np.random.default_rng(streams.SEED)
    columns = np.stack([KINDS[kind](random, width) for _ in range(ROWS)]).astype(np.int32)
    starts = np.arange(0, ROWS * NONZEROS + 1, NONZEROS, dtype=np.int32)
    values = random.random(ROWS * NONZEROS) / 10
    return sparse.csr_matrix((values, columns.ravel(), starts), shape=(ROWS, width))


def contestants(X: sparse.csr_matrix) -> Iterator[Contestant]:
    """Yield every learner, with two labels and with four, then the floors of three."""
    random = np.random.default_rng(streams.SEED)
    score = X @ random.standard_normal(X.shape[1])
    two = (score > 0).astype(np.int64)
    many = np.digitize(score, np.quantile(score, [0.25, 0.5, 0.75]))
    for name, make in CLASSIFIERS.items():
        yield _contestant(name, X, two, make)
    for name, make in CLASSIFIERS.items():
        yield _contestant(f"{name}, one-vs-rest, {LABELS} labels", X, many, make)
    for labels, y in ((2, two), (LABELS, many)):
        yield _contestant(f"GaussianNB, what is stored, {labels} labels", X, y, BAYES)
    for name, make in REGRESSORS.items():
        yield _contestant(name, X, score, make)
    stream = streams.Stream("text", X, two.astype(np.int32), ("0", "1"))
    for floor in floors.contestants(stream):
        if floor.learner not in ("pa", "arow", "logistic"):
            continue
        yield Contestant(f"floor: {floor.learner}", *list(vars(floor).values())[1:])


def _contestant(name: str, X: Any, y: Any, make: Callable[[], Any]) -> Contestant:
    def taught() -> Any:
        model = make()
        model.learn_many(X, y)
        return model

    def run(model: Any) -> None:
        model.predict_learn_many(X, y)

    return Contestant(name, name, False, X.shape[0], taught, run, lambda _: 0.0, warm_up=0)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    figures: dict[str, Any] = {"widths": WIDTHS}
    for kind in KINDS:
        times: dict[str, list[float]] = {}
        for width in WIDTHS:
            X = make_rows(kind, width)
            for contestant, measured in measure(contestants(X), options.rounds):
                times.setdefault(contestant.name, []).append(measured.seconds / ROWS * 1e9)
        for name, ns in times.items():
            print(f"{kind:6} {name:55}", *(f"{time:9.1f}" for time in ns), f"{ns[-1] / ns[0]:6.2f}")
        figures[kind] = times
    print(f"wrote {environment.write('sparse_flatness', streams.SEED, figures)}")


if __name__ == "__main__":
    main()

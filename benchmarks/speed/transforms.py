"""Transforms in front of a logistic SGD classifier, test-then-train, beside the peers' same chain.

    python benchmarks/speed/transforms.py

driftline runs twice, with the batch in one call and row by row; River runs its documented loop over
dicts; scikit-learn predicts, then learns, batches of 1000 rows, where it has the transform and can
use it on a stream. Everybody has the input in memory as it likes it best. `times` is how many
times as long as driftline's batch others take. River's RBFSampler puts out waves of each column:
with 10 for each of 10 columns it puts out as many as driftline and scikit-learn, of another model.
Neither has lags or rolling statistics as a transform. Writes benchmarks/results/transforms.json.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import environment
import numpy as np
import streams
from contest import Contestant, measure
from river import compose, feature_extraction, linear_model, optim, preprocessing
from sklearn.feature_extraction import FeatureHasher
from sklearn.kernel_approximation import RBFSampler
from sklearn.linear_model import SGDClassifier
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from driftline import learners, transforms

ROWS = 20_000
RIVER_ROWS = 2_000
BATCH = 1_000


@dataclass(frozen=True)
class Input:
    """The same rows as each library likes them, and labels."""

    batch: Any
    dicts: list[dict[str, Any]]
    y: list[bool]


def numbers() -> Input:
    """Ten numbers a row."""
    stream = streams.load("hyperplane").head(ROWS)
    names = [f"x{i}" for i in range(stream.width)]
    dicts = [dict(zip(names, x, strict=True)) for x in stream.X.tolist()]
    return Input(stream.X, dicts, stream.y.astype(bool).tolist())


def categories() -> Input:
    """Five columns of text with 100 values each."""
    random = np.random.default_rng(streams.SEED)
    codes = random.integers(100, size=(ROWS, 5))
    dicts = [{f"c{j}": f"value {code}" for j, code in enumerate(row)} for row in codes.tolist()]
    return Input(dicts, dicts, (codes[:, 0] < 50).tolist())


def texts() -> Input:
    """Twenty words a row out of 5,000, rare ones rare."""
    random = np.random.default_rng(streams.SEED)
    words = np.array([f"word{i}" for i in range(5_000)])
    drawn = random.zipf(1.3, size=(ROWS, 20)).clip(max=5_000) - 1
    dicts = [{"text": " ".join(row)} for row in words[drawn]]
    return Input(dicts, dicts, (drawn[:, 0] % 2 == 0).tolist())


def ours(transform: Any) -> Any:
    """Put driftline's classifier behind a transform."""
    return transform | learners.SGDClassifier(eta0=0.01)


def rivers(transform: Any) -> Any:
    """Put River's classifier behind a transform."""
    model = linear_model.LogisticRegression(optim.SGD(0.01), intercept_lr=0.01)
    return compose.Pipeline(transform, model)


def sklearns(transform: Any) -> tuple[Any, Any]:
    """Pair a transform of scikit-learn with its classifier."""
    sgd = SGDClassifier(loss="log_loss", penalty=None, learning_rate="constant", eta0=0.01)
    return transform, sgd


def loop(dicts: list[dict[str, Any]], y: list[bool], model: Any) -> None:
    """Predict, then learn, row by row."""
    for x, label in zip(dicts, y, strict=True):
        model.predict_one(x)
        model.learn_one(x, label)


def batches(X: Any, y: list[bool], pair: tuple[Any, Any]) -> None:
    """Predict a batch, then learn it."""
    transform, model = pair
    for start in range(0, len(y), BATCH):
        part = slice(start, start + BATCH)
        if start > 0:
            model.predict(transform.transform(X[part]))
        if start == 0 and not hasattr(transform, "partial_fit"):
            transform.fit(X[part])
        elif hasattr(transform, "partial_fit"):
            transform.partial_fit(X[part])
        model.partial_fit(transform.transform(X[part]), y[part], classes=[False, True])


@dataclass(frozen=True)
class Race:
    """A transform, its input, and who has it."""

    input: Callable[[], Input]
    ours: Callable[[], Any]
    river: Callable[[], Any] | None = None
    sklearn: Callable[[], Any] | None = None


RACES = {
    "StandardScaler": Race(
        numbers, transforms.StandardScaler, preprocessing.StandardScaler, StandardScaler
    ),
    "OneHotEncoder": Race(categories, transforms.OneHotEncoder, preprocessing.OneHotEncoder),
    "FeatureHasher": Race(
        categories,
        transforms.FeatureHasher,
        partial(preprocessing.FeatureHasher, seed=1),
        partial(FeatureHasher, n_features=2**20),
    ),
    "BagOfWords": Race(
        texts, transforms.BagOfWords, partial(feature_extraction.BagOfWords, on="text")
    ),
    "TFIDF": Race(texts, transforms.TFIDF, partial(feature_extraction.TFIDF, on="text")),
    "PolynomialFeatures": Race(
        numbers,
        transforms.PolynomialFeatures,
        feature_extraction.PolynomialExtender,
        partial(PolynomialFeatures, include_bias=False),
    ),
    "RandomFourierFeatures": Race(
        numbers,
        transforms.RandomFourierFeatures,
        partial(feature_extraction.RBFSampler, n_components=10, seed=1),
        partial(RBFSampler, random_state=1),
    ),
    "Lags": Race(numbers, partial(transforms.Lags, lags=3)),
    "RollingStatistics": Race(numbers, transforms.RollingStatistics),
}


def contestants(name: str) -> Iterator[Contestant]:
    """Yield driftline in both manners, then the peers that have the transform."""
    race = RACES[name]
    data = race.input()
    make = partial(Contestant, learner=name, is_scaled=False, accuracy=lambda _: 0.0)
    yield make(
        name="driftline|batch",
        rows=ROWS,
        fresh=lambda: ours(race.ours()),
        run=lambda model: model.predict_learn_many(data.batch, data.y),
    )
    yield make(
        name="driftline|rows",
        rows=ROWS,
        fresh=lambda: ours(race.ours()),
        run=partial(loop, data.dicts, data.y),
    )
    if race.river is not None:
        make_river = race.river
        yield make(
            name="River|rows",
            rows=RIVER_ROWS,
            fresh=lambda: rivers(make_river()),
            run=partial(loop, data.dicts[:RIVER_ROWS], data.y[:RIVER_ROWS]),
        )
    if race.sklearn is not None:
        make_sklearn = race.sklearn
        yield make(
            name="scikit-learn|batches of 1000",
            rows=ROWS,
            fresh=lambda: sklearns(make_sklearn()),
            run=partial(batches, data.batch, data.y),
        )


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    lines = []
    for name in RACES:
        measured = measure(contestants(name), options.rounds)
        spent = [found.seconds / contestant.rows * 1e9 for contestant, found in measured]
        for (contestant, _), ns in zip(measured, spent, strict=True):
            library, manner = contestant.name.split("|")
            times = ns / spent[0]
            lines.append(
                {"transform": name, "library": library, "by": manner, "ns": ns, "times": times}
            )
            print(f"{name:22} {library:13} {manner:16} {ns:11.1f} ns {times:7.1f}")
    print(f"wrote {environment.write('transforms', streams.SEED, lines)}")


if __name__ == "__main__":
    main()

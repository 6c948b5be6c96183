"""S2: online bagging beside bagging with the whole sample at hand, as the sample grows.

Bagging draws N rows out of N with replacement: a row comes Binomial(N, 1/N) times. Online bagging
draws Poisson(1) times for each row by itself. The distance of the two distributions is exact. Then
both kinds of ensembles learn the same samples, and are scored on the same further rows; a member's
copies of a row are a weight, in the order of the rows.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline import sources
from driftline.ensembles import BaggingClassifier
from driftline.reproduce.cells import Answer, Cell, Task
from driftline.reproduce.forests.models import tree
from driftline.reproduce.forests.protocol import SEEDS, Scale

TESTED = 5_000
GRACE, DELTA = 50, 0.01  # so that trees grow on small samples


def distance(n: int) -> float:
    """Return the total variation distance of Binomial(n, 1/n) and Poisson(1).

    Examples
    --------
    >>> round(distance(10), 4), round(distance(1000), 6)
    (0.0293, 0.000276)
    """
    gap, binomial, poisson, below = 0.0, (1.0 - 1.0 / n) ** n, math.exp(-1.0), 0.0
    for k in range(min(n, 60) + 1):
        gap += abs(binomial - poisson)
        below += poisson
        binomial *= (n - k) / (k + 1) / (n - 1)
        poisson /= k + 1
    return (gap + max(0.0, 1.0 - below)) / 2.0


def bagged_cells(scale: Scale) -> list[Cell]:
    """Return a cell for each size of a sample and each seed."""
    return [
        Cell(f"bagged-{n}-{seed}", compare, {"n": n, "seed": seed, "members": scale.members})
        for n in scale.bagged_rows
        for seed in range(SEEDS, SEEDS + 4 * scale.repetitions)
    ]


def compare(task: Task) -> Answer:
    """Teach both ensembles one sample and score them on further rows."""
    n, seed, members = task["n"], task["seed"], task["members"]
    X, y = _sample(seed, n + TESTED)
    online = BaggingClassifier(tree(grace_period=GRACE, delta=DELTA), n_models=members, seed=seed)
    online.learn_many(X[:n], y[:n])
    votes = sum(_votes(n, X, y, [seed, member]) for member in range(members))
    answers = np.asarray(online.predict_many(X[n:]))
    return {
        "n": n,
        "seed": seed,
        "online": float(np.mean(answers == y[n:])),
        "batch": float(np.mean((np.asarray(votes) > members / 2) == (y[n:] == 1))),
    }


def _votes(
    n: int, X: NDArray[np.float64], y: NDArray[np.int64], seed: list[int]
) -> NDArray[np.float64]:
    """Return the chance that a tree taught a bootstrap sample gives to the label 1."""
    drawn = np.random.default_rng(seed).integers(0, n, n)
    times = np.bincount(drawn, minlength=n)
    model: Any = tree(grace_period=GRACE, delta=DELTA)
    kept = times > 0
    model.learn_many(X[:n][kept], y[:n][kept], times[kept].astype(float))
    found = model.predict_proba_many(X[n:])
    labels = list(model.labels)
    return np.asarray(found)[:, labels.index(1)] if 1 in labels else np.zeros(len(X) - n)


def _sample(seed: int, rows: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    table = sources.SEA(noise=0.1, seed=seed, rows=rows).to_arrow()
    *inputs, target = table.column_names
    return np.column_stack([table[name].to_numpy() for name in inputs]), table[target].to_numpy()
